import Ferry
import Foundation
import Testing

/// Values with a form of their own in the binary format survive a round trip.
@Suite struct BinaryTypesTests {
  private func roundTrip<T: Codable>(_ value: T) throws -> T {
    try Binary.decode(T.self, from: Binary.encode(value))
  }

  @Test(
    "dates are exact",
    arguments: [
      0, 1, -1, 0.5, 1e-9, 775_000_000.123_456_7, -63_114_076_800, 1e300, .leastNonzeroMagnitude,
      -0.0,
    ]) func datesAreExact(_ seconds: Double) throws
  {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let back = try roundTrip([date])[0].timeIntervalSinceReferenceDate
    #expect(back.bitPattern == seconds.bitPattern)
  }

  /// Whatever the decoder is told of other documents: a native date says what it is.
  @Test("dates need no strategy")
  func datesNeedNoStrategy() throws {
    let date = Date(timeIntervalSinceReferenceDate: 1234.5)
    var decoder = Binary.Decoder()
    for strategy: DateDecodingStrategy in [.iso8601, .secondsSince1970] {
      decoder.dateDecodingStrategy = strategy
      #expect(try decoder.decode(Date.self, from: Binary.encode(date)) == date)
    }
    var encoder = Binary.Encoder()
    encoder.dateEncodingStrategy = .iso8601
    let text = try encoder.encode(Date(timeIntervalSince1970: 0))
    #expect(try Binary.decode(String.self, from: text) == "1970-01-01T00:00:00Z")
    decoder.dateDecodingStrategy = .iso8601
    #expect(try decoder.decode(Date.self, from: text) == Date(timeIntervalSince1970: 0))
  }

  @Test("an infinite date is a date in the binary format and an error in JSON")
  func infiniteDatesFollowTheNumbers() throws {
    let never = Date(timeIntervalSinceReferenceDate: .infinity)
    #expect(try roundTrip(never) == never)
    #expect(throws: EncodingError.self) { try JSON.encode(never) }
  }

  @Test("a UUID takes 16 bytes")
  func uuidsTakeSixteenBytes() throws {
    let ids = (0..<100).map { _ in UUID() }
    #expect(try roundTrip(ids) == ids)
    #expect(try Binary.encode(ids).count <= 100 * 17 + 8)
    #expect(try Binary.decode(String.self, from: Binary.encode(ids[0])) == ids[0].uuidString)
    #expect(try JSON.string(ids[0]) == "\"\(ids[0].uuidString)\"")
  }

  @Test(
    "decimals are exact",
    arguments: [
      "0", "-1", "0.1", "1.10", "12345678901234567890.123456789", "0.12345678901234567",
      "0.1234567890123456", "99999999999999999999999999999999999999", "1e30", "-1e-30", "1e127",
      "0.00000000000000000000000000000000000001", "1e-127", "123456789012345678",
    ]) func decimalsAreExact(_ text: String) throws
  {
    let decimal = try #require(Decimal(string: text))
    #expect(try roundTrip(decimal) == decimal)
    #expect(try roundTrip([decimal, decimal]) == [decimal, decimal])
  }

