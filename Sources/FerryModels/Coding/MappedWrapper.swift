/// A property wrapper: its storage has another name than its key, and it prints as its value.
package protocol MappedWrapper: CustomDebugStringConvertible {
  associatedtype WrappedValue
  /// The value.
  var wrappedValue: WrappedValue { get }
  /// Whether it decodes from a key that is missing.
  static var mayBeMissing: Bool { get }
}

extension MappedWrapper {
  package static var mayBeMissing: Bool { true }

  /// The description of the value.
  public var debugDescription: String { String(reflecting: wrappedValue) }
}

extension AnyKeyPath {
  /// The name of the property that the path leads to; of a wrapper, that of the wrapped property.
  package var propertyName: String {
    let text = "\(self)"
    let root = "\\\(Self.rootType)."
    let name = text.hasPrefix(root) ? text.dropFirst(root.count) : text[...]
    let isStorage = Self.valueType is any MappedWrapper.Type && name.hasPrefix("_")
    return String(isStorage ? name.dropFirst() : name)
  }
}
