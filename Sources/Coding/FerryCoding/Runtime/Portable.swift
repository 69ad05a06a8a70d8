#if Portable
// The portable form of this folder. It gives the same results without the runtime's functions.

package enum StoredFields {
  /// False: the standard library lists stored properties only for a value, not for a type.
  ///
  /// A mapping has the properties that it declares, and learns the others during decoding or
  /// encoding. An error for missing keys names only the first one. A mapping is not checked against
  /// the properties that it does not declare. An error of a model without layers shows its line, even
  /// if the model has secrets.
  package static var areKnown: Bool { false }

  package static func all(of type: any Any.Type) -> [(name: String, type: any Any.Type)] { [] }
}
#endif
