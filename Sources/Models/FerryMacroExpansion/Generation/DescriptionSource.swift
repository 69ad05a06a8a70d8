/// A writer of the description of a type: a JSON Schema, in which `$type` is the index of a type.
struct DescriptionSource {
  private var types: [String] = []

  /// Returns the function that describes the type.
  static func declaration(of model: TypeModel) -> String {
    var writer = DescriptionSource()
    // A table has the types of the properties.
    let tabled = model.tableObstacle == nil ? model.properties.map { Self.named($0.type) } : []
    writer.types = tabled
    let schema = JSONText.object(
      [("title", model.name.withoutBackticks.json)] + annotations(model.documentation, false)
        + writer.members(of: model))
    return SourceText.of { source in
      source.line("@inline(never)")
      source.block(
        "\(model.modifiers)static func _describe() -> \(library)_Generated.Description"
      ) {
        let types =
          model.tableObstacle == nil && writer.types == tabled
          ? "_table" : "[\(writer.types.map(metatype).joined(separator: ", "))]"
        let description = "\(library)_Generated.Description(\(schema.literal), \(types))"
        guard let check = model.formCheck else { return $0.line(description) }
        $0.line("let form = \(library)_Generated.form(of: Self.self)")
        $0.line("form.check(\(check.rawValue): ())")
        $0.line("return \(description)")
      }
    }
  }

  private mutating func members(of model: TypeModel) -> [(String, String)] {
    guard model.rawType == nil else { return raw(model) }
    return model.kind == .enumeration ? cases(of: model) : object(model.properties)
  }

  private static func annotations(
    _ documentation: String, _ isDeprecated: Bool
  ) -> [(String, String)] {
    (documentation.isEmpty ? [] : [("description", documentation.json)])
      + (isDeprecated ? [("deprecated", "true")] : [])
  }

  // MARK: Values

  /// Returns the schema of a type, with further members.
  private mutating func reference(_ type: String, _ others: [(String, String)] = []) -> String {
    let type = Self.named(type)
    let index = types.firstIndex(of: type) ?? types.count
    if index == types.count { types.append(type) }
    return JSONText.object([("$type", "\(index)")] + others)
  }

  /// Returns the type of a declaration where it is no declaration: `T!` is `T?`.
  private static func named(_ type: String) -> String {
    type.hasSuffix("!") ? type.dropLast() + "?" : type
  }

