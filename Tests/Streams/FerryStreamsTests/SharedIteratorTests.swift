import Ferry
import FerryBase
import FerryStreams
import FerryTestSupport
import Foundation
import Testing

/// Copies of an iterator, and streams that are used by the code that they call.
@Suite("Iterators with several users")
struct SharedIteratorTests {
  /// A record that reads other records of its stream, if the caller lets it.
  private struct Record: Codable, Equatable, Sendable {
    final class Source: @unchecked Sendable {
      // Sendable: only records on the thread of the test use it.
      static let key = CodingUserInfoKey(rawValue: "source")
      let thread = pthread_self()
      var next: (() -> Result<Record, any Error>?)?
      var records: [Record] = []
      var errors: [String] = []

      func readAll() {
        guard pthread_equal(thread, pthread_self()) != 0 else { return }
        while let result = next?() {
          switch result {
          case .success(let record): records.append(record)
          case .failure(let error): errors.append("\(error)")
          }
        }
      }
    }

    var id: Int
    var text: String

    init(id: Int) { (self.id, text) = (id, "the text of record \(id)") }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      if id % 10 == 3, let key = Source.key { (decoder.userInfo[key] as? Source)?.readAll() }
      text = try container.decode(String.self, forKey: .text)
    }
  }

  private static let records = (0..<20_000).map { Record(id: $0) }
  private static let refusal = "stream: a record cannot read the records after it"

  private func stream(_ source: Record.Source? = nil) throws -> RecordStream<Record> {
    var decoder = JSON.Decoder()
    if let source, let key = Record.Source.key { decoder.userInfo[key] = source }
    let lines = try Self.records.map { try JSON.string($0) }.joined(separator: "\n")
    return JSON.stream(Record.self, from: .bytes(Array(lines.utf8)), decoder: decoder)
  }

  private func read<Iterator: IteratorProtocol<Result<Record, any Error>>>(
    _ iterator: Iterator, _ source: Record.Source
  ) throws {
    var (first, copy) = (iterator, iterator)
    source.next = { copy.next() }
    defer { source.next = nil }
    var found: [Record] = []
    while let result = first.next() { found.append(try result.get()) }
    // A record may read those that were decoded before it.
    #expect((found + source.records).sorted { $0.id < $1.id } == Self.records)
    #expect(source.errors.allSatisfy { $0 == Self.refusal }, "\(source.errors.first ?? "")")
  }

  @Test("a record cannot read the records after it")
  func nested() throws {
    let source = Record.Source()
    try read(stream(source).makeIterator(), source)
    #expect(source.errors.count == Self.records.count / 10)
  }

  @Test("a record of a parallel stream cannot read the records after it", arguments: [2, 4])
  func nestedInParallel(_ cores: Int) throws {
    let source = Record.Source()
    try read(stream(source).inParallel(cores: cores).makeIterator(), source)
  }

  @Test("copies of an iterator of a parallel stream read each record once", arguments: [1, 2, 5])
  func copies(_ cores: Int) throws {
    var random = SeededGenerator(for: "SharedIterator.copies")
    for _ in 0..<Cases.count(20) {
      var iterators = [try stream().inParallel(cores: cores).makeIterator()]
      for _ in 0..<3 { iterators.append(iterators[0]) }
      var found: [Record] = []
      while !iterators.isEmpty {
        let index = random.int(0..<iterators.count)
        for _ in 0..<random.int(1..<1000) {
          guard let result = iterators[index].next() else {
            iterators.remove(at: index)
            break
          }
          found.append(try result.get())
        }
      }
      #expect(found.sorted { $0.id < $1.id } == Self.records)
    }
  }

  // MARK: Writers

  /// A value that writes another one before its own text. One without a text fails.
  private struct Writing: Encodable {
    let text: String?
    let write: (() throws -> Void)?

    func encode(to encoder: any Encoder) throws {
      try write?()
      var container = encoder.singleValueContainer()
      if let text { try container.encode(text) } else { try container.encode(Double.nan) }
    }
  }

  @Test("a record that the encoding of another one writes stays, also if the other one fails")
  func nestedWriting() throws {
    var bytes: [UInt8] = []
    let writer = try JSON.recordWriter(
      for: Writing.self, to: .receiver { bytes += Array($0) })
    let inner = { try writer.write(Writing(text: "inner", write: nil)) }
    try writer.write(Writing(text: "first", write: inner))
    #expect(throws: EncodingError.self) { try writer.write(Writing(text: nil, write: inner)) }
    try writer.finish()
    #expect(String(decoding: bytes, as: UTF8.self) == "\"inner\"\n\"first\"\n\"inner\"\n")
  }

  #if FERRY_YAML
  @Test("a record that YAML cannot represent leaves nothing")
  func unrepresentable() throws {
    let bad: [AnyValue] = [
      .tagged("!a", .bytes([1])), ["a": [1, .tagged("!a", .tagged("!b", 1))]],
      .tagged("!a", .tagged("!b", ["a": 1])),
    ]
    var bytes: [UInt8] = []
    let writer = try YAML.recordWriter(for: AnyValue.self, to: .receiver { bytes += Array($0) })
    try writer.write("first")
    for value in bad {
      #expect(throws: EncodingError.self) { try writer.write(value) }
      try writer.write(["a": [1]])
    }
    #expect(throws: EncodingError.self) { try writer.write(bad[0]) }
    try writer.finish()
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "--- first\n" + String(repeating: "---\na:\n- 1\n", count: bad.count))
  }

  /// A value that writes another one before it is encoded.
  private struct Nesting: Encodable {
    let value: AnyValue
    var write: (() throws -> Void)?

    func encode(to encoder: any Encoder) throws {
      try write?()
      try value.encode(to: encoder)
    }
  }

  @Test("a record that the encoding of an unrepresentable one writes stays")
  func nestedUnrepresentable() throws {
    var bytes: [UInt8] = []
    let writer = try YAML.recordWriter(for: Nesting.self, to: .receiver { bytes += Array($0) })
    let inner = { try writer.write(Nesting(value: "inner")) }
    #expect(throws: EncodingError.self) {
      try writer.write(Nesting(value: .tagged("!a", .bytes([1])), write: inner))
    }
    try writer.finish()
    #expect(String(decoding: bytes, as: UTF8.self) == "--- inner\n")
  }
  #endif

  @Test("a target cannot write to its own stream")
  func writingTarget() throws {
    final class Target { var writer: RecordWriter<String>? }
    let target = Target()
    var (bytes, errors): ([UInt8], [String]) = ([], [])
    let writer = try JSON.recordWriter(
      for: String.self,
      to: .receiver { part in
        do {
          for _ in 0..<10_000 { try target.writer?.write(String(repeating: "inner", count: 10)) }
        } catch {
          errors.append("\(error)")
        }
        bytes += Array(part)
      })
    target.writer = writer
    defer { target.writer = nil }
    for _ in 0..<10_000 { try writer.write("a text of twenty-four let") }
    try writer.finish()
    #expect(
      bytes == Array(String(repeating: "\"a text of twenty-four let\"\n", count: 10_000).utf8))
    #expect(errors.allSatisfy { $0 == "receiver: the target cannot write to its own stream" })
    #expect(errors.count > 1)
  }
}
