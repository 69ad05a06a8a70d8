extension Bool: DirectDecodable, DirectEncodable {
  /// Reads true or false.
  @inlinable @inline(__always)
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try reader.readBool()
  }

  /// Writes true or false.
  @inlinable @inline(__always)
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try writer.writeBool(self)
  }
}

extension String: DirectDecodable, DirectEncodable {
  /// Reads text.
  @inlinable @inline(__always)
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try reader.readString()
  }

  /// Writes text.
  @inlinable @inline(__always)
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try writer.writeString(self)
  }
}

extension Double: DirectDecodable, DirectEncodable {
  /// Reads a number as the nearest double.
  @inlinable @inline(__always)
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try reader.readDouble()
  }

  /// Writes a number.
  @inlinable @inline(__always)
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try writer.writeDouble(self)
  }

  /// Reads an array of numbers.
  @inlinable
  public static func _readArray<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> [Double] {
    try reader.readDoubles()
  }

  /// Writes an array of numbers.
  @inlinable
  public static func _writeArray<Writer: WireWriter & ~Copyable>(
    _ values: [Double], to writer: inout Writer
  ) throws(WireFailure) {
    try writer.writeDoubles(values)
  }
}

extension Float: DirectDecodable, DirectEncodable {
  /// Reads a number as the nearest float.
  @inlinable @inline(__always)
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try reader.readFloat()
  }

  /// Writes a number.
  @inlinable @inline(__always)
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try writer.writeFloat(self)
  }
}

extension Optional: DirectDecodable where Wrapped: DirectDecodable {
  /// Reads null or a value.
  @inlinable @inline(__always)
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try reader.readIfPresent()
  }

  /// Returns whether the wrapped type reads a member with this key.
  @inlinable
  public static func _takesMember(_ key: FieldKey) -> Bool { Wrapped._takesMember(key) }
}

extension Optional: DirectEncodable where Wrapped: DirectEncodable {
  /// Writes the value, or null.
  @inlinable @inline(__always)
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    guard let self else { return try writer.writeNull() }
    let start = writer.written
    try self.encode(to: &writer)
    writer.wrapNull(since: start)
  }
}

/// An integer type. All integer types share one implementation.
@usableFromInline
protocol DirectInteger: DirectDecodable, DirectEncodable, FixedWidthInteger, Sendable {}

extension DirectInteger {
  /// Reads an integer that fits the type.
  @inlinable @inline(__always)
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try reader.readInteger(Self.self)
  }

  /// Writes an integer.
  @inlinable @inline(__always)
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try writer.writeInteger(self)
  }

  /// Reads an array of integers.
  @inlinable
  public static func _readArray<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> [Self] {
    try reader.readIntegers(Self.self)
  }

  /// Writes an array of integers.
  @inlinable
  public static func _writeArray<Writer: WireWriter & ~Copyable>(
    _ values: [Self], to writer: inout Writer
  ) throws(WireFailure) {
    try writer.writeIntegers(values)
  }
}

extension Int: DirectInteger {}
extension Int8: DirectInteger {}
extension Int16: DirectInteger {}
extension Int32: DirectInteger {}
extension Int64: DirectInteger {}
extension Int128: DirectInteger {}
extension UInt: DirectInteger {}
extension UInt8: DirectInteger {}
extension UInt16: DirectInteger {}
extension UInt32: DirectInteger {}
extension UInt64: DirectInteger {}
extension UInt128: DirectInteger {}

extension DirectDecodable where Self: RawRepresentable, RawValue: DirectDecodable {
  /// Reads the raw value, which must be a raw value of the type.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let start = reader.position
    let raw = try RawValue(from: &reader)
    guard let value = Self(rawValue: raw) else {
      throw reader.noRawValue(of: Self.self, raw, at: start)
    }
    self = value
  }
}

extension DirectEncodable where Self: RawRepresentable, RawValue: DirectEncodable {
  /// Writes the raw value.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try rawValue.encode(to: &writer)
  }
}
