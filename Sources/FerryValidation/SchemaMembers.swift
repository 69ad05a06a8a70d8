internal import FerryBytes
internal import FerryTape

/// The members of a schema that is being compiled, with checks of their types.
struct SchemaMembers {
  let part: SchemaPart
  let members: AnyValue.Object
  let registry: SchemaRegistry

  func location(_ keyword: String) -> SchemaLocation { part.location.child(keyword) }

  func expected(_ form: String, _ keyword: String) -> SchemaError {
    SchemaError(
      location(keyword), "expected \(form), found \(members[keyword].map(\.shown) ?? "nothing")")
  }

  func count(_ keyword: String) throws(SchemaError) -> Int32? {
    guard let value = members[keyword] else { return nil }
    guard let number = value.number, number.isFinite, number.double >= 0,
      ExactNumber(number.text).isWhole
    else { throw expected("a number of 0 or more without a fraction", keyword) }
    // No text and no container is as long as the larger numbers.
    return number.integer(as: Int32.self) ?? .max
  }

  func text(_ keyword: String) throws(SchemaError) -> String? {
    guard let value = members[keyword] else { return nil }
    guard let text = value.string else { throw expected("a text", keyword) }
    return text
  }

  func flag(_ keyword: String) throws(SchemaError) -> Bool {
    guard let value = members[keyword] else { return false }
    guard let flag = value.bool else { throw expected("a boolean", keyword) }
    return flag
  }

  func texts(_ keyword: String) throws(SchemaError) -> [String] {
    guard let value = members[keyword] else { return [] }
    return try texts(value, location(keyword))
  }

  func texts(_ value: AnyValue, _ location: SchemaLocation) throws(SchemaError) -> [String] {
    let texts = value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count else {
      throw SchemaError(location, "expected an array of texts, found \(value.shown)")
    }
    return texts
  }

  /// Returns the subschema that is the value of a keyword.
  func schema(_ keyword: String) -> SchemaPart? {
    members[keyword].map { inner($0, location(keyword)) }
  }

  func schemas(_ keyword: String) throws(SchemaError) -> [SchemaPart]? {
    guard let value = members[keyword] else { return nil }
    guard let elements = value.array else { throw expected("an array of schemas", keyword) }
    return elements.enumerated().map { inner($1, location(keyword).child($0)) }
  }

  func table(_ keyword: String) throws(SchemaError) -> [(key: String, part: SchemaPart)] {
    guard let value = members[keyword] else { return [] }
    guard let object = value.object else { throw expected("an object of schemas", keyword) }
    return object.map { ($0, inner($1, location(keyword).child($0))) }
  }

  private func inner(_ value: AnyValue, _ location: SchemaLocation) -> SchemaPart {
    registry.part(value, location, in: part.resource)
  }
}
