// The names and types of a type's stored properties without a value of it. The standard library's
// `Mirror` asks the same two functions of the runtime, which are part of its ABI; it only has no
// entry that does without a value.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func storedPropertyCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func storedPropertyType(
  _ type: Any.Type, index: Int, fieldMetadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type

/// What the runtime says of a field beside its type.
@safe
private struct FieldMetadata {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

/// A stored property of a struct or class.
struct StoredProperty: Sendable {
  /// The name of the declaration, without the underscore of a property wrapper's storage.
  let name: String
  /// Whether a key that is missing is no error.
  let isOptional: Bool

  /// The stored properties of `type` in the order of declaration, a superclass's first.
  ///
  /// Empty for other types, and where a program was built without reflection metadata: a mapping
  /// then learns names as they are asked for, and only the lists of missing keys are shorter.
  static func all(of type: Any.Type) -> [StoredProperty] {
    (0..<storedPropertyCount(type)).compactMap { index in
      var field = FieldMetadata()
      let type = unsafe storedPropertyType(type, index: index, fieldMetadata: &field)
      defer { unsafe field.free?(field.name) }
      guard let name = unsafe field.name.map({ unsafe String(cString: $0) }), !name.isEmpty,
        !name.hasPrefix("$")
      else { return nil }
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
