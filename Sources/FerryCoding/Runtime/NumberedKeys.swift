#if !Portable
// Synthesized keys are enums of one byte, and the byte is their number.
extension KeyTable {
  /// Whether keys of `type` have numbers.
  static func serves<K: CodingKey>(_ type: K.Type) -> Bool { MemoryLayout<K>.size <= 1 }

  /// The number of `key`, whose type has numbers.
  @inline(__always)
  static func index<K: CodingKey>(of key: K) -> Int {
    // One byte cannot hold a reference, so reading it is reading the enum's case.
    unsafe MemoryLayout<K>.size == 0 ? 0 : Int(unsafeBitCast(key, to: UInt8.self))
  }

  /// The key with `number`, which a key of `type` had; `nil` if keys of `type` have no numbers.
  static func key<K: CodingKey>(_ number: UInt8, as type: K.Type) -> (any CodingKey)? {
    // A key takes this byte or none at all, and the number is one that a key had.
    unsafe withUnsafePointer(to: number) {
      unsafe UnsafeRawPointer($0).assumingMemoryBound(to: K.self).pointee
    }
  }
}
#endif
