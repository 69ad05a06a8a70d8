internal import FerryCoding

/// The decoder of one place.
struct ProbedValue: Decoder, SingleValueDecodingContainer {
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

  func decodeNil() -> Bool {
    form.isNullable = true
    return false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try probe.value(type, form) }
  func decode(_ type: Int128.Type) throws -> Int128 { try probe.value(type, form) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try probe.value(type, form) }

  func inner(_ form: ProbedForm, _ key: some CodingKey) -> ProbedValue {
    ProbedValue(probe, form, codingPath + [key])
  }
}

/// An object that has every key.
private struct ProbedObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let place: ProbedValue
  var codingPath: [any CodingKey] { place.codingPath }
  var allKeys: [Key] { place.probe.keys(of: Key.self, place.form) }

  func contains(_ key: Key) -> Bool {
    place.form.member(key.stringValue).isOptional = true
    return true
  }

  func decodeNil(forKey key: Key) -> Bool {
    place.form.member(key.stringValue).isNullable = true
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try place.probe.at(key) { try place.probe.value(type, place.form.member(key.stringValue)) }
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try inner(key).decode(type) }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try inner(key).decode(type)
  }

  /// Values of the standard library's types are asked for by the functions above.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    _ = (contains(key), decodeNil(forKey: key))
    try place.probe.at(key) { try place.probe.note(type, place.form.member(key.stringValue)) }
    return nil
  }

  private func inner(_ key: some CodingKey) -> ProbedValue {
    place.inner(place.form.member(key.stringValue), key)
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

  func decodeNil() -> Bool { place.inner(place.form.element, TapeKey("")).decodeNil() }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next().decode(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next().decode(type) }

  mutating func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    next().unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder { next() }
}
