package import FerryBase

/// A type whose values have values of another type in them.
package protocol WrappedValues {
  static var wrapped: any Any.Type { get }
  /// Whether the other values are elements or members of the value.
  static var areElements: Bool { get }
}

/// A type that states its form in documents, as a JSON Schema.
package protocol DescribedForm {
  static var form: AnyValue { get }
}

extension WrappedValues {
  package static var areElements: Bool { false }
}

extension Optional: WrappedValues {
  package static var wrapped: any Any.Type { Wrapped.self }
}

extension Array: WrappedValues {
  package static var wrapped: any Any.Type { Element.self }
  package static var areElements: Bool { true }
}

extension Set: WrappedValues {
  package static var wrapped: any Any.Type { Element.self }
  package static var areElements: Bool { true }
}

extension Dictionary: WrappedValues {
  package static var wrapped: any Any.Type { Value.self }
  package static var areElements: Bool { true }
}
