// Embedded Swift has no values for types, and no `Any`: a failure says there what went wrong and where,
// not with which type.

/// The type that a failure is about.
package struct TypeNote: Sendable {
  #if hasFeature(Embedded)
  @inlinable package init<T>(_ type: T.Type) {}
  #else
  package let type: any Any.Type

  package init<T>(_ type: T.Type) { self.type = type }
  #endif
}

/// The value that a failure is about.
package struct ValueNote {
  #if hasFeature(Embedded)
  package init<T>(_ value: T) {}
  #else
  package let value: Any

  package init<T>(_ value: T) { self.value = value }
  #endif
}

extension WireReader where Self: ~Copyable {
  /// The failure of text that is not a raw value of `type`.
  @inline(never)
  @usableFromInline
  package func noRawValue<T, Raw>(of type: T.Type, _ raw: Raw, at position: Int) -> WireFailure {
    #if hasFeature(Embedded)
    let description = "Not a raw value of the type"
    #else
    let description = "Cannot initialize \(type) from invalid \(Raw.self) value \(raw)"
    #endif
    return invalid(description, at: position, expecting: .rawValue(of: TypeNote(type)))
  }
}
