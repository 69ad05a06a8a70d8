public import FerryBase

// With a coder of another library, `AnyValue` tries one kind after the other. Ferry's own coders
// copy the value from the tape or to the tape unchanged.
extension AnyValue: Codable {
  /// Decodes a value of any kind.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? TapeDecoder {
      self = try decoder.decodeDirect(AnyValue.self)
    } else if let container = try? decoder.container(keyedBy: TapeKey.self) {
      self = .object(try Self.members(decoder, container.allKeys.map(\.stringValue)))
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [AnyValue] = []
      while !container.isAtEnd { elements.append(try container.decode(AnyValue.self)) }
      self = .array(elements)
    } else {
      self = try AnyValue.scalar(decoder.singleValueContainer())
    }
  }

  /// Decodes the members of an object, in the order of `names`.
  ///
  /// The key strategy of a coder converts `names`, but not the keys of a dictionary. If it has
  /// changed any of the names, the members are sorted by the keys of the document instead.
  private static func members(_ decoder: any Decoder, _ names: [String]) throws -> Object {
    let values = try decoder.singleValueContainer().decode([String: AnyValue].self)
    var members = Object()
    let isConverted = names.count != values.count || names.contains { values[$0] == nil }
    for name in isConverted ? values.keys.sorted() : names {
      if let value = values[name] { members.append(name, value) }
    }
    return members
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> AnyValue {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let number = Number(foreign: container) { return .number(number) }
    return .string(try container.decode(String.self))
  }

  /// Encodes the value: null, a truth value, a number, text, bytes, an array or an object.
  /// - Throws: `EncodingError` if an object has a key twice and the encoder is not Ferry's.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TapeEncoder, encoder.isUnused {
      return try encoder.encodeDirect(self)
    }
    switch self {
    case .object(let members): try Self.encode(members, to: encoder)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .bytes(let bytes): try bytes.encode(to: encoder)
    case .tagged(let tag, _):
      throw EncodingError.invalid(
        self, at: encoder.codingPath, "The tag `\(tag)` has no form in this format.")
    case .null, .bool, .number, .string:
      var container = encoder.singleValueContainer()
      try encodeScalar(&container, of: encoder)
    }
  }

  private static func encode(_ members: Object, to encoder: any Encoder) throws {
    var values: [String: AnyValue] = [:]
    for (key, value) in members where values.updateValue(value, forKey: key) != nil {
      throw EncodingError.invalid(
        value, at: encoder.codingPath + [TapeKey(key)], "The object has the key '\(key)' twice.")
    }
    if encoder is TapeEncoder || encoder is MembersEncoder {
      // The object may have members of another type already.
      var container = encoder.container(keyedBy: TapeKey.self)
      for (key, value) in members { try container.encode(value, forKey: TapeKey(key)) }
    } else {
      // A coder does not convert the keys of a dictionary.
      var container = encoder.singleValueContainer()
      try container.encode(values)
    }
  }

  private func encodeScalar(
    _ container: inout any SingleValueEncodingContainer, of encoder: any Encoder
  ) throws {
    switch self {
    case .bool(let value): try container.encode(value)
    case .string(let text): try container.encode(text)
    case .number(let number): try number.encode(to: &container, of: encoder)
    default: try container.encodeNil()
    }
  }
}

extension AnyValue: CustomReflectable {
  /// The elements or the members, for `dump` and debuggers.
  public var customMirror: Mirror {
    switch self {
    case .array(let elements): Mirror(reflecting: elements)
    case .object(let members): Mirror(reflecting: members)
    case .tagged(let tag, let value): Mirror(self, children: [tag: value])
    default: Mirror(self, children: [])
    }
  }
}

extension AnyValue.Object: CustomReflectable {
  /// The members, for `dump` and debuggers.
  public var customMirror: Mirror {
    Mirror(self, children: map { ($0.key, $0.value) }, displayStyle: .dictionary)
  }
}

extension AnyValue.Number: CustomReflectable {
  /// Only the text of the number, for `dump` and debuggers.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
