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
  /// schema: the unchanged names beside `@KeyStyle`, null for a default, equal elements of a set, and
  /// the faults that `@Tolerant`, `@Lossy` and `@Default(error:)` correct. They accept less, too: the
  /// schema does not limit `Int` and longer integers, and does not pair the keys and values of a
  /// dictionary that is an array.
  ///
  /// The schema is one for both directions. A member that is only read is required. A member with
  /// different paths for reading and writing may be at either path.
  ///
  /// `dates` is the strategy of the encoder, whose other options are the standard ones. With
  /// `probing`, the initialisers of plain `Codable` types run with made-up values, and their schemas
  /// have what they ask for. Branches that depend on a case of an enum, on a truth value or on a type
  /// are found. A branch for a certain text or number is not, and its members may be required
  /// wrongly. With `allowingUnknown`, values of other plain types and of strategies of your own may
  /// be anything; otherwise they are errors.
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
