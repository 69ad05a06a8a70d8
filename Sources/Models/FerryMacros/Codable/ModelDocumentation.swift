#if !hasFeature(Embedded)
internal import FerryModels

/// The doc comments of a model and of the models in it, by the paths of their values.
package struct ModelDocumentation {
  package private(set) var comments: [WirePath: String] = [:]
  /// The types around the current one. A type in itself has values at any depth.
  private var open: [ObjectIdentifier] = []

  /// Collects the doc comments of a `@DirectCodable` type. Other types have none.
  package init(of type: any Any.Type) { add(type, at: .root) }

  private mutating func add(_ type: any Any.Type, at path: WirePath, isPart: Bool = false) {
    if let type = type as? any WrappedValues.Type {
      return add(type.wrapped, at: type.areElements ? path.appending(WirePath("[*]")) : path)
    }
    guard let model = type as? any _Generated.Described.Type,
      !open.contains(ObjectIdentifier(type))
    else { return }
    open.append(ObjectIdentifier(type))
    defer { open.removeLast() }
    let description = model._describe()
    guard let schema = try? TreeCoding.decode(AnyValue.self, fromJSON: "\(description.text)".utf8)
    else { return }
    add(schema, description.types, at: path, isPart: isPart)
  }

  /// Adds the comments of a schema. A part is about a value that other schemas are about as well, so
  /// its description is not that of the value.
  private mutating func add(
    _ schema: AnyValue, _ types: [any Any.Type], at path: WirePath, isPart: Bool = false
  ) {
    if !isPart, comments[path] == nil { comments[path] = schema["description"]?.string }
    if let type = schema["$type"]?.int { add(types[type], at: path, isPart: isPart) }
    for (key, member) in schema["properties"]?.object ?? [:] {
      add(member, types, at: path.appending(WirePath(steps: [.key(key)])))
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
      for part in schema[keyword]?.array ?? [] { add(part, types, at: path, isPart: true) }
    }
    for keyword in ["items", "additionalProperties", "unevaluatedProperties"] {
      guard let content = schema[keyword] else { continue }
      add(content, types, at: path.appending(WirePath("[*]")))
    }
  }
}
#endif
