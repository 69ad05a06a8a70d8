#if Portable
// The portable form of this folder. It gives the same results without knowledge of memory layouts.

/// A replacement that makes each container anew. A container owns its cursor and keeps the session.
struct ContainerBoxes<Cursor: ContainerCursor>: ~Copyable {
  /// A type without values, because containers are not used again.
  enum Unboxer<Container> {
    func container(in box: AnyObject) -> Container { switch self {} }
  }

  func slot(of type: ObjectIdentifier) -> Int { 0 }

  func idle<Container>(
    _ slot: Int, as type: Container.Type
  ) -> (unboxer: Unboxer<Container>, box: AnyObject, cursor: Cursor)? { nil }

  /// Returns the container that `make` makes.
  func container<Container, Key>(
    with cursor: Cursor, for type: Key.Type, in slot: Int, of session: @autoclosure () -> AnyObject,
    _ make: (LateContainer?) -> Container
  ) -> Container {
    make(LateContainer(session(), cursor))
  }

  func release(keeping limit: Int, of session: AnyObject) {}
  func close() {}
  func clear() {}
}

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
