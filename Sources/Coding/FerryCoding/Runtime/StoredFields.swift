#if !Portable
// These are two functions of the runtime's ABI, which the standard library's `Mirror` also calls.
// `Mirror` itself needs a value of the type, and a plan has only the type.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func storedPropertyCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func storedPropertyType(
  _ type: Any.Type, index: Int, fieldMetadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type

/// The attributes of a field that the runtime returns beside its type.
@safe
private struct FieldMetadata {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

/// The stored properties of structs and classes, as the runtime lists them.
package enum StoredFields {
  /// Whether ``all(of:)`` finds the properties.
  package static var areKnown: Bool { true }

  /// Returns the names and types of the stored properties of `type`, which must not be an
  /// existential type.
  package static func all(of type: any Any.Type) -> [(name: String, type: any Any.Type)] {
    (0..<storedPropertyCount(type)).compactMap { index in
      var field = FieldMetadata()
      let type = unsafe storedPropertyType(type, index: index, fieldMetadata: &field)
      defer { unsafe field.free?(field.name) }
      return unsafe field.name.map { unsafe (String(cString: $0), type) }
    }
  }
}
#endif
