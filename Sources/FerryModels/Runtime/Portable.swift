#if Portable
extension StoredProperty {
  /// False: the standard library lists stored properties only for a value, not for a type.
  ///
  /// A mapping has the properties that it declares, and learns the others during decoding or
  /// encoding. An error for missing keys names only the first one. A mapping is not checked against
  /// the properties that it does not declare.
  static var areKnown: Bool { false }

  static func fields(of type: Any.Type) -> [(name: String, type: Any.Type)] { [] }
}
#endif
