internal import FerryMacros

extension JSON {
  /// Returns a JSON Schema of draft 2020-12 for a type: the documents that its values are written
  /// as.
  ///
  /// ```swift
  /// try JSON.string(JSON.schema(for: Settings.self))
  /// ```
  ///
  /// The type is a `@DirectCodable`, `KeyMapped` or `Shaped` type, or one of the standard library or
  /// of Foundation. Doc comments of the type, its members and its cases are descriptions. The schema
  /// has the constraints `@Range`, `@Pattern`, `@Length` and `@OneOf`. Decoders accept more than the
  /// schema: the unchanged names beside `@KeyStyle`, null for a default, and the faults that
  /// `@Tolerant`, `@Lossy` and `@Default(error:)` correct.
  ///
  /// `dates` is the strategy of the encoder. With `probing`, the initialisers of plain `Codable`
  /// types run with made-up values, and their schemas have what they ask for. A branch that depends
  /// on a value is not seen. With `allowingUnknown`, values of other plain types and of strategies of
  /// your own may be anything; otherwise they are errors.
  /// - Throws: ``SchemaError``, which names the member whose form is unknown.
  public static func schema<T>(
    for type: T.Type, dates: DateEncodingStrategy = .deferredToDate, probing: Bool = false,
    allowingUnknown: Bool = false
  ) throws -> AnyValue {
    var builder = ModelSchema(
      root: type, dates: dates, allowsUnknown: allowingUnknown, probes: probing)
    return try builder.document()
  }
}
