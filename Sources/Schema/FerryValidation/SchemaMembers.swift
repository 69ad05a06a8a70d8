internal import FerryBase

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
    try value(keyword, "a number of 0 or more without a fraction") { value in
      guard let number = value.number, number.isFinite, number.double >= 0,
        ExactNumber(number.text).isWhole
      else { return nil }
      // No text and no container is as long as the larger numbers.
      return number.integer(as: Int32.self) ?? .max
    }
  }

  /// Returns the value of a keyword, or `nil` without the keyword.
  func value<T>(
    _ keyword: String, _ form: String, _ content: (AnyValue) -> T?
  ) throws(SchemaError) -> T? {
    guard let value = members[keyword] else { return nil }
    guard let content = content(value) else { throw expected(form, keyword) }
    return content
  }

  func text(_ keyword: String) throws(SchemaError) -> String? {
    try value(keyword, "a text", \.string)
  }

  func flag(_ keyword: String) throws(SchemaError) -> Bool {
    try value(keyword, "a boolean", \.bool) ?? false
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
    try value(keyword, "an array of schemas", \.array)?
      .enumerated().map { inner($1, location(keyword).child($0)) }
  }

  func table(_ keyword: String) throws(SchemaError) -> [(key: String, part: SchemaPart)] {
    let object = try value(keyword, "an object of schemas", \.object) ?? [:]
    return object.map { ($0, inner($1, location(keyword).child($0))) }
  }

  private func inner(_ value: AnyValue, _ location: SchemaLocation) -> SchemaPart {
    registry.part(value, location, in: part.resource)
  }
}
