import Ferry
import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Foundation
import Testing

@Suite("Record files")
struct RecordFilesTests {
  private struct Event: Codable, Equatable {
    var id: Int
    var name: String

    init(_ id: Int) {
      self.id = id
      name = "event \(id % 7)"
    }
  }

  private func append(_ events: Range<Int>, to path: String, finishing: Bool = true) throws {
    let writer = try Binary.recordWriter(for: Event.self, appendingTo: path)
    for id in events {
      try writer.write(Event(id))
      if id % 10 == 9 { try writer.flush() }
    }
    if finishing { try writer.finish() } else { try writer.flush() }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("any record is found by its number")
  func random() throws {
    try withTemporaryFile { path in
      try append(0..<1000, to: path)
      let file = try Binary.RecordFile<Event>(path: path)
      #expect(file.count == 1000)
      #expect(file.isComplete)
      for id in [0, 9, 10, 511, 998, 999, 3] { #expect(try file.record(at: id) == Event(id)) }
      #expect(try file.record(at: 1000) == nil)
      #expect(try file.record(at: -1) == nil)
      #expect(try file.records.map { try $0.get() } == (0..<1000).map(Event.init))
    }
  }

  @Test("parts that are read side by side are the whole", arguments: [1, 2, 3, 8, 500])
  func parts(count: Int) throws {
    try withTemporaryFile { path in
      try append(0..<300, to: path)
      let file = try Binary.RecordFile<Event>(bytes(path))
      let parts = file.parts(count)
      #expect((1...count).contains(parts.count))
      nonisolated(unsafe) var read = [[Event]](repeating: [], count: parts.count)
      let lock = NSLock()
      DispatchQueue.concurrentPerform(iterations: parts.count) { part in
        let events = parts[part].compactMap { try? $0.get() }
        lock.withLock { read[part] = events }
      }
      #expect(Array(read.joined()) == (0..<300).map(Event.init))
    }
  }

  @Test("a file continues at its end, finished or not")
  func appending() throws {
    try withTemporaryFile { path in
      try append(0..<20, to: path)
      try append(20..<20, to: path)
      try append(20..<55, to: path, finishing: false)
      #expect(try !Binary.RecordFile<Event>(path: path).isComplete)
      try append(55..<70, to: path)
      let file = try Binary.RecordFile<Event>(path: path)
      #expect(file.isComplete)
      #expect(try file.records.map { try $0.get() } == (0..<70).map(Event.init))
      let stream = Binary.stream(Event.self, from: .file(path))
      #expect(try stream.map { try $0.get() } == (0..<70).map(Event.init))
    }
  }

  @Test("a second writer of a file is an error, and a file of another format is not changed")
  func refusals() throws {
    try withTemporaryFile { path in
      let writer = try Binary.recordWriter(for: Event.self, appendingTo: path)
      #expect(throws: Problem.self) {
        try Binary.recordWriter(for: Event.self, appendingTo: path)
      }
      try writer.finish()
      #expect(try Binary.RecordFile<Event>(path: path).count == 0)
      try Data("text".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: DecodingError.self) {
        try Binary.recordWriter(for: Event.self, appendingTo: path)
      }
      #expect(throws: DecodingError.self) { try Binary.RecordFile<Event>(path: path) }
      #expect(throws: DecodingError.self) { try Binary.recoverRecords(at: path) }
      #expect(try bytes(path) == Array("text".utf8))
    }
  }

  @Test("a file with a writer is not recovered, and loses nothing")
  func recoveryBesideAWriter() throws {
    try withTemporaryFile { path in
      let writer = try Binary.recordWriter(for: Event.self, appendingTo: path)
      try writer.write(Event(0))
      try writer.flush()
      let refusal = #expect(throws: Problem.self) { try Binary.recoverRecords(at: path) }
      #expect(refusal?.summary.hasPrefix("cannot lock: ") == true)
      try writer.write(Event(1))
      try writer.finish()
      #expect(try Binary.recoverRecords(at: path).wasWhole)
      try append(2..<3, to: path)
      let file = try Binary.RecordFile<Event>(path: path)
      #expect(try file.records.map { try $0.get() } == (0..<3).map(Event.init))
    }
  }

  #if os(Linux)
  @Test("a writer that ends leaves the file free, though a forked child still has it open")
  func unlocking() throws {
    try withTemporaryFile { path in
      let writer = try Binary.recordWriter(for: Event.self, appendingTo: path)
      // A child between fork and exec has another descriptor of the same open file.
      let inherited = (0..<1024).first { number in
        path
          == (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))
      }
      let copy = dup(Int32(try #require(inherited)))
      defer { close(copy) }
      try writer.write(Event(0))
      try writer.finish()
      try append(1..<2, to: path)
      #expect(try Binary.RecordFile<Event>(path: path).count == 2)
    }
  }
  #endif

  @Test("a truncated file has an exact prefix, and continues from there")
  func torn() throws {
    try withTemporaryFile { path in
      try append(0..<30, to: path)
      let whole = try bytes(path)
      for length in 8..<whole.count {
        let cut = Array(whole[..<length])
        try Data(cut).write(to: URL(fileURLWithPath: path))
        let count = try Binary.RecordFile<Event>(cut).count
        #expect(count % 10 == 0)
        try append(100..<101, to: path)
        let ids = try Binary.RecordFile<Event>(path: path).records.map { try $0.get().id }
        #expect(ids == Array(0..<count) + [100], "cut to \(length)")
      }
    }
  }

  @Test("appending to a damaged file is an error, and recovery loses a frame and reports it")
  func recovery() throws {
    try withTemporaryFile { path in
      try append(0..<50, to: path)
      let whole = try bytes(path)
      #expect(try Binary.recoverRecords(at: path).wasWhole)
      #expect(try bytes(path) == whole)
      var random = SeededGenerator(for: "record recovery")
      for _ in 0..<40 {
        let position = random.int(8..<whole.count)
        var damaged = whole
        damaged[position] ^= 1 << UInt8(random.int(0..<8))
        try Data(damaged).write(to: URL(fileURLWithPath: path))
        let recovery = try Binary.recoverRecords(at: path)
        #expect(recovery.lostRanges.contains { $0.contains(position) }, "byte \(position)")
        #expect(recovery.recordCount >= 40)
        let lost = recovery.lostRecordCount ?? 0
        #expect(recovery.recordCount + lost == 50)
        let file = try Binary.RecordFile<Event>(path: path)
        #expect(file.isComplete)
        let ids = try file.records.map { try $0.get().id }
        #expect(ids.count == recovery.recordCount)
        #expect(ids == ids.sorted() && Set(ids).isSubset(of: 0..<50))
      }
      // Without its end, and with damage in front of whole frames.
      var damaged = Array(whole.dropLast(40))
      damaged[30] ^= 1
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      #expect(throws: DecodingError.self) {
        try Binary.recordWriter(for: Event.self, appendingTo: path)
      }
      #expect(try bytes(path) == damaged)
    }
  }

  @Test("an error in a record has its number and location")
  func errors() throws {
    try withTemporaryFile { path in
      try append(0..<20, to: path)
      let file = try Binary.RecordFile<[Int]>(path: path)
      let error = #expect(throws: DecodingError.self) { try file.record(at: 12) }
      #expect(error?.problem?.place != nil)
      let first = try #require(file.records.first { _ in true })
      guard case .failure(let failure) = first else {
        Issue.record("no error")
        return
      }
      #expect((failure as? Problem)?.record == 1)
      #expect(file.records.map { $0 }.count == 1)
    }
  }
}
