/// The members that a description adds to the schema of a type.
enum Constraints {
  /// Returns `schema`, which is that of a type, with the annotations and constraints of `members`.
  static func apply(
    _ members: AnyValue.Object, to schema: AnyValue, of type: any Any.Type = AnyValue.self
  ) -> AnyValue {
    var schema = schema
    let scaled = type as? any WrittenLength.Type
    for (key, value) in members {
      switch key {
      case "$type", "$unknown": continue
      case "minimum", "maximum", "exclusiveMaximum", "pattern":
        change(&schema, elements: true) { $0[key] = value }
      case "$choice": change(&schema, elements: true) { choose(value.array ?? [], in: &$0) }
      case "$length":
        let limits = (value.array ?? []).map { limit in
          limit.int.map { .number(.init(scaled?.written($0) ?? $0)) } ?? limit
        }
        change(&schema, elements: false) { limit(&$0, limits[0], limits[1]) }
      default: schema[key] = value
      }
    }
    return schema
  }

  /// Changes the schema of the values that a constraint concerns: not null, and the elements of an
  /// array.
  private static func change(
    _ schema: inout AnyValue, elements: Bool, _ body: (inout AnyValue) -> Void
  ) {
    if var choices = schema["anyOf"]?.array, choices.last == ["type": "null"] {
      for index in choices.indices.dropLast() {
        change(&choices[index], elements: elements, body)
      }
      schema["anyOf"] = .array(choices)
    } else if elements, var items = schema["items"] {
      change(&items, elements: false, body)
      schema["items"] = items
    } else {
      body(&schema)
    }
  }

  private static func choose(_ values: [AnyValue], in schema: inout AnyValue) {
    let isNullable = schema["type"]?.array?.contains("null") == true
    schema["enum"] = .array(values + (isNullable ? [.null] : []))
  }

  private static func limit(_ schema: inout AnyValue, _ least: AnyValue, _ most: AnyValue) {
    let type = schema["type"]?.array?.first ?? schema["type"]
    for (name, kind) in [("Length", "string"), ("Items", "array"), ("Properties", "object")]
    where type == nil || type == .string(kind) {
      if least != 0 { schema["min\(name)"] = least }
      if !most.isNull { schema["max\(name)"] = most }
    }
  }
}
