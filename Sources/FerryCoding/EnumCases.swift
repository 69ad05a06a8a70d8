/// The names that a document may use for the cases of an enumeration.
package enum EnumCases {
  /// The raw values of `type`, in the order of declaration; empty if they cannot be known.
  package static func rawValues(of type: any Any.Type) -> [String] {
    if let type = type as? any (CaseIterable & RawRepresentable).Type { return listed(type) }
    if let type = type as? any RawRepresentable.Type { return made(type) }
    return []
  }

  private static func listed<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> [String] {
    type.allCases.map { "\($0.rawValue)" }
  }

  /// The raw values of an enumeration whose cases have no payloads, by its metadata
  /// (TypeMetadata.rst, "Enum Metadata" and "Nominal Type Descriptor"; the witnesses are those of
  /// ValueWitness.def):
  ///
  /// ```
  /// metadata    | value witnesses | kind | descriptor | ...      the type is the address of "kind"
  /// descriptor  | 5 words of 32 bits | cases with payloads and offset: 32 | cases without: 32 |
  /// witnesses   | 8 functions | size | stride | flags, extra: 32 each | tag | project | inject |
  /// ```
  private static func made<T: RawRepresentable>(_ type: T.Type) -> [String] {
    #if _ptrauth(_arm64e)
    // Addresses of descriptors and functions are signed.
    return []
    #else
    // A metatype is the address of the metadata, which is never freed.
    let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    guard unsafe metadata[0] == 0x201, MemoryLayout<T>.size <= 1,
      let descriptor = unsafe UnsafePointer<UInt32>(bitPattern: metadata[1]),
      unsafe descriptor[5] == 0, case let count = unsafe descriptor[6], 1...255 ~= count,
      let witnesses = unsafe UnsafePointer<UInt>(bitPattern: metadata[-1])
    else { return [] }
    typealias Inject =
      @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafePointer<UInt>) -> Void
    let inject = unsafe unsafeBitCast(witnesses[13], to: Inject.self)
    return (0..<count).map { tag in
      unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { buffer in
        // Of a type whose cases have no payloads the tag is all there is to initialise.
        guard let value = buffer.baseAddress else { return "" }
        unsafe inject(value, tag, metadata)
        return "\(unsafe value.move().rawValue)"
      }
    }
    #endif
  }
}
