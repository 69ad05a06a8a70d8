internal import FerryModels

extension ModelSchema {
  /// Returns values of a type for the initialiser of another one. They are all cases of an enum with
  /// raw values, two truth values, numbers or texts, or one value of any other type.
  /// - Throws: ``SchemaError``, which names the member.
  func madeUpValues<T: Decodable>(of type: T.Type) throws -> [T] {
    if let known = madeUp[ObjectIdentifier(type)] as? [T] { return known }
    if let none = (type as? any NilRepresenting.Type)?.nilValue as? T { return [none] }
    // A document that is valid by the schema of the type decodes to a value.
    var builder = ModelSchema(root: type, dates: .deferredToDate, allowsUnknown: true)
    let schema = try builder.document()
    let cases = schema["enum"]?.array ?? schema["oneOf"]?.array?.compactMap { $0["const"] } ?? []
    let other: [AnyValue] =
      switch schema["type"] {
      case "boolean": [true]
      case "integer", "number": [1]
      case "string": ["a"]
      default: []
      }
    let samples = cases.isEmpty ? [schema.sample(in: schema)] + other : cases
    let values = samples.compactMap { try? JSON.decode(type, from: JSON.encode($0)) }
    guard !values.isEmpty else {
      throw SchemaError("\(path.joined(separator: ".")): no value of '\(type)' can be made up")
    }
    return values
  }
}

extension AnyValue {
  /// Returns a value that is valid by this schema, which is a part of `root`.
  fileprivate func sample(in root: AnyValue, depth: Int = 0) -> AnyValue {
    guard depth < 32 else { return .null }
    func sample(_ schema: AnyValue?) -> AnyValue {
      schema?.sample(in: root, depth: depth + 1) ?? .null
    }
    if let reference = self["$ref"]?.string {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      return sample(reference == "#" ? root : root["$defs"]?[name])
    }
    if let value = self["const"] ?? self["enum"]?[0] { return value }
    var members = AnyValue.Object()
    let parts =
      (self["allOf"]?.array ?? []) + [self["anyOf"]?[0], self["oneOf"]?[0]].compactMap { $0 }
    for part in parts {
      let value = sample(part)
      guard case .object(let others) = value else { return value }
      for (key, value) in others { members[key] = value }
    }
    switch self["type"]?.array?.first?.string ?? self["type"]?.string {
    case "boolean": return false
    case "integer", "number": return self["minimum"] ?? 0
    case "string":
      switch self["format"] {
      case "uuid": return "00000000-0000-0000-0000-000000000000"
      case "uri-reference": return "a"
      default: return .string(String(repeating: "a", count: self["minLength"]?.int ?? 0))
      }
    case "array":
      return .array((0..<(self["minItems"]?.int ?? 0)).map { _ in sample(self["items"]) })
    case "object":
      for key in self["required"]?.array?.compactMap(\.string) ?? [] {
        members[key] = sample(self["properties"]?[key])
      }
      return .object(members)
    default: return members.isEmpty ? .null : .object(members)
    }
  }
}
