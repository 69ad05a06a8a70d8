import Ferry
import FerryTestSupport
import Testing

/// The results of a stream as text, to compare the two ways of coding.
private func words<S: Sequence>(_ results: S) -> [String]
where S.Element == Result<SlotRecord, any Error> {
  results.map { result in
    switch result {
    case .success(let value): return "\(value)"
    case .failure(let error): return "\(error)"
    }
  }
}

/// The overload for types that are only `Codable`.
private func onTape<T: Decodable>(
  _ type: T.Type, _ bytes: [UInt8], _ records: JSON.Records, _ options: StreamOptions
) -> RecordStream<T> {
  JSON.stream(type, from: .bytes(bytes), as: records, options: options)
}

private func onTape<T: Decodable>(
  _ type: T.Type, _ bytes: [UInt8], _ options: StreamOptions
) -> RecordStream<T> {
  Binary.stream(type, from: .bytes(bytes), options: options)
}

@Suite("Direct coding: streams")
struct DirectStreamTests {
  private static let count = 2000

  private static func line(_ id: Int) -> String {
    let text = "{\"id\":\(id),\"name\":\"n\(id)\",\"score\":\(id).5,\"active\":true"
    return text + (id % 3 == 0 ? ",\"tags\":[\"é\"],\"note\":\"x\"}" : ",\"tags\":[]}")
  }

  /// Lines, of which the one in the middle is replaced.
  private static func lines(_ middle: String? = nil) -> [String] {
    (0..<count).map { $0 == count / 2 ? middle ?? line($0) : line($0) }
  }

  private static let damage: [String?] = [
    nil, "{}", "{\"id\":\"one\"}", "[1,2", "{\"id\":1,", line(1) + " x", line(1) + line(2), "null",
    "  " + line(7) + "\t", line(3).replacing("x", with: "\\ud83d"), "{\"id\":1}}", "nul",
  ]

  @Test("records and errors of lines are those of the tape", arguments: damage)
  func lines(middle: String?) {
    for continues in [false, true] {
      let options = StreamOptions(continuesAfterErrors: continues)
      let text = Array((Self.lines(middle).joined(separator: "\n") + "\n").utf8)
      let expected = words(onTape(SlotRecord.self, text, .lines, options))
      let stream = JSON.stream(SlotRecord.self, from: .bytes(text), options: options)
      #expect(words(stream) == expected)
      #expect(words(stream.inParallel(cores: 2)) == expected)
      #expect(expected.count > Self.count / 2)
    }
  }

