/// A container that writes the `nil` of a member as the encoder's options say. The defaults of the
/// standard library leave it out.
package protocol NilWritingContainer: KeyedEncodingContainerProtocol {
  /// Whether the `nil` of a member is written as null.
  var writesNil: Bool { get }
}

extension NilWritingContainer {
  @inline(__always)
  mutating func write<T: Encodable>(
    _ value: T?, _ key: Key, _ encode: (inout Self, T) throws -> Void
  ) throws {
    if let value { return try encode(&self, value) }
    if writesNil { try encodeNil(forKey: key) }
  }

  // A generic function does not replace the functions of the standard library for these types.

  @inline(__always)
  package mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }

  @inline(__always)
  package mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try write(value, key) { try $0.encode($1, forKey: key) }
  }
}
