internal import FerryCoding
internal import FerryModels

/// A run of the initialiser of a plain `Codable` type. It notes what the initialiser asks for and
/// answers with made-up values.
final class Probe {
  private var builder: ModelSchema

  private init(_ builder: ModelSchema) { self.builder = builder }

  /// Returns the form of the values of a type.
  static func schema<T: Decodable>(
    of type: T.Type, _ builder: inout ModelSchema
  ) throws -> AnyValue {
    let probe = Probe(builder)
    defer { builder = probe.builder }
    if let type = type as? any RawRepresentable.Type { return try probe.rawSchema(of: type) }
    let form = ProbedForm()
    do {
      let value = try T(from: ProbedValue(probe, form, []))
      probe.builder.madeUp[ObjectIdentifier(type)] = value
    } catch let error as SchemaError {
      throw error
    } catch {
      let reason = (error as? DecodingError)?.context.debugDescription ?? "\(error)"
      return try probe.builder.unknown("'\(type)' does not accept made-up values: \(reason)")
    }
    return form.schema(title: "\(type)")
  }

  private func rawSchema<T: RawRepresentable>(of type: T.Type) throws -> AnyValue {
    var schema = try builder.schema(of: T.RawValue.self)
    let values = EnumCases.rawValues(of: type).compactMap { text in
      T.RawValue.self == String.self
        ? AnyValue.string(text) : Int(text).map { .number(.init($0)) }
    }
    guard let first = values.first else { return schema }
    schema["enum"] = .array(values)
    let raw = first.string ?? first.int.map { $0 as Any }
    builder.madeUp[ObjectIdentifier(type)] = (raw as? T.RawValue).flatMap(T.init(rawValue:))
    return schema
  }

  /// Notes the form of a type, and returns a value of it.
  fileprivate func value<T: Decodable>(_ type: T.Type, _ form: ProbedForm) throws -> T {
    try note(type, form)
    return try builder.madeUpValue(of: type)
  }

  fileprivate func note<T>(_ type: T.Type, _ form: ProbedForm) throws {
    form.add(try builder.schema(of: form.isNullable ? T?.self : type))
  }

  /// Calls `body` while the path of errors has a key.
  fileprivate func at<R>(_ key: some CodingKey, _ body: () throws -> R) rethrows -> R {
    builder.path.append(key.stringValue)
    defer { builder.path.removeLast() }
    return try body()
  }
}

/// The values that an initialiser has asked for at one place.
private final class ProbedForm {
  /// Whether the initialiser does without the value, and whether it accepts null.
  var isOptional = false
  var isNullable = false
  private var schemas: [AnyValue] = []
  private var members: [(key: String, form: ProbedForm)]?
  private var elements: ProbedForm?

  func add(_ schema: AnyValue) {
    if !schemas.contains(schema) { schemas.append(schema) }
  }

  func becomeObject() { members = members ?? [] }

  func member(_ key: some CodingKey) -> ProbedForm {
    if let known = members?.first(where: { $0.key == key.stringValue }) { return known.form }
    let form = ProbedForm()
    members?.append((key.stringValue, form))
    return form
  }

  var element: ProbedForm {
    elements = elements ?? ProbedForm()
    return elements ?? self
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
    return all.count == 1 ? all[0] : all.isEmpty ? .object([:]) : ["anyOf": .array(all)]
  }
}

/// The decoder of one place.
private struct ProbedValue: Decoder, SingleValueDecodingContainer {
  let probe: Probe
  let form: ProbedForm
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ probe: Probe, _ form: ProbedForm, _ codingPath: [any CodingKey]) {
    self.probe = probe
    self.form = form
    self.codingPath = codingPath
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    form.becomeObject()
    return KeyedDecodingContainer(ProbedObject<Key>(place: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ProbedList(place: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try probe.value(type, form) }

  func inner(_ form: ProbedForm, _ key: some CodingKey) -> ProbedValue {
    ProbedValue(probe, form, codingPath + [key])
  }
}

/// An object that has every key.
private struct ProbedObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let place: ProbedValue
  var codingPath: [any CodingKey] { place.codingPath }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool {
    place.form.member(key).isOptional = true
    return true
  }

  func decodeNil(forKey key: Key) -> Bool {
    place.form.member(key).isNullable = true
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try place.probe.at(key) { try place.probe.value(type, place.form.member(key)) }
  }

  /// Values of the standard library's types are asked for by the functions above.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    _ = (contains(key), decodeNil(forKey: key))
    try place.probe.at(key) { try place.probe.note(type, place.form.member(key)) }
    return nil
  }

  private func inner(_ key: some CodingKey) -> ProbedValue {
    place.inner(place.form.member(key), key)
  }

  func nestedContainer<Inner>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Inner> { inner(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    inner(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { inner(TapeKey("super")) }
  func superDecoder(forKey key: Key) -> any Decoder { inner(key) }
}

/// An array of one element, or of as many as the initialiser asks for without a check.
private struct ProbedList: UnkeyedDecodingContainer {
  let place: ProbedValue
  var currentIndex = 0
  var codingPath: [any CodingKey] { place.codingPath }
  var count: Int? { nil }
  var isAtEnd: Bool { currentIndex > 0 }

  init(place: ProbedValue) {
    self.place = place
    _ = place.form.element
  }

  private mutating func next() -> ProbedValue {
    defer { currentIndex += 1 }
    return place.inner(place.form.element, TapeKey(intValue: currentIndex))
  }

  mutating func decodeNil() -> Bool { false }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }

  mutating func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    next().unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder { next() }
}
