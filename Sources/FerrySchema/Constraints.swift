/// The members that a description adds to the schema of a type.
enum Constraints {
  /// Returns `schema` with the annotations and constraints of `members`.
  static func apply(_ members: AnyValue.Object, to schema: AnyValue) -> AnyValue {
    var schema = schema
    for (key, value) in members {
      switch key {
      case "$type", "$unknown": continue
      case "minimum", "maximum", "exclusiveMaximum", "pattern":
        change(&schema, elements: true) { $0[key] = value }
      case "$choice": change(&schema, elements: true) { choose(value.array ?? [], in: &$0) }
      case "$length":
        let (least, most) = (value[0] ?? 0, value[1] ?? .null)
        change(&schema, elements: false) { limit(&$0, least, most) }
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
