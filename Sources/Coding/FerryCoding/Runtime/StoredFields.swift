#if !Portable
internal import FerryBase

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
  /// Stays 0 if the runtime's attributes are those above.
  var rest: (UInt, UInt, UInt, UInt) = (0, 0, 0, 0)

  func areThose(ofVariable isVar: Bool) -> Bool {
    isStrong && self.isVar == isVar && rest == (0, 0, 0, 0)
  }
}

/// A type with known properties.
private struct Sample {
  let number: Int
  var text: String?
}

/// The stored properties of structs and classes, as the runtime lists them.
package enum StoredFields {
  /// Whether ``all(of:)`` finds the properties. The properties of a sample show it.
  package static let areKnown: Bool = {
    guard LayoutChecks.mayPass, storedPropertyCount(Sample.self) == 2 else { return false }
    let (number, text) = (property(0, of: Sample.self), property(1, of: Sample.self))
    return number.name == "number" && number.type == Int.self
      && number.attributes.areThose(ofVariable: false)
      && text.name == "text" && text.type == String?.self
      && text.attributes.areThose(ofVariable: true)
  }()

  /// Returns the names and types of the stored properties of `type`, which must not be an
  /// existential type. The result is empty if properties are not known.
  package static func all(of type: any Any.Type) -> [(name: String, type: any Any.Type)] {
    guard areKnown else { return [] }
    return (0..<storedPropertyCount(type)).compactMap { index in
      let (name, type, _) = property(index, of: type)
      return name.map { ($0, type) }
    }
  }

  private static func property(
    _ index: Int, of type: any Any.Type
  ) -> (name: String?, type: any Any.Type, attributes: FieldMetadata) {
    var field = FieldMetadata()
    let type = unsafe storedPropertyType(type, index: index, fieldMetadata: &field)
    defer { unsafe field.free?(field.name) }
    return unsafe (field.name.map { unsafe String(cString: $0) }, type, field)
  }
}
#endif
