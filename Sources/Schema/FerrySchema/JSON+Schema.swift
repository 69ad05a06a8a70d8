internal import FerryMacros

extension JSON {
  /// Returns a JSON Schema of draft 2020-12 for a type: the documents that its values are written
  /// as.
  ///
  /// ```swift
  /// try JSON.string(JSON.schema(for: Settings.self))
  /// ```
  ///
  /// The type is a `@DirectCodable` or `KeyMapped` type, or one of the standard library or
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
  /// `dates` is the strategy of the encoder, whose other options are the standard ones. A value of a
  /// plain `Codable` type or of a strategy of your own is an error. With `allowingUnknown`, it may be
  /// anything: set its schema in the result.
  ///
  /// With the profile `.strictTool`, services of language models accept the schema for a tool.
  /// - Throws: ``SchemaError``, which names the member whose form is unknown or not in the profile.
  public static func schema<T>(
    for type: T.Type, profile: SchemaProfile = .standard,
    dates: DateEncodingStrategy = .deferredToDate, allowingUnknown: Bool = false
  ) throws -> AnyValue {
    var builder = ModelSchema(root: type, dates: dates, allowsUnknown: allowingUnknown)
    let schema = try builder.document()
    return try profile == .standard ? schema : StrictSchema.document(schema, of: "\(type)")
  }
}
