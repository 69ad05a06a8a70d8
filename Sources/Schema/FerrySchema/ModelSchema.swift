internal import FerryCoding
internal import FerryMacros
internal import FerryModels

/// A builder of the schema of a type and of the types in it.
struct ModelSchema {
  private let root: any Any.Type
  /// The strategy for dates, or `nil` if they may be anything.
  let dates: DateEncodingStrategy?
  private let allowsUnknown: Bool
  /// Whether the schema is that of the documents that a decoder accepts, with all members of objects:
  /// not that of the documents that an encoder writes.
  let isClosed: Bool
  private var names: [ObjectIdentifier: String] = [:]
  private var definitions = AnyValue.Object()
  /// The names of the types and members that lead to the current value.
  private var path: [String] = []

  init(
    root: any Any.Type, dates: DateEncodingStrategy?, allowsUnknown: Bool, isClosed: Bool = false
  ) {
    self.root = root
    self.dates = dates
    self.allowsUnknown = allowsUnknown
    self.isClosed = isClosed
    path = ["\(root)"]
  }

  mutating func document() throws -> AnyValue {
    let isModel = try members(of: root, isNeeded: false) != nil
    // A flattened value of the root's own type needs the root without the limit on its members.
    let schema = try isModel && !isClosed ? members(of: root) ?? true : schema(of: root)
    var document: AnyValue.Object = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    for (key, value) in schema.object ?? [:] { document[key] = value }
    if !definitions.isEmpty { document["$defs"] = .object(definitions) }
    return .object(document)
  }

  /// Returns the schema of a type, or a reference to it.
  mutating func schema(of type: any Any.Type) throws -> AnyValue {
    closed(try reference(to: type))
  }

  /// Returns the schema of an object or a reference, without other members if they are errors.
  private func closed(_ schema: AnyValue) -> AnyValue {
    guard isClosed, schema["additionalProperties"] == nil,
      schema["$ref"] != nil || schema["properties"] != nil || schema["type"] == "object"
    else { return schema }
    var schema = schema
    schema["unevaluatedProperties"] = false
    return schema
  }

  private mutating func reference(to type: any Any.Type) throws -> AnyValue {
    if let form = Self.forms[ObjectIdentifier(type)] {
      guard isClosed, let type = type as? any FixedWidthInteger.Type else { return form }
      return Self.bounded(type)
    }
    if let described = type as? any DescribedForm.Type { return described.form }
    if let form = type as? any FormOfValues.Type { return try form.schema(&self) }
    if let wrapper = type as? any MappedWrapper.Type, let written = wrapper.writtenType {
      return try reference(to: written)
    }
    // Elements and members have forms of their own above.
    if let wrapper = type as? any WrappedValues.Type, !wrapper.areElements {
      return try reference(to: wrapper.wrapped)
    }
    if type == root, !isClosed, try members(of: type, isNeeded: false) != nil {
      return ["$ref": "#"]
    }
    if let name = names[ObjectIdentifier(type)] { return ["$ref": .string("#/$defs/\(name)")] }
    let name = newName(for: type)
    names[ObjectIdentifier(type)] = name
    // Definitions are in the order of their first use.
    definitions[name] = .null
    let outer = path
    defer { path = outer }
    guard let members = try members(of: type) else {
      names[ObjectIdentifier(type)] = nil
      definitions[name] = nil
      return try unknown(
        "the form of '\(type)' is unknown",
        hint: "make the type @DirectCodable or KeyMapped, write its schema by hand, or ")
    }
    if isClosed, members.isWithoutMembers {
      // Any value is read as such a type.
      names[ObjectIdentifier(type)] = nil
      definitions[name] = nil
      return .object([:])
    }
    definitions[name] = members
    return ["$ref": .string("#/$defs/\(name)")]
  }

  /// Returns the schema for a value whose form is unknown. The hint is another way to state it.
  func unknown(_ problem: String, hint: String = "") throws -> AnyValue {
    if allowsUnknown { return .object([:]) }
    throw SchemaError(
      "\(path.joined(separator: ".")): \(problem); "
        + "\(hint)pass 'allowingUnknown: true' to allow any value")
  }

