internal import FerryBase

extension SchemaBuilder {
  /// Compiles a schema.
  mutating func compile(_ part: SchemaPart) throws(SchemaError) -> Subschema {
    var schema = Subschema()
    guard case .object(let members) = part.value else {
      schema.isFalse = true
      schema.isSimple = false
      schema.types = []
      return schema
    }
    let dialect = registry.resources[part.resource].dialect
    let reader = SchemaMembers(part: part, members: members, registry: registry)
    var general: [SchemaStep] = []
    if let reference = try reader.text("$ref") {
      let target = try registry.target(of: reference, from: part, "$ref")
      general.append(SchemaStep(keyword: .reference, first: try number(of: target)))
    }
    // In draft 7, a reference replaces its schema.
    if !dialect.isDraft7 || general.isEmpty {
      if !dialect.isDraft7, let reference = try reader.text("$dynamicRef") {
        let index = try dynamicReference(reference, part)
        general.append(SchemaStep(keyword: .dynamicReference, first: index))
      }
      if dialect.has("validation") { try addValidation(reader, dialect, &general, &schema) }
      if dialect.has("applicator") { try addApplicators(reader, &general) }
      let asserts = options.assertsFormats ?? dialect.assertsFormats
      if asserts, let name = try reader.text("format"), let format = ValueFormat(rawValue: name) {
        formats.append(format)
        addStep(.format, formats.count - 1, to: &schema.string)
      }
      try addArrayRules(reader, dialect, &schema)
      try addObjectRules(reader, dialect, &schema)
      if dialect.has("unevaluated"), !dialect.isDraft7 {
        if let inner = reader.schema("unevaluatedItems") {
          schema.unevaluatedItems = try number(of: inner)
        }
        if let inner = reader.schema("unevaluatedProperties") {
          schema.unevaluatedProperties = try number(of: inner)
        }
      }
    }
    schema.general = TableRange(start: Int32(steps.count), count: Int32(general.count))
    steps += general
    schema.isReference =
      general.count == 1 && general[0].keyword == .reference && schema.types == .all
      && !isMixed(schema)
    schema.isSimple = general.isEmpty && !isMixed(schema)
    return schema
  }

  /// Returns whether a schema has keywords besides `type` and the general ones.
  private func isMixed(_ schema: Subschema) -> Bool {
    !schema.number.isEmpty || !schema.string.isEmpty || schema.array >= 0 || schema.object >= 0
      || schema.unevaluatedItems >= 0 || schema.unevaluatedProperties >= 0
  }

  /// Appends a step. The steps of one range must be appended one after the other.
  private mutating func addStep(
    _ keyword: SchemaStep.Keyword, _ first: Int, to range: inout TableRange
  ) {
    if range.isEmpty { range.start = Int32(steps.count) }
    steps.append(SchemaStep(keyword: keyword, first: Int32(first)))
    range.count += 1
  }

  // MARK: Values

  private mutating func addValidation(
    _ reader: SchemaMembers, _ dialect: Dialect, _ general: inout [SchemaStep],
    _ schema: inout Subschema
  ) throws(SchemaError) {
    if let value = reader.members["type"] {
      schema.types = []
      let names: [String] = if let name = value.string { [name] } else { try reader.texts("type") }
      for name in names {
        guard let types = ValueTypes.names.first(where: { $0.name == name })?.types else {
          throw SchemaError(reader.location("type"), "unknown type '\(name)'")
        }
        schema.types.formUnion(types)
      }
    }
    if let value = reader.members["const"] {
      let index = try constant(value, reader.location("const"))
      general.append(SchemaStep(keyword: .constant, first: Int32(index)))
    }
    if let values = try reader.value("enum", "an array", \.array) {
      let index = try enumeration(values, reader.location("enum"))
      general.append(SchemaStep(keyword: .enumeration, first: index))
    }
    for step in [
      SchemaStep.Keyword.minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf,
    ] {
      let keyword = step.rawValue
      guard let value = reader.members[keyword] else { continue }
      let index = Int(try limit(value, reader.location(keyword)))
      if step == .multipleOf {
        let divisor = exactLimits[index]
        guard !divisor.digits.isEmpty, !divisor.isNegative else {
          throw reader.expected("a number above 0", keyword)
        }
        guard divisor.digits.count <= ExactNumber.divisorDigits else {
          throw reader.expected("a number of at most \(ExactNumber.divisorDigits) digits", keyword)
        }
      }
      addStep(step, index, to: &schema.number)
    }
    if let count = try reader.count("minLength"), count > 0 {
      addStep(.minLength, Int(count), to: &schema.string)
    }
    if let count = try reader.count("maxLength") {
      addStep(.maxLength, Int(count), to: &schema.string)
    }
    if let text = try reader.text("pattern") {
      addStep(.pattern, Int(try pattern(text, reader.location("pattern"))), to: &schema.string)
    }
  }

  private mutating func addApplicators(
    _ reader: SchemaMembers, _ general: inout [SchemaStep]
  ) throws(SchemaError) {
    if let inner = reader.schema("not") {
      general.append(SchemaStep(keyword: .not, first: try number(of: inner)))
    }
    if let condition = reader.schema("if") {
      var step = SchemaStep(keyword: .condition, first: try number(of: condition))
      if let inner = reader.schema("then") { step.second = try number(of: inner) }
      if let inner = reader.schema("else") { step.third = try number(of: inner) }
      general.append(step)
    }
    for step in [SchemaStep.Keyword.allOf, .anyOf, .oneOf] {
      guard let parts = try reader.schemas(step.rawValue) else { continue }
      let range = try list(parts)
      general.append(SchemaStep(keyword: step, first: range.start, second: range.count))
    }
  }

