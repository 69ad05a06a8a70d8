import FerryCoders
import FerryJSON
import Ferry
import FerryBase
import FerryStreams
import FerryTestSupport
import Foundation
import Testing

/// However a stream is cut into chunks, the result is the same.
@Suite struct ChunkTests {
  static let cases: [(name: String, records: JSON.Records, text: String)] = [
    ("lines", .lines, "{\"a\":\"\\\"\\\\\"}\n\n[1,2]\r\n\u{FEFF}\"é😀\"\n{\"b\":\n 12.5e3 \n\"end"),
    (
      "sequence", .sequence, "\u{1E}{\"a\":1}\n\u{1E}\u{1E}12\u{1E}[\n2]\n\u{1E}\"x\\n\"\n\u{1E}tru"
    ),
    (
      "events", .serverSentEvents,
      "\u{FEFF}:hi\r\ndata: {\"a\":\r\nid: 7\ndata:[\"é\"]\r\n: x\ndata\rdata:}\rid: 8\n\ndata: 12\r\rdatax: 5"
        + "\n\ndat\ndata:\"\ndata: \"\n\ndata:tru\n\ndata: [\ndata:  1 2]\n\ndata: 3\nid"
    ),
    (
      "events without data", .serverSentEvents,
      "data:\n\ndata\n\n\nid: 3\n\ndata:  \r\n\r\ndata: 1\r\r"
    ),
    ("garbage", .sequence, " x\u{1E}1\n"),
    ("broken literals", .sequence, "\u{1E}n\u{1E}-\u{1E}\n\u{1E}1\n\u{1E}fal"),
    ("elements", .elements, " [ {\"a\":\"]\\\"}\"} , [[],[{}]],\"\\\\\",12 ,null,\"é\"\n,-0.5] "),
    ("values", .elements, "{\"k\\\"\":[1],\"l\":{},\"m\" : \"}\"}"),
    (
      "path", .elementsAt("a.b[1]"),
      "{\"x\":{\"a\":[1,\"]\"]},\"\\u0061\":{\"c\":tr,\"b\":[\"z\\\"\",[1,{\"q\":2}]]},\"a\":0}"
    ),
    ("unclosed", .elements, "[{\"a\":[1,2]},{\"b\":\"\\\\"),
    ("trailing", .elements, "[1]  2"),
    (
      "backslash outside of a string", .elementsAt("a"),
      "{\"x\":[\"0123456789012345678901234567890123456789\",\\\"]\",[1]],\"a\":[1,2],\"y\":\""
        + String(repeating: "z", count: 70) + "\"}"
    ),
  ]

  /// The records of a stream over `chunks`, with locations.
  private func outcome(_ records: JSON.Records, _ chunks: [ArraySlice<UInt8>]) -> [String] {
    JSON.stream(
      AnyValue.self, from: .chunks(chunks), as: records,
      options: StreamOptions(continuesAfterErrors: true)
    ).map { result in
      if case .failure(let error as Problem) = result {
        let place = error.place.map { "\($0.line):\($0.column) \($0.offset)" } ?? "-"
        return "\(Outcome.text(result)) #\(error.record ?? 0) \(place)"
      }
      return Outcome.text(result)
    }
  }

