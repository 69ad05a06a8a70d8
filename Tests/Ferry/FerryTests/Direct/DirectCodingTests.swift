import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Direct coding: the same results as through the tape")
struct DirectCodingTests {
  private let record = SlotRecord(
    id: 7, name: "Ada", score: 74.16, active: true, tags: ["a", "b\n"], parent: 3)

  @Test("options that change names or syntax have the same meaning through a tape")
  func options() throws {
    var json = JSON.Decoder()
    json.allowsJSON5 = true
    let text = "{id: 7, name: 'Ada', score: 74.16, active: true, tags: ['a', 'b\\n'], parent: 3,}"
    #expect(try json.decode(SlotRecord.self, from: text) == record)
    var encoder = JSON.Encoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    #expect(try encoder.string(record) == encoder.string(CodableOnly(record)))
    var snake = JSON.Decoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try snake.decode(SwitchRecord.self, from: #"{"id":1,"name":"x"}"#).name == "x")
  }

  @Test("Codable members are read and written inside direct types, and the other way round")
  func mixed() throws {
    let holder = PointHolder(id: 1, point: CodablePoint(x: 1.5, names: ["a": "ä\""]))
    let text = #"{"id":1,"point":{"x":1.5,"names":{"a":"ä\""}}}"#
    #expect(try JSON.string(holder) == text)
    #expect(try JSON.decode(PointHolder.self, from: text) == holder)
    #expect(try Binary.decode(PointHolder.self, from: Binary.encode(holder)) == holder)
    #expect(try YAML.decode(PointHolder.self, from: YAML.encode(holder)) == holder)
    #expect(
      try JSON.decode([String: CodableOnly<PointHolder>].self, from: "{\"k\":\(text)}").count == 1)
    // An error inside has the whole path and its place.
    let wrong = #"{"id":1,"point":{"x":true}}"#
    #expect(
      Outcome { try JSON.decode(PointHolder.self, from: wrong) }
        == Outcome { try JSON.decode(CodableOnly<PointHolder>.self, from: wrong).value })
  }

  @Test(
    "errors have the texts, paths and locations of coding through the tape",
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
        return (error as? DecodingError)?.problem?.place
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
    var encoder = JSON.Encoder()
    var decoder = JSON.Decoder()
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
    #expect(try JSON.string([data]) == #"["AP8/"]"#)
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
    var encoder = JSON.Encoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    #expect(try encoder.string([Double.nan, 1]) == #"["?",1]"#)
  }
}