  // MARK: Containers

  private mutating func addArrayRules(
    _ reader: SchemaMembers, _ dialect: Dialect, _ schema: inout Subschema
  ) throws(SchemaError) {
    var rules = ArrayRules()
    if dialect.has("validation") {
      rules.minItems = try reader.count("minItems") ?? 0
      rules.maxItems = try reader.count("maxItems") ?? .max
      rules.isUnique = try reader.flag("uniqueItems")
    }
    if dialect.has("applicator") {
      let isTuple = dialect.isDraft7 && reader.members["items"]?.array != nil
      if let parts = try reader.schemas(isTuple ? "items" : "prefixItems"),
        isTuple || !dialect.isDraft7
      {
        rules.prefix = try list(parts)
      }
      if let inner = reader.schema(isTuple ? "additionalItems" : "items") {
        rules.items = try number(of: inner)
      }
      if let inner = reader.schema("contains") {
        rules.contains = try number(of: inner)
        if !dialect.isDraft7, dialect.has("validation") {
          rules.minContains = try reader.count("minContains") ?? 1
          rules.maxContains = try reader.count("maxContains") ?? .max
        }
      }
    }
    guard rules.visitsElements || rules.isUnique || rules.minItems > 0 || rules.maxItems < .max
    else { return }
    schema.array = Int32(arrays.count)
    arrays.append(rules)
  }

  private mutating func addObjectRules(
    _ reader: SchemaMembers, _ dialect: Dialect, _ schema: inout Subschema
  ) throws(SchemaError) {
    var rules = ObjectRules()
    var names = PropertyNames()
    var links: [Dependency] = []
    if dialect.has("validation") {
      rules.minProperties = try reader.count("minProperties") ?? 0
      rules.maxProperties = try reader.count("maxProperties") ?? .max
      for key in try reader.texts("required") { _ = names.number(of: key) }
      rules.requiredCount = Int32(names.keys.count)
      if !dialect.isDraft7 {
        for (key, part) in try reader.table("dependentRequired") {
          for other in try reader.texts(part.value, part.location) {
            links.append(names.dependency(key, required: other, isDraft7: false))
          }
        }
      }
    }
    if dialect.has("applicator") {
      for (key, part) in try reader.table(dialect.isDraft7 ? "dependencies" : "dependentSchemas") {
        try addDependency(key, part, isDraft7: dialect.isDraft7, reader, &names, &links)
      }
      if !dialect.isDraft7 {
        for (key, part) in try reader.table("dependencies") {
          try addDependency(key, part, isDraft7: true, reader, &names, &links)
        }
      }
      for (key, part) in try reader.table("properties") {
        names.schemas[names.number(of: key)] = try number(of: part)
      }
      for (key, part) in try reader.table("patternProperties") {
        let rule = PatternRule(
          pattern: try pattern(key, part.location), schema: try number(of: part))
        if rules.patterns.isEmpty { rules.patterns.start = Int32(patternRules.count) }
        patternRules.append(rule)
        rules.patterns.count += 1
      }
      if let inner = reader.schema("additionalProperties") {
        rules.additional = try number(of: inner)
      }
      if let inner = reader.schema("propertyNames") { rules.names = try number(of: inner) }
    }
    rules.dependencies = TableRange(start: Int32(dependencies.count), count: Int32(links.count))
    dependencies += links
    addProperties(names, to: &rules)
    guard rules.visitsMembers || rules.hasCounts else { return }
    schema.object = Int32(objects.count)
    objects.append(rules)
  }

  private mutating func addDependency(
    _ key: String, _ part: SchemaPart, isDraft7: Bool, _ reader: SchemaMembers,
    _ names: inout PropertyNames, _ links: inout [Dependency]
  ) throws(SchemaError) {
    if isDraft7, part.value.array != nil {
      for other in try reader.texts(part.value, part.location) {
        links.append(names.dependency(key, required: other, isDraft7: true))
      }
    } else {
      links.append(
        Dependency(
          property: Int32(names.number(of: key)), schema: try number(of: part), required: -1,
          isDraft7: isDraft7))
    }
  }

  private mutating func addProperties(_ names: PropertyNames, to rules: inout ObjectRules) {
    guard !names.keys.isEmpty else { return }
    rules.properties = TableRange(start: Int32(properties.count), count: Int32(names.keys.count))
    var hashes: [UInt64] = []
    for (number, key) in names.keys.enumerated() {
      let start = keys.count
      keys += key.text.utf8
      keys.withByteView {
        hashes.append(ByteRun.hash(ByteView(rebasing: $0[start...]), seed: ByteRun.seed))
      }
      properties.append(
        PropertyRule(
          key: TableRange(start: Int32(start), count: Int32(keys.count - start)),
          schema: names.schemas[number]))
    }
    rules.slots = SlotTable.append(hashes, to: &slots)
  }
}

/// The names of the properties of one schema, each with a number.
private struct PropertyNames {
  var keys: [KeyText] = []
  var schemas: [Int32] = []
  private var numbers: [KeyText: Int] = [:]

  mutating func number(of key: String) -> Int {
    let key = KeyText(key)
    if let known = numbers[key] { return known }
    numbers[key] = keys.count
    keys.append(key)
    schemas.append(-1)
    return keys.count - 1
  }

  mutating func dependency(_ key: String, required: String, isDraft7: Bool) -> Dependency {
    Dependency(
      property: Int32(number(of: key)), schema: -1, required: Int32(number(of: required)),
      isDraft7: isDraft7)
  }
}
