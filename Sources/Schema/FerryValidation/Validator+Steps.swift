internal import FerryBase

extension Validator {
  /// Applies a keyword that other schemas belong to, or that compares whole values.
  func applyStep(
    _ step: SchemaStep, _ schema: Int32, _ node: Int, tracks: Bool
  ) -> Bool {
    switch step.keyword {
    case .reference:
      return follow(step.first, from: schema, isDynamic: false, node, tracks: tracks)
    case .dynamicReference:
      let target = target(of: program.dynamicReferences[Int(step.first)], from: schema)
      return follow(target, from: schema, isDynamic: true, node, tracks: tracks)
    case .constant:
      return ValueComparison(view, tables.constants).equal(node, Int(step.first))
        || fail(node, schema, "const") { $0.unexpected([Int(step.first)], node) }
    case .enumeration: return checkEnumeration(Int(step.first), schema, node)
    case .not: return checkNot(step.first, schema, node)
    case .condition: return checkCondition(step, schema, node, tracks: tracks)
    case .allOf:
      var isValid = true
      for position in Int(step.first)..<Int(step.first + step.second) {
        guard isValid || collects else { return false }
        if !check(tables.lists[position], node, tracks: tracks) { isValid = false }
      }
      return isValid
    case .anyOf, .oneOf: return checkAlternatives(step, schema, node, tracks: tracks)
    default: return true
    }
  }

  private func checkEnumeration(_ number: Int, _ schema: Int32, _ node: Int) -> Bool {
    let constants = tables.constants
    let enumeration = tables.enumerations[number]
    if enumeration.areTexts, view[node].kind == .text {
      let text = view.stored(view[node])
      for position in enumeration.values.range {
        let value = constants[Int(tables.lists[position])]
        if ByteRun.equal(constants.stored(value), text) { return true }
      }
    } else {
      let comparison = ValueComparison(view, constants)
      let values = Int(enumeration.values.start)
      let found = tables.slots.find(view.valueHash(node), in: enumeration.slots) {
        comparison.equal(node, Int(tables.lists[values + $0]))
      }
      if found != nil { return true }
    }
    return fail(node, schema, "enum") {
      let tables = $0.tables
      return $0.unexpected(enumeration.values.range.map { Int(tables.lists[$0]) }, node)
    }
  }

  private func checkNot(_ inner: Int32, _ schema: Int32, _ node: Int) -> Bool {
    let start = evaluated.count
    let (isValid, _) = apart { check(inner, node) }
    evaluated.removeLast(evaluated.count - start)
    return !isValid
      || fail(node, schema, "not") { "\($0.view.shown(node)) matches the schema of `not`" }
  }

  private func checkCondition(
    _ step: SchemaStep, _ schema: Int32, _ node: Int, tracks: Bool
  ) -> Bool {
    let start = evaluated.count
    let (holds, _) = apart { check(step.first, node, tracks: tracks) }
    if !holds { evaluated.removeLast(evaluated.count - start) }
    let branch = holds ? step.second : step.third
    return branch < 0 || check(branch, node, tracks: tracks)
  }

  /// Applies the schemas of `anyOf` or `oneOf`.
  private func checkAlternatives(
    _ step: SchemaStep, _ schema: Int32, _ node: Int, tracks: Bool
  ) -> Bool {
    let isExclusive = step.keyword == .oneOf
    var matching: (first: Int32, second: Int32)?
    var alternatives: [[Failure]] = []
    // The members that failed alternatives have evaluated. They count if no alternative matches, so
    // that they are not unknown keys as well.
    var others: [Int32] = []
    for number in 0..<step.second {
      let start = evaluated.count
      let inner = tables.lists[Int(step.first &+ number)]
      let (matches, causes) = apart { check(inner, node, tracks: tracks) }
      if matches {
        matching = (matching?.first ?? number, number)
        // Other alternatives of `anyOf` matter only for the members that they evaluate.
        if isExclusive ? matching?.first != number : !tracks { break }
      } else {
        if collects {
          alternatives.append(causes)
          others += evaluated[start...]
        }
        evaluated.removeLast(evaluated.count - start)
      }
    }
    if let matching, !isExclusive || matching.first == matching.second { return true }
    if matching == nil { evaluated += others }
    let causes = matching == nil ? tagged(alternatives) ?? Self.nearest(alternatives) : []
    return fail(node, schema, step.keyword.rawValue, causes: causes) { _ in
      guard let (first, second) = matching else {
        return "the value matches none of the \(step.second) alternatives"
      }
      return "the value matches several alternatives: \(first + 1) and \(second + 1)"
    }
  }

  /// Returns the failures of all alternatives. Those of the alternative that the value is nearest
  /// to come first: it has the constants of the value, and its failures are the deepest ones, or the
  /// fewest.
  private static func nearest(_ alternatives: [[Failure]]) -> [Failure] {
    let ranks = alternatives.enumerated().map { number, failures in
      let hasOtherConstant = failures.contains { $0.keyword == "const" }
      let depth = failures.map(\.node).max() ?? 0
      return (hasOtherConstant ? 1 : 0, -depth, failures.count, number)
    }
    let order = alternatives.indices.sorted { ranks[$0] < ranks[$1] }
    return order.flatMap { alternatives[$0] }
  }
}

// MARK: Scalars

