import Foundation

/// Calls `body` with the path of a new file of these bytes, or with a free path, and removes the
/// file afterwards.
package func withTemporaryFile(_ bytes: [UInt8]? = nil, _ body: (String) throws -> Void) throws {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("ferry-\(UUID().uuidString)").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  if let bytes { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
  try body(path)
}
