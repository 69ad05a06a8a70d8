internal import FerryBase

extension Validator {
  func checkObject(
    _ schema: Int32, _ rules: ObjectRules, _ node: Int, tracks: Bool
  ) -> Bool {
    var isValid = true
    let count = rules.hasCounts ? view.elementCount(node) : 0
    if rules.hasCounts, count < rules.minProperties || count > rules.maxProperties {
      isValid = failCount(
        count, rules.minProperties, ("minProperties", "maxProperties"), ("member", "members"),
        schema, node)
    }
    guard rules.visitsMembers, isValid || collects else { return isValid }
    var found = beginFinding(
      rules.dependencies.isEmpty ? rules.requiredCount : rules.properties.count,
      slot: tables.properties.count &+ Int(tables.subschemas[Int(schema)].object))
    defer { foundProperties.removeLast(foundProperties.count - found.start) }
    var ordinal: Int32 = -1
    let end = view[node].payload
    var next = node &+ 1
    while next < end {
      let key = next
      next = view.next(view.next(key))
      ordinal &+= 1
      if !checkMember(schema, rules, node, key, ordinal, &found, tracks: tracks) {
        isValid = false
        if !collects { return false }
      }
    }
    if !hasAll(before: Int(rules.requiredCount), in: found) {
      isValid = false
      if !collects { return false }
      failRequired(schema, rules, node, found)
    }
    for position in rules.dependencies.range {
      let dependency = tables.dependencies[position]
      guard has(Int(dependency.property), in: found) else { continue }
      if !checkDependency(dependency, schema, rules, node, found, tracks: tracks) {
        isValid = false
        if !collects { return false }
      }
    }
    return isValid
  }

  @inline(__always)
  private func checkMember(
    _ schema: Int32, _ rules: ObjectRules, _ node: Int, _ key: Int, _ ordinal: Int32,
    _ found: inout FoundProperties, tracks: Bool
  ) -> Bool {
    let value = view.next(key)
    let name = view[key].kind.isIndirect ? view.resolved(key) : key
    var isValid = true
    var isEvaluated = false
    if !rules.properties.isEmpty, let number = property(name, rules, &found) {
      note(number, in: &found)
      let inner = tables.properties[Int(rules.properties.start) &+ number].schema
      if inner >= 0 {
        isEvaluated = true
        if !check(inner, value) { isValid = false }
      }
    }
    if !rules.patterns.isEmpty, isValid || collects {
      for position in rules.patterns.range {
        let rule = tables.patternRules[position]
        guard matches(name, tables.patterns[Int(rule.pattern)]) else { continue }
        isEvaluated = true
        if !check(rule.schema, value) { isValid = false }
      }
    }
    if rules.additional >= 0, !isEvaluated {
      isEvaluated = true
      if tables.subschemas[Int(rules.additional)].isFalse {
        isValid = failKey(schema, name, of: node)
      } else if !check(rules.additional, value) {
        isValid = false
      }
    }
    if rules.names >= 0, isValid || collects {
      let (matches, causes) = apart { checkName(rules.names, name) }
      if !matches {
        isValid = fail(name, schema, "propertyNames", causes: causes) {
          "the key `\($0.keyText(name))` is not allowed"
        }
      }
    }
    if tracks, isEvaluated { evaluated.append(ordinal) }
    return isValid
  }

  @inline(__always)
  private func matches(_ key: Int, _ pattern: Pattern.Matcher) -> Bool {
    let node = view[key]
    return node.kind == .text
      ? pattern.matches(view.stored(node)) : view.withString(key) { pattern.matches($0) }
  }

  /// Returns the number of the property that a key names.
  @inline(__always)
  private func property(
    _ key: Int, _ rules: ObjectRules, _ found: inout FoundProperties
  ) -> Int? {
    property(view.stored(view[key]), rules, &found)
  }

  /// Objects of one schema mostly have the same keys in the same order, so the key that followed
  /// the last one before is the first guess.
  @inline(__always)
  private func property(
    _ text: ByteView, _ rules: ObjectRules, _ found: inout FoundProperties
  ) -> Int? {
    let start = Int(rules.properties.start)
    let guess = Int(lastSuccessors[found.slot])
    if isKey(start &+ guess, text) {
      found.slot = start &+ guess
      return guess
    }
    let hash = ByteRun.hash(text, seed: tables.seed)
    let number = tables.slots.find(hash, in: rules.slots) { isKey(start &+ $0, text) }
    if let number {
      lastSuccessors[found.slot] = Int32(number)
      found.slot = start &+ number
    }
    return number
  }

