import FerryCoders
import FerryJSON
import Ferry
import FerryStreams
import Foundation
import Testing

/// The same records through every format: written, read back, cut anywhere.
@Suite struct FormatsTests {
  typealias Item = ParallelTests.Item

  enum Kind: CaseIterable {
    case lines, sequence, events, array, binary
    #if FERRY_YAML
    case yaml
    #endif

    func writer(_ target: StreamTarget) throws -> RecordWriter<Item> {
      switch self {
      case .lines: return try JSON.recordWriter(for: Item.self, to: target)
      case .sequence: return try JSON.recordWriter(for: Item.self, to: target, as: .sequence)
      case .events: return try JSON.recordWriter(for: Item.self, to: target, as: .serverSentEvents)
      case .array: return try JSON.recordWriter(for: Item.self, to: target, as: .array)
      case .binary: return try Binary.recordWriter(for: Item.self, to: target)
      #if FERRY_YAML
      case .yaml: return try YAML.recordWriter(for: Item.self, to: target)
      #endif
      }
    }

    func stream(_ source: StreamSource, continues: Bool = false) -> RecordStream<Item> {
      let options = StreamOptions(continuesAfterErrors: continues)
      switch self {
      case .lines: return JSON.stream(Item.self, from: source, options: options)
      case .sequence: return JSON.stream(Item.self, from: source, as: .sequence, options: options)
      case .events:
        return JSON.stream(Item.self, from: source, as: .serverSentEvents, options: options)
      case .array: return JSON.stream(Item.self, from: source, as: .elements, options: options)
      case .binary: return Binary.stream(Item.self, from: source, options: options)
      #if FERRY_YAML
      case .yaml: return YAML.stream(Item.self, from: source, options: options)
      #endif
      }
    }
  }

  private func written(
    _ kind: Kind, _ items: [Item], flushEvery: Int = .max
  ) throws -> [UInt8] {
    final class Sink: @unchecked Sendable { var bytes: [UInt8] = [] }
    let sink = Sink()
    let writer = try kind.writer(.receiver { sink.bytes += $0 })
    for (index, item) in items.enumerated() {
      try writer.write(item)
      if index % flushEvery == flushEvery - 1 { try writer.flush() }
    }
    try writer.finish()
    return sink.bytes
  }

  @Test("records come back in every format", arguments: Kind.allCases)
  func roundTrip(_ kind: Kind) throws {
    let items = Array(ParallelTests.items.prefix(6000))
    let bytes = try written(kind, items)
    #expect(try kind.stream(.bytes(bytes)).map { try $0.get() } == items)
    #expect(try kind.stream(.bytes(bytes)).inParallel(cores: 3).map { try $0.get() } == items)
  }

  @Test("a stream without records is empty in every format", arguments: Kind.allCases)
  func noRecords(_ kind: Kind) throws {
    let bytes = try written(kind, [])
    #expect(kind.stream(.bytes(bytes)).map { _ in 1 }.isEmpty)
  }

  @Test("records are the same wherever chunks end", arguments: Kind.allCases)
  func everySplit(_ kind: Kind) throws {
    let items = Array(ParallelTests.items[5..<9])
    let bytes = try written(kind, items)
    for split in 0...bytes.count {
      let stream = kind.stream(.chunks([bytes[..<split], bytes[split...]]))
      #expect(try stream.map { try $0.get() } == items, "split at \(split)")
    }
    let single = kind.stream(.chunks(bytes.indices.map { bytes[$0...$0] }))
    #expect(try single.map { try $0.get() } == items)
  }

  /// A truncated record is reported after the whole records.
  @Test(
    "a cut record file has a prefix of the records, and a cut text no more records",
    arguments: Kind.allCases)
  func everyTruncation(_ kind: Kind) throws {
    let items = Array(ParallelTests.items[5..<8])
    let bytes = try written(kind, items)
    for length in 0..<bytes.count {
      var good: [Item] = []
      for result in kind.stream(.bytes(bytes[..<length]), continues: true) {
        if let item = try? result.get() { good.append(item) }
      }
      #expect(items.starts(with: good) || kind != .binary, "cut at \(length): \(good)")
      #expect(good.count <= items.count)
    }
  }

