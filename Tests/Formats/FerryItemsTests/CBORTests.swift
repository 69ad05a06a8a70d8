import Ferry
import FerryCBOR
import FerryMessagePack
import FerryTestSupport
import Foundation
import Testing

@Suite struct CBORTests {
  private func json(_ text: String) throws -> AnyValue {
    try JSON.decode(AnyValue.self, from: text)
  }

  /// A value as its JSON text.
  private func text(_ value: AnyValue) throws -> AnyValue {
    try json(try JSON.string(value))
  }

  @Test("the examples of appendix A are read as the values that the RFC names")
  func readExamples() throws {
    for (hex, expected) in CBORVectors.values + CBORVectors.otherForms {
      let value = try CBOR.decode(AnyValue.self, from: bytes(hex))
      #expect(try text(value) == json(expected), "\(hex)")
      let direct = try CBOR.decode([AnyValue].self, from: [0x81] + bytes(hex))
      #expect(direct == [value], "\(hex), directly")
    }
  }

  @Test("the values of appendix A are written as in the RFC")
  func writeExamples() throws {
    for (expected, value) in CBORVectors.values {
      let value = try json(value)
      #expect(hex(try CBOR.encode(value)) == expected, "\(value)")
      #expect(hex(try CBOR.encode([value])) == "81" + expected, "\(value), directly")
    }
  }

  @Test("NaN and the infinities are read in every width and written in two bytes")
  func floats() throws {
    for (digits, expected) in CBORVectors.floats {
      for value in [
        try CBOR.decode(Double.self, from: bytes(digits)),
        try CBOR.decode(AnyValue.self, from: bytes(digits)).double ?? 0,
      ] {
        #expect(value == expected || value.isNaN && expected.isNaN)
        #expect(hex(try CBOR.encode(value)).count == 6)
      }
    }
  }

