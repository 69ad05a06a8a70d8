import Foundation

/// The test data that `FERRY_CORPORA` names; see CONTRIBUTING.md.
enum Corpora {
  static let folder = ProcessInfo.processInfo.environment["FERRY_CORPORA"]
    .map { URL(fileURLWithPath: $0, isDirectory: true).appendingPathComponent("conformance") }

  /// The files in a folder, by name; none without corpora.
  static func files(in path: String) throws -> [(name: String, bytes: [UInt8])] {
    guard let folder = folder?.appendingPathComponent(path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      (name, [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
    }
  }

  /// The lines of a file, each as its words; none without corpora.
  static func lines(_ path: String) throws -> [[Substring]] {
    guard let folder else { return [] }
    let data = try Data(contentsOf: folder.appendingPathComponent(path))
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ")
    }
  }
}
