import Configuration
import FerryConfiguration
import FerrySchema

extension LayeredConfiguration {
  /// Adds the values of a provider for the members of a model. The member at the path `server.port`
  /// is the key `server.port`. Values that the provider calls secrets are sensitive.
  ///
  /// A provider answers to keys, but does not list them. The schema of the model tells which values
  /// to ask for, and their types. It has no keys of dictionaries and no elements of arrays of
  /// objects, so that a provider cannot give them.
  /// - Throws: `SchemaError` if the form of a member is unknown, and the errors of the provider and
  ///   of `add(_:name:isSecret:)`.
  mutating func add<Model: Decodable>(
    _ provider: some ConfigProvider, for model: Model.Type
  ) throws {
    let schema = try JSON.schema(for: model)
    var members = ProviderMembers(schema: schema, values: provider.snapshot())
    let value = try members.value(schema, [], within: []) ?? [:]
    for path in members.secrets { sensitive(WirePath(steps: path.map { .key($0) })) }
    try add(JSON.string(value), name: provider.providerName)
  }
}

/// The members of a model that a provider has values of.
private struct ProviderMembers {
  let schema: AnyValue
  let values: any ConfigSnapshot
  private(set) var secrets: [[String]] = []

  init(schema: AnyValue, values: any ConfigSnapshot) {
    self.schema = schema
    self.values = values
  }

  /// Returns the value of a key; nil if the provider has none. `definitions` are the references that
  /// lead to it. A model that contains itself ends there.
  mutating func value(
    _ schema: AnyValue, _ key: [String], within definitions: Set<String>
  ) throws -> AnyValue? {
    if let reference = schema["$ref"]?.string {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard !definitions.contains(name), let definition = self.schema["$defs"]?[name] else {
        return nil
      }
      return try value(definition, key, within: definitions.union([name]))
    }
    for choice in (schema["anyOf"] ?? schema["oneOf"])?.array ?? [] {
      if let value = try value(choice, key, within: definitions) { return value }
    }
    if let properties = schema["properties"]?.object {
      var members = AnyValue.Object()
      for (name, schema) in properties {
        members[name] = try value(schema, key + [name], within: definitions)
      }
      return members.isEmpty ? nil : .object(members)
    }
    guard let type = ConfigType(schema),
      let value = try values.value(forKey: AbsoluteConfigKey(key), type: type).value
    else { return nil }
    if value.isSecret { secrets.append(key) }
    return AnyValue(value.content)
  }
}

extension ConfigType {
  /// Creates the type of the values that a schema allows, apart from null.
  fileprivate init?(_ schema: AnyValue) {
    let names = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? ""]
    let isBytes = schema["contentEncoding"] == "base64"
    switch names.first(where: { $0 != "null" }) {
    case "string": self = isBytes ? .bytes : .string
    case "integer": self = .int
    case "number": self = .double
    case "boolean": self = .bool
    case "array":
      switch schema["items"].flatMap(ConfigType.init) {
      case .string: self = .stringArray
      case .int: self = .intArray
      case .double: self = .doubleArray
      case .bool: self = .boolArray
      case .bytes: self = .byteChunkArray
      default: return nil
      }
    default: return nil
    }
  }
}

extension AnyValue {
  fileprivate init(_ content: ConfigContent) {
    switch content {
    case .string(let text): self = .string(text)
    case .int(let number): self = .number(Number(number))
    case .double(let number): self = .number(Number(number))
    case .bool(let value): self = .bool(value)
    case .bytes(let bytes): self = .bytes(bytes)
    case .stringArray(let texts): self = .array(texts.map { .string($0) })
    case .intArray(let numbers): self = .array(numbers.map { .number(Number($0)) })
    case .doubleArray(let numbers): self = .array(numbers.map { .number(Number($0)) })
    case .boolArray(let values): self = .array(values.map { .bool($0) })
    case .byteChunkArray(let chunks): self = .array(chunks.map { .bytes($0) })
    }
  }
}
