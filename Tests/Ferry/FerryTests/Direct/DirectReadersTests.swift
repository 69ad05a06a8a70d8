import Ferry
import FerryTestSupport
import Foundation
import Synchronization
import Testing

extension CodingUserInfoKey {
  fileprivate static var readers: CodingUserInfoKey {
    CodingUserInfoKey(rawValue: "readers").unsafelyUnwrapped
  }
}

/// Which readers a value was read by.
private final class ReaderLog: Sendable {
  let names = Mutex<[String]>([])
}

/// Tells the log of the call who reads it.
private struct Traced<Value: DirectDecodable>: DirectDecodable {
  let value: Value

  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let log = reader.userInfo[.readers] as? ReaderLog
    log?.names.withLock { $0.append("\(Reader.self)") }
    value = try Value(from: &reader)
  }
}

extension Traced: Decodable {
  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: "through the tape"))
  }
}

@Suite("Direct coding: readers and memory")
struct DirectReadersTests {
  private let record = SlotRecord(
    id: 7, name: "Ada", score: 74.16, active: true, tags: ["a", "b\n"], parent: 3)

  private func readers<T: DirectDecodable>(
    _ type: T.Type, _ decode: ([CodingUserInfoKey: any Sendable]) throws -> Traced<T>
  ) rethrows -> [String] {
    let log = ReaderLog()
    _ = try decode([.readers: log])
    return log.names.withLock { $0 }
  }