  /// Returns the schema of a property. Without `isRead`, a decoder may take the value from another path.
  private mutating func value(of property: PropertyModel, isRead: Bool = true) -> String {
    let annotations =
      Self.annotations(property.documentation, property.isDeprecated)
      + (isRead ? Self.reading(of: property) : [("$reads", "{}")])
    guard case .strategy(let strategy) = property.form else {
      let others = annotations + (property.defaultLiteral.map { [("default", $0)] } ?? [])
      return reference(property.type, others + property.constraints.flatMap(\.schema))
    }
    let lengths = property.constraints.flatMap(\.schema).filter { $0.0 == "$length" }
    let form = Self.form(of: strategy) + (strategy.hasPrefix(".each(") ? lengths : [])
    if !property.valueType.isOptional { return JSONText.object(form + annotations) }
    let choices = [JSONText.object(form), #"{"type":"null"}"#]
    return JSONText.object([("anyOf", JSONText.array(choices))] + annotations)
  }

  // MARK: Objects

  /// The members of an object by their keys, as the paths of properties lead to them.
  private struct Branch {
    var keys: [(key: String, schema: String?, branch: Branch?)] = []
    var required: [String] = []
    /// The required keys whose values may be null.
    var firm: [String] = []

    mutating func insert(
      _ path: ArraySlice<String>, _ schema: String, isRequired: Bool, isFirm: Bool = false
    ) {
      guard let key = path.first else { return }
      if isRequired, isFirm, path.count == 1 {
        firm.append(key)
      } else if isRequired, !required.contains(key) {
        required.append(key)
      }
      if path.count == 1 { return keys.append((key, schema, nil)) }
      let place = keys.firstIndex { $0.key == key && $0.branch != nil } ?? keys.count
      if place == keys.count { keys.append((key, nil, Branch())) }
      keys[place].branch?.insert(
        path.dropFirst(), schema, isRequired: isRequired, isFirm: isFirm)
    }

    /// The members of the schema.
    var members: [(String, String)] {
      let properties = keys.map { key, schema, branch in
        (key, schema ?? JSONText.object(branch?.members ?? []))
      }
      return [("type", "object".json)]
        + (keys.isEmpty ? [] : [("properties", JSONText.object(properties))])
        + (required.isEmpty ? [] : [("required", JSONText.array(required.map(\.json)))])
        + (firm.isEmpty ? [] : [("$required", JSONText.array(firm.map(\.json)))])
    }
  }

  /// Returns the members of the schema of an object. The tag of an enum's case is a member with one
  /// of some names.
  private mutating func object(
    _ properties: [PropertyModel], tag: (key: String, schema: String)? = nil
  ) -> [(String, String)] {
    var root = Branch()
    var parts: [String] = []
    var spellings: [(String, String)] = []
    var rest: String?
    if let tag { root.insert([tag.key], tag.schema, isRequired: true) }
    for property in properties where property.isDecoded || property.isEncoded {
      if property.isRest {
        if case .dictionary(_, let value) = property.valueType.unwrapped { rest = reference(value) }
      } else if property.isFlattened {
        let schema = reference(property.unwrappedType)
        parts.append(
          property.valueType.isOptional
            ? JSONText.object([("anyOf", JSONText.array([schema, "true"]))]) : schema)
      } else {
        var paths = property.decodePaths
        if let path = property.encodePath, !paths.contains(path) { paths.append(path) }
        if let spelling = property.spelling, property.readPaths.contains(spelling),
          let key = paths.first, key.count == 1, spelling.count == 1
        {
          spellings.append((spelling[0], key[0].json))
        }
        let isSingle = paths.count == 1
        for (rank, path) in paths.enumerated() {
          let schema = value(of: property, isRead: rank == 0)
          root.insert(
            path[...], schema, isRequired: property.isRequired && isSingle,
            isFirm: property.isGenericParameter)
        }
        guard property.isRequired, !isSingle else { continue }
        let choices = paths.map { path in
          var branch = Branch()
          branch.insert(path[...], "true", isRequired: true)
          return JSONText.object(branch.members)
        }
        parts.append(JSONText.object([("anyOf", JSONText.array(choices))]))
      }
    }
    var members = root.members
    // A key of another member comes before a spelling.
    spellings.removeAll { spelling in root.keys.contains { $0.key == spelling.0 } }
    if !spellings.isEmpty { members.append(("$spellings", JSONText.object(spellings))) }
    if !parts.isEmpty { members.append(("allOf", JSONText.array(parts))) }
    if let rest {
      members.append((parts.isEmpty ? "additionalProperties" : "unevaluatedProperties", rest))
    }
    return members
  }
}

// MARK: - Enums

extension DescriptionSource {
  private mutating func raw(_ model: TypeModel) -> [(String, String)] {
    let type = reference(model.rawType ?? "RawValue")
    let any = [("allOf", JSONText.array([type]))]
    var values: [String] = []
    for one in model.cases where !one.isUnknown {
      switch (one.rawLiteral, model.rawType) {
      case (""?, _): return any
      case (let literal?, _): values.append(literal)
      case (nil, "String"), (nil, "Swift.String"): values.append(one.name.withoutBackticks.json)
      case (nil, let type?) where type.contains("Int"):
        guard let next = Self.successor(of: values.last) else { return any }
        values.append(next)
      default: return any
      }
    }
    guard model.kind == .enumeration, !values.isEmpty else {
      return any
    }
    let known = model.cases.filter { !$0.isUnknown }
    if known.count < model.cases.count {
      let choices = [JSONText.object([("enum", JSONText.array(values))]), type]
      return [("anyOf", JSONText.array(choices))]
    }
    guard known.contains(where: { !$0.documentation.isEmpty || $0.isDeprecated }) else {
      return [("enum", JSONText.array(values))]
    }
    let choices = zip(known, values).map { one, value in
      JSONText.object([("const", value)] + Self.annotations(one.documentation, one.isDeprecated))
    }
    return [("oneOf", JSONText.array(choices))]
  }

