internal import FerryBase
internal import FerryCoders
internal import FerrySchema

/// Returns random values of a `@DirectCodable` or `KeyMapped` type. They fulfil the constraints of the
/// type, such as `@Range`.
///
/// The values are decoded from random documents that are valid by the schema of the type. The same
/// seed gives the same values in the same version of Ferry.
/// - Throws: ``ExpectationError`` if the type has no schema, or no valid document is found.
public func randomValues<T: Decodable>(
  of type: T.Type, count: Int = 100, seed: UInt64
) throws(ExpectationError) -> [T] {
  do {
    let schema = try JSON.schema(for: type, dates: .iso8601)
    var documents = RandomDocuments(schema, seed: seed)
    let decoder = JSON.Decoder { $0.dateDecodingStrategy = .iso8601 }
    var values: [T] = []
    for _ in 0..<count { values.append(try documents.decode(type, with: decoder)) }
    return values
  } catch {
    throw ExpectationError("no random values of '\(type)' with the seed \(seed): \(error)")
  }
}

/// Random documents that are valid by the schema of a model.
struct RandomDocuments {
  let root: AnyValue
  var random: SeededRandom
  /// Whether numbers are small, because large ones were not valid.
  var isTame = false
  private var depth = 0

  /// Behind this depth, optional members are absent and arrays are empty.
  private static let depthLimit = 5
  private static let attempts = 200

  init(_ schema: AnyValue, seed: UInt64) {
    root = schema
    random = SeededRandom(state: seed)
  }

  /// Decodes a document. The schema does not describe all rules of a type, so an invalid document is
  /// followed by another one.
  mutating func decode<T: Decodable>(_ type: T.Type, with decoder: JSON.Decoder) throws -> T {
    var attempt = 0
    while true {
      attempt += 1
      isTame = attempt > 10
      do {
        return try decoder.decode(type, from: value(root))
      } catch  where attempt < Self.attempts {}
    }
  }

  // MARK: Schemas

  /// Returns a value that is valid by `schema`.
  mutating func value(_ schema: AnyValue) throws(ExpectationError) -> AnyValue {
    depth += 1
    defer { depth -= 1 }
    guard depth < 20 * Self.depthLimit else { throw ExpectationError("the type has no end") }
    var rules = AnyValue.Object()
    collect(schema, into: &rules)
    if let constant = rules["const"] { return constant }
    if let values = rules["enum"]?.array, !values.isEmpty { return pick(values) }
    let types = rules["type"]?.array ?? rules["type"].map { [$0] } ?? []
    switch types.contains("null") && depth > Self.depthLimit ? "null" : pickType(types, rules) {
    case "null": return .null
    case "boolean": return .bool(random.oneIn(2))
    case "integer": return integer(rules)
    case "number": return number(rules)
    case "string": return .string(try text(rules))
    case "array": return .array(try elements(rules))
    case "object": return .object(try members(rules))
    default: return .string("any")
    }
  }

  private mutating func pickType(_ types: [AnyValue], _ rules: AnyValue.Object) -> AnyValue {
    types.isEmpty ? (rules["properties"] == nil ? "any" : "object") : pick(types)
  }

  /// Adds the rules of `schema` and of the schemas that it applies to the same value. One of some
  /// alternatives counts.
  private mutating func collect(_ schema: AnyValue, into rules: inout AnyValue.Object) {
    guard let own = schema.object else { return }
    for (key, value) in own {
      switch key {
      case "$ref": collect(target(of: value.string ?? ""), into: &rules)
      case "allOf": for part in value.array ?? [] { collect(part, into: &rules) }
      case "anyOf", "oneOf": collect(choice(value.array ?? []), into: &rules)
      case "properties":
        var properties = rules[key]?.object ?? [:]
        for (name, schema) in value.object ?? [:] {
          properties[name] = properties[name].map { ["allOf": [$0, schema]] } ?? schema
        }
        rules[key] = .object(properties)
      case "required":
        rules[key] = .array((rules[key]?.array ?? []) + (value.array ?? []))
      default: if rules[key] == nil { rules[key] = value }
      }
    }
  }

  private func target(of reference: String) -> AnyValue {
    let start = "#/$defs/"
    guard reference.hasPrefix(start) else { return root }
    return root["$defs"]?[String(reference.dropFirst(start.count))] ?? true
  }

  /// Returns one of some alternatives, at a great depth one without contents.
  private mutating func choice(_ choices: [AnyValue]) -> AnyValue {
    let ends = choices.filter { $0["type"] == "null" || $0["const"] != nil }
    return depth > Self.depthLimit && !ends.isEmpty ? pick(ends) : pick(choices)
  }

  mutating func pick(_ values: [AnyValue]) -> AnyValue {
    values.isEmpty ? true : values[random.int(0...values.count - 1)]
  }

  // MARK: Containers

  private mutating func members(
    _ rules: AnyValue.Object
  ) throws(ExpectationError) -> AnyValue.Object {
    var members = AnyValue.Object()
    let required = Set(rules["required"]?.array?.compactMap(\.string) ?? [])
    for (name, schema) in rules["properties"]?.object ?? [:] {
      let isWanted = depth <= Self.depthLimit && !random.oneIn(4)
      guard required.contains(name) || isWanted else { continue }
      members[name] = try value(schema)
    }
    let others = rules["additionalProperties"] ?? rules["unevaluatedProperties"] ?? false
    guard others.object != nil else { return members }
    for _ in 0..<count(rules, "Properties") {
      let key = try text(rules["propertyNames"]?.object ?? [:])
      if members[key] == nil { members[key] = try value(others) }
    }
    return members
  }

  private mutating func elements(_ rules: AnyValue.Object) throws(ExpectationError) -> [AnyValue] {
    var elements: [AnyValue] = []
    for schema in rules["prefixItems"]?.array ?? [] { elements.append(try value(schema)) }
    guard let items = rules["items"], elements.isEmpty else { return elements }
    var seen = Set<AnyValue>()
    for _ in 0..<count(rules, "Items") {
      let element = try value(items)
      if rules["uniqueItems"] != true || seen.insert(element).inserted { elements.append(element) }
    }
    return elements
  }

  /// Returns a number of elements, members or characters within the limits.
  mutating func count(_ rules: AnyValue.Object, _ noun: String, usually most: Int = 3) -> Int {
    let least = rules["min\(noun)"]?.int ?? 0
    let most = min(rules["max\(noun)"]?.int ?? .max, least + most)
    return depth > Self.depthLimit ? least : random.int(least...max(least, most))
  }
}

/// Random numbers from a seed: SplitMix64 (Steele, Lea, Flood 2014).
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns true once in `count` times, on average.
  mutating func oneIn(_ count: Int) -> Bool { int(1...count) == 1 }
}
