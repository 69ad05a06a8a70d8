/// A value that is coded through the tape, even if its type is directly codable.
public struct ThroughTape<Value: Codable>: Codable {
  /// The value.
  public let value: Value

  /// Wraps `value`.
  public init(_ value: Value) { self.value = value }

  /// Decodes the value itself.
  public init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

  /// Encodes the value itself.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A value that a Codable model asks its decoder for.
public struct Held<Value: Decodable>: Decodable {
  /// The value.
  public let value: Value

  /// Decodes the value as a model does.
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }
}

/// Decodes from whatever is valid, and reads nothing of it.
public struct Unread: Decodable {
  /// Leaves the document alone.
  public init(from decoder: any Decoder) {}
}
