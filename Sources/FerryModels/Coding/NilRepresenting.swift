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
