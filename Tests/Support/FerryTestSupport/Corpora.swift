import Foundation
import Testing

/// The folder of test data that `FERRY_CORPORA` names; see the manual for its public sources.
package enum Corpora {
  /// The folder, or `nil` if the variable is not set.
  package static let folder: URL? = ProcessInfo.processInfo.environment["FERRY_CORPORA"]
    .map { URL(fileURLWithPath: $0, isDirectory: true) }

  /// A file of the corpora.
  package struct File: Sendable, CustomTestStringConvertible {
    /// Its name, without folders.
    package let name: String
    /// Its contents.
    package let bytes: [UInt8]

    /// The name, in reports of tests.
    package var testDescription: String { name }
  }

  /// The bytes of the file at `path` in the corpora; `nil`, said aloud, without corpora.
  package static func bytes(_ path: String) throws -> [UInt8]? {
    guard let folder = existing(path) else { return nil }
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  /// The lines of the text file at `path`; none, said aloud, without corpora.
  package static func lines(_ path: String) throws -> [String] {
    guard let bytes = try bytes(path) else { return [] }
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  /// The files in the folder at `path`, by name, and in the folders below if `isDeep`; none, said
  /// aloud, without corpora.
  package static func files(in path: String, isDeep: Bool = false) throws -> [File] {
    guard let folder = existing(path)?.appendingPathComponent(path) else { return [] }
    let names =
      isDeep
      ? try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      : try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.sorted().compactMap { name in
      let url = folder.appendingPathComponent(name)
      let values = try url.resourceValues(forKeys: [.isDirectoryKey])
      guard values.isDirectory != true else { return nil }
      return File(name: name, bytes: [UInt8](try Data(contentsOf: url)))
    }
  }

  private static func existing(_ path: String) -> URL? {
    if let folder { return folder }
    print("Skipped, FERRY_CORPORA is not set: \(path)")
    return nil
  }
}
