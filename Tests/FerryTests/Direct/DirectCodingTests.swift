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

private struct CodablePoint: Codable, Equatable {
  var x: Double
  var names: [String: String]?
}

/// A direct type with a Codable member.
private struct Holder: DirectCodable, Codable, Equatable {
  var id: Int
  var point: CodablePoint

  init(id: Int, point: CodablePoint) { (self.id, self.point) = (id, point) }

  init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    var id: Int?
    var point: CodablePoint?
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      switch key {
      case "id": id = try reader.read()
      case "point": point = try reader.read()
      default: try reader.skipValue()
      }
    }
    guard let id else { throw reader.missing("id", in: object) }
    guard let point else { throw reader.missing("point", in: object) }
    self.init(id: id, point: point)
  }

  func encode(to writer: inout some WireWriter & ~Copyable) throws(WireFailure) {
    var object = try writer.beginObject()
    try writer.write(id, forKey: "id", in: &object)
    try writer.writeKey("point", in: &object)
    try writer.write(point)
    try writer.endObject(&object)
  }
}

/// Reads elements that are not coded directly one by one.
private struct Points: DirectDecodable {
  let points: [CodablePoint]

  init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    points = try reader.readLossyArray()
  }
}

@Suite("Direct coding: the same results as through the tape")
struct DirectCodingTests {
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

