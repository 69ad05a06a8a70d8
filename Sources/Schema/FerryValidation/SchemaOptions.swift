public import FerryBase

/// The options for compiling a ``Schema``.
public struct SchemaOptions: Sendable {
  /// The draft of a schema without `$schema`; draft 2020-12 by default.
  public var draft = SchemaDraft.draft2020_12
  /// Whether `format` is an assertion. By default it is one only if the meta-schema requires it.
  public var assertsFormats: Bool?
  /// The URI of the schema, against which its `$id` and its references are resolved.
  public var baseURI = ""
  /// Returns the schema with a URI, for references to other documents; `nil` if it is unknown.
  ///
  /// The published meta-schemas are known without a resolver. Without one, all other references to
  /// other documents are errors: a schema is never loaded over a network.
  public var resolver: (@Sendable (String) throws -> AnyValue?)?
  /// The maximum number of failures in a result; 100 by default.
  public var failureLimit = 100

  /// Creates the default options.
  public init() {}
}
