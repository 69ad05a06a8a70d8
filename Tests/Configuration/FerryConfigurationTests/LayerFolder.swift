import FerryConfiguration
import FerryTestSupport
import Foundation

/// A folder for one test, with files.
final class LayerFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-sources-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try overwrite(url.path, with: text)
  }

  /// The text without the name of the folder.
  func shown(_ text: String?) -> String? { text?.replacingOccurrences(of: path + "/", with: "") }
}

/// Returns the report of the error that `body` throws.
func report(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return (error as? DecodingError)?.problem?.description ?? "\(error)"
  }
}