extension Validator {
  func checkNumber(_ schema: Int32, _ steps: Range<Int>, _ node: Int) -> Bool {
    var isValid = true
    for position in steps {
      let step = tables.steps[position]
      if !holds(step, node), !failLimit(step, schema, node) { isValid = false }
      if !isValid, !collects { return false }
    }
    return isValid
  }

  private func holds(_ step: SchemaStep, _ node: Int) -> Bool {
    let limit = tables.limits[Int(step.first)]
    if step.keyword == .multipleOf {
      if view[node].kind == .integer, limit.isInteger {
        return view[node].integer % limit.integer == 0
      }
      return view.isFinite(node)
        && view.exactNumber(at: node).isMultiple(of: program.exactLimits[Int(step.first)])
    }
    guard let order = compare(node, limit, Int(step.first)) else { return false }
    switch step.keyword {
    case .minimum: return order >= 0
    case .maximum: return order <= 0
    case .exclusiveMinimum: return order > 0
    default: return order < 0
    }
  }

  /// Returns the order of a number and a limit; `nil` for NaN.
  private func compare(_ node: Int, _ limit: NumberLimit, _ number: Int) -> Int? {
    if view[node].kind == .integer, limit.isInteger {
      let value = view[node].integer
      return value < limit.integer ? -1 : value > limit.integer ? 1 : 0
    }
    guard let value = view.double(at: node), !value.isNaN else { return nil }
    // Rounding keeps the order, except that different numbers may become equal.
    if value != limit.double { return value < limit.double ? -1 : 1 }
    guard view.isFinite(node) else { return value < 0 ? -1 : 1 }
    return view.exactNumber(at: node).compared(to: program.exactLimits[number])
  }

  private func failLimit(_ step: SchemaStep, _ schema: Int32, _ node: Int) -> Bool {
    let relation =
      switch step.keyword {
      case .minimum: "at least"
      case .maximum: "at most"
      case .exclusiveMinimum: "more than"
      case .exclusiveMaximum: "less than"
      default: "a multiple of"
      }
    return fail(node, schema, step.keyword.rawValue) {
      "expected \(relation) \($0.program.limitTexts[Int(step.first)]), found \($0.view.shown(node))"
    }
  }

  func checkString(_ schema: Int32, _ steps: Range<Int>, _ node: Int) -> Bool {
    if view[node].kind == .text {
      return checkText(view.stored(view[node]), schema, steps, node)
    }
    return view.withString(node) { checkText($0, schema, steps, node) }
  }

  private func checkText(
    _ text: ByteView, _ schema: Int32, _ steps: Range<Int>, _ node: Int
  ) -> Bool {
    var isValid = true
    for position in steps {
      let step = tables.steps[position]
      let first = Int(step.first)
      let holds =
        switch step.keyword {
        case .minLength: text.hasLength(atLeast: first)
        case .maxLength: !text.hasLength(atLeast: first + 1)
        case .pattern: tables.patterns[first].matches(text)
        default: tables.formats[first].matches(text)
        }
      if holds { continue }
      isValid = failString(step, schema, node)
      if !collects { return false }
    }
    return isValid
  }

  private func failString(_ step: SchemaStep, _ schema: Int32, _ node: Int) -> Bool {
    let number = Int(step.first)
    let form =
      switch step.keyword {
      case .minLength: "at least " + Self.counted(number, "character")
      case .maxLength: "at most " + Self.counted(number, "character")
      case .pattern: "a text that matches '\(program.patterns[number].text)'"
      default: tables.formats[number].form
      }
    return fail(node, schema, step.keyword.rawValue) {
      "expected \(form), found \($0.view.shown(node))"
    }
  }

  static func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) " + (count == 1 ? noun : plural ?? noun + "s")
  }
}

extension ByteView {
  /// Returns whether the text has at least `count` Unicode scalars.
  fileprivate func hasLength(atLeast count: Int) -> Bool {
    if self.count < count { return false }
    if self.count >= 4 * count { return true }
    return reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) } >= count
  }
}

extension TapeView {
  /// Returns the value at `index` for people, shortened.
  func shown(_ index: Int) -> String {
    let index = resolved(index)
    switch valueType(index) {
    case .object: return "an object"
    case .array: return "an array"
    case .string:
      return withString(index) { bytes in
        let text = String(decoding: bytes.prefix(160), as: UTF8.self)
        let shown = AnyValue.string(String(text.prefix(40))).description
        return bytes.count > 160 || text.count > 40 ? shown.dropLast() + "…\"" : shown
      }
    case []: return "an extension of the binary format"
    default: return ((try? AnyValue(self, at: index)) ?? .null).shown
    }
  }

  /// Returns the value at `index` as JSON if it is short, and otherwise in the form of ``shown(_:)``.
  func spelled(_ index: Int) -> String {
    let index = resolved(index)
    let type = valueType(index)
    guard type == .object || type == .array else { return shown(index) }
    let count = elementCount(index)
    if count <= 32, next(index) - index <= 256, !hasAlias(in: index),
      let text = try? AnyValue(self, at: index).description, text.utf8.count <= 160
    {
      return text
    }
    let noun = type == .object ? "member" : "element"
    return "\(shown(index)) of \(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns whether the value at `index` has an alias, which may stand for a large value.
  private func hasAlias(in index: Int) -> Bool {
    var position = index
    while position < next(index) {
      let kind = self[position].kind
      if kind == .alias { return true }
      position = kind.hasContents ? position + 1 : next(position)
    }
    return false
  }
}
