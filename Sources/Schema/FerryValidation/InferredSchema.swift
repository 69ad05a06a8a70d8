package import FerryBase

/// A schema that fits all values that were added to it.
///
/// Objects with many different keys become dictionaries, so the schema stays small.
package struct InferredSchema {
  private var types: ValueTypes = []
  /// The members that objects have, in the order of their first occurrence.
  private var members: [(key: String, schema: Box, count: Int)] = []
  private var numbers: [KeyText: Int] = [:]
  private var objects = 0
  /// The schema of all members of a dictionary.
  private var values: Box?
  private var elements: Box?
  /// The formats that all strings have.
  private var formats: [ValueFormat]?

  /// A schema inside another one.
  private final class Box {
    var schema = InferredSchema()
  }

  private static let memberLimit = 200
  private static let formatsToFind: [ValueFormat] = [.dateTime, .date, .uuid, .uri, .email]

  /// Creates the schema of no values.
  package init() {}

  /// Adds the value at `index` of a tape.
  package mutating func add(_ view: TapeView, at index: Int) {
    let index = view.resolved(index)
    var type = view.valueType(index)
    if type == .fraction, view.isWhole(index) { type = .integer }
    types.formUnion(type)
    switch type {
    case .string: addString(view, index)
    case .array: addArray(view, index)
    case .object: addObject(view, index)
    default: break
    }
  }

  private mutating func addString(_ view: TapeView, _ index: Int) {
    let known = formats ?? Self.formatsToFind
    if known.isEmpty { return }
    formats = view.withString(index) { text in known.filter { $0.matches(text) } }
  }

  private mutating func addArray(_ view: TapeView, _ index: Int) {
    if view[index].kind == .packed {
      let tape = view.unpacked(index)
      addArray(TapeView(tape), 0)
      return
    }
    for element in view.elements(ofList: index) {
      let box = elements ?? Box()
      box.schema.add(view, at: element)
      elements = box
    }
  }

  private mutating func addObject(_ view: TapeView, _ index: Int) {
    objects += 1
    for key in view.keys(ofMap: index) {
      let value = view.next(key)
      if let values {
        values.schema.add(view, at: value)
        continue
      }
      let name = view.withString(view.resolved(key)) { String(decoding: $0, as: UTF8.self) }
      let number = numbers[KeyText(name)] ?? members.count
      if number == members.count {
        if number == Self.memberLimit {
          becomeDictionary()
          values?.schema.add(view, at: value)
          continue
        }
        numbers[KeyText(name)] = number
        members.append((name, Box(), 0))
      }
      members[number].count += 1
      members[number].schema.schema.add(view, at: value)
    }
  }

  private mutating func becomeDictionary() {
    let box = Box()
    for member in members { box.schema.merge(member.schema.schema) }
    values = box
    members = []
    numbers = [:]
  }

  private mutating func merge(_ other: InferredSchema) {
    types.formUnion(other.types)
    objects += other.objects
    if let others = other.formats { formats = formats.map { $0.filter(others.contains) } ?? others }
    if let others = other.elements {
      let box = elements ?? Box()
      box.schema.merge(others.schema)
      elements = box
    }
    if other.values != nil, values == nil { becomeDictionary() }
    if let values, let others = other.values { values.schema.merge(others.schema) }
    for member in other.members {
      if let values {
        values.schema.merge(member.schema.schema)
        continue
      }
      let number = numbers[KeyText(member.key)] ?? members.count
      if number == members.count {
        numbers[KeyText(member.key)] = number
        members.append((member.key, Box(), 0))
      }
      members[number].count += member.count
      members[number].schema.schema.merge(member.schema.schema)
      if members.count > Self.memberLimit { becomeDictionary() }
    }
  }

  /// The schema in draft 2020-12.
  package var schema: AnyValue {
    guard case .object(let keywords) = keywords else { return true }
    var schema: AnyValue.Object = ["$schema": .string(SchemaDraft.draft2020_12.metaSchema)]
    for (key, value) in keywords { schema[key] = value }
    return .object(schema)
  }

  private var keywords: AnyValue {
    var schema = AnyValue.Object()
    let names = ValueTypes.names.filter {
      types.contains($0.types) && !($0.types == .integer && types.contains(.fraction))
        || $0.name == "number" && types.contains(.fraction)
    }.map { AnyValue.string($0.name) }
    if names.isEmpty { return .object(schema) }
    schema["type"] = names.count == 1 ? names[0] : .array(names)
    if let format = formats?.first { schema["format"] = .string(format.rawValue) }
    if let elements { schema["items"] = elements.schema.keywords }
    if let values { schema["additionalProperties"] = values.schema.keywords }
    guard !members.isEmpty else { return .object(schema) }
    var properties = AnyValue.Object()
    for member in members { properties[member.key] = member.schema.schema.keywords }
    schema["properties"] = .object(properties)
    let required = members.filter { $0.count >= objects }.map { AnyValue.string($0.key) }
    if !required.isEmpty { schema["required"] = .array(required) }
    return .object(schema)
  }
}
