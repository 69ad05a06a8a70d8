import FerryBase
import FerryCoding

/// A stored property of a struct or class.
struct StoredProperty: Sendable {
  /// The name of the declaration, without the underscore of a property wrapper's storage.
  let name: String
  /// Whether the key may be missing.
  let isOptional: Bool
  /// The type of the stored value, which is the wrapper of a wrapped property.
  let type: any Any.Type

  /// Returns the stored properties of `type` in the order of declaration, a superclass's first.
  ///
  /// The result is empty for other types, in programs without reflection metadata, and with the
  /// trait `Portable`. A mapping then learns the names during decoding.
  static func all(of type: Any.Type) -> [StoredProperty] {
    StoredFields.all(of: type).compactMap { name, type in
      guard !name.isEmpty, !name.hasPrefix("$") else { return nil }
      // The storage of a property wrapper has an underscore before the name.
      guard name.hasPrefix("_"), let wrapper = type as? any MappedWrapper.Type else {
        return StoredProperty(name: name, isOptional: type is any NilRepresenting.Type, type: type)
      }
      return StoredProperty(
        name: String(name.dropFirst()), isOptional: wrapper.mayBeMissing, type: type)
    }
  }
}

/// A property wrapper. The name of its storage differs from its key, and it prints as its value.
package protocol MappedWrapper: CustomDebugStringConvertible {
  associatedtype WrappedValue
  /// The value.
  var wrappedValue: WrappedValue { get }
  /// Whether the wrapper decodes from a missing key.
  static var mayBeMissing: Bool { get }
  /// The type whose form documents have; `nil` if it is unknown.
  static var writtenType: (any Any.Type)? { get }
}

extension MappedWrapper {
  package static var mayBeMissing: Bool { true }
  package static var writtenType: (any Any.Type)? { WrappedValue.self }

  /// The description of the value.
  public var debugDescription: String { String(reflecting: wrappedValue) }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws where WrappedValue: Encodable {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
