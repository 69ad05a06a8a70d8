#if !Portable
extension TypePlan {
  /// Returns whether a cast of `type` to ``TapeDecodableCollection`` or ``TapeEncodableCollection``
  /// can succeed. A cast that fails searches all conformances of the program. That takes some fifty
  /// microseconds if there are thousands.
  ///
  /// All collections but `Float16` are generic structs and enums. Swift's ABI marks these types
  /// (TypeMetadata.rst, "Nominal Type Descriptor"):
  ///
  /// ```
  /// metadata    | kind | descriptor | ...
  ///                          |
  /// descriptor  | flags: 32 bits, of which bit 7 means "generic" | ...
  /// ```
  static func mayBeCollection(_ type: any Any.Type) -> Bool {
    #if _ptrauth(_arm64e)
    // The address of the descriptor is signed.
    return true
    #else
    if isHalf(type) { return true }
    // A metatype is the address of the metadata, which is never freed.
    let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    let (kind, descriptor) = unsafe (metadata[0], metadata[1])
    // Structs, enums and optionals. A class has a greater kind, and another value in place of the
    // descriptor.
    guard (0x200...0x202).contains(kind) else { return false }
    guard let flags = unsafe UnsafePointer<UInt32>(bitPattern: descriptor) else { return true }
    return unsafe flags.pointee & 0x80 != 0
    #endif
  }

  private static func isHalf(_ type: any Any.Type) -> Bool {
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    type == Float16.self
    #else
    false
    #endif
  }
}

extension EnumCases {
  /// Returns the cases of an enumeration whose cases have no payloads, from its metadata
  /// (TypeMetadata.rst, "Enum Metadata" and "Nominal Type Descriptor"; ValueWitness.def for the
  /// witnesses):
  ///
  /// ```
  /// metadata    | value witnesses | kind | descriptor | ...      the type is the address of "kind"
  /// descriptor  | 5 words of 32 bits | cases with payloads and offset: 32 | cases without: 32 |
  /// witnesses   | 8 functions | size | stride | flags, extra: 32 each | tag | project | inject |
  /// ```
  static func all<T>(_ type: T.Type) -> [T] {
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
    return (0..<count).compactMap { tag in
      unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { buffer in
        // If cases have no payloads, the tag is the whole value.
        guard let value = buffer.baseAddress else { return nil }
        unsafe inject(value, tag, metadata)
        return unsafe value.move()
      }
    }
    #endif
  }
}
#endif
