// Through a coder that is not Ferry's: whatever can be told apart by trying. Ferry's own coders
// take the value from the tape as it stands and put it there.
extension AnyValue: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads a value of any kind.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var members = Object()
      for key in container.allKeys {
        members[key.stringValue] = try container.decode(AnyValue.self, forKey: key)
      }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [AnyValue] = []
      while !container.isAtEnd { elements.append(try container.decode(AnyValue.self)) }
      self = .array(elements)
    } else {
      self = try AnyValue.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> AnyValue {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return .number(Number(value)) }
    if let value = try? container.decode(UInt64.self) { return .number(Number(value)) }
    if let value = try? container.decode(Double.self) { return .number(Number(value)) }
    return .string(try container.decode(String.self))
  }

  /// Writes the value as what it is.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in members { try container.encode(value, forKey: Key(stringValue: key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .bytes(let bytes): try bytes.encode(to: encoder)
    case .null, .bool, .number, .string:
      var container = encoder.singleValueContainer()
      try encodeScalar(&container)
    }
  }

  private func encodeScalar(_ container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let value): try container.encode(value)
    case .string(let text): try container.encode(text)
    case .number(let number):
      if let value = number.integer(as: Int64.self) {
        try container.encode(value)
      } else if let value = number.integer(as: UInt64.self) {
        try container.encode(value)
      } else {
        try container.encode(number.double)
      }
    default: try container.encodeNil()
    }
  }
}
