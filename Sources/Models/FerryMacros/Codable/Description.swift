#if !hasFeature(Embedded)
extension _Generated {
  /// A type that `@DirectCodable` describes for schemas.
  public protocol Described {
    /// Returns the description of the type.
    static func _describe() -> Description
  }

  /// The description of a type: a JSON Schema whose types are open.
  ///
  /// An object with the member `$type` stands for the schema of the type at this index. `$length`
  /// and `$choice` are constraints whose keywords depend on that type. `$unknown` is the text of a
  /// strategy whose form is unknown. `$required` names keys that are required even if their types
  /// are optional. `$reads` is the schema of the values that a decoder accepts, and `$spellings` has
  /// the further names of keys for a decoder.
  public struct Description {
    /// The schema as text of JSON.
    package let text: StaticString
    /// The types by their index.
    package let types: [any Any.Type]

    /// Creates a description.
    public init(_ text: StaticString, _ types: [any Any.Type]) {
      self.text = text
      self.types = types
    }

    /// Creates a description with the types of the properties in a table.
    public init(_ text: StaticString, _ table: _FieldTable) { self.init(text, table.types) }
  }
}
#endif
