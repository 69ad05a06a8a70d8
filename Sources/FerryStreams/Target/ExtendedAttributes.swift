internal import FerrySystem

#if !canImport(Darwin)
internal import CExtendedAttributes
#endif

/// What a file has beside its contents, its owner and its mode: extended attributes, lists of access
/// rights among them.
enum ExtendedAttributes {
  #if canImport(Darwin)
  /// Gives the file `new` the attributes of the one at `path`.
  static func copy(from path: FileName, to new: FileName, _: Int32) throws(StreamError) {
    let parts = copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL)
    guard unsafe copyfile(path.bytes, new.bytes, nil, parts) == 0 else {
      throw StreamError(path.description, "keep the attributes", code: errno)
    }
  }
  #else
  /// Gives the file behind `descriptor` the attributes of the one at `path`.
  static func copy(from path: FileName, to _: FileName, _ descriptor: Int32) throws(StreamError) {
    // Where a file system has no attributes, there is none to keep.
    guard let names = unsafe read({ unsafe listxattr(path.bytes, $0, $1) }) else { return }
    for name in names.split(separator: 0) {
      let name = String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard let value = unsafe read({ unsafe getxattr(path.bytes, name, $0, $1) }) else { continue }
      if unsafe fsetxattr(descriptor, name, value, value.count, 0) == 0 { continue }
      // Those of the system belong to the system, which gives a new file its own.
      guard name.hasPrefix("user.") || name.hasPrefix("system.posix_acl") else { continue }
      throw StreamError(path.description, "keep the attribute \(name)", code: errno)
    }
  }

  /// What `call` writes, which is asked for the size first; nil if it fails.
  private static func read(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [CChar]? {
    // Somebody else may make it larger between the two calls.
    for _ in 0..<10 {
      let size = call(nil, 0)
      guard size > 0 else { return size == 0 ? [] : nil }
      var bytes = [CChar](repeating: 0, count: size)
      let count = unsafe bytes.withUnsafeMutableBufferPointer { unsafe call($0.baseAddress, size) }
      if count >= 0 { return Array(bytes.prefix(count)) }
      guard errno == ERANGE else { return nil }
    }
    return nil
  }
  #endif
}
