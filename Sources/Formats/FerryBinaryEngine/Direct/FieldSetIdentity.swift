import FerryBase

extension ObjectIdentifier {
  /// The identity of a field set.
  @inlinable @inline(__always)
  package init<Fields: _FieldSet>(of fields: Fields.Type) {
    #if hasFeature(Embedded)
    // Embedded Swift has no metadata of structs and enums, but each class has an address.
    self = unsafe unsafeBitCast(FieldSetIdentity<Fields>.self, to: ObjectIdentifier.self)
    #else
    self.init(fields)
    #endif
  }
}

#if hasFeature(Embedded)
/// A class for each field set.
@usableFromInline final class FieldSetIdentity<Fields: _FieldSet> {}
#endif
