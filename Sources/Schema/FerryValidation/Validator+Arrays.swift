internal import FerryBase

extension Validator {
  func checkArray(
    _ schema: Int32, _ rules: ArrayRules, _ node: Int, tracks: Bool
  ) -> Bool {
    if view[node].kind == .packed {
      return unpacking(node) { checkArray(schema, rules, 0, tracks: tracks) }
    }
    var isValid = true
    let count = view.elementCount(node)
    if count < rules.minItems || count > rules.maxItems {
      isValid = failCount(
        count, rules.minItems, ("minItems", "maxItems"), ("element", "elements"), schema, node)
    }
    if rules.isUnique, isValid || collects, !checkUnique(schema, node) { isValid = false }
    guard rules.visitsElements, isValid || collects else { return isValid }
    var matches: Int32 = 0
    var ordinal: Int32 = 0
    let end = view[node].payload
    var next = node &+ 1
    while next < end {
      let element = next
      next = view.next(element)
      var isEvaluated = false
      let inner =
        ordinal < rules.prefix.count
        ? tables.lists[Int(rules.prefix.start &+ ordinal)] : rules.items
      if inner >= 0 {
        isEvaluated = true
        if !check(inner, element) {
          isValid = false
          if !collects { return false }
        }
      }
      if rules.contains >= 0, apart({ check(rules.contains, element) }).isValid {
        matches += 1
        isEvaluated = true
      }
      if tracks, isEvaluated { evaluated.append(ordinal) }
      ordinal += 1
    }
    if rules.contains >= 0, matches < rules.minContains || matches > rules.maxContains {
      isValid = failContains(schema, rules, Int(matches), node)
    }
    return isValid
  }

  private func failContains(
    _ schema: Int32, _ rules: ArrayRules, _ matches: Int, _ node: Int
  ) -> Bool {
    let isLow = matches < rules.minContains
    let limit = Int(isLow ? rules.minContains : rules.maxContains)
    let keyword = !isLow ? "maxContains" : rules.minContains == 1 ? "contains" : "minContains"
    let bound = (isLow ? "at least " : "at most ") + Self.counted(limit, "matching element")
    return fail(node, schema, keyword) { _ in "expected \(bound), found \(matches)" }
  }

  private func checkUnique(_ schema: Int32, _ node: Int) -> Bool {
    var hashes: [(hash: UInt64, index: Int)] = []
    for element in view.elements(ofList: node) { hashes.append((view.valueHash(element), element)) }
    hashes.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
    let comparison = ValueComparison(view, view)
    for position in hashes.indices.dropFirst() {
      let (hash, index) = hashes[position]
      var other = position - 1
      // Different values have equal hashes only by accident.
      while other >= 0, hashes[other].hash == hash {
        if comparison.equal(hashes[other].index, index) {
          return fail(index, schema, "uniqueItems") {
            "the element \($0.view.spelled(index)) occurs twice"
          }
        }
        other -= 1
      }
    }
    return true
  }
}

// MARK: Unevaluated members and elements

extension Validator {
  /// Checks the members or elements that no keyword has evaluated since `start`.
  func checkUnevaluated(
    _ schema: Int32, _ subschema: Subschema, _ node: Int, _ type: ValueTypes, from start: Int
  ) -> Bool {
    let isObject = type == .object
    let inner = isObject ? subschema.unevaluatedProperties : subschema.unevaluatedItems
    guard inner >= 0, isObject || type == .array else { return true }
    if view[node].kind == .packed {
      return unpacking(node) { checkUnevaluated(schema, subschema, 0, type, from: start) }
    }
    var known = Array(repeating: false, count: view.elementCount(node))
    for ordinal in evaluated[start...] { known[Int(ordinal)] = true }
    var isValid = true
    var ordinal = 0
    let entries = isObject ? view.keys(ofMap: node) : view.elements(ofList: node)
    for entry in entries {
      defer { ordinal += 1 }
      guard !known[ordinal] else { continue }
      evaluated.append(Int32(ordinal))
      let matches =
        tables.subschemas[Int(inner)].isFalse
        ? failUnevaluated(schema, entry, isObject, node)
        : check(inner, isObject ? view.next(entry) : entry)
      if !matches {
        isValid = false
        if !collects { return false }
      }
    }
    return isValid
  }

  private func failUnevaluated(_ schema: Int32, _ entry: Int, _ isKey: Bool, _ node: Int) -> Bool {
    fail(entry, schema, isKey ? "unevaluatedProperties" : "unevaluatedItems") {
      isKey ? $0.unknownKey(entry, of: node, schema, isDeep: true) : "no element is allowed here"
    }
  }
}
