/// Types of whole numbers share one implementation.
@usableFromInline
protocol DirectInteger: DirectDecodable, DirectEncodable, FixedWidthInteger, Sendable {}

extension DirectInteger {
  /// Reads a whole number that fits.
  @inlinable @inline(__always)
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try reader.readInteger(Self.self)
  }

  /// Writes a whole number.
  @inlinable @inline(__always)
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try writer.writeInteger(self)
  }

  /// Reads a list of numbers.
  @inlinable
  public static func _readArray<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> [Self] {
    try reader.readIntegers(Self.self)
  }

  /// Writes a list of numbers.
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
