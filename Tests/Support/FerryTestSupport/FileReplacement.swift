import Foundation

/// A way in which editors, containers and orchestrators give a file a new version.
package struct FileReplacement: Sendable, CustomStringConvertible {
  package typealias Step = @Sendable (ReplacedFile) throws -> Void

  package let description: String
  /// Puts something else in place of the file before the new version; nil for most ways.
  package let interrupt: Step?
  private let prepare: Step
  private let write: @Sendable (ReplacedFile, String) throws -> Void

  init(
    _ description: String, prepare: @escaping Step = { _ in }, interrupt: Step? = nil,
    write: @escaping @Sendable (ReplacedFile, String) throws -> Void
  ) {
    self.description = description
    self.prepare = prepare
    self.interrupt = interrupt
    self.write = write
  }

  /// The reason why a way cannot be tested on this machine.
  struct Unavailable: Error { let reason: String }

  /// Calls `body` with a new file, which is gone afterwards. A way that this machine does not allow
  /// is printed and skipped.
  package func withFile(
    _ text: String, _ body: (ReplacedFile) async throws -> Void
  ) async throws {
    let file = try ReplacedFile(text)
    defer { file.remove() }
    do {
      try prepare(file)
    } catch let error as Unavailable {
      print("FileReplacement: '\(self)' is skipped: \(error.reason)")
      return
    }
    try await body(file)
  }

  /// Gives the file its next version. All versions have the same size.
  package func replace(_ file: ReplacedFile, with text: String) throws {
    try write(file, ReplacedFile.padded(text))
  }
}

extension FileReplacement {
  /// All ways.
  package static let all = written + replaced + interrupted

  /// The file stays the same, with other bytes.
  private static let written = [
    FileReplacement("written in place") { try $0.write($1) },
    FileReplacement("truncated, and written later") {
      truncate($0.path, 0)
      usleep(10_000)
      try $0.write($1)
    },
    FileReplacement("written twice at once") {
      try $0.write(ReplacedFile.padded(""))
      try $0.write($1)
    },
    FileReplacement("written with the same modification time", prepare: { $0.setTime() }) {
      try $0.write($1)
      $0.setTime()
    },
    FileReplacement(
      "written through another hard link", prepare: { link($0.path, $0.other("app.json")) }
    ) {
      try $0.write($1, to: $0.other("app.json"))
    },
    FileReplacement(
      "written behind a symbolic link",
      prepare: {
        rename($0.path, $0.other("app.json"))
        symlink("../other/app.json", $0.path)
      }
    ) {
      try $0.write($1, to: $0.other("app.json"))
    },
    FileReplacement(
      "written by a program that keeps it open", prepare: { $0.descriptor = open($0.path, O_RDWR) }
    ) {
      pwrite($0.descriptor, Array($1.utf8), $1.utf8.count, 0)
    },
    FileReplacement("written through mapped memory") {
      let descriptor = open($0.path, O_RDWR)
      let count = $1.utf8.count
      let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      if let memory, memory != MAP_FAILED {
        memory.copyMemory(from: Array($1.utf8), byteCount: count)
        munmap(memory, count)
      }
      close(descriptor)
    },
    FileReplacement(
      "written outside of a container that mounts the file alone", prepare: { try $0.mount() }
    ) {
      try $0.write($1, to: $0.other("app.json"))
    },
  ]

  /// Another file takes the place of the file.
  private static let replaced = [
    FileReplacement("replaced by a rename") {
      try $0.write($1, to: $0.other("new"))
      rename($0.other("new"), $0.path)
    },
    FileReplacement(
      "replaced by a rename with the same modification time", prepare: { $0.setTime() }
    ) {
      try $0.write($1, to: $0.other("new"))
      $0.setTime(of: $0.other("new"))
      rename($0.other("new"), $0.path)
    },
    FileReplacement("deleted and created") {
      unlink($0.path)
      try $0.write($1)
    },
    FileReplacement("renamed to a backup and created") {
      rename($0.path, $0.path + "~")
      try $0.write($1)
    },
    FileReplacement("replaced with its folder") {
      mkdir($0.folder + "/new", 0o700)
      try $0.write($1, to: $0.folder + "/new/app.json")
      rename($0.folder + "/config", $0.other(UUID().uuidString))
      rename($0.folder + "/new", $0.folder + "/config")
    },
    FileReplacement(
      "behind a link that gets another target",
      prepare: {
        mkdir($0.folder + "/config/..1", 0o700)
        rename($0.path, $0.folder + "/config/..1/app.json")
        symlink("..1", $0.folder + "/config/..data")
        symlink("..data/app.json", $0.path)
      }
    ) {
      let version = ".." + UUID().uuidString
      mkdir($0.folder + "/config/" + version, 0o700)
      try $0.write($1, to: $0.folder + "/config/\(version)/app.json")
      symlink(version, $0.folder + "/config/..new")
      rename($0.folder + "/config/..new", $0.folder + "/config/..data")
    },
  ]