  @Test("records and errors of array elements are those of the tape", arguments: damage)
  func elements(middle: String?) {
    let options = StreamOptions(continuesAfterErrors: true)
    let list = "[" + Self.lines(middle).joined(separator: " ,\n") + "]"
    let samples: [(String, JSON.Records)] = [
      (list, .elements), ("{\"a\":{\"b\":\(list)}}", .elementsAt("a.b")),
      (Self.lines(middle).map { "\u{1E}\($0)\n" }.joined(), .sequence),
      (
        Self.lines(middle).map { "data: \($0)\nevent: x\ndata: \n\n" }.joined(), .serverSentEvents
      ),
    ]
    for (text, records) in samples {
      let bytes = Array(text.utf8)
      let expected = words(onTape(SlotRecord.self, bytes, records, options))
      #expect(
        words(JSON.stream(SlotRecord.self, from: .bytes(bytes), as: records, options: options))
          == expected)
    }
  }

  @Test("text that is not UTF-8 is an error of its own line only")
  func encoding() {
    var bytes = Array(Self.lines("{\"id\":1,\"name\":\"?\"}").joined(separator: "\n").utf8)
    if let place = bytes.firstIndex(of: UInt8(ascii: "?")) { bytes[place] = 0xFF }
    let options = StreamOptions(continuesAfterErrors: true)
    let results = Array(JSON.stream(SlotRecord.self, from: .bytes(bytes), options: options))
    #expect(words(results) == words(onTape(SlotRecord.self, bytes, .lines, options)))
    #expect(results.count { (try? $0.get()) != nil } == Self.count - 1)
  }

  @Test("records are the same wherever chunks end")
  func chunks() async throws {
    func later<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
      AsyncStream { continuation in
        for element in elements { continuation.yield(element) }
        continuation.finish()
      }
    }
    let bytes = Array(Self.lines().joined(separator: "\n").utf8)
    let expected = try JSON.stream(SlotRecord.self, from: .bytes(bytes)).map { try $0.get() }
    for size in [1, 7, 64, 1000] {
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      let stream = JSON.stream(SlotRecord.self, from: .chunks(later(chunks)))
      #expect(try await stream.reduce(into: []) { $0.append(try $1.get()) } == expected)
    }
    let stream = JSON.stream(SlotRecord.self, from: .byteSequence(later(bytes)))
    #expect(try await stream.reduce(into: []) { $0.append(try $1.get()) } == expected)
  }

  // MARK: Writing

  /// The output of a writer for `values`, and the errors that it throws.
  private static func written<T: Encodable>(
    _ values: [T], _ open: (StreamTarget) throws -> RecordWriter<T>
  ) throws -> (text: String, errors: [String]) {
    var bytes: [UInt8] = []
    var errors: [String] = []
    let writer = try open(.receiver { bytes.append(contentsOf: $0) })
    for value in values {
      do { try writer.write(value) } catch { errors.append("\(error)") }
    }
    try writer.finish()
    return (String(decoding: bytes, as: UTF8.self), errors)
  }

  private static func tapeWriter<T: Encodable>(
    _ type: T.Type, _ target: StreamTarget, _ layout: JSON.RecordLayout, _ encoder: JSON.Encoder
  ) throws -> RecordWriter<T> {
    try JSON.recordWriter(for: type, to: target, as: layout, encoder: encoder)
  }

  @Test(
    "records are written as through a tape, whatever fails",
    arguments: [JSON.RecordLayout.lines, .sequence, .serverSentEvents, .array],
    [JSON.Encoder.OutputFormatting(), .prettyPrinted, .finalNewline])
  func writing(layout: JSON.RecordLayout, formatting: JSON.Encoder.OutputFormatting) throws {
    let encoder = JSON.Encoder { $0.outputFormatting = formatting }
    let records = (0..<2000).map { number in
      SlotRecord(
        id: number, name: "n\(number)\n", score: number % 500 == 3 ? .nan : 1.5, active: true,
        tags: number % 2 == 0 ? [] : ["é"])
    }
    let expected = try Self.written(records) {
      try Self.tapeWriter(SlotRecord.self, $0, layout, encoder)
    }
    let found = try Self.written(records) {
      try JSON.recordWriter(for: SlotRecord.self, to: $0, as: layout, encoder: encoder)
    }
    #expect(found.text == expected.text)
    #expect(found.errors == expected.errors)
    #expect(found.errors.count == 4)
    let none = try Self.written([SlotRecord]()) {
      try JSON.recordWriter(for: SlotRecord.self, to: $0, as: layout)
    }
    #expect(none.text == (layout == .array ? "[]\n" : ""))
  }

  // MARK: Record files

  /// A record file of frames that share tables, of which some start anew.
  private static func recordFile(_ middle: String?) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try Binary.recordWriter(
      for: AnyValue.self, to: .receiver { bytes.append(contentsOf: $0) })
    for (index, line) in lines(middle).enumerated() {
      try writer.write(try JSON.decode(AnyValue.self, from: line))
      if index % 50 == 49 { try writer.flush() }
    }
    try writer.finish()
    return bytes
  }

  @Test(
    "records of a file and errors in it are those of the tape",
    arguments: [nil, "{}", "{\"id\":\"one\"}", "null", "{\"id\":1.5}", line(2000), "[[1,2],[3,4]]"])
  func recordFile(middle: String?) throws {
    let bytes = try Self.recordFile(middle)
    for continues in [false, true] {
      let options = StreamOptions(continuesAfterErrors: continues)
      let expected = words(onTape(SlotRecord.self, bytes, options))
      let stream = Binary.stream(SlotRecord.self, from: .bytes(bytes), options: options)
      #expect(words(stream) == expected)
      #expect(words(stream.inParallel(cores: 2)) == expected)
      #expect(expected.count > Self.count / 2)
    }
  }

  @Test("a truncated or damaged file yields the same records as through the tape")
  func damagedRecordFile() throws {
    let bytes = try Self.recordFile(nil)
    let options = StreamOptions(continuesAfterErrors: true)
    var random = SeededGenerator(for: "record files in direct coding")
    for _ in 0..<40 {
      var damaged = bytes
      if random.int(0..<2) == 0 {
        damaged.removeLast(random.int(0..<bytes.count))
      } else {
        damaged[random.int(0..<bytes.count)] ^= 1 << UInt8(random.int(0..<8))
      }
      let stream = Binary.stream(SlotRecord.self, from: .bytes(damaged), options: options)
      #expect(words(stream) == words(onTape(SlotRecord.self, damaged, options)))
    }
  }
}