  @Test("a simple value without a meaning is an extension, and a part of an AnyValue")
  func simpleValues() throws {
    for digits in CBORVectors.simpleValues {
      let value = try CBOR.decode(ExtensionValue.self, from: bytes(digits))
      #expect([value.type] + value.bytes == bytes(digits))
      #expect(hex(try CBOR.encode(value)) == digits)
      let number: AnyValue = digits == "f0" ? 16 : 255
      let simple = AnyValue.tagged("!simple", number)
      #expect(try CBOR.decode(AnyValue.self, from: bytes(digits)) == simple)
      #expect(try CBOR.decode([[AnyValue]].self, from: bytes("8181" + digits)) == [[simple]])
      #expect(
        try CBOR.decode([[AnyValue]].self, from: bytes("8181d2" + digits))
          == [[.tagged("!18", simple)]])
      let box = bytes("a16576616c756581" + digits)
      #expect(try CBOR.decode(Box<[AnyValue]>.self, from: box).value == [simple])
      #expect(hex(try CBOR.encode(simple)) == digits)
      #expect(hex(try CBOR.encode([[simple]])) == "8181" + digits)
      #expect(try CBOR.encode(Box(value: [simple])) == box)
      for decode: () throws -> Any in [
        { try CBOR.decode(Int.self, from: bytes(digits)) },
        { try CBOR.decode([String].self, from: bytes("81" + digits)) },
      ] {
        #expect(throws: DecodingError.self) { try decode() }
      }
    }
    for number: AnyValue in [20, 31, 256, -1, "a"] {
      #expect(throws: EncodingError.self) { try CBOR.encode(AnyValue.tagged("!simple", number)) }
      #expect(throws: EncodingError.self) { try CBOR.encode([AnyValue.tagged("!simple", number)]) }
    }
  }

  private struct Box<T: Codable>: Codable {
    var value: T
  }

  @Test("the items of appendix F are errors for every way of decoding")
  func malformed() {
    struct Unread: Codable { init(from decoder: any Decoder) {} }
    for digits in CBORVectors.malformed {
      let input = bytes(digits)
      #expect(throws: DecodingError.self, "\(digits)") {
        try CBOR.decode(AnyValue.self, from: input)
      }
      #expect(throws: DecodingError.self, "\(digits)") {
        try CBOR.decode([AnyValue].self, from: input)
      }
      #expect(throws: DecodingError.self, "\(digits)") { try CBOR.decode(Unread.self, from: input) }
      #expect(throws: DecodingError.self, "\(digits)") { try CBOR.document(input).validate() }
      let records = Array(CBOR.stream(AnyValue.self, from: .bytes(input)))
      #expect(records.count == 1, "\(digits)")
      #expect(throws: (any Error).self, "\(digits)") { try records.first?.get() }
    }
  }

  @Test("a reference to an earlier value is an error")
  func references() {
    for digits in ["d81900", "d81d00"] {
      #expect(throws: DecodingError.self) { try CBOR.decode(Int.self, from: bytes(digits)) }
      let error = #expect(throws: DecodingError.self) {
        try CBOR.decode(AnyValue.self, from: bytes(digits))
      }
      #expect(error?.problem?.summary == "references to earlier values are not supported")
    }
  }

  @Test("text in base64 or base64url with its tag is data")
  func base64Text() throws {
    for (digits, data) in [
      ("d8226841514c2f37773d3d", Data([1, 2, 255, 239])),
      ("d8216641514c5f3777", Data([1, 2, 255, 239])),
      ("d8216377374f", nil), ("d82162782b", nil), ("d8216141", nil), ("d821624142", nil),
      ("d82160", Data()),
      ("d8216341513d", nil),
    ] as [(String, Data?)] {
      #expect((try? CBOR.decode(Data.self, from: bytes(digits))) == data, "\(digits)")
      #expect(
        (try? CBOR.decode(Box<Data>.self, from: bytes("a16576616c7565" + digits)))?.value == data)
    }
    #expect(throws: DecodingError.self) { try JSON.decode([Data].self, from: #"["_w"]"#) }
  }

  struct Times: Codable, Equatable {
    var dates: [Date]
  }

  @Test("a date is read from its tags")
  func dates() throws {
    let expected = Date(timeIntervalSince1970: 1_363_896_240)
    let day = Date(timeIntervalSince1970: 15_785 * 86_400)
    for (digits, date) in [
      ("c11a514b67b0", expected), ("c074323031332d30332d32315432303a30343a30305a", expected),
      ("d903ec6a323031332d30332d3231", day), ("d864193da9", day),
    ] {
      #expect(try CBOR.decode(Date.self, from: bytes(digits)) == date, "\(digits)")
      let tape = try CBOR.decode(Times.self, from: bytes("a1656461746573 81") + bytes(digits))
      #expect(tape.dates == [date], "\(digits)")
    }
    #expect(hex(try CBOR.encode(expected)) == "c11a514b67b0")
    #expect(
      hex(try CBOR.encode(Times(dates: [expected + 0.5]))) == "a165646174657381c1fb41d452d9ec200000"
    )
  }

  @Test("a date has its tag with every strategy, and each strategy reads every tag")
  func dateStrategies() throws {
    struct Model: Codable, Equatable { var at: Date }
    let date = Date(timeIntervalSince1970: 1_363_896_240)
    let text = "c074323031332d30332d32315432303a30343a30305a"
    let millis = "c07818323031332d30332d32315432303a30343a30302e3030305a"
    for (strategy, digits) in [
      (.deferredToDate, "c11a514b67b0"), (.secondsSince1970, "c11a514b67b0"), (.iso8601, text),
      (.rfc3339(fractionDigits: 3), millis), (.yamlTimestamp, text),
      (.millisecondsSince1970, "fb4273d8e8d0780000"),
    ] as [(DateEncodingStrategy, String)] {
      var encoder = CBOR.Encoder()
      encoder.dateEncodingStrategy = strategy
      #expect(hex(try encoder.encode(date)) == digits)
      #expect(hex(try encoder.encode([date])) == "81" + digits, "directly")
      #expect(hex(try encoder.encode(Model(at: date))) == "a1626174" + digits)
    }
    for strategy in [
      .deferredToDate, .secondsSince1970, .iso8601, .rfc3339, .yamlTimestamp,
      .millisecondsSince1970,
    ]
      as [DateDecodingStrategy]
    {
      var decoder = CBOR.Decoder()
      decoder.dateDecodingStrategy = strategy
      for digits in [text, millis, "c11a514b67b0", "c1fb41d452d9ec000000"] {
        #expect(try decoder.decode(Date.self, from: bytes(digits)) == date, "\(strategy)")
        #expect(try decoder.decode([Date].self, from: bytes("81" + digits)) == [date])
        #expect(try decoder.decode(Model.self, from: bytes("a1626174" + digits)).at == date)
      }
    }
  }

  @Test("the text of a date must be one of RFC 3339")
  func dateTexts() throws {
    for digits in [
      "c063616263", "c001", "c0c001", "c06a323031332d30332d3231", "d903ec6a323031332d30322d3330",
      "d903ec74323031332d30332d32315432303a30343a30305a", "c0f6", "c08001",
    ] {
      #expect(throws: DecodingError.self, "\(digits)") {
        try CBOR.decode(AnyValue.self, from: bytes(digits))
      }
      #expect(throws: DecodingError.self, "\(digits)") {
        try CBOR.decode([AnyValue].self, from: [0x81] + bytes(digits))
      }
      #expect(throws: DecodingError.self, "\(digits)") {
        try CBOR.decode([Bool?].self, from: [0x81] + bytes(digits))
      }
    }
    #expect(
      try CBOR.decode(
        [String].self,
        from: bytes(
          "81c074323031332d30332d32315432303a30343a3030"
            + "5a")) == ["2013-03-21T20:04:00Z"])
    #expect(
      try CBOR.decode(String.self, from: bytes("d903ec6a323031332d30332d3231")) == "2013-03-21")
  }

  @Test("a date keeps the digits of its number")
  func dateDigits() throws {
    for (digits, number) in [
      ("c1fb3fb999999999999a", "0.1"), ("c11b7fffffffffffffff", "9223372036854775807"),
      ("c13b7fffffffffffffff", "-9223372036854775808"), ("c1f93800", "0.5"),
      ("d86420", "-86400"),
    ] {
      let value = try CBOR.decode(AnyValue.self, from: bytes(digits))
      #expect(value.number?.text == number, "\(digits)")
      #expect(try CBOR.decode([AnyValue].self, from: [0x81] + bytes(digits)) == [value])
    }
    #expect(try CBOR.decode(Int64.self, from: bytes("c11b7fffffffffffffff")) == .max)
    #expect(try CBOR.decode([Double].self, from: bytes("81c1fb3fb999999999999a")) == [0.1])
    for digits in ["c11bffffffffffffffff", "d8641b7fffffffffffffff", "c1f97c00", "d864f93800"] {
      #expect(throws: DecodingError.self, "\(digits)") {
        try CBOR.decode(AnyValue.self, from: bytes(digits))
      }
    }
  }

  @Test("a decimal keeps its tag and a long number its digits")
  func decimals() throws {
    // 273.15, 1.5, 0.00 and 5, and the longest bignums.
    for digits in [
      "c48221196ab3", "c482200f", "c4822038 62", "c4822100", "c4820005",
      "c482381ec24b0102030405060708090a0b",
      "c2590400" + String(repeating: "ff", count: 1024),
      "c3590400" + String(repeating: "ff", count: 1024), "c4823a000f423f01",
    ] {
      let value = try CBOR.decode(AnyValue.self, from: bytes(digits))
      #expect(try CBOR.encode(value) == bytes(digits), "\(digits)")
    }
    for digits in ["c2590401" + String(repeating: "ff", count: 1025), "c4823a000f424001"] {
      #expect(throws: DecodingError.self) { try CBOR.decode(AnyValue.self, from: bytes(digits)) }
    }
    for text in [String(repeating: "9", count: 2467), "1e1000001", "0.1e-1000000"] {
      let value = try json(text)
      #expect(throws: EncodingError.self) { try CBOR.encode(value) }
      #expect(throws: EncodingError.self) { try CBOR.encode([value]) }
    }
    for text in ["-0e5", "-0.0", "-0E7", "-0.000"] {
      #expect(hex(try CBOR.encode(json(text))) == "f98000", "\(text)")
    }
    // The significand is 2^60, and 2^200 + 1 has no double.
    #expect(try CBOR.decode(Double.self, from: bytes("c582201b1000000000000000")) == 0x1p59)
    let wide = "c58220c2" + "5a0000001a01" + String(repeating: "00", count: 24) + "01"
    #expect(
      try CBOR.decode(AnyValue.self, from: bytes(wide)).number?.text
        == "8034690221294951377709810461705813012611014968913964176506885E-1")
  }

  @Test("a UUID, a URL, a decimal and data have their types")
  func foundationTypes() throws {
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(hex(try CBOR.encode(uuid)) == "d8255000112233445566778899aabbccddeeff")
    #expect(try CBOR.decode(UUID.self, from: CBOR.encode(uuid)) == uuid)
    let url = try CBOR.decode(
      URL.self, from: bytes("d82076687474703a2f2f7777772e6578616d706c652e636f6d"))
    #expect(url.absoluteString == "http://www.example.com")
    // The example of RFC 8949, section 3.4.4.
    let decimal = try #require(Decimal(string: "273.15"))
    #expect(try CBOR.decode(Decimal.self, from: bytes("c48221196ab3")) == decimal)
    #expect(try CBOR.decode(Double.self, from: bytes("c5822003")) == 1.5)
    let long = try #require(Decimal(string: "1234567890123456789.0123456789"))
    #expect(try CBOR.decode(Decimal.self, from: CBOR.encode(long)) == long)
    #expect(hex(try CBOR.encode(Data([1, 2, 3]))) == "43010203")
    #expect(try CBOR.decode(Data.self, from: bytes("5f4101420203ff")) == Data([1, 2, 3]))
    #expect(try CBOR.decode(Set<Int>.self, from: bytes("d90102820102")) == [1, 2])
  }

  @Test("a deterministic encoding sorts keys by their encoded bytes")
  func deterministicOrder() throws {
    // The keys of RFC 8949, section 4.2.1 that are integers or text.
    var encoder = CBOR.Encoder()
    encoder.usesIntegerKeys = true
    encoder.deterministicEncoding = .core
    let value: AnyValue = ["aa": 0, "100": 0, "z": 0, "-1": 0, "10": 0]
    #expect(
      hex(try encoder.encode(value)) == "a50a00186400200061 7a00626161 00".filter { $0 != " " })
    encoder.deterministicEncoding = .lengthFirst
    #expect(
      hex(try encoder.encode(value)) == "a50a00200018640061 7a00626161 00".filter { $0 != " " })
  }

  @Test("a strict decoder refuses every other encoding")
  func strictDecoder() throws {
    var decoder = CBOR.Decoder()
    decoder.requiredEncoding = .core
    for (digits, _) in CBORVectors.values where !digits.hasPrefix("fb7e") {
      #expect(throws: Never.self, "\(digits)") {
        try decoder.decode(AnyValue.self, from: bytes(digits))
      }
    }
    for digits in [
      "1800", "190001", "1a00000001", "1b0000000000000001", "7801 61", "9801 00", "b801616100",
      "9fff", "bfff", "7f6161ff", "fa3fc00000", "fb3ff8000000000000", "f97e01", "fa7fc00000",
      "a2616200616100", "a2616100616100", "c2420100", "c24a00010000000000000000",
    ] {
      #expect(throws: DecodingError.self, "\(digits)") {
        try decoder.decode(AnyValue.self, from: bytes(digits))
      }
    }
    #expect(try decoder.decode(AnyValue.self, from: bytes("a2186400200 0")) == ["100": 0, "-1": 0])
    decoder.requiredEncoding = .lengthFirst
    #expect(try decoder.decode(AnyValue.self, from: bytes("a22000186400")) == ["100": 0, "-1": 0])
  }

  @Test("indefinite lengths are written on request")
  func indefiniteLengths() throws {
    var encoder = CBOR.Encoder()
    encoder.writesIndefiniteLengths = true
    let value = try json(#"{"a": 1, "b": [2, 3], "c": {}}"#)
    #expect(hex(try encoder.encode(value)) == "bf61610161629f0203ff6163bfffff")
    #expect(try CBOR.decode(AnyValue.self, from: encoder.encode(value)) == value)
  }

  @Test("an error has the offset of the item and its path")
  func errors() throws {
    let error = #expect(throws: DecodingError.self) {
      try CBOR.decode([String: [Int]].self, from: bytes("a1616182016162"))
    }
    #expect(error?.problem?.place?.offset == 5)
    #expect("\(try #require(error?.problem))".contains("a[1]"))
  }

  @Test("a document follows a path")
  func documents() throws {
    let document = CBOR.document(bytes("a26161016162820203"))
    #expect(try document.decode(Int.self, at: "b[1]") == 3)
    #expect(try document.value(at: "c") == nil)
  }

  @Test("a sequence of documents is a stream")
  func sequences() throws {
    let input = bytes("01 820203 6161 9f04ff")
    let values = try CBOR.stream(AnyValue.self, from: .bytes(input)).map { try $0.get() }
    #expect(values == [1, [2, 3], "a", [4]])
    let cut = CBOR.stream([Int].self, from: .bytes(bytes("8101 820203 82"))).map { try? $0.get() }
    #expect(cut == [[1], [2, 3], nil])
  }
}
