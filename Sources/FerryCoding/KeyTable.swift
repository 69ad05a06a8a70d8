/// The names of one `CodingKey` type as UTF-8, each made once.
///
/// Synthesized keys are enums of one byte, so the byte is an index and neither `stringValue` nor a
/// hash is needed twice. Every other key type goes by its string.
@safe
final class KeyTable {
  @safe
  struct Name {
    var bytes: UnsafePointer<UInt8>?
    var count: Int
    /// One of 64 bits, see ``signature(_:count:)``.
    var signature: UInt64
  }

  /// One entry per value of the byte.
  let names: UnsafeMutablePointer<Name>

  init() {
    unsafe names = .allocate(capacity: 256)
    unsafe names.initialize(repeating: Name(bytes: nil, count: 0, signature: 0), count: 256)
  }

  deinit {
    for index in 0..<256 { unsafe names[index].bytes?.deallocate() }
    unsafe names.deallocate()
  }

  /// Whether values of `type` are their own index.
  static func serves<K: CodingKey>(_ type: K.Type) -> Bool { MemoryLayout<K>.size <= 1 }

  /// The index of `key`, whose type this table serves.
  @inline(__always)
  static func index<K: CodingKey>(of key: K) -> Int {
    // One byte cannot hold a reference, so reading it is reading the enum's case.
    unsafe MemoryLayout<K>.size == 0 ? 0 : Int(unsafeBitCast(key, to: UInt8.self))
  }

  /// The key of a type that this table serves with the index `number`, which came from one.
  static func key<K: CodingKey>(_ number: UInt8, as type: K.Type) -> any CodingKey {
    // A key takes this byte or none at all, and the number is one that a key had.
    unsafe withUnsafePointer(to: number) {
      unsafe UnsafeRawPointer($0).assumingMemoryBound(to: K.self).pointee
    }
  }

  /// The key of `type` whose name is `name`, if it was asked for.
  func key<K: CodingKey>(of type: K.Type, named name: UnsafeBufferPointer<UInt8>) -> (
    any CodingKey
  )? {
    let number = (0..<256).first { unsafe names[$0].matches(name) }
    return number.map { Self.key(UInt8(truncatingIfNeeded: $0), as: type) }
  }

  /// A set of keys is kept as the union of their signatures: when a key's bit is not in it, the
  /// key is not in the set.
  @inline(__always)
  static func signature(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    guard count > 0 else { return 1 }
    let mixed = unsafe Int(bytes[0]) &+ 5 &* Int(bytes[count &- 1]) &+ 11 &* count
    return 1 << UInt64(truncatingIfNeeded: mixed & 63)
  }

  @inline(never)
  func fill(_ index: Int, with name: String) -> Name {
    var name = name
    let entry = name.withUTF8 { source in
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(source.count, 1))
      if let base = source.baseAddress { unsafe bytes.initialize(from: base, count: source.count) }
      return unsafe Name(
        bytes: UnsafePointer(bytes), count: source.count,
        signature: Self.signature(UnsafePointer(bytes), count: source.count))
    }
    unsafe names[index].bytes?.deallocate()
    unsafe names[index] = entry
    return entry
  }
}

extension KeyTable.Name {
  /// Whether the name is `text`. Loads stay inside both.
  @inline(__always)
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == text.count, let bytes = unsafe bytes, let text = text.baseAddress else {
      return false
    }
    let first = unsafe UnsafeRawPointer(bytes)
    let second = unsafe UnsafeRawPointer(text)
    if count >= 8 {
      var offset = 0
      while offset &+ 8 <= count {
        if unsafe first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          != second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        {
          return false
        }
        offset &+= 8
      }
      return unsafe first.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        == second.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    }
    if count >= 4 {
      return unsafe first.loadUnaligned(as: UInt32.self) == second.loadUnaligned(as: UInt32.self)
        && first.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
          == second.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
    }
    for index in 0..<count where unsafe bytes[index] != text[index] { return false }
    return true
  }
}
