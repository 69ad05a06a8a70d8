import FerryTape

/// A value for an encoder that knows nothing of direct coding.
indirect enum BridgedValue: Encodable {
  /// A member of an object.
  struct Member {
    /// The key; `nil` for a value whose members are members of the object (`@Flatten`).
    let key: String?
    let value: BridgedValue
  }

  case null
  case value(any Encodable)
  case object([Member])
  case list([BridgedValue])

  /// What an error can hold.
  var content: Any {
    switch self {
    case .null: Any?.none as Any
    case .value(let value): value
    case .object(let members): members.map { ($0.key ?? "", $0.value.content) }
    case .list(let elements): elements.map(\.content)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .value(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .list(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try element.append(to: &container) }
    case .object(let members): try Self.encode(members, to: encoder)
    }
  }

  // Values go into containers as they are: encoders have their own ways with dates and the like.

  private func append(to container: inout any UnkeyedEncodingContainer) throws {
    switch self {
    case .null: try container.encodeNil()
    case .value(let value): try container.encode(value)
    case .object, .list: try container.encode(self)
    }
  }

  private static func encode(_ members: [Member], to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TapeKey.self)
    var sharedKeys = Set(members.compactMap(\.key))
    for member in members {
      switch (member.key.map { TapeKey($0) }, member.value) {
      case (let key?, .null): try container.encodeNil(forKey: key)
      case (let key?, .value(let value)): try container.encode(value, forKey: key)
      case (let key?, let value): try container.encode(value, forKey: key)
      case (nil, .value(let value)):
        let members = MembersEncoder(container, userInfo: encoder.userInfo)
        try members.write(value)
        for key in members.keys where !sharedKeys.insert(key).inserted {
          throw EncodingError.invalid(
            value, at: container.codingPath + [TapeKey(key)], WireProblem.sharedTwice(key))
        }
      case (nil, _): break
      }
    }
  }
}

/// A value with direct coding as part of a value that a coder without it takes as it is.
struct Bridged<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Bridged: Decodable where Value: DirectDecodable {
  init(from decoder: any Decoder) throws { value = try Value(bridging: decoder) }
}

extension Bridged: Encodable where Value: DirectEncodable {
  func encode(to encoder: any Encoder) throws { try value.bridge(to: encoder) }
}
