#if Portable
extension StoredProperty {
  /// False: without a value, the standard library has no names of stored properties.
  ///
  /// A mapping knows the properties that it declares, and learns the others when they are decoded or
  /// encoded. An error for missing keys lists the first one, and a mapping is not compared with the
  /// properties that it does not declare.
  static var areKnown: Bool { false }

  static func fields(of type: Any.Type) -> [(name: String, type: Any.Type)] { [] }
}
#endif
