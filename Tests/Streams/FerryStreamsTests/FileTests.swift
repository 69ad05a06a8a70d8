import FerryCoders
import FerryJSON
import Ferry
import FerryStreams
import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Files that are written are replaced as a whole, whatever else the program does.
@Suite(.serialized) struct FileTests {
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test("eight threads write different files at the same time")
  func eightThreadsWriteFilesOfTheirOwn() throws {
    try withFolder { folder in
      let wrong = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        let path = folder.appendingPathComponent("\(thread)").path
        for round in 0..<20 {
          do {
            let writer = try JSON.recordWriter(for: [Int].self, to: .file(path))
            for index in 0..<10 { try writer.write([thread, round, index]) }
            if round % 3 != 2 { try writer.finish() }
          } catch {
            wrong.add(1, ordering: .relaxed)
          }
        }
        let records = JSON.stream([Int].self, from: .file(path)).map { try? $0.get() }
        if records != (0..<10).map({ [thread, 19, $0] }) { wrong.add(1, ordering: .relaxed) }
      }
      #expect(wrong.load(ordering: .relaxed) == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.count == 8)
    }
  }

  @Test("a file that cannot be read is named, with the system's reason")
  func unreadableFiles() throws {
    func text(_ body: () throws -> Void) -> String {
      do {
        try body()
        return "no error"
      } catch {
        return "\(error)"
      }
    }
    for (path, message) in [
      ("no/such.json", "no/such.json: cannot open: No such file or directory"),
      ("/", "/: cannot read: Is a directory"),
    ] {
      #expect(
        text { for record in JSON.stream([Int].self, from: .file(path)) { _ = try record.get() } }
          == message)
      #if FERRY_YAML
      #expect(text { _ = try YAML.decode([Int].self, contentsOf: path) } == message)
      #endif
    }
    #expect(
      text { _ = try JSON.recordWriter(for: Int.self, to: .file("no/such.json")) }
        == "no/such.json: cannot create a temporary file beside: No such file or directory")
  }

  #if canImport(Glibc)
  // Not a signal that is ignored: whatever tool another test starts meanwhile would ignore it, too.
  private func handler() -> Int {
    var action = sigaction()
    sigaction(SIGTERM, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  }

  /// The command's own handlers give way to those that were there.
  @Test("the previous signal handlers are restored")
  func handlersOfSignalsComeBack() throws {
    signal(SIGTERM) { _ in }
    defer { signal(SIGTERM, SIG_DFL) }
    let before = handler()
    try withFolder { folder in
      for isComplete in [true, false] {
        let file = try AtomicFile(
          replacing: FileName(folder.appendingPathComponent("file").path),
          isRemovedBySignals: true)
        #expect(handler() != before)
        if isComplete { try file.commit() } else { file.discard() }
        #expect(handler() == before)
      }
    }
  }

  /// The handlers of a program are its own.
  @Test("signal handlers of the program stay in place")
  func handlersOfSignalsStay() throws {
    signal(SIGTERM) { _ in }
    defer { signal(SIGTERM, SIG_DFL) }
    let before = handler()
    try withFolder { folder in
      let path = folder.appendingPathComponent("records").path
      let writer = try Binary.recordWriter(for: Int.self, to: .file(path))
      try writer.write(1)
      #expect(handler() == before)
      try writer.finish()
      #expect(handler() == before)
    }
  }
  #endif
}
