internal import FerrySystem
package import FerryBase

/// A folder with files that documents may name. No path leads out of it.
package struct RootFolder: Sendable {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// Returns the file at a path: its name, its path without symbolic links, and at most `limit`
  /// bytes. The path is relative to the file `includer`, or to the folder if there is no such file.
  /// `willRead` gets the name, also of a file that cannot be read.
  package func file(
    at path: String, from includer: String?, limit: Int, willRead: (String) -> Void
  ) throws(Problem) -> (name: String, id: String, bytes: [UInt8]) {
    guard !path.hasPrefix("/") else {
      throw Problem(
        .invalidValue, detail: "the path `\(path)` is absolute",
        hint: "write a path relative to the including file")
    }
    var base = self.path
    if let includer, Self.realPath(includer) != nil {
      base = includer.lastIndex(of: "/").map { String(includer[...$0]) } ?? ""
    }
    let separator = base.isEmpty || base.hasSuffix("/") ? "" : "/"
    let name = base + separator + path
    willRead(name)
    guard let root = Self.realPath(self.path), let id = Self.realPath(name) else {
      throw unreadable(path, systemMessage())
    }
    guard id.hasPrefix(root.hasSuffix("/") ? root : root + "/") else {
      throw Problem(
        .invalidValue, detail: "the path `\(path)` leads out of the folder `\(self.path)`")
    }
    // A pipe or a device may have no end.
    guard let status = status(of: FileName(id)), status.isRegularFile else {
      throw unreadable(path, "not a regular file")
    }
    guard status.st_size <= limit else {
      throw Problem(.sizeLimit, detail: "the included files exceed the limit of bytes")
    }
    do {
      let bytes = try DescriptorSource.contents(of: id, mustBeRegular: true)
      return (name, id, bytes)
    } catch {
      throw unreadable(path, "\(error)")
    }
  }

  private func unreadable(_ path: String, _ reason: String) -> Problem {
    Problem(.valueNotFound, detail: "cannot read the file `\(path)`: \(reason)")
  }

  /// Returns the absolute path without symbolic links; `nil` if there is no such file.
  private static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(FileName(path).bytes, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