  @inline(__always)
  private func isKey(_ property: Int, _ text: ByteView) -> Bool {
    let key = tables.properties[property].key
    guard text.count == key.count else { return false }
    return ByteRun.equal(tables.keys.part(at: Int(key.start), count: text.count), text)
  }

  /// Returns the text of a key.
  func keyText(_ key: Int) -> String {
    view.withString(view.resolved(key)) { String(decoding: $0, as: UTF8.self) }
  }

  private func name(_ number: Int, _ rules: ObjectRules) -> String {
    name(of: Int(rules.properties.start) + number)
  }

  /// Returns the name of a property in the table of properties.
  func name(of property: Int) -> String {
    let range = tables.properties[property].key
    let key = tables.keys.part(at: Int(range.start), count: Int(range.count))
    return String(decoding: key, as: UTF8.self)
  }

  // MARK: Failures

  @inline(never)
  private func failKey(_ schema: Int32, _ key: Int, of node: Int) -> Bool {
    fail(key, schema, "additionalProperties") {
      $0.unknownKey(key, of: node, schema, isDeep: false)
    }
  }

  private func failRequired(
    _ schema: Int32, _ rules: ObjectRules, _ node: Int, _ found: FoundProperties
  ) {
    _ = fail(node, schema, "required") { validator in
      let missing = (0..<Int(rules.requiredCount)).filter { !validator.has($0, in: found) }
      return validator.missingKeys(missing.map { validator.name($0, rules) }, schema, node)
    }
  }

  private func checkDependency(
    _ dependency: Dependency, _ schema: Int32, _ rules: ObjectRules, _ node: Int,
    _ found: FoundProperties, tracks: Bool
  ) -> Bool {
    if dependency.schema >= 0 { return check(dependency.schema, node, tracks: tracks) }
    if has(Int(dependency.required), in: found) { return true }
    guard collects else { return false }
    let key = name(Int(dependency.property), rules)
    let keyword = dependency.isDraft7 ? "dependencies" : "dependentRequired"
    return fail(node, schema, keyword, suffix: Pointer.token(key)) {
      "missing key `\($0.name(Int(dependency.required), rules))`, which `\(key)` requires"
    }
  }

  func failCount(
    _ count: Int, _ least: Int32, _ keywords: (String, String), _ nouns: (String, String),
    _ schema: Int32, _ node: Int
  ) -> Bool {
    let isLow = count < least
    return fail(node, schema, isLow ? keywords.0 : keywords.1) {
      let limit = isLow ? Int(least) : $0.limit(schema, keywords.1)
      let bound = Self.counted(limit, nouns.0, nouns.1)
      return "expected at \(isLow ? "least" : "most") \(bound), found \(count)"
    }
  }

  private func limit(_ schema: Int32, _ keyword: String) -> Int {
    let subschema = tables.subschemas[Int(schema)]
    return keyword == "maxProperties"
      ? Int(tables.objects[Int(subschema.object)].maxProperties)
      : Int(tables.arrays[Int(subschema.array)].maxItems)
  }
}

/// The properties that an object has, by their numbers.
struct FoundProperties: BitwiseCopyable {
  fileprivate var bits: UInt64 = 0
  /// The range of the numbers from 64 on in the bits of the validator.
  fileprivate let start: Int
  fileprivate let count: Int
  /// The index in the lastSuccessors for the next property.
  fileprivate var slot: Int
}

extension Validator {
  /// Begins to note the first `count` properties of an object.
  private func beginFinding(_ count: Int32, slot: Int) -> FoundProperties {
    let start = foundProperties.count
    if count > 64 { foundProperties += repeatElement(0, count: (Int(count) - 1) / 64) }
    return FoundProperties(start: start, count: Int(count), slot: slot)
  }

  @inline(__always)
  private func note(_ number: Int, in found: inout FoundProperties) {
    if number < 64 {
      found.bits |= 1 &<< UInt64(number)
    } else if number < found.count {
      foundProperties[found.start + number / 64 - 1] |= 1 << UInt64(number % 64)
    }
  }

  private func has(_ number: Int, in found: FoundProperties) -> Bool {
    let word = number < 64 ? found.bits : foundProperties[found.start + number / 64 - 1]
    return word >> UInt64(number % 64) & 1 == 1
  }

  /// Returns whether all properties before `count` were found.
  @inline(__always)
  private func hasAll(before count: Int, in found: FoundProperties) -> Bool {
    let mask: UInt64 = count >= 64 ? ~0 : (1 &<< UInt64(count)) &- 1
    return found.bits & mask == mask
      && (count <= 64 || (64..<count).allSatisfy { has($0, in: found) })
  }
}