  @Test("JSON and binary make no tape")
  func noTape() throws {
    let text = try JSON.encode([record, record])
    let json = JSON.Decoder()
    #expect(
      try readers([SlotRecord].self) { try json.decode(Traced<_>.self, from: text, userInfo: $0) }
        == ["JSONWireReader"])
    let document = try Binary.encode([record, record])
    let binary = Binary.Decoder()
    #expect(
      try readers([SlotRecord].self) {
        try binary.decode(Traced<_>.self, from: document, userInfo: $0)
      } == ["BinaryWireReader"])
    let codableDocument = try Binary.encode([CodableOnly(record), CodableOnly(record)])
    #expect(
      try readers([SlotRecord].self) {
        try binary.decode(Traced<_>.self, from: codableDocument, userInfo: $0)
      } == ["BinaryWireReader"])
  }

  @Test("references of a tree in a record are read from the tables")
  func references() throws {
    let values: AnyValue = [
      "a text that repeats", 1_234_567_890, ["k": "a text that repeats"], 0.5,
    ]
    let records = Dictionary(uniqueKeysWithValues: (0..<3).map { ("key \($0)", [values, values]) })
    let encoder = Binary.Encoder()
    let bytes = try encoder.encode(records)
    let decoder = Binary.Decoder()
    #expect(try decoder.decode([String: [AnyValue]].self, from: bytes) == records)
    #expect(
      try readers([String: [AnyValue]].self) {
        try decoder.decode(Traced<_>.self, from: bytes, userInfo: $0)
      } == ["BinaryWireReader"])
  }

  @Test("repeated text is written once in direct coding too")
  func interning() throws {
    let text = "a name of more than a word"
    let records = (0..<200).map { number in
      SlotRecord(
        id: number, name: text, score: 0, active: true, tags: ["tag", "\(number % 5)", text],
        note: number % 3 == 0 ? nil : "a note of number \(number)", parent: nil)
    }
    let interned = try Binary.encode(records)
    var encoder = Binary.Encoder()
    encoder.internsTexts = false
    let plain = try encoder.encode(records)
    // A byte is left of each of 400 long texts but the first few, and of most tags.
    #expect(interned.count < plain.count - 190 * 2 * text.utf8.count - 180 * 3)
    for bytes in [plain, interned] {
      #expect(try Binary.decode([SlotRecord].self, from: bytes) == records)
      let codable = try Binary.decode([CodableOnly<SlotRecord>].self, from: bytes)
      #expect(codable.map(\.value) == records)
    }
    let decoder = Binary.Decoder()
    #expect(
      try readers([SlotRecord].self) {
        try decoder.decode(Traced<_>.self, from: interned, userInfo: $0)
      } == ["BinaryWireReader"])
  }

  @Test("every form is read directly, with Codable members in it")
  func everyForm() throws {
    let records = (0..<100).map { (number: Int) -> SlotRecord in
      SlotRecord(
        id: Int.max - number, name: "a name that comes again", score: Double(number) / 3,
        active: number % 3 == 0, tags: ["a", "b"], parent: number % 2 == 0 ? nil : number)
    }
    let holders = (0..<100).map { (number: Int) -> PointHolder in
      let names = ["key": "value \(number % 3)"]
      return PointHolder(id: number, point: CodablePoint(x: Double(number), names: names))
    }
    let levels: [Int??] = [nil, .some(nil), 3, 4]
    let nested = levels + levels
    let wide: [Int128] = (0..<20).map { (number: Int128) -> Int128 in number << 100 }
    let decoder = Binary.Decoder()
    func check<T: DirectCodable & Codable & Equatable>(
      _ value: T, _ encoder: Binary.Encoder
    ) throws {
      let bytes = try encoder.encode(CodableOnly(value))
      let log = ReaderLog()
      let read = try decoder.decode(Traced<T>.self, from: bytes, userInfo: [.readers: log])
      #expect(read.value == value)
      #expect(log.names.withLock { $0 } == ["BinaryWireReader"])
    }
    for packing in [Binary.Packing.indexed, .smallest] {
      var encoder = Binary.Encoder()
      encoder.packing = packing
      try check(records, encoder)
      try check(holders, encoder)
      try check(["a": holders, "b": holders], encoder)
      try check(nested, encoder)
      try check(wide, encoder)
      try check(Set(0..<40), encoder)
      try check((0..<40).map { $0 % 3 == 0 }, encoder)
      try check([Float](repeating: 0.1, count: 30), encoder)
    }
  }

  @Test("elements that are not coded directly are read from every form of an array")
  func codableElements() throws {
    let points = (0..<40).map { (number: Int) -> CodablePoint in
      let names = ["a longer key": "value \(number % 3)", "key": "\(number)"]
      return CodablePoint(x: Double(number) / 4, names: number % 5 == 0 ? nil : names)
    }
    let bytes = try Binary.encode(points)
    let log = ReaderLog()
    let decoder = Binary.Decoder()
    let read = try decoder.decode(Traced<PointList>.self, from: bytes, userInfo: [.readers: log])
    #expect(read.value.points == points)
    #expect(log.names.withLock { $0 } == ["BinaryWireReader"])
  }

  @Test("record files make no tape")
  func noTapeInRecordFiles() throws {
    let log = ReaderLog()
    var decoder = Binary.Decoder()
    decoder.userInfo[.readers] = log
    var bytes: [UInt8] = []
    let writer = try Binary.recordWriter(
      for: SlotRecord.self, to: .receiver { bytes.append(contentsOf: $0) })
    for _ in 0..<2 {
      try writer.write(record)
      try writer.flush()
    }
    try writer.finish()
    let stream = Binary.stream(Traced<SlotRecord>.self, from: .bytes(bytes), decoder: decoder)
    #expect(try stream.map { try $0.get().value } == [record, record])
    #expect(log.names.withLock { $0 } == ["BinaryWireReader", "BinaryWireReader"])
  }

  @Test("streams of JSON make no tape")
  func noTapeInStreams() throws {
    let log = ReaderLog()
    var decoder = JSON.Decoder()
    decoder.userInfo[.readers] = log
    let line = try JSON.encode(record) + [0x0A]
    let stream = JSON.stream(Traced<SlotRecord>.self, from: .bytes(line + line), decoder: decoder)
    #expect(try stream.map { try $0.get().value } == [record, record])
    #expect(log.names.withLock { $0 } == ["JSONWireReader", "JSONWireReader"])
  }
}
