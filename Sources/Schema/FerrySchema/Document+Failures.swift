internal import FerryCoding

extension Document {
  /// Returns all failures of the document, or of the value that it is in one, as a value of `type`:
  /// wrong types, missing and unknown keys, and violated constraints. They are in the order of the
  /// document.
  ///
  /// ```swift
  /// for failure in try YAML.document(text).failures(of: Settings.self) { print(failure) }
  /// ```
  ///
  /// The schema of the type finds the failures, see `JSON.schema(for:)`. It is
  /// stricter than decoders. It does not call `validate()`, and does not check the format of texts,
  /// such as dates in a text. Without `dates`, dates may be anything. For a type with `Secret` members,
  /// no failure shows a line of the document or a secret value.
  /// - Throws: `DecodingError` for an unreadable document, or `SchemaError`.
  public func failures<T>(
    of type: T.Type, dates: DateEncodingStrategy? = nil, allowingUnknown: Bool = false
  ) throws -> [SchemaFailure] {
    var builder = ModelSchema(
      root: type, dates: dates, allowsUnknown: allowingUnknown, isClosed: true)
    let failures = try Schema(builder.document()).validate(self).failures
    let members = SensitiveMembers.all(of: type)
    return failures.sorted { $0.node < $1.node }
      .map { members.paths.isEmpty ? $0 : $0.redacted(members.concern) }
  }
}
