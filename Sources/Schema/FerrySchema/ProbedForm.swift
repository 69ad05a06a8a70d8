/// The values that an initialiser has asked for at one place.
final class ProbedForm {
  /// Whether the initialiser does without the value, and whether it accepts null.
  var isOptional = false
  var isNullable = false
  /// All keys of the object, if the initialiser looks for those that the document has.
  var keys: [String] = []
  private var schemas: [AnyValue] = []
  private var members: [(key: String, form: ProbedForm)]?
  private var elements: ProbedForm?

  func add(_ schema: AnyValue) {
    if !schemas.contains(schema) { schemas.append(schema) }
  }

  /// Returns whether the initialiser has asked for a value with this schema, and for nothing else.
  func isOnly(_ schema: AnyValue) -> Bool {
    schemas == [schema] && members == nil && elements == nil
  }

  func becomeObject() { members = members ?? [] }

  func member(_ key: String) -> ProbedForm {
    if let known = members?.first(where: { $0.key == key }) { return known.form }
    let form = ProbedForm()
    members?.append((key, form))
    return form
  }

  var element: ProbedForm {
    elements = elements ?? ProbedForm()
    return elements ?? self
  }

  /// Adds the values of another run of the initialiser. A member is required if each run with an
  /// object has asked for it.
  func merge(_ other: ProbedForm) {
    isOptional = isOptional || other.isOptional
    isNullable = isNullable || other.isNullable
    for schema in other.schemas { add(schema) }
    if let elements = other.elements { element.merge(elements) }
    guard let others = other.members else { return }
    let own = members ?? others
    members = own
    for (key, form) in own where !others.contains(where: { $0.key == key }) {
      form.isOptional = true
    }
    for (key, form) in others {
      let isKnown = own.contains { $0.key == key }
      member(key).merge(form)
      if !isKnown { member(key).isOptional = true }
    }
  }

  func schema(title: String? = nil) -> AnyValue {
    var all = schemas
    if let members {
      var object: AnyValue =
        title.map { ["title": .string($0), "type": "object"] } ?? ["type": "object"]
      var properties = AnyValue.Object()
      for member in members { properties[member.key] = member.form.schema() }
      if !members.isEmpty { object["properties"] = .object(properties) }
      let required = members.filter { !$0.form.isOptional }.map { AnyValue.string($0.key) }
      if !required.isEmpty { object["required"] = .array(required) }
      all.append(object)
    }
    if let elements { all.append(["type": "array", "items": elements.schema()]) }
    let whole: AnyValue =
      all.count == 1 ? all[0] : all.isEmpty ? .object([:]) : ["anyOf": .array(all)]
    return isNullable ? whole.orNull : whole
  }
}