  @Test("a stream skips a damaged frame")
  func damagedFramesAreSkipped() throws {
    let items = (0..<20_000).map { Item(id: $0, text: "text \($0 &* 7919) of some length \($0)") }
    let bytes = try written(.binary, items)
    #expect(bytes.count > 500_000)
    for position in stride(from: 20, to: bytes.count, by: bytes.count / 9) {
      var damaged = bytes
      damaged[position] ^= 0x10
      var good: [Item] = []
      var errors = 0
      for result in Kind.binary.stream(.bytes(damaged), continues: true) {
        do { good.append(try result.get()) } catch { errors += 1 }
      }
      #expect(errors == 1, "at \(position)")
      // One frame is lost at most.
      #expect(good.count >= items.count - 4000 && good.count < items.count, "\(good.count)")
      #expect(Set(good.map(\.id)).count == good.count)
    }
  }

  /// The place of damage is the same however the bytes are cut.
  @Test("the location of damage does not depend on the chunks")
  func placesOfDamageInChunks() throws {
    var bytes = try written(
      .binary, (0..<30).map { Item(id: $0, text: "text \($0)") }, flushEvery: 10)
    bytes[bytes.count / 2] ^= 1
    func places(_ source: StreamSource) -> [Int?] {
      Kind.binary.stream(source, continues: true).compactMap { record in
        guard case .failure(let error) = record else { return nil }
        return (error as? Problem)?.place?.offset
      }
    }
    let whole = places(.bytes(bytes))
    #expect(whole.count == 1)
    for length in [1, 7, 40] {
      let chunks = stride(from: 0, to: bytes.count, by: length).map {
        bytes[$0..<min($0 + length, bytes.count)]
      }
      #expect(places(.chunks(chunks)) == whole)
    }
  }

  #if FERRY_YAML
  @Test("markers separate YAML documents")
  func yamlDocumentsByTheirMarks() throws {
    let text = """
      # a comment
      %YAML 1.2
      ---
      id: 1
      text: "--- no mark"
      ...
      # between

      ---
      id: 2
      text: |
        ---
        ...
        x
      --- {id: 3, text: c}
      ...
      id: 4
      text: bare
      """
    let found = try YAML.stream(Item.self, from: .bytes(Array(text.utf8))).map { try $0.get() }
    #expect(found.map(\.id) == [1, 2, 3, 4])
    #expect(found.map(\.text) == ["--- no mark", "---\n...\nx\n", "c", "bare"])
  }

  @Test("a stream continues after an invalid YAML document")
  func yamlGoesOnBehindABadDocument()
    throws
  {
    let text = "--- {id: 1, text: a}\n---\nid: [\n---\nid: x\ntext: b\n--- {id: 4, text: d}\n"
    let options = StreamOptions(continuesAfterErrors: true)
    var good: [Int] = []
    var errors: [String] = []
    for result in YAML.stream(Item.self, from: .bytes(Array(text.utf8)), options: options) {
      do {
        good.append(try result.get().id)
      } catch let error as Problem {
        errors.append("\(error.record ?? 0) line \(error.place?.line ?? 0)")
      }
    }
    #expect(good == [1, 4])
    #expect(errors == ["2 line 4", "3 line 5"], "\(errors)")
  }

  /// A mark where no document is open belongs to none.
  @Test("a marker outside a document adds no document")
  func yamlMarksBetweenDocuments() throws {
    let bytes = Array("...\na: 1\n---\n-\n...\n# b\n...\n...\n---\n c\n---\nd\n".utf8)
    for length in 1...bytes.count {
      let chunks = stride(from: 0, to: bytes.count, by: length).map {
        bytes[$0..<min($0 + length, bytes.count)]
      }
      let values = try YAML.stream(AnyValue.self, from: .chunks(chunks)).map { try $0.get() }
      #expect(values == [["a": 1], [nil], "c", "d"], "by \(length)")
    }
  }

