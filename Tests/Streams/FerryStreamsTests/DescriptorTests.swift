import FerryCoders
import FerryJSON
import Ferry
import FerryStreams
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Descriptors that do less than they are asked for: short reads and writes, signals, full disks.
@Suite(.serialized) struct DescriptorTests {
  private func socketPair() throws -> (Int32, Int32) {
    var pair: [Int32] = [0, 0]
    #if canImport(Glibc)
    let type = Int32(SOCK_STREAM.rawValue)
    #else
    let type = SOCK_STREAM
    #endif
    try #require(socketpair(AF_UNIX, type, 0, &pair) == 0)
    return (pair[0], pair[1])
  }

  /// A socket that takes a few thousand bytes at a time and says "not now" in between.
  @Test("short writes and reads are continued")
  func shortWritesAndReads() throws {
    let (left, right) = try socketPair()
    var size: Int32 = 4096
    setsockopt(left, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(left, F_SETFL, fcntl(left, F_GETFL) | O_NONBLOCK)
    _ = fcntl(right, F_SETFL, fcntl(right, F_GETFL) | O_NONBLOCK)
    let items = Array(ParallelTests.items.prefix(3000))
    let writing = Thread {
      let writer = try? JSON.recordWriter(
        for: ParallelTests.Item.self, to: .descriptor(left))
      for item in items { try? writer?.write(item) }
      try? writer?.finish()
      close(left)
    }
    writing.start()
    let found = try JSON.stream(ParallelTests.Item.self, from: .descriptor(right))
      .map { try $0.get() }
    close(right)
    #expect(found == items)
  }

  /// A handler that does nothing interrupts every call that waits.
  @Test("signals do not interrupt reading")
  func signalsInterruptNothing() throws {
    var action = sigaction()
    #if canImport(Glibc)
    action.__sigaction_handler.sa_handler = { _ in }
    #else
    action.__sigaction_u.__sa_handler = { _ in }
    #endif
    // No SA_RESTART: read and write return EINTR.
    var old = sigaction()
    sigaction(SIGUSR1, &action, &old)
    defer { sigaction(SIGUSR1, &old, nil) }
    let (left, right) = try socketPair()
    let items = Array(ParallelTests.items.prefix(200))
    let reader = pthread_self()
    // Waiting with Foundation's locks traps when the last signal comes late.
    let finished = DispatchSemaphore(value: 0)
    let writing = Thread {
      for item in items {
        let line = ((try? JSON.encode(item)) ?? []) + [0x0A]
        _ = line.withUnsafeBytes { write(left, $0.baseAddress, $0.count) }
        pthread_kill(reader, SIGUSR1)
        usleep(500)
      }
      close(left)
      finished.signal()
    }
    writing.start()
    let found = try JSON.stream(ParallelTests.Item.self, from: .descriptor(right))
      .map { try $0.get() }
    finished.wait()
    close(right)
    #expect(found == items)
  }

  @Test(
    "a full disk is an error", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDisk() throws {
    let writer = try JSON.recordWriter(for: [Int].self, to: .file("/dev/full"))
    try writer.write([1])
    let error = try #require(#expect(throws: Problem.self) { try writer.finish() })
    #expect(error.category == .system && error.errorNumber == ENOSPC)
    #expect(error.description == "/dev/full: cannot write: No space left on device")
  }

  /// A failed write leaves a hole, and records after a hole are useless.
  @Test("no record is written after a failed write", arguments: FormatsTests.Kind.allCases)
  func nothingIsWrittenBehindAHole(_ kind: FormatsTests.Kind) throws {
    struct Refused: Error {}
    var calls = 0
    let writer = try kind.writer(
      .receiver { _ in
        calls += 1
        if calls == 2 { throw Refused() }
      })
    let item = ParallelTests.items[0]
    try writer.write(item)
    try writer.flush()
    try writer.write(item)
    #expect(throws: Refused.self) { try writer.flush() }
    #expect(throws: Refused.self) { try writer.write(item) }
    #expect(throws: Refused.self) { try writer.flush() }
    #expect(throws: Refused.self) { try writer.finish() }
    #expect(calls == 2)
  }

  @Test("a closed reader is an error")
  func aReaderThatIsGone() throws {
    signal(SIGPIPE, SIG_IGN)
    let (left, right) = try socketPair()
    close(right)
    let writer = try JSON.recordWriter(for: [Int].self, to: .descriptor(left))
    let error = try #require(
      #expect(throws: Problem.self) {
        for _ in 0..<100_000 { try writer.write([1]) }
        try writer.finish()
      })
    #expect(error.errorNumber == EPIPE)
    close(left)
  }
}
