import FerryStreams
import FerryTestSupport
import Foundation
import Testing

@Suite("File watcher")
struct FileWatcherTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "ferry-watch-\(UInt64.random(in: 0 ... .max))")

  private func write(_ text: String, _ name: String, atomically: Bool = false) throws {
    try Data(text.utf8).write(
      to: folder.appendingPathComponent(name), options: atomically ? .atomic : [])
  }

  /// Whether the watcher reports a change after `change`, and no other one.
  private func isSeen(
    _ watcher: FileWatcher, _ change: () throws -> Void
  ) async throws -> Bool {
    try change()
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in watcher.changes { return true }
        return false
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(3))
        return false
      }
      let isSeen = await group.next() ?? false
      group.cancelAll()
      return isSeen
    }
  }

  @Test("each way to replace a file is a change")
  func changes() async throws {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    try files.createDirectory(
      at: folder.appendingPathComponent("v1"), withIntermediateDirectories: true)
    try write("1", "v1/app")
    try files.createSymbolicLink(
      atPath: folder.path + "/..data", withDestinationPath: "v1")
    try files.createSymbolicLink(
      atPath: folder.path + "/app", withDestinationPath: "..data/app")
    func watcher(_ name: String = "app") -> FileWatcher {
      FileWatcher([folder.path + "/" + name])
    }
    #expect(try await isSeen(watcher()) { try write("2", "v1/app") })
    #expect(try await isSeen(watcher()) { try write("3", "v1/app", atomically: true) })
    // The swap of a mount of Kubernetes.
    let mount = watcher()
    #expect(
      try await isSeen(mount) {
        try files.createDirectory(
          at: folder.appendingPathComponent("v2"), withIntermediateDirectories: true)
        try write("4", "v2/app")
        try files.createSymbolicLink(atPath: folder.path + "/..new", withDestinationPath: "v2")
        rename(folder.path + "/..new", folder.path + "/..data")
      })
    #expect(try await isSeen(watcher()) { try files.removeItem(atPath: folder.path + "/app") })
    #expect(try await isSeen(watcher()) { try write("5", "app") })
    #expect(try await isSeen(watcher("v2")) { try write("7", "v2/other", atomically: true) })
    #expect(
      try await isSeen(watcher("deep/er/app")) {
        try files.createDirectory(
          at: folder.appendingPathComponent("deep/er"), withIntermediateDirectories: true)
        try write("6", "deep/er/app")
      })
  }

  @Test("the state of a file changes only with the file")
  func otherFiles() async throws {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    try write("1", "app")
    let before = FileState(folder.path + "/app")
    try write("1", "other")
    #expect(FileState(folder.path + "/app") == before)
    #expect(FileState(folder.path + "/missing") == FileState(folder.path + "/gone"))
    try write("2", "app", atomically: true)
    #expect(FileState(folder.path + "/app") != before)
  }
}
