internal import FerryModels

extension ModelSchema {
  /// Returns a value of a type for the initialiser of another one.
  /// - Throws: ``SchemaError``, which names the member.
  func madeUpValue<T: Decodable>(of type: T.Type) throws -> T {
    if let known = madeUp[ObjectIdentifier(type)] as? T { return known }
    if let none = (type as? any NilRepresenting.Type)?.nilValue as? T { return none }
    // A document that is valid by the schema of the type decodes to a value.
    var builder = ModelSchema(root: type, dates: .deferredToDate, allowsUnknown: true)
    let schema = try builder.document()
    guard let value = try? JSON.decode(type, from: JSON.encode(schema.sample(in: schema))) else {
      throw SchemaError("\(path.joined(separator: ".")): no value of '\(type)' can be made up")
    }
    return value
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
