extension Array: DirectDecodable where Element: DirectDecodable {
  /// Reads a list.
  @inlinable @inline(__always)
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = try Element._readArray(from: &reader)
  }
}

extension Array: DirectEncodable where Element: DirectEncodable {
  /// Writes a list.
  @inlinable @inline(__always)
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Element._writeArray(self, to: &writer)
  }
}

extension Set: DirectDecodable where Element: DirectDecodable {
  /// Reads a list; what comes again counts once.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = []
    var list = try reader.beginList()
    while try reader.nextElement(&list) { insert(try Element(from: &reader)) }
  }
}

extension Set: DirectEncodable where Element: DirectEncodable {
  /// Writes a list in no order.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Element._writeArray(Array(self), to: &writer)
  }
}
