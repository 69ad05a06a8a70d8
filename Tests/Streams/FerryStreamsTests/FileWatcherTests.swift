import FerryCoders
import FerryJSON
import FerryStreams
import FerryTestSupport
import Foundation
import Synchronization
import Testing

@Suite("File watcher")
struct FileWatcherTests {
  private let folder =
    FileManager.default.temporaryDirectory.path
    + "/ferry-watch-\(UUID().uuidString)"

  private func withFolder(_ body: () async throws -> Void) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body()
  }

  private func write(_ text: String, _ name: String, atomically: Bool = false) throws {
    try Data(text.utf8).write(
      to: URL(fileURLWithPath: folder + "/" + name), options: atomically ? .atomic : [])
  }

  /// The number of changes that a watcher has reported.
  private final class Changes: Sendable {
    private let number = Mutex(0)
    private let task = Mutex<Task<Void, Never>?>(nil)
    var count: Int { number.withLock { $0 } }

    init(of path: String) {
      let watcher = FileWatcher([path])
      let task = Task { [weak self] in
        for await _ in watcher.changes { self?.number.withLock { $0 += 1 } }
      }
      self.task.withLock { $0 = task }
    }

    deinit { task.withLock { $0?.cancel() } }
  }

  @Test("each way to replace a file is a change", arguments: FileReplacement.all)
  func replacements(_ way: FileReplacement) async throws {
    try await way.withFile("1") { file in
      let changes = Changes(of: file.path)
      for text in ["2", "3", "4"] {
        let replace: FileReplacement.Step = { try way.replace($0, with: text) }
        for step in [way.interrupt, replace].compactMap(\.self) {
          let (state, count) = (FileState(file.path), changes.count)
          try step(file)
          #expect(await eventually { FileState(file.path) != state }, "\(way)")
          #expect(await eventually { changes.count > count }, "\(way)")
        }
      }
    }
  }

  @Test("each file in a watched folder is a change of the folder")
  func folders() async throws {
    try await withFolder {
      let changes = Changes(of: folder)
      for name in ["first", "second", "first"] {
        let count = changes.count
        try write("1", name, atomically: true)
        #expect(await eventually { changes.count > count })
      }
    }
  }

  @Test("a missing file in missing folders is a change when it is created")
  func missing() async throws {
    try await withFolder {
      let changes = Changes(of: folder + "/deep/er/app")
      for name in ["deep", "deep/er"] {
        try FileManager.default.createDirectory(
          atPath: folder + "/" + name, withIntermediateDirectories: true)
      }
      try write("1", "deep/er/app")
      #expect(await eventually { changes.count > 0 })
      let count = changes.count
      try write("2", "deep/er/app")
      #expect(await eventually { changes.count > count })
    }
  }

  // MARK: States

  @Test("the state of a file changes only with the file")
  func otherFiles() async throws {
    try await withFolder {
      try write("1", "app")
      let before = FileState(folder + "/app")
      try write("1", "other")
      #expect(FileState(folder + "/app") == before)
      #expect(FileState(folder + "/missing") == FileState(folder + "/gone"))
      try write("2", "app", atomically: true)
      #expect(FileState(folder + "/app") != before)
    }
  }

  @Test("versions of one tick of the clock have different states")
  func ticks() async throws {
    try await withFolder {
      for number in 0..<500 {
        try write("1", "app")
        let before = FileState(folder + "/app")
        try write("2", "app")
        #expect(FileState(folder + "/app") != before, "\(number)")
      }
    }
  }

  @Test("a file above 1 MiB with its modification time set back has another state")
  func largeFile() async throws {
    try await withFolder {
      let (path, time) = (folder + "/app", Date(timeIntervalSince1970: 1_600_000_000))
      func write(_ letter: String) throws -> FileState {
        try self.write(String(repeating: letter, count: 2 << 20), "app")
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        return FileState(path)
      }
      let before = try write("1")
      try await Task.sleep(for: .milliseconds(50))
      #expect(try write("2") != before)
    }
  }

  @Test("files that appear in one tick of the clock change the state of their folder")
  func names() async throws {
    try await withFolder {
      for number in 0..<500 {
        let before = FileState(folder)
        try write("", "\(number)")
        #expect(FileState(folder) != before, "\(number)")
      }
    }
  }

  @Test("a pipe has one state, however it is used")
  func pipe() async throws {
    try await withFolder {
      let path = folder + "/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      let before = FileState(path)
      #expect(before != FileState(folder + "/missing"))
      let descriptor = open(path, O_RDWR | O_NONBLOCK)
      defer { close(descriptor) }
      try await Task.sleep(for: .milliseconds(20))
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      try handle.write(contentsOf: Data([0x20]))
      #expect(FileState(path) == before)
    }
  }

  @Test("a modification time far in the future is a state")
  func farFuture() async throws {
    try await withFolder {
      try write("1", "app")
      let before = FileState(folder + "/app")
      var times = [timespec](repeating: timespec(tv_sec: 15_000_000_000, tv_nsec: 0), count: 2)
      #expect(utimensat(AT_FDCWD, folder + "/app", &times, 0) == 0)
      #expect(FileState(folder + "/app") != before)
    }
  }
}