  /// Returns the raw value after a whole number, or the first one.
  private static func successor(of last: String?) -> String? {
    guard let last else { return "0" }
    return UInt64(last).map { "\($0 &+ 1)" } ?? Int(last).map { "\($0 + 1)" }
  }

  private mutating func cases(of model: TypeModel) -> [(String, String)] {
    let known = model.cases.filter { !$0.isUnknown }
    var choices: [String] = []
    for one in known {
      let annotations = Self.annotations(one.documentation, one.isDeprecated)
      for members in members(of: one, model.tagging) {
        choices.append(JSONText.object(members + annotations))
      }
    }
    if let unknown = model.cases.first(where: \.isUnknown) {
      let names = JSONText.array(known.flatMap(\.wireNames).map(\.json))
      choices.append(
        JSONText.object(Self.unknown(names, model.tagging, isKept: unknown.keepsUnknown)))
    }
    if choices.isEmpty { return [("not", "{}")] }
    var isExclusive = known.count == model.cases.count
    if case .untagged = model.tagging { isExclusive = false }
    return [(isExclusive ? "oneOf" : "anyOf", JSONText.array(choices))]
  }

  /// Returns the members of the schema of a case, once for each of its names if they are keys.
  private mutating func members(
    of one: CaseModel, _ tagging: Tagging
  ) -> [[(String, String)]] {
    let name =
      one.wireNames.count == 1
      ? JSONText.object([("const", one.wireNames[0].json)])
      : JSONText.object([("enum", JSONText.array(one.wireNames.map(\.json)))])
    switch tagging {
    case .synthesized:
      let payload = JSONText.object(object(one.payload))
      return one.wireNames.map { Self.object(of: [($0, payload)]) }
    case .external:
      guard let payload = payload(of: one) else {
        return one.wireNames.map { [("const", $0.json)] }
      }
      return one.wireNames.map { Self.object(of: [($0, payload)]) }
    case .inside(let tag):
      guard one.isWrapper else { return [object(one.payload, tag: (tag, name))] }
      let inner = reference(one.payload[0].type)
      return [Self.object(of: [(tag, name)]) + [("allOf", JSONText.array([inner]))]]
    case .adjacent(let tag, let content):
      let payload = payload(of: one).map { [(content, $0)] } ?? []
      return [Self.object(of: [(tag, name)] + payload)]
    case .untagged:
      return [[("allOf", JSONText.array([payload(of: one) ?? #"{"type":"null"}"#]))]]
    }
  }

  /// Returns the schema of the values of a case, or `nil` for a case without values.
  private mutating func payload(of one: CaseModel) -> String? {
    if one.payload.isEmpty { return nil }
    if one.isWrapper { return reference(one.payload[0].type) }
    guard one.isTuple else { return JSONText.object(object(one.payload)) }
    let items = one.payload.map { reference($0.type) }
    let count = "\(items.count)"
    return JSONText.object([
      ("type", "array".json), ("prefixItems", JSONText.array(items)), ("minItems", count),
      ("maxItems", count),
    ])
  }

  /// Returns the members of the schema of an object with required members.
  private static func object(of members: [(String, String)]) -> [(String, String)] {
    [
      ("type", "object".json), ("properties", JSONText.object(members)),
      ("$required", JSONText.array(members.map(\.0.json))),
    ]
  }

  private static func unknown(
    _ names: String, _ tagging: Tagging, isKept: Bool
  ) -> [(String, String)] {
    let name = [("type", "string".json)]
    switch tagging {
    case .inside(let tag), .adjacent(let tag, _):
      let other = name + [("not", JSONText.object([("enum", names)]))]
      return object(of: [(tag, JSONText.object(other))])
    default:
      return isKept ? [("type", JSONText.array(["string".json, "object".json]))] : name
    }
  }
}
