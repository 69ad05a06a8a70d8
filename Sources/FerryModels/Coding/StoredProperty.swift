/// A stored property of a struct or class.
struct StoredProperty: Sendable {
  /// The name of the declaration, without the underscore of a property wrapper's storage.
  let name: String
  /// Whether a key that is missing is no error.
  let isOptional: Bool

  /// The stored properties of `type` in the order of declaration, a superclass's first.
  ///
  /// Empty for other types, in programs without reflection metadata, and with the trait `Portable`.
  /// A mapping then learns names when they are decoded.
  static func all(of type: Any.Type) -> [StoredProperty] {
    fields(of: type).compactMap { name, type in
      guard !name.isEmpty, !name.hasPrefix("$") else { return nil }
      // A property wrapper is stored under its name with an underscore.
      guard name.hasPrefix("_"), let wrapper = type as? any MappedWrapper.Type else {
        return StoredProperty(name: name, isOptional: hasNilValue(type))
      }
      return StoredProperty(name: String(name.dropFirst()), isOptional: wrapper.mayBeMissing)
    }
  }
}

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

/// A type that has a value for nothing.
package protocol NilRepresenting {
  /// That value, if there is one.
  static var nilValue: Any? { get }
  var isNil: Bool { get }
}

extension Optional: NilRepresenting {
  package static var nilValue: Any? { Optional<Wrapped>.none as Any }
  package var isNil: Bool { self == nil }
}

/// Whether values of a type may be nothing.
package func hasNilValue(_ type: any Any.Type) -> Bool {
  (type as? any NilRepresenting.Type)?.nilValue != nil
}

/// Whether `value` is an optional without a value.
package func isNilValue<T>(_ value: T) -> Bool { (value as? any NilRepresenting)?.isNil ?? false }
