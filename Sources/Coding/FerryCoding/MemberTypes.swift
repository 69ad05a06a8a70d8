package import FerryBase

extension StoredFields {
  /// Returns the type of the member at `path` of a model, without optionals and similar wrappers
  /// around it; `nil` for a path that leads to no stored property. `isName` compares the name of a
  /// property with a key.
  package static func memberType(
    of type: any Any.Type, at path: WirePath, isName: (String, String) -> Bool
  ) -> (any Any.Type)? {
    var type = unwrapped(type)
    for step in path.steps {
      guard case .key(let key) = step, type is any Decodable.Type,
        let field = all(of: type).first(where: { isName($0.name, key) })
      else { return nil }
      type = unwrapped(field.type)
    }
    return type
  }

  private static func unwrapped(_ type: any Any.Type) -> any Any.Type {
    guard let wrapper = type as? any WrappedValues.Type, !wrapper.areElements else { return type }
    return unwrapped(wrapper.wrapped)
  }
}
