#if !Portable
// Synthesized keys are enums of one byte. The byte is the number of the key.
extension KeyTable {
  /// Returns whether keys of `type` have numbers.
  static func serves<K: CodingKey>(_ type: K.Type) -> Bool { MemoryLayout<K>.size <= 1 }

  /// Returns the number of `key`, whose type has numbers.
  @inline(__always)
  static func index<K: CodingKey>(of key: K) -> Int {
    // One byte cannot hold a reference, so the byte is the enum's case.
    unsafe MemoryLayout<K>.size == 0 ? 0 : Int(unsafeBitCast(key, to: UInt8.self))
  }

  /// Returns the key with `number`, which a key of `type` had; `nil` if keys of `type` have no
  /// numbers.
  static func key<K: CodingKey>(_ number: UInt8, as type: K.Type) -> (any CodingKey)? {
    // A key is this byte or has no bytes, and `number` is the number of a key of this type.
    unsafe withUnsafePointer(to: number) {
      unsafe UnsafeRawPointer($0).assumingMemoryBound(to: K.self).pointee
    }
  }
}
#endif
