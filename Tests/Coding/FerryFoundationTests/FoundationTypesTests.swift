import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Foundation's value types")
struct FoundationTypesTests {
  private let date = Date(timeIntervalSince1970: 1_461_508_962.25)

  private func encoders(
    _ ours: DateEncodingStrategy, _ theirs: JSONEncoder.DateEncodingStrategy
  ) -> (JSON.Encoder, JSONEncoder) {
    var encoder = JSON.Encoder(preset: .foundation)
    let oracle = JSONEncoder()
    encoder.dateEncodingStrategy = ours
    oracle.dateEncodingStrategy = theirs
    return (encoder, oracle)
  }

  private func compare(
    _ ours: DateEncodingStrategy, _ theirs: JSONEncoder.DateEncodingStrategy,
    _ decoding: DateDecodingStrategy, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (encoder, oracle) = encoders(ours, theirs)
    let dates = [date, Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: -86_400)]
    let text = try encoder.string(dates)
    #expect(
      text == String(decoding: try oracle.encode(dates), as: UTF8.self),
      sourceLocation: sourceLocation)
    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = decoding
    let decoded = try decoder.decode([Date].self, from: text)
    for (date, copy) in zip(dates, decoded) {
      #expect(abs(date.timeIntervalSince(copy)) < 1, sourceLocation: sourceLocation)
    }
    #expect(try encoder.string(["d": date]) == "{\"d\":\(encoder.string(date))}")
  }

  @Test("dates in every strategy are Foundation's")
  func dates() throws {
    try compare(.deferredToDate, .deferredToDate, .deferredToDate)
    try compare(.secondsSince1970, .secondsSince1970, .secondsSince1970)
    try compare(.millisecondsSince1970, .millisecondsSince1970, .millisecondsSince1970)
    try compare(.iso8601, .iso8601, .iso8601)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    try compare(.formatted(formatter), .formatted(formatter), .formatted(formatter))
    let custom: @Sendable (Date, any Encoder) throws -> Void = { date, encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(date.timeIntervalSince1970)
    }
    try compare(
      .custom(custom), .custom(custom),
      .custom { decoder in
        var container = try decoder.unkeyedContainer()
        return Date(timeIntervalSince1970: try container.decode(Double.self))
      })
  }

  @Test("a custom closure that encodes no value writes an empty object, as in Foundation")
  func nothing() throws {
    let (encoder, oracle) = encoders(.custom { _, _ in }, .custom { _, _ in })
    #expect(try encoder.string([date]) == "[{}]")
    #expect(try encoder.string(date) == String(decoding: try oracle.encode(date), as: UTF8.self))
    let empty = JSON.Encoder { $0.dataEncodingStrategy = .custom { _, _ in } }
    #expect(try empty.string(["a": Data([1])]) == #"{"a":{}}"#)
  }

  @Test("infinite dates cannot be encoded as numbers")
  func infiniteDates() {
    for strategy in [
      DateEncodingStrategy.deferredToDate, .secondsSince1970, .millisecondsSince1970,
    ] {
      var encoder = JSON.Encoder()
      encoder.dateEncodingStrategy = strategy
      #expect(throws: EncodingError.self) {
        try encoder.encode([Date(timeIntervalSince1970: .infinity)])
      }
    }
  }

  @Test(
    "an invalid date is Foundation's error",
    arguments: [#""2016-04-24""#, #""x""#, "1", "null", "[]", #""2016-13-24T14:42:42Z""#])
  func badDates(text: String) {
    var decoder = JSON.Decoder(preset: .foundation)
    let oracle = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    oracle.dateDecodingStrategy = .iso8601
    let ours = Outcome { try decoder.decode([String: Date].self, from: "{\"k\":\(text)}") }
    let theirs = Outcome {
      try oracle.decode([String: Date].self, from: Data("{\"k\":\(text)}".utf8))
    }
    #expect(ours.withoutLostPath == theirs.withoutLostPath)
  }

  @Test("data in every strategy is Foundation's")
  func data() throws {
    for data in [Data(), Data([0]), Data([1, 2]), Data([0xFF, 0xFE, 0xFD]), Data(0...255)] {
      var encoder = JSON.Encoder(preset: .foundation)
      let oracle = JSONEncoder()
      var decoder = JSON.Decoder()
      let back = JSONDecoder()
      #expect(try Data(encoder.encode([data])) == oracle.encode([data]))
      #expect(try decoder.decode([Data].self, from: encoder.encode([data])) == [data])
      encoder.dataEncodingStrategy = .deferredToData
      oracle.dataEncodingStrategy = .deferredToData
      decoder.dataDecodingStrategy = .deferredToData
      back.dataDecodingStrategy = .deferredToData
      #expect(try Data(encoder.encode([data])) == oracle.encode([data]))
      #expect(try decoder.decode([Data].self, from: encoder.encode([data])) == [data])
    }
    var decoder = JSON.Decoder()
    decoder.dataDecodingStrategy = .custom { decoder in
      Data(try decoder.singleValueContainer().decode(String.self).utf8)
    }
    #expect(try decoder.decode(Data.self, from: #""é""#) == Data("é".utf8))
  }

  @Test("bad values are Foundation's errors")
  func badValues() {
    func compare<T: Codable & Equatable>(_ type: T.Type, _ texts: [String]) {
      for text in texts {
        let wrapped = "{\"k\":[\(text)]}"
        #expect(
          Oracle.decodeAsFoundation([String: [T]].self, from: wrapped).withoutLostPath
            == Oracle.decode([String: [T]].self, from: wrapped).withoutLostPath, "\(text)")
      }
    }
    compare(Data.self, [#""a""#, #""AA=""#, #""A A==""#, "1", "null", "[1]"])
    compare(URL.self, [#""""#, "1", "null", #""http://[""#])
    compare(UUID.self, [#""x""#, "1", "null", #""00000000-0000-0000-0000-00000000000""#])
    // Foundation has no words for what is no decimal.
    for text in [#""1""#, "null", "true", "[]"] {
      let ours = Oracle.decodeAsFoundation([Decimal].self, from: "[\(text)]")
      let theirs = Oracle.decode([Decimal].self, from: "[\(text)]")
      #expect(ours.withoutText == theirs.withoutText, "\(text)")
    }
    compare(Date.self, [#""1""#, "null", "true"])
  }

  @Test(
    "decimals keep every digit",
    arguments: [
      "0", "-0.1", "1.10", "12345678901234567890123456789012345678", "0.1234567890123456789",
      "-98765432109876543210.0123456789", "1e10", "1e-30", "123.456e-7",
    ])
  func decimals(text: String) throws {
    let expected = try #require(Decimal(string: text))
    #expect(try JSON.decode(Decimal.self, from: text) == expected)
    #expect(try JSON.decode([Decimal].self, from: "[\(text)]") == [expected])
    #expect(try JSON.decode([Decimal].self, from: JSON.encode([expected])) == [expected])
    #expect(try Oracle.encodeAsFoundation([expected]) == Oracle.encode([expected]))
    #expect(throws: EncodingError.self) { try JSON.encode(Decimal.nan) }
  }

  @Test("UUIDs as keys and nested URLs are written as in Foundation")
  func nested() throws {
    let id = UUID()
    let model = ["a": [id: URL(string: "http://x.org/ä b")]]
    #expect(try Oracle.encodeAsFoundation(model) == Oracle.encode(model))
    RoundTrip.check(model, [.json])
  }

  @Test("non-conforming floats are read and written as text")
  func nonConformingFloats() throws {
    var encoder = JSON.Encoder(preset: .foundation)
    let oracle = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    oracle.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    let values = [1.5, .infinity, -.infinity, .nan]
    #expect(try Data(encoder.encode(values)) == oracle.encode(values))
    #expect(
      try Data(encoder.encode(values.map { Float($0) })) == oracle.encode(values.map { Float($0) }))
    #expect(try Data(encoder.encode(["a": Double.nan])) == oracle.encode(["a": Double.nan]))
    var decoder = JSON.Decoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    let back = try decoder.decode([Double].self, from: encoder.encode(values))
    #expect(back.prefix(3) == [1.5, .infinity, -.infinity])
    #expect(back.last?.isNaN == true)
    #expect(throws: DecodingError.self) { try decoder.decode([Double].self, from: #"["inf"]"#) }
    #expect(try decoder.decode([Float].self, from: #"["-inf"]"#) == [-.infinity])
  }
}