  @Test("records are the same for every split, and byte by byte", arguments: cases.indices)
  func everySplitInTwoAndByteByByte(_ index: Int) {
    let (name, records, text) = Self.cases[index]
    let bytes = Array(text.utf8)
    let whole = outcome(records, [bytes[...]])
    #expect(!whole.isEmpty)
    for split in 0...bytes.count {
      #expect(outcome(records, [bytes[..<split], bytes[split...]]) == whole, "\(name) at \(split)")
    }
    let single = bytes.indices.map { bytes[$0...$0] }
    #expect(outcome(records, single) == whole, "\(name) byte by byte")
    let bytewise = JSON.stream(AnyValue.self, from: .byteSequence(bytes), as: records)
      .map(Outcome.text)
    #expect(
      bytewise == JSON.stream(AnyValue.self, from: .bytes(bytes), as: records).map(Outcome.text))
  }

  /// Random chunks of the corpora, against the records one by one.
  @Test("files of the corpora are the same records in chunks")
  func corpora() throws {
    let sets: [(String, JSON.Records, Int)] = [
      ("json/amazon_cellphones.ndjson", .lines, 793), ("json/records.json", .elements, 100_000),
      ("json/twitter.json", .elementsAt("statuses"), 100),
      ("json/citm_catalog.json", .elementsAt("performances"), 243),
      ("json/canada.json", .elementsAt("features[0].geometry.coordinates"), 480),
    ]
    var generator = SeededGenerator(for: "ChunkTests.corpora")
    for (name, records, count) in sets {
      guard var bytes = try Corpora.bytes(name) else { continue }
      if name.contains("records") { bytes = Array(bytes.prefix(300_000)) }
      let whole = digest(records, [bytes[...]])
      #expect(whole.count > 50 || name.contains("records") || whole.count == count, "\(name)")
      for _ in 0..<3 {
        var chunks: [ArraySlice<UInt8>] = []
        var start = 0
        let largest = Int.random(in: 1...200_000, using: &generator)
        while start < bytes.count {
          let end = min(bytes.count, start + Int.random(in: 0...largest, using: &generator))
          chunks.append(bytes[start..<end])
          start = end
        }
        #expect(digest(records, chunks) == whole, "\(name)")
      }
    }
  }

  private func digest(_ records: JSON.Records, _ chunks: [ArraySlice<UInt8>]) -> [Int] {
    JSON.stream(AnyValue.self, from: .chunks(chunks), as: records).map { result in
      Outcome.text(result).hashValue
    }
  }

  /// A feed holds the record that is not complete, and a window more.
  @Test("memory is bounded by the longest record")
  func memoryIsBounded() throws {
    let longest = 300_000
    var text = [UInt8]()
    for length in [10, 100_000, longest, 3, 70_000] {
      text += Array("\"\(String(repeating: "x", count: length - 3))\"\n".utf8)
    }
    let format = RecordFormat.jsonLines()
    for size in [1, 4096, 65_536, 1 << 20] where size > 1 || text.count < 1 << 20 {
      var feed = Feed(format.makeFraming())
      var records = 0
      var start = 0
      while start < text.count {
        let end = min(text.count, start + size)
        var taken = start
        while taken < end {
          taken += text[taken..<end].withByteView { feed.append($0) }
          while let batch = feed.take(isLast: false) {
            records += batch.records.ranges.count
            feed.recycle(batch.buffer)
          }
        }
        start = end
      }
      #expect(feed.take(isLast: true) == nil && records == 5)
      #expect(feed.mostBuffered <= longest + 64 << 10, "\(size): \(feed.mostBuffered)")
    }
  }

  @Test("a record beyond the limit is an error")
  func aRecordBeyondTheLimitIsAnError() {
    var options = StreamOptions(continuesAfterErrors: true)
    options.recordSizeLimit = 1000
    let text = "1\n\"" + String(repeating: "x", count: 200_000) + "\"\n2\n"
    let results = JSON.stream(AnyValue.self, from: .bytes(Array(text.utf8)), options: options)
      .map(Outcome.text)
    #expect(results == ["1", "larger than the limit", "2"])
  }

  /// A record without end is skipped within the memory of the limit. The records after it keep
  /// their numbers and locations.
  @Test(
    "a stream continues after a record beyond the limit",
    arguments: [(JSON.Records.lines, ""), (.sequence, "\u{1E}")])
  func streamsGoOnBehindALongRecord(_ records: JSON.Records, _ mark: String) throws {
    var options = StreamOptions(continuesAfterErrors: true)
    options.recordSizeLimit = 1000
    let long = "\"" + String(repeating: "é", count: 300_000) + "\"\n"
    let text = "\(mark)1\n" + mark + long + "\(mark)[2]\n" + mark + long + "\(mark)[3,]\n"
    let bytes = Array(text.utf8)
    for size in [100, 4096, bytes.count] {
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        bytes[$0..<min($0 + size, bytes.count)]
      }
      let results = Array(
        JSON.stream(AnyValue.self, from: .chunks(chunks), as: records, options: options))
      #expect(
        results.map(Outcome.text)
          == ["1", "larger than the limit", "[2]", "larger than the limit", "trailing comma"])
      let errors = results.compactMap { result -> Problem? in
        if case .failure(let error) = result { error as? Problem } else { nil }
      }
      #expect(errors.map(\.record) == [2, 4, 5])
      #expect(errors.map { $0.place?.line } == [2, 4, 5])
      let start = 2 + 2 * mark.utf8.count
      let behind = start + 2 * long.utf8.count + 4 + 2 * mark.utf8.count
      #expect(errors.first?.place?.offset == start)
      #expect(errors.last?.place?.offset ?? 0 >= behind)
      #expect(errors.first?.place?.excerpt.count ?? 0 < 130)
    }
    options.continuesAfterErrors = false
    let ended = JSON.stream(AnyValue.self, from: .bytes(bytes), as: records, options: options)
    #expect(ended.map(Outcome.text) == ["1", "larger than the limit"])
  }

  @Test("a record beyond the limit is not buffered")
  func aLongRecordIsNotHeld() {
    let line = [UInt8](repeating: UInt8(ascii: "7"), count: 1 << 20)
    var feed = Feed(RecordFormat.jsonLines().makeFraming(), recordLimit: 10_000)
    var damaged = 0
    for _ in 0..<8 {
      var taken = 0
      while taken < line.count {
        taken += line[taken...].withByteView { feed.append($0) }
        while let batch = feed.take(isLast: false) {
          damaged += batch.records.damage.count
          feed.recycle(batch.buffer)
        }
      }
    }
    #expect(damaged == 1 && feed.take(isLast: true) == nil)
    #expect(feed.mostBuffered <= 10_000 + 64 << 10, "\(feed.mostBuffered)")
  }

  @Test("the limit does not depend on the sizes of the chunks")
  func theLimitDoesNotDependOnChunks() {
    var options = StreamOptions(continuesAfterErrors: true)
    options.recordSizeLimit = 4
    let cases: [(JSON.Records, String, [String])] = [
      (.lines, "1234\n   12345\n1\n", ["1234", "larger than the limit", "1"]),
      (.lines, "123456\n\n12345678", ["larger than the limit", "larger than the limit"]),
      (.lines, "      1234", ["1234"]), (.lines, "12345", ["larger than the limit"]),
      (.elements, "[1234, [1,2], 3]", ["1234", "larger than the limit"]),
      (.elements, "[    1234    , 12345", ["1234", "larger than the limit"]),
      (
        .elementsAt("b"), #"{"long key": [], "b": [1234, 12345]}"#,
        ["1234", "larger than the limit"]
      ),
      (
        .serverSentEvents,
        "event: abcdef\ndata: 123\n\ndata: 12345678\nid: 1\n\n:  abcdef\ndata:1\n\n",
        ["123", "larger than the limit", "1"]
      ),
      (.sequence, "\u{1E}12\n\u{1E}12345\n", ["12", "larger than the limit"]),
      (.sequence, "\u{1E}123456\n\u{1E}12\n", ["larger than the limit", "12"]),
    ]
    for (records, text, expected) in cases {
      let bytes = Array(text.utf8)
      for length in 1...bytes.count {
        let chunks = stride(from: 0, to: bytes.count, by: length).map {
          bytes[$0..<min($0 + length, bytes.count)]
        }
        let stream = JSON.stream(
          AnyValue.self, from: .chunks(chunks), as: records, options: options)
        #expect(stream.map(Outcome.text) == expected, "\(text) by \(length)")
      }
    }
  }
}
