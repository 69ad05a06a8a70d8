import Foundation

/// A folder for one test, with the files that its snippets read; it goes with the test.
final class Folder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-manual-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }
}