  @Test("what a tree in a record refers to is read from the tables")
  func references() throws {
    let values: AnyValue = [
      "a text that repeats", 1_234_567_890, ["k": "a text that repeats"], 0.5,
    ]
    let records = Dictionary(uniqueKeysWithValues: (0..<3).map { ("key \($0)", [values, values]) })
    let encoder = Binary.Encoder()
    encoder.integerInterning = true
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
    let encoder = Binary.Encoder()
    encoder.interning = false
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
    let holders = (0..<100).map { (number: Int) -> Holder in
      let names = ["key": "value \(number % 3)"]
      return Holder(id: number, point: CodablePoint(x: Double(number), names: names))
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
    for batching in [Binary.Batching.automatic, .rows, .columns, .none] {
      for packing in [Binary.Packing.indexed, .smallest] {
        for interning in [false, true] {
          let encoder = Binary.Encoder()
          encoder.batching = batching
          encoder.packing = packing
          encoder.integerInterning = interning
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
    }
  }

  @Test("elements that are not coded directly are read from every form of a list")
  func codableElements() throws {
    let points = (0..<40).map { (number: Int) -> CodablePoint in
      let names = ["a longer key": "value \(number % 3)", "key": "\(number)"]
      return CodablePoint(x: Double(number) / 4, names: number % 5 == 0 ? nil : names)
    }
    for batching in [Binary.Batching.rows, .columns, .none] {
      let encoder = Binary.Encoder()
      encoder.batching = batching
      let bytes = try encoder.encode(points)
      let log = ReaderLog()
      let decoder = Binary.Decoder()
      let read = try decoder.decode(Traced<Points>.self, from: bytes, userInfo: [.readers: log])
      #expect(read.value.points == points)
      #expect(log.names.withLock { $0 } == ["BinaryWireReader"])
    }
  }

  @Test("record files make no tape")
  func noTapeInRecordFiles() throws {
    let log = ReaderLog()
    let decoder = Binary.Decoder()
    decoder.userInfo[.readers] = log
    var bytes: [UInt8] = []
    let writer = try Binary.recordWriter(
      for: SlotRecord.self, to: .receiver { bytes.append(contentsOf: $0) })
    for _ in 0..<2 {
      try writer.write(record)
      try writer.flush()
    }
    try writer.finish()
    let stream = Binary.stream(Traced<SlotRecord>.self, from: bytes, decoder: decoder)
    #expect(try stream.map { try $0.get().value } == [record, record])
    #expect(log.names.withLock { $0 } == ["BinaryWireReader", "BinaryWireReader"])
  }

  @Test("streams of JSON make no tape")
  func noTapeInStreams() throws {
    let log = ReaderLog()
    let decoder = JSON.Decoder()
    decoder.userInfo[.readers] = log
    let line = try JSON.encode(record) + [0x0A]
    let stream = JSON.stream(Traced<SlotRecord>.self, from: line + line, decoder: decoder)
    #expect(try stream.map { try $0.get().value } == [record, record])
    #expect(log.names.withLock { $0 } == ["JSONWireReader", "JSONWireReader"])
  }

  @Test("options that change names or syntax go by way of a tape and mean the same")
  func options() throws {
    let json = JSON.Decoder()
    json.allowsJSON5 = true
    let text = "{id: 7, name: 'Ada', score: 74.16, active: true, tags: ['a', 'b\\n'], parent: 3,}"
    #expect(try json.decode(SlotRecord.self, from: text) == record)
    let encoder = JSON.Encoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    #expect(try encoder.string(record) == encoder.string(CodableOnly(record)))
    let snake = JSON.Decoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try snake.decode(SwitchRecord.self, from: #"{"id":1,"name":"x"}"#).name == "x")
  }

  @Test("Codable members are read and written inside direct types, and the other way round")
  func mixed() throws {
    let holder = Holder(id: 1, point: CodablePoint(x: 1.5, names: ["a": "ä\""]))
    let text = #"{"id":1,"point":{"x":1.5,"names":{"a":"ä\""}}}"#
    #expect(try JSON.string(holder) == text)
    #expect(try JSON.decode(Holder.self, from: text) == holder)
    #expect(try Binary.decode(Holder.self, from: Binary.encode(holder)) == holder)
    #expect(try YAML.decode(Holder.self, from: YAML.encode(holder)) == holder)
    #expect(try JSON.decode([String: CodableOnly<Holder>].self, from: "{\"k\":\(text)}").count == 1)
    // An error inside has the whole path and its place.
    let wrong = #"{"id":1,"point":{"x":true}}"#
    #expect(
      Outcome { try JSON.decode(Holder.self, from: wrong) }
        == Outcome { try JSON.decode(CodableOnly<Holder>.self, from: wrong).value })
  }

  @Test(
    "errors have the texts, paths and places of coding through the tape",
    arguments: [
      #"{"id":"x","name":"y","score":1,"active":true,"tags":[]}"#,
      #"{"id":1.5,"name":"y","score":1,"active":true,"tags":[]}"#,
      #"{"id":99999999999999999999,"name":"y","score":1,"active":true,"tags":[]}"#,
      #"{"id":1,"name":null,"score":1,"active":true,"tags":[]}"#,
      #"{"id":1,"name":"y","score":"1","active":true,"tags":[]}"#,
      #"{"id":1,"name":"y","score":1e999,"active":true,"tags":[]}"#,
      #"{"id":1,"name":"y","score":1,"active":1,"tags":[]}"#,
      #"{"id":1,"name":"y","score":1,"active":true,"tags":["a",{}]}"#,
      #"{"id":1,"name":"y","score":1,"active":true,"tags":{}}"#,
      #"{"id":1,"name":"y","score":1,"active":true,"tags":[],"note":[1]}"#,
      #"{"id":1,"name":"y","score":1,"active":true,"tags":[],"x":[1,}"#,
      #"{"id":1,"name":"y" "score":1}"#, #"[]"#, #"null"#, #""#, #"{"id":1"#, "{\"id\":\u{1}}",
    ])
  func errors(text: String) {
    func place(_ body: () throws -> SlotRecord) -> SourcePlace? {
      do {
        _ = try body()
        return nil
      } catch {
        return (error as? DecodingError)?.place
      }
    }
    #expect(
      Outcome { try JSON.decode(SlotRecord.self, from: text) }
        == Outcome { try JSON.decode(CodableOnly<SlotRecord>.self, from: text).value })
    #expect(
      place { try JSON.decode(SlotRecord.self, from: text) }
        == place { try JSON.decode(CodableOnly<SlotRecord>.self, from: text).value })
  }

  @Test("Foundation's types follow the coders' strategies in both ways of coding")
  func strategies() throws {
    let date = Date(timeIntervalSince1970: 1_461_508_962)
    let encoder = JSON.Encoder()
    let decoder = JSON.Decoder()
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
    #expect(try encoder.string([date]) == #"["2016-04-24T14:42:42Z"]"#)
    #expect(try decoder.decode([Date].self, from: encoder.encode([date])) == [date])
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode("t\(Int(date.timeIntervalSince1970))")
    }
    #expect(try encoder.string(["d": date]) == #"{"d":"t1461508962"}"#)
    let data = Data([0, 255, 63])
    #expect(try JSON.string([data]) == #"["AP8\/"]"#)
    #expect(try JSON.decode([Data].self, from: JSON.encode([data])) == [data])
    let uuid = UUID()
    let decimal = try #require(Decimal(string: "12345678901234567890.123"))
    #expect(try JSON.decode([UUID].self, from: JSON.encode([uuid])) == [uuid])
    #expect(try JSON.string([decimal]) == "[12345678901234567890.123]")
    for format in ["binary", "yaml"] {
      let isBinary = format == "binary"
      let dates = isBinary ? try Binary.encode([date]) : try YAML.encode([date])
      let uuids = isBinary ? try Binary.encode([uuid]) : try YAML.encode([uuid])
      let decimals = isBinary ? try Binary.encode([decimal]) : try YAML.encode([decimal])
      #expect(
        try
          (isBinary
          ? Binary.decode([Date].self, from: dates) : YAML.decode([Date].self, from: dates))
          == [date])
      #expect(
        try
          (isBinary
          ? Binary.decode([UUID].self, from: uuids) : YAML.decode([UUID].self, from: uuids))
          == [uuid])
      #expect(
        try
          (isBinary
          ? Binary.decode([Decimal].self, from: decimals)
          : YAML.decode([Decimal].self, from: decimals)) == [decimal])
    }
  }

  @Test("a value without a JSON number is the same error as through the tape")
  func nonFinite() throws {
    for value in [Double.nan, .infinity] {
      #expect(throws: EncodingError.self) { try JSON.encode(["x": [value]]) }
    }
    let encoder = JSON.Encoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    #expect(try encoder.string([Double.nan, 1]) == #"["?",1]"#)
  }
}