  private func newName(for type: any Any.Type) -> String {
    let text = String("\(type)".map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    var name = text
    var number = 1
    while definitions[name] != nil {
      number += 1
      name = "\(text)_\(number)"
    }
    return name
  }

  // MARK: Models

  /// Returns the schema of a model itself, or `nil` for any other type. It is empty if it is not
  /// needed.
  private mutating func members(of type: any Any.Type, isNeeded: Bool = true) throws -> AnyValue? {
    if let type = type as? any _Generated.Described.Type {
      guard isNeeded else { return .object([:]) }
      let description = type._describe()
      let text = try JSON.decode(AnyValue.self, from: "\(description.text)")
      return try resolved(text, description.types)
    }
    guard let members = try MappedMember.all(of: type) else { return nil }
    guard isNeeded else { return .object([:]) }
    var schema: AnyValue = ["title": .string("\(type)"), "type": "object"]
    for member in members {
      path.append(member.name)
      defer { path.removeLast() }
      let value = try self.schema(of: member.type)
      let isSingle = member.paths.count == 1
      for path in member.paths {
        schema.insert(
          path[...], value, isRequired: member.isRequired && isSingle, isClosed: isClosed)
      }
      guard member.isRequired, !isSingle else { continue }
      let choices = member.paths.map { path in
        var branch: AnyValue = [:]
        branch.insert(path[...], .object([:]), isRequired: true)
        return branch
      }
      schema["allOf"] = .array((schema["allOf"]?.array ?? []) + [["anyOf": .array(choices)]])
    }
    return schema
  }

  /// Returns a description with the schemas of its types. A part is about an object that others are
  /// about as well, so it allows other members.
  private mutating func resolved(
    _ value: AnyValue, _ types: [any Any.Type], isPart: Bool = false
  ) throws -> AnyValue {
    if case .array(let elements) = value {
      return .array(try elements.map { try resolved($0, types, isPart: isPart) })
    }
    guard case .object(var members) = value else { return value }
    if isClosed, let read = members["$reads"] { return read }
    members["$reads"] = nil
    if let index = members["$type"]?.int {
      let schema = try isPart ? reference(to: types[index]) : schema(of: types[index])
      return Constraints.apply(members, to: schema, of: types[index])
    }
    if let strategy = members["$unknown"]?.string {
      return Constraints.apply(
        members, to: try unknown("the form of the strategy '\(strategy)' is unknown"))
    }
    var result = AnyValue.Object()
    for (key, value) in members
    where !["required", "$required", "$length", "$spellings"].contains(key) {
      guard key == "properties", let properties = value.object else {
        result[key] = try resolved(value, types, isPart: isPart || key == "allOf")
        continue
      }
      var schemas = AnyValue.Object()
      let required =
        required(members["required"]?.array ?? [], properties, types)
        + (members["$required"]?.array ?? [])
      for (name, value) in properties {
        path.append(name)
        defer { path.removeLast() }
        let schema = try resolved(value, types, isPart: isPart)
        schemas[name] = isPart ? schema : closed(schema)
        // Null is read as the default.
        if isClosed, !required.contains(.string(name)) {
          schemas[name] = schemas[name]?.exceptNull
        }
      }
      result[key] = .object(schemas)
      if !required.isEmpty { result["required"] = .array(required) }
    }
    if isClosed { addSpellings(members["$spellings"]?.object ?? [:], to: &result) }
    openDictionary(in: &result)
    guard let length = members["$length"] else { return .object(result) }
    return Constraints.apply(["$length": length], to: .object(result))
  }

  /// Adds the names of properties that a decoder reads beside their keys of a style.
  private func addSpellings(_ spellings: AnyValue.Object, to object: inout AnyValue.Object) {
    guard var properties = object["properties"]?.object else { return }
    for (name, key) in spellings {
      // The value counts only without the key of the style.
      properties[name] = .object([:])
      guard var required = object["required"]?.array, let place = required.firstIndex(of: key)
      else { continue }
      required.remove(at: place)
      object["required"] = required.isEmpty ? nil : .array(required)
      let choice: AnyValue = ["if": ["required": [.string(name)]], "else": ["required": [key]]]
      object["allOf"] = .array((object["allOf"]?.array ?? []) + [choice])
    }
    object["properties"] = .object(properties)
  }

  /// Changes a dictionary among the parts of an object: its values are the members that no other
  /// part has.
  private func openDictionary(in object: inout AnyValue.Object) {
    guard object["properties"] != nil, var parts = object["allOf"]?.array,
      let place = parts.firstIndex(where: { $0["additionalProperties"] != nil && $0["$ref"] == nil }
      )
    else { return }
    object["unevaluatedProperties"] = parts.remove(at: place)["additionalProperties"]
    object["allOf"] = parts.isEmpty ? nil : .array(parts)
  }

  /// Returns the required names. The macro cannot tell an alias of an optional type from other
  /// types.
  private func required(
    _ names: [AnyValue], _ properties: AnyValue.Object, _ types: [any Any.Type]
  ) -> [AnyValue] {
    names.filter { name in
      guard let index = properties[name.string ?? ""]?["$type"]?.int else { return true }
      return !(types[index] is any NilRepresenting.Type)
    }
  }
}

extension AnyValue {
  /// Whether a schema is that of an object of which no member is known.
  fileprivate var isWithoutMembers: Bool {
    self["type"] == "object"
      && (object ?? [:]).allSatisfy { ["title", "description", "type"].contains($0.key) }
  }

  /// Adds the schema of the value at a path to the schema of an object.
  fileprivate mutating func insert(
    _ path: ArraySlice<String>, _ schema: AnyValue, isRequired: Bool, isClosed: Bool = false
  ) {
    guard let key = path.first else { return }
    if isRequired, self["required"]?.array?.contains(.string(key)) != true {
      self["required"] = .array((self["required"]?.array ?? []) + [.string(key)])
    }
    var properties = self["properties"] ?? [:]
    if path.count == 1 {
      properties[key] = schema
    } else {
      var inner = properties[key] ?? ["type": "object"]
      if isClosed { inner["unevaluatedProperties"] = false }
      inner.insert(path.dropFirst(), schema, isRequired: isRequired, isClosed: isClosed)
      properties[key] = inner
    }
    self["properties"] = properties
  }
}
