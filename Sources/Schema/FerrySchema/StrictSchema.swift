/// The subset of JSON Schema that a schema of a model uses.
public enum SchemaProfile: Sendable, Hashable {
  /// All keywords.
  case standard
  /// The subset that services of language models accept for tools with `strict: true` and for
  /// structured outputs. Each object has all of its members and no others, and each value has a type.
  /// Optional members may be null.
  ///
  /// A keyword outside of the subset is an error, because the service would reject the schema. The
  /// annotations `default` and `deprecated`, and formats of texts that services do not know, are left
  /// out. The supported keywords are those of "Structured model outputs" in the documentation of
  /// OpenAI (2026).
  case strictTool
}

/// A change of the schema of a model to the profile ``SchemaProfile/strictTool``.
struct StrictSchema {
  private let root: AnyValue
  private let definitions: AnyValue.Object
  /// The names of the types and members that lead to the current schema.
  private var path: [String]
  /// The definitions that the current schema is a copy of.
  private var copied: Set<String> = []
  /// The definitions that are referred to and not strict yet.
  private var pending: [String] = []

  private static let annotations: Set<String> = ["title", "description"]
  private static let supported =
    annotations.union([
      "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf",
      "$ref", "pattern", "format", "multipleOf", "minimum", "maximum", "exclusiveMinimum",
      "exclusiveMaximum", "minItems", "maxItems",
    ])
  private static let formats: Set<AnyValue> = [
    "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
  ]

  /// Returns the strict form of `schema`, which is that of the type `name`.
  static func document(_ schema: AnyValue, of name: String) throws -> AnyValue {
    var members = schema.object ?? [:]
    let definitions = members["$defs"]?.object ?? [:]
    let dialect = members["$schema"]
    members["$schema"] = nil
    members["$defs"] = nil
    var builder = StrictSchema(root: .object(members), definitions: definitions, path: [name])
    let strict = try builder.schema(.object(members))
    var document: AnyValue.Object = ["$schema": dialect ?? .null]
    for (key, value) in strict.object ?? [:] { document[key] = value }
    guard strict["type"] == "object" else { throw builder.error("the value is not an object") }
    var used = AnyValue.Object()
    while let next = builder.pending.popLast() {
      guard used[next] == nil, let definition = definitions[next] else { continue }
      builder.path = [next]
      used[next] = try builder.schema(definition)
    }
    // Definitions keep their order.
    var kept = AnyValue.Object()
    for (name, _) in definitions { kept[name] = used[name] }
    if !kept.isEmpty { document["$defs"] = .object(kept) }
    return .object(document)
  }

  private func error(_ problem: String) -> SchemaError {
    SchemaError("\(path.joined(separator: ".")): no schema of a strict tool: \(problem)")
  }

  private mutating func schema(_ value: AnyValue) throws -> AnyValue {
    guard var members = value.object else { throw error("any value is allowed") }
    members["default"] = nil
    members["deprecated"] = nil
    if let format = members["format"], !Self.formats.contains(format) { members["format"] = nil }
    // The alternatives of a model exclude each other by a constant.
    if let choices = members["oneOf"] {
      members["oneOf"] = nil
      members["anyOf"] = choices
    }
    members = try merged(members)
    if let reference = members["$ref"]?.string {
      // A reference may have no other keywords.
      guard members.count > 1, copied.insert(reference).inserted else {
        if let name = Self.definition(reference) { pending.append(name) }
        return ["$ref": .string(reference)]
      }
      defer { copied.remove(reference) }
      var copy = target(of: reference).object ?? [:]
      for (key, value) in members where key != "$ref" { copy[key] = value }
      return try schema(.object(copy))
    }
    if let other = members.first(where: { !Self.supported.contains($0.key) }) {
      throw error("keyword '\(other.key)'")
    }
    return .object(try strict(members))
  }

  private mutating func strict(_ members: AnyValue.Object) throws -> AnyValue.Object {
    var members = members
    if let values = members["enum"]?.array ?? members["const"].map({ [$0] }), members["type"] == nil
    {
      members["type"] = Self.type(of: values)
    }
    if let choices = members["anyOf"]?.array {
      if members["properties"] != nil { throw error("keyword 'anyOf' beside 'properties'") }
      members["anyOf"] = .array(try choices.map { try schema($0) })
    } else if members["type"] == nil {
      throw error("any value is allowed")
    }
    if let items = members["items"] { members["items"] = try schema(items) }
    guard members["type"] == "object" || members["type"]?.array?.contains("object") == true else {
      return members
    }
    guard members["additionalProperties"] == nil else { throw error("an object with any keys") }
    var properties = AnyValue.Object()
    for (name, value) in members["properties"]?.object ?? [:] {
      path.append(name)
      properties[name] = try schema(value)
      path.removeLast()
    }
    members["properties"] = .object(properties)
    members["required"] = .array(properties.map { .string($0.key) })
    members["additionalProperties"] = false
    return members
  }

  /// Returns `members` with the members of the parts of their `allOf`: objects, or one part alone.
  private func merged(_ members: AnyValue.Object) throws -> AnyValue.Object {
    guard let parts = members["allOf"]?.array else { return members }
    var result = members
    result["allOf"] = nil
    for part in parts {
      let isAlone = parts.count == 1 && result.allSatisfy { Self.annotations.contains($0.key) }
      let part = part["$ref"]?.string.map(target) ?? part
      for (key, value) in try merged(part.object ?? [:]) where !Self.annotations.contains(key) {
        switch key {
        case "required": continue
        case "properties":
          var properties = result[key]?.object ?? [:]
          for (name, value) in value.object ?? [:] where properties[name] == nil {
            properties[name] = value
          }
          result[key] = .object(properties)
        case _ where isAlone || result[key] == value: result[key] = value
        default: throw error("keyword 'allOf'")
        }
      }
    }
    return result
  }

  private static func definition(_ reference: String) -> String? {
    let start = "#/$defs/"
    return reference.hasPrefix(start) ? String(reference.dropFirst(start.count)) : nil
  }

  private func target(of reference: String) -> AnyValue {
    Self.definition(reference).map { definitions[$0] ?? true } ?? root
  }

  /// Returns the type of constants, or their types.
  private static func type(of values: [AnyValue]) -> AnyValue {
    var types: [AnyValue] = []
    for value in values {
      let type: AnyValue =
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .number: value.int == nil ? "number" : "integer"
        case .array: "array"
        case .object: "object"
        default: "string"
        }
      if !types.contains(type) { types.append(type) }
    }
    return types.count == 1 ? types[0] : .array(types)
  }
}