  @Test("128-bit integers are exact")
  func wideIntegersAreExact() throws {
    for value: Int128 in [.min, .max, 0, -1, 1 << 64, -(1 << 64), 1 << 63, -(1 << 63) - 1] {
      #expect(try roundTrip(value) == value)
    }
    for value: UInt128 in [.max, 1 << 127, 1 << 64] { #expect(try roundTrip(value) == value) }
    #expect(try Binary.encode(UInt128.max).count == 3 + 2 + 17)
  }

  @Test("integers of hundreds of digits keep their digits")
  func integersOfHundredsOfDigitsKeepTheirDigits() throws {
    for count in [20, 40, 152, 153, 154, 155, 400] {
      for sign in ["", "-"] {
        let text = sign + String(repeating: "9", count: count)
        let value = try JSON.decode(AnyValue.self, from: text.utf8)
        #expect(try roundTrip(value).number?.text == text)
      }
    }
  }

  @Test("a number with an exact Double is stored as a Double")
  func numbersThatDoublesSurviveAreDoubles() throws {
    for value in [0.1 + 0.2, 1.0 / 3, 1e22, .leastNonzeroMagnitude, .pi] {
      let any = AnyValue.number(.init(value))
      #expect(try Binary.encode(any).count <= 12)
      #expect(try roundTrip(any) == any)
      #expect(try roundTrip(value).bitPattern == value.bitPattern)
    }
  }

  @Test("negative zero, the infinities and NaN come back")
  func specialNumbers() throws {
    #expect(try roundTrip([-0.0])[0].sign == .minus)
    #expect(try roundTrip([Double.infinity, -.infinity]) == [.infinity, -.infinity])
    #expect(try roundTrip([Double.nan])[0].isNaN)
    #expect(try roundTrip(Float.infinity) == .infinity)
  }

  private struct Nested: Codable, Equatable {
    var one: Int??
    var two: Int???
    var list: [Int??]
    var byName: [String: String??]
    var any: AnyValue?
  }

  @Test("nested optionals survive a round trip")
  func nestedOptionalsAreKept() throws {
    for one: Int?? in [nil, .some(nil), 1] {
      for two: Int??? in [nil, .some(nil), .some(.some(nil)), 2] {
        let value = Nested(
          one: one, two: two, list: [nil, .some(nil), 3],
          byName: ["a": nil, "b": .some(nil), "c": "text"], any: .some(.null))
        #expect(try roundTrip(value) == value)
        // Text formats have one null.
        #expect(try JSON.decode(Nested.self, from: JSON.encode(value)).list == [nil, nil, 3])
      }
    }
    #expect(try roundTrip([Int?.none, 1]) == [nil, 1])
    #expect(try roundTrip(Int??.some(nil)) == .some(nil))
  }

  /// A nested optional that lost a level reads as nil.
  @Test("nested nulls are null for other types")
  func nestedNullsReadAsNull() throws {
    struct Wide: Codable { var value: Int?? }
    struct Narrow: Codable { var value: Int? }
    let bytes = try Binary.encode(Wide(value: .some(nil)))
    #expect(try Binary.decode(Narrow.self, from: bytes).value == nil)
  }

  private enum Suit: String, Codable { case hearts, spades }

  @Test("dictionaries may have keys of any type")
  func dictionariesOfAnyKey() throws {
    #expect(try roundTrip([1: "a", -5: "b", .max: "c"]) == [1: "a", -5: "b", .max: "c"])
    #expect(try roundTrip([Suit.hearts: 1, .spades: 2]) == [.hearts: 1, .spades: 2])
    #expect(try roundTrip([0.5: true]) == [0.5: true])
    let id = UUID()
    #expect(try roundTrip([id: [Date(timeIntervalSinceReferenceDate: 1)]]).keys.first == id)
    #expect(try roundTrip([Int64(3): [UInt8(4): "x"]]) == [3: [4: "x"]])
  }

  /// A list of numbers is on the tape as one run; the same numbers one by one are elements of it.
  @Test("an array of numbers has the same bytes as its elements one by one", arguments: 0...17)
  func listsInOneRunHaveTheBytesOfListsOfElements(_ count: Int) throws {
    struct Element<Number: Encodable>: Encodable {
      let number: Number

      func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
    }

    func expectSameBytes<Number: Codable & Equatable & SendableMetatype>(_ list: [Number]) throws {
      let bytes = try Binary.encode(list)
      let elements = try Binary.encode(list.map(Element.init))
      let back = try Binary.decode([Number].self, from: bytes)
      #expect(bytes == elements, "\(list)")
      #expect(back == list)

      for rowCount in 1...9 {
        let rows = (0..<rowCount).map { $0 == 1 ? list.reversed() : list }
        let matrix = try Binary.encode(rows)
        let rowsOfElements = try Binary.encode(rows.map { $0.map(Element.init) })
        let rowsBack = try Binary.decode([[Number]].self, from: matrix)
        #expect(matrix == rowsOfElements, "\(rows)")
        #expect(rowsBack == rows)
      }
    }

    let integers = [0, 1, -1, 63, 64, -16, -17, 300, .max, .min, 1 << 40, 7, 8, 9, 10, 11, 12]
    let doubles = [0, -0.0, 0.5, 1, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude, 0.1]
    try expectSameBytes(Array(integers.prefix(count)))
    try expectSameBytes(Array(integers.suffix(count)))
    try expectSameBytes(Array(doubles.prefix(count)))
    try expectSameBytes(Array(doubles.suffix(count)))
  }

  /// Pairs of coordinates are rows, whether each is one run on the tape or a list of
  /// number texts.
  @Test("pairs of numbers are written as rows")
  func pairsOfNumbersAreRows() throws {
    let pairs = (0..<100).map { [Double($0) / 100, 40 - Double($0) / 100] }
    let encoder = Binary.Encoder()
    let texts = try JSON.decode(AnyValue.self, from: JSON.encode(pairs))
    for bytes in [try encoder.encode(ThroughTape(pairs)), try encoder.encode(ThroughTape(texts))] {
      // Two bytes a number, and what is before the blocks.
      #expect(bytes.count < 2 * 200 + 30)
      let back = try Binary.decode([[Double]].self, from: bytes)
      #expect(back == pairs)
    }
  }

  /// The objects of a tree have shapes as those of models have: no key is written twice.
  @Test("a tree of values takes no more bytes than its model")
  func treesOfValuesAreAsSmallAsModels() throws {
    let records = (0..<100).map { ["identifier": $0, "quantity": 3 * $0] }
    let tree = try JSON.decode(AnyValue.self, from: JSON.encode(records))
    let bytes = try Binary.encode(tree)
    let back = try Binary.decode(AnyValue.self, from: bytes)
    #expect(bytes.count < 40 + 100 * (2 + 3 + 3))
    #expect(try bytes == Binary.encode(ThroughTape(tree)))
    #expect(back == tree)

    let elements = try JSON.decode([AnyValue].self, from: JSON.encode(records))
    let members = ["records": tree]
    #expect(try Binary.encode(elements) == bytes)
    #expect(try Binary.encode(members).count < bytes.count + 20)
    #expect(try Binary.decode([AnyValue].self, from: bytes) == elements)
    #expect(try Binary.decode([String: AnyValue].self, from: Binary.encode(members)) == members)
  }

  /// Numbers of more digits than a double has are integers of one word, or of many.
  @Test("numbers keep all their digits", arguments: 1...40)
  func numbersKeepAllTheirDigits(_ count: Int) throws {
    for digit in ["0", "1", "5", "9"] {
      let digits = "7" + String(repeating: digit, count: count)
      for text in ["0.\(digits)", "\(digits).0", "3.\(digits)0", digits] {
        for number in [text, "-" + text] {
          let value = try JSON.decode(AnyValue.self, from: Array(number.utf8))
          let back = try Binary.decode(AnyValue.self, from: Binary.encode(value))
          #expect(back == value, "\(number)")
        }
      }
    }
  }

  /// Only `Encodable`: coded through the tape.
  private struct ThroughTape<Value: Encodable>: Encodable {
    let value: Value

    init(_ value: Value) { self.value = value }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  @Test("extension values survive a round trip")
  func extensionsComeBack() throws {
    let values = [
      ExtensionValue(type: 0x80, bytes: []), ExtensionValue(type: 0xFF, bytes: Array(0...255)),
    ]
    #expect(try roundTrip(values) == values)
    #expect(throws: EncodingError.self) { try JSON.encode(values) }
    #expect(throws: EncodingError.self) { try Binary.encode(ExtensionValue(type: 1, bytes: [])) }
    #expect(throws: DecodingError.self) {
      try Binary.decode(Int.self, from: Binary.encode(values[0]))
    }
    #expect(throws: DecodingError.self) {
      try Binary.decode(ExtensionValue.self, from: Binary.encode(1))
    }
    // Foundation's coders have no extensions; they get an object.
    let json = try JSONEncoder().encode(values)
    #expect(try JSONDecoder().decode([ExtensionValue].self, from: json) == values)
  }

  @Test("a model in the binary format converts to the JSON of the model")
  func convertedDocumentsAreWhatJSONWouldBe() throws {
    struct Model: Codable {
      var at = Date(timeIntervalSinceReferenceDate: 0.25)
      var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      var price = Decimal(string: "1.05") ?? 0
    }
    let value = try Binary.decode(AnyValue.self, from: Binary.encode(Model()))
    #expect(try JSON.encode(value) == JSON.encode(Model()))
  }
}
