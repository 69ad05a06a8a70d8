extension TypePlan {
  /// Whether a cast of `type` to ``TapeDecodableCollection`` or ``TapeEncodableCollection`` can
  /// succeed: a cast that fails searches all conformances of the program, some fifty microseconds
  /// where there are thousands. All collections but `Float16` are generic structs and enums, and
  /// which types are is fixed by Swift's ABI (TypeMetadata.rst, "Nominal Type Descriptor"):
  ///
  /// ```
  /// metadata    | kind | descriptor | ...
  ///                          |
  /// descriptor  | flags: 32 bits, of which bit 7 says "generic" | ...
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
    // Structs, enums and optionals; a class has a greater kind, and no address here.
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