  /// There is no readable file for a while.
  private static let interrupted = [
    FileReplacement("missing for a while", interrupt: { unlink($0.path) }) { try $0.write($1) },
    FileReplacement(
      "missing for a while with its folder",
      interrupt: { try FileManager.default.removeItem(atPath: $0.folder + "/config") }
    ) {
      mkdir($0.folder + "/config", 0o700)
      try $0.write($1)
    },
    FileReplacement(
      "a pipe for a while",
      interrupt: {
        unlink($0.path)
        mkfifo($0.path, 0o600)
      }
    ) {
      unlink($0.path)
      try $0.write($1)
    },
    FileReplacement(
      "a folder for a while",
      interrupt: {
        unlink($0.path)
        mkdir($0.path, 0o700)
      }
    ) {
      rmdir($0.path)
      try $0.write($1)
    },
    FileReplacement(
      "unreadable for a while",
      prepare: { _ in if geteuid() == 0 { throw Unavailable(reason: "root reads every file") } },
      interrupt: { chmod($0.path, 0) }
    ) {
      chmod($0.path, 0o600)
      try $0.write($1)
    },
  ]
}

/// A file `config/app.json` in a folder of its own, beside the folder `other`.
package final class ReplacedFile: @unchecked Sendable {
  // Sendable: one test uses it.

  package let folder: String
  /// An open descriptor of the file, or -1.
  fileprivate var descriptor: Int32 = -1
  private var isMounted = false

  /// The path of the file.
  package var path: String { folder + "/config/app.json" }

  fileprivate init(_ text: String) throws {
    folder = FileManager.default.temporaryDirectory.path + "/ferry-file-\(UUID().uuidString)"
    for name in ["config", "other"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    try write(Self.padded(text))
  }

  fileprivate static func padded(_ text: String) -> String {
    text.padding(toLength: 40, withPad: " ", startingAt: 0)
  }

  fileprivate func other(_ name: String) -> String { folder + "/other/" + name }

  /// Writes a file in place.
  fileprivate func write(_ text: String, to path: String? = nil) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path ?? self.path))
  }

  /// Sets the time of the last modification to one that all versions have.
  fileprivate func setTime(of path: String? = nil) {
    let time = timeval(tv_sec: 1_600_000_000, tv_usec: 0)
    utimes(path ?? self.path, [time, time])
  }

  /// Mounts `other/app.json` in place of the file.
  fileprivate func mount() throws {
    try FileManager.default.copyItem(atPath: path, toPath: other("app.json"))
    guard Self.run("mount", "--bind", other("app.json"), path) else {
      throw FileReplacement.Unavailable(reason: "mount --bind fails")
    }
    isMounted = true
  }

  fileprivate func remove() {
    if descriptor >= 0 { close(descriptor) }
    if isMounted { _ = Self.run("umount", path) }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func run(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    (process.standardOutput, process.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice
    )
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

/// Writes a file in place. If the new text is not shorter, a reader sees the old text or the new one. The
/// file is never empty.
package func overwrite(_ path: String, with text: String) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  defer { close(descriptor) }
  let bytes = Array(text.utf8)
  guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
    ftruncate(descriptor, off_t(bytes.count)) == 0
  else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

/// Waits until `condition` holds; false after 12,000 looks, at least a minute.
///
/// Tests that run at the same time may block all threads for minutes, so no clock can tell that the
/// condition had its chance.
package func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
  for _ in 0..<12_000 {
    if try condition() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return try condition()
}
