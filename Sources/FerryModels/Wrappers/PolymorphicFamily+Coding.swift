import FerryCoding
import FerryPath

extension PolymorphicFamily {
  static func decode(from decoder: any Decoder) throws -> Value {
    let (name, container) = try Self.name(in: decoder)
    guard let type = members[name] as? any Decodable.Type else {
      let key = TapeKey(try lastKey())
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath + [key],
          debugDescription: "No type of \(Self.self) is called \"\(name)\"."))
    }
    func decode<T: Decodable>(_ type: T.Type) throws -> Any {
      try Mapped<T>(from: decoder).value
    }
    guard let value = try decode(type) as? Value else {
      throw MappingError(Self.self, "\(type) is not a \(Value.self)")
    }
    return value
  }

  static func encode(_ value: Value, to encoder: any Encoder) throws {
    let type = Swift.type(of: value as Any)
    let known = members.first { ($0.value as? Any.Type) == type }
    guard let known, let encodable = value as? any Encodable else {
      throw EncodingError.invalid(
        value, at: encoder.codingPath, "\(type) is not among the types of \(Self.self).")
    }
    // A value may write its discriminator itself, which is the same key again.
    try tapeEncoder(encoder)?.allowDuplicates()
    // First, so that whoever reads the document knows the type before its members.
    var container = encoder.container(keyedBy: TapeKey.self)
    let keys = try self.keys()
    for key in keys.dropLast() {
      container = container.nestedContainer(keyedBy: TapeKey.self, forKey: key)
    }
    try container.encode(known.key, forKey: TapeKey(lastKey()))
    // Into the same container.
    func write<T: Encodable>(_ value: T) throws {
      guard T.self is any KeyMapped.Type else { return try value.encode(to: encoder) }
      let plan = try MappingEncodingPlan.encoding(T.self)
      try value.encode(to: MappedEncoder(base: encoder, plan: plan))
    }
    try write(encodable)
  }

  /// What the discriminator says, and the container that has it.
  private static func name(
    in decoder: any Decoder
  ) throws -> (String, KeyedDecodingContainer<TapeKey>) {
    var container = try decoder.container(keyedBy: TapeKey.self)
    for key in try keys().dropLast() {
      container = try container.nestedContainer(keyedBy: TapeKey.self, forKey: key)
    }
    return (try container.decode(String.self, forKey: TapeKey(lastKey())), container)
  }

  private static func lastKey() throws -> String { try keys().last?.stringValue ?? "" }

  private static func keys() throws -> [TapeKey] {
    let path = discriminatorPath
    let keys = path.steps.compactMap { step in
      if case .key(let name) = step { TapeKey(name) } else { nil }
    }
    guard !keys.isEmpty, keys.count == path.steps.count else {
      throw MappingError(Self.self, "the discriminator '\(path)' is not a path of keys")
    }
    return keys
  }
}
