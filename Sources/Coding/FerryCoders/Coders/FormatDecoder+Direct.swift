public import FerryBase
internal import FerryCoding

// The calls of types with direct coding.
extension FormatDecoder {
  /// Decodes a `T` directly by its table.
  @_documentation(visibility: internal)
  public func _decode<T: _TableCodable>(
    byTable type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    // This code is compiled once for all types. Memory of an unknown size needs a closure whose result
    // has metadata, which the code would look up in each call.
    guard MemoryLayout<T>.size <= 256, MemoryLayout<T>.alignment <= 16, _isBitwiseTakable(type)
    else {
      return try decodeLarge(type, from: bytes, userInfo)
    }
    var memory = InlineArray<16, SIMD2<UInt64>>(repeating: .zero)
    let isRead = try unsafe withUnsafeMutablePointer(to: &memory) {
      try read(unsafe TableTarget(T._table, UnsafeMutableRawPointer($0)), from: bytes, userInfo)
    }
    if isRead {
      return unsafe withUnsafeMutablePointer(to: &memory) {
        unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: T.self).move()
      }
    }
    return try decodeThroughTape(type, from: bytes, userInfo)
  }

  @inline(never)
  private func decodeLarge<T: _TableCodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    try unsafe decode(type, from: bytes, userInfo) {
      unsafe TableTarget(T._table, UnsafeMutableRawPointer($0))
    }
  }

  @inline(__always)
  private func read<Bytes: Collection<UInt8>>(
    _ target: TableTarget, from bytes: Bytes, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Bool {
    func read(_ input: ByteView) throws -> Bool {
      try _decode(
        into: target, from: unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(input.buffer)),
        userInfo: userInfo)
    }
    guard Bytes.self == [UInt8].self else { return try withBytes(of: bytes, read) }
    return try unsafe withUnsafePointer(to: bytes) {
      var isRead = false
      try unsafe UnsafeRawPointer($0).lend([UInt8].self) { array in
        isRead = try array.withByteView(read)
      }
      return isRead
    }
  }

  /// Decodes a `T` directly with the code of the type.
  @_documentation(visibility: internal)
  @inlinable
  public func _decode<T: DirectDecodable>(
    byCode type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    try unsafe decode(type, from: bytes, userInfo) { unsafe ValueTarget($0) }
  }

  @inlinable @inline(__always)
  func decode<T: DirectDecodable, Target: _Direct.Target>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    _ userInfo: [CodingUserInfoKey: any Sendable],
    _ makeTarget: (UnsafeMutablePointer<T>) -> Target
  ) throws -> T {
    try unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      // The memory is that of one value.
      let place = unsafe memory.baseAddress.unsafelyUnwrapped
      let target = unsafe makeTarget(place)
      let isRead = try withBytes(of: bytes) {
        try _decode(
          into: target, from: unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer($0.buffer)),
          userInfo: userInfo)
      }
      return isRead ? unsafe place.move() : try decodeThroughTape(type, from: bytes, userInfo)
    }
  }

  /// Decodes a `T` through the tape, which supports all options and reports errors. An `AnyValue` is
  /// taken from the tape as it is, without the calls of a reader.
  @usableFromInline @inline(never)
  func decodeThroughTape<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    try withBytes(of: bytes) { input in
      if T.self == AnyValue.self, let value = try decode(AnyValue.self, input, userInfo) as? T {
        return value
      }
      return try decode(DirectValue<T>.self, input, userInfo).value
    }
  }
}
