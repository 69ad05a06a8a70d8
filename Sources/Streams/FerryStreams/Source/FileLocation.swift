internal import FerryBase
public import FerryEssentials

/// The location of a file: a path in a `String`, or a `URL` of the file system. No other type has a
/// meaning.
public protocol FileLocation {}

extension String: FileLocation {}
extension URL: FileLocation {}

extension FileLocation {
  /// The path of the file.
  /// - Throws: ``Problem`` if the location is not in the file system.
  package var path: String {
    get throws(Problem) {
      if let path = self as? String { return path }
      let address = self as? URL
      if let address, address.isFileURL { return address.path(percentEncoded: false) }
      throw Problem(
        in: address?.absoluteString ?? "\(self)", "the address is not that of a file",
        hint: "load its contents first, and decode these bytes")
    }
  }
}
