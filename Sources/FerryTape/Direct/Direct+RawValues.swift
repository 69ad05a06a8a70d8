extension DirectDecodable where Self: RawRepresentable, RawValue: DirectDecodable {
  /// Reads the raw value, which has to be one of the type's.
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