  /// Text after an invalid document is neither part of the next one nor lost.
  @Test(
    "text after an invalid YAML document is not part of the next one",
    arguments: ["\"c\":[1]}}\n...\n", "--- a\n... b\n"])
  func yamlRestOfADocumentIsAnError(_ text: String) {
    let options = StreamOptions(continuesAfterErrors: true)
    let rests = [
      ("", []), ("--- d\n", ["d"]), ("--- d\n--- e\n", ["d", "e"]), ("--- \u{01}\n", ["error"]),
    ]
    for (rest, expected) in rests {
      let bytes = Array((text + rest).utf8)
      for length in [3, text.utf8.count, bytes.count] {
        let chunks = stride(from: 0, to: bytes.count, by: length).map {
          bytes[$0..<min($0 + length, bytes.count)]
        }
        let results = YAML.stream(AnyValue.self, from: .chunks(chunks), options: options)
          .map { (try? $0.get().string) ?? "error" }
        #expect(results == ["error"] + expected, "\(text + rest) by \(length)")
      }
    }
  }
  #endif

  @Test("a file is replaced when the writer finishes")
  func aFileIsReplacedWhenTheWriterFinishes()
    throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("items.ndjson").path
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    do {
      let writer = try JSON.recordWriter(for: Item.self, to: .file(path))
      for item in ParallelTests.items { try writer.write(item) }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    let writer = try JSON.recordWriter(for: Item.self, to: .file(path))
    for item in ParallelTests.items { try writer.write(item) }
    try writer.finish()
    let items = try JSON.stream(Item.self, from: .file(path)).map { try $0.get() }
    #expect(items == ParallelTests.items)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["items.ndjson"])
    // From the middle of the file, where a record begins.
    let first = try JSON.encode(ParallelTests.items[0]).count + 1
    let rest = try JSON.stream(Item.self, from: .file(path, from: first)).map { try $0.get() }
    #expect(rest == Array(ParallelTests.items.dropFirst()))
  }

  @Test("a value that fails to encode leaves no bytes in the output")
  func aValueThatCannotBeEncodedLeavesNoTrace() throws {
    final class Sink: @unchecked Sendable { var bytes: [UInt8] = [] }
    let sink = Sink()
    let writer = try JSON.recordWriter(for: [Double].self, to: .receiver { sink.bytes += $0 })
    try writer.write([1])
    #expect(throws: EncodingError.self) { try writer.write([2, .nan]) }
    try writer.write([3])
    try writer.finish()
    #expect(String(decoding: sink.bytes, as: UTF8.self) == "[1]\n[3]\n")
  }

  @Test(
    "a record file is readable, whichever value fails",
    arguments: [[0], [1], [0, 1], [2], [0, 1, 2]])
  func aRecordFileIsReadableWhicheverValueFails(_ failing: [Int]) throws {
    final class Sink: @unchecked Sendable { var bytes: [UInt8] = [] }
    let sink = Sink()
    let writer = try Binary.recordWriter(for: AnyValue.self, to: .receiver { sink.bytes += $0 })
    var twice = AnyValue.Object()
    for value in [1, 2] as [AnyValue] { twice.append("a", value) }
    for index in 0..<3 {
      if failing.contains(index) {
        #expect(throws: EncodingError.self) { try writer.write(.object(twice)) }
      } else {
        try writer.write(["a": .number(.init(index))])
      }
    }
    try writer.finish()
    let found = try Binary.stream([String: Int].self, from: .bytes(sink.bytes)).map { try $0.get() }
    #expect(found == (0..<3).filter { !failing.contains($0) }.map { ["a": $0] })
  }

  /// Offsets count on beyond 32 bits: the file has a hole of 4 GiB in front of its records.
  @Test("offsets beyond four gibibytes are right")
  func beyondFourGibibytes() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    let start = 5 << 30
    try handle.seek(toOffset: UInt64(start))
    try handle.write(contentsOf: Data("{\"id\":1,\"text\":\"\"}\n{\"id\":}\n".utf8))
    try handle.close()
    let results = Array(JSON.stream(Item.self, from: .file(path, from: start)))
    #expect(results.count == 2)
    let error = try #require(#expect(throws: Problem.self) { try results[1].get() })
    #expect(error.place?.offset == start + 25)
    // The hole itself is a line that is too long, and is not read for ever.
    var options = StreamOptions()
    options.recordSizeLimit = 1 << 20
    let hole = Array(JSON.stream(Item.self, from: .file(path), options: options))
    #expect(hole.count == 1)
  }
}
