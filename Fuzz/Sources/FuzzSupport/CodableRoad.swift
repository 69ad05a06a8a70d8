/// A value on the Codable road, whatever other road its type has.
public struct CodableRoad<Value: Codable>: Codable {
  /// The value.
  public let value: Value

  /// The road for `value`.
  public init(_ value: Value) { self.value = value }

  /// Decodes the value itself.
  public init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

  /// Encodes the value itself.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// Decodes from whatever is valid, and reads nothing of it.
public struct Unread: Decodable {
  /// Leaves the document alone.
  public init(from decoder: any Decoder) {}
}
