internal import FerryBase

// Suggestions for misspelled keys and values.
extension Validator {
  /// Returns the name that is nearest to `text`. The first failures have suggestions, because
  /// finding one takes time in proportion to the names.
  private func nearest(
    to text: String, among names: @autoclosure () -> some Sequence<String>
  ) -> String? {
    guard unsafe state.pointee.suggestionsLeft > 0 else { return nil }
    unsafe state.pointee.suggestionsLeft -= 1
    return Spelling.nearest(to: text, among: names())
  }

  /// Returns the message for a key of the object at `node` that no schema allows. With `isDeep`,
  /// schemas that `schema` applies to the same object have properties, too.
  func unknownKey(_ key: Int, of node: Int, _ schema: Int32, isDeep: Bool) -> String {
    let text = keyText(key)
    let near = nearest(to: text, among: missingNames(of: node, schema, isDeep: isDeep))
    return "unknown key `\(text)`" + (near.map { "; did you mean `\($0)`?" } ?? "")
  }

  /// Returns the names of the properties of a schema that the object at `node` lacks.
  private func missingNames(of node: Int, _ schema: Int32, isDeep: Bool) -> [String] {
    let present = Set(view.keys(ofMap: node).prefix(1000).map { keyText($0) })
    return propertyNames(of: schema, isDeep: isDeep).filter { !present.contains($0) }
  }

  /// Returns the names of the properties of a schema.
  private func propertyNames(of schema: Int32, isDeep: Bool) -> [String] {
    var names: [String] = []
    var known: Set<Int32> = []
    var pending = [schema]
    while let schema = pending.popLast(), names.count < 1000, known.count < 1000 {
      // Negative numbers stand for missing schemas.
      guard schema > 0, known.insert(schema).inserted else { continue }
      let subschema = tables.subschemas[Int(schema)]
      if subschema.object >= 0 {
        let rules = tables.objects[Int(subschema.object)]
        names += rules.properties.range.map { name(of: $0) }
      }
      guard isDeep else { break }
      pending += applied(by: schema, negated: false)
    }
    return names
  }

  /// Returns the schemas that `schema` applies to the same value. Numbers that are not positive
  /// stand for missing schemas and for `true`.
  private func applied(by schema: Int32, negated: Bool) -> [Int32] {
    let subschema = tables.subschemas[Int(schema)]
    var found: [Int32] = []
    if subschema.object >= 0 {
      let dependencies = tables.objects[Int(subschema.object)].dependencies
      found += dependencies.range.map { tables.dependencies[$0].schema }
    }
    for position in subschema.general.range {
      let step = tables.steps[position]
      switch step.keyword {
      case .reference: found.append(step.first)
      case .dynamicReference:
        let reference = program.dynamicReferences[Int(step.first)]
        found += [reference.target] + reference.anchors.values
      case .condition: found += [step.first, step.second, step.third]
      case .allOf, .anyOf, .oneOf:
        found += (step.first..<step.first + step.second).map { tables.lists[Int($0)] }
      case .not where negated: found.append(step.first)
      default: break
      }
    }
    return found
  }

  /// Returns whether `schema` applies itself to the same value, through any other schemas.
  func isCircular(_ schema: Int32) -> Bool {
    var known: Set<Int32> = []
    var pending = applied(by: schema, negated: true)
    while let next = pending.popLast() {
      if next == schema { return true }
      if next > 0, known.insert(next).inserted { pending += applied(by: next, negated: true) }
    }
    return false
  }

  /// Returns the message for required keys that the object at `node` does not have.
  func missingKeys(_ missing: [String], _ schema: Int32, _ node: Int) -> String {
    let names = missing.prefix(20).map { "`\($0)`" }
    let more = missing.count > 20 ? " and \(missing.count - 20) more" : ""
    let text = "missing \(missing.count == 1 ? "key" : "keys") " + names.joined(separator: ", ")
    var near: String?
    for name in missing.prefix(3) where near == nil {
      near = nearest(to: name, among: unknownNames(of: node, schema))
    }
    return text + more + (near.map { "; the object has `\($0)`" } ?? "")
  }

  /// Returns the keys of the object at `node` that no property of the schema has.
  private func unknownNames(of node: Int, _ schema: Int32) -> [String] {
    let known = Set(propertyNames(of: schema, isDeep: false))
    return view.keys(ofMap: node).prefix(200).map { keyText($0) }.filter { !known.contains($0) }
  }

  /// Returns one failure in place of those of all alternatives. Returns `nil` unless each alternative
  /// fails at a constant for the same value, such as the tag of an enum.
  func tagged(_ alternatives: [[Failure]]) -> [Failure]? {
    guard alternatives.count > 1 else { return nil }
    for var failure in alternatives[0] where failure.keyword == "const" && failure.element < 0 {
      let tags = alternatives.compactMap { failures in
        failures.first { $0.keyword == "const" && $0.node == failure.node }
      }
      guard tags.count == alternatives.count else { continue }
      failure.message = unexpected(tags.flatMap { constants(of: $0.schema) }, failure.node)
      return [failure]
    }
    return nil
  }

  /// Returns the constant of a schema on the tape of constants.
  private func constants(of schema: Int32) -> [Int] {
    let steps = tables.subschemas[Int(schema)].general.range.map { tables.steps[$0] }
    return steps.filter { $0.keyword == .constant }.map { Int($0.first) }
  }

  /// Returns the message for a value that is not one of `values` on the tape of constants.
  func unexpected(_ values: [Int], _ node: Int) -> String {
    if values.isEmpty { return "no value is allowed here: `enum` has no values" }
    let constants = tables.constants
    let shown = values.prefix(20).map { constants.spelled($0) }.joined(separator: ", ")
    var text = "expected \(values.count == 1 ? "" : "one of ")\(shown)"
    if values.count > 20 { text += " and \(values.count - 20) more" }
    text += ", found \(view.spelled(node))"
    guard values.count > 1, view.valueType(node) == .string else { return text }
    let found = view.withString(node) { String(decoding: $0, as: UTF8.self) }
    let texts = values.lazy.filter { constants.valueType($0) == .string }
      .map { constants.withString($0) { String(decoding: $0, as: UTF8.self) } }
    let near = nearest(to: found, among: texts)
    return text + (near.map { "; did you mean \(AnyValue.string($0))?" } ?? "")
  }
}
