import Ferry
import FerryBase
import FerryTestSupport
import Foundation
import Testing

@Suite("Locations of errors")
struct PlacesTests {
  private func place<T: Decodable>(
    _ type: T.Type, _ text: String, decoder: JSON.Decoder = .init()
  ) throws -> SourcePlace {
    let error = #expect(throws: DecodingError.self) { try decoder.decode(type, from: text) }
    return try #require(error?.problem?.place)
  }

  private struct Shop: Decodable {
    var name: String
    var items: [Item]
    struct Item: Decodable {
      var id: Int8
      var colour: Fixtures.Colour?
      var price: Double
    }
  }

  private func shop(_ item: String) -> String {
    "{\n  \"name\": \"käse €\",\n  \"items\": [\n    {\"id\": 1, \"price\": 1},\n    \(item)\n  ]\n}\n"
  }

  @Test(
    "an error has the line, the column and the line's text",
    arguments: [
      (#"{"id": "x", "price": 2}"#, 12, "type mismatch"),
      (#"{"id": 300, "price": 2}"#, 12, "a number that does not fit"),
      (#"{"id": 1.5, "price": 2}"#, 12, "a fraction for an integer"),
      (#"{"id": 2}"#, 5, "a missing key"), (#"{"id": null, "price": 1}"#, 12, "null"),
      (#"{"id": 2, "price": 1e999}"#, 24, "a number out of range"),
      (#"{"id": 2, "colour": "mauve", "price": 1}"#, 25, "a bad raw value"),
      (#"{"id": 2, "price": [1]}"#, 24, "a list for a number"), ("[]", 5, "a list for a model"),
      (#"{"id": 2 "price": 1}"#, 14, "a missing comma"), (#"{"id": 02, "price": 1}"#, 12, "a zero"),
      (#"{"id": tru, "price": 1}"#, 15, "a bad literal"),
      (#"{"id": 2, "price": 1,}"#, 25, "a trailing comma"),
      (#"{"é€😀": "\q", "id": 2, "price": 1}"#, 14, "a bad escape behind long characters"),
    ])
  func columns(item: String, column: Int, what: Comment) throws {
    let text = shop(item)
    let place = try place(Shop.self, text)
    #expect(place.line == 5, what)
    // A bad number may be shown from its first to its last digit, a comma where it stands.
    #expect((column...column + 2).contains(place.column), what)
    #expect(place.excerpt == "    " + item, what)
    #expect(place.caret == place.column - 1, what)
    #expect(place.description == "5:\(place.column)", what)
    let before = text.utf8.prefix(place.offset)
    #expect(before.count(where: { $0 == UInt8(ascii: "\n") }) == 4, what)
    #expect(place.drawing.hasSuffix("\n" + String(repeating: " ", count: place.caret) + "^"), what)
  }

  @Test("the column of an error is exact")
  func exactColumns() throws {
    #expect(try place([Int].self, "[1,\n \"a\"]").description == "2:2")
    #expect(try place([Int].self, "[1,\n 2,,]").description == "2:4")
    #expect(try place([Int].self, "\n\n  {}").description == "3:3")
    #expect(try place(Int.self, "").description == "1:1")
    #expect(try place([Int].self, "[1,\n2").description == "2:2")
    #expect(try place([Int].self, "\r\n[\r\n\"a\"]").description == "3:1")
    #expect(try place(Int8.self, " 128").offset == 1)
    #expect(try place([String: Bool].self, #"{"é": 1}"#).description == "1:7")
    #expect(try place([String: Bool].self, #"{"é": 1}"#).offset == 7)
  }

  @Test("an element deep inside or among many has its location")
  func deepPlaces() throws {
    let lines = (0..<3000).map { "[\($0), {\"a\": [\($0 == 2345 ? "true" : "1")]}]" }
    let text = "[\n" + lines.joined(separator: ",\n") + "\n]"
    struct Row: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decode(Int.self)
        _ = try container.decode([String: [Int]].self)
      }
    }
    let place = try place([Row].self, text)
    #expect(place.line == 2347)
    #expect(place.column == 15)
  }

  @Test(
    "long lines are cut to 120 columns, with the caret below the column of the error",
    arguments: [0, 60, 5000])
  func longLines(padding: Int) throws {
    let pad = String(repeating: "é ", count: padding)
    let place = try place([Int].self, "[\"\(pad)\", \"\(pad)\"]")
    #expect(place.excerpt.unicodeScalars.count <= 120)
    #expect(place.column == 2)
    let other = try self.place([String].self, "[\"\(pad)\", 7, \"\(pad)\"]")
    #expect(other.column == 2 * padding + 6)
    let shown = Array(other.excerpt.unicodeScalars)
    #expect(other.caret < shown.count && shown[other.caret] == "7")
  }

  /// U+009B alone begins a command for a terminal.
  @Test(
    "control characters in a report are escaped",
    arguments: ["\u{9B}31m", "\u{7F}", "\u{85}"])
  func controls(_ control: String) throws {
    let text = "{\"a\u{80}é\": [7, \"\(control)\"]}"
    let place = try place([String: [String]].self, text)
    #expect(!place.excerpt.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(place.excerpt.unicodeScalars.count == text.unicodeScalars.count)
    #expect(place.caret == 9 && place.column == 10)
  }

  @Test("the description of an error is its report")
  func description() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([String: Int].self, from: "{\"a\": 1,\n \"b\" 2}")
    }
    let underlying = try #require(error?.problem)
    #expect(underlying.kind == .missingColon)
    #expect("\(underlying)" == "2:6: expected a colon after the key, at b\n \"b\" 2}\n     ^")
  }

  @Test("errors in JSON5 have their location after comments")
  func json5() throws {
    var decoder = JSON.Decoder()
    decoder.allowsJSON5 = true
    let place = try place([String: Int].self, "// first\n{a: 1, /* c */ b: 'x',}", decoder: decoder)
    #expect(place.description == "2:19")
  }

  /// Puts a failure that it got from somewhere else into an error of its own.
  private struct Passer: Decodable {
    static let failures = [
      WireFailure(.invalidValue, offset: 3), WireFailure(.invalidValue, node: 1 << 20),
      WireFailure(.unknownKey, node: -1), WireFailure(.unknownKey, node: 1),
      WireFailure(.numberDoesNotFit, node: 1),
    ]

    init(from decoder: any Decoder) throws {
      let failure = Self.failures[try decoder.singleValueContainer().decode(Int.self)]
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "a remark",
          underlyingError: failure))
    }
  }

  @Test("a failure of another document gets the location of the value", arguments: 0..<5)
  func failuresFromElsewhere(index: Int) throws {
    #expect(try place([Passer].self, "[\n \(index)]").description == "2:2")
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([Passer].self, from: "[\(index)]")
    }
    let underlying = try #require(error?.problem)
    #expect(underlying.detail == "a remark")
    let value: AnyValue = [.number(.init(index))]
    for bytes in try [Binary.encode(value), YAML.encode(value)] {
      let isBinary = bytes[0] == 0xB5
      let error = #expect(throws: DecodingError.self) {
        try isBinary
          ? Binary.decode([Passer].self, from: bytes) : YAML.decode([Passer].self, from: bytes)
      }
      #expect(error?.problem?.place != nil)
    }
  }

  /// Numbers, and a failure that names any node.
  private struct Holder: Decodable {
    struct Passer: Decodable {
      init(from decoder: any Decoder) throws {
        let numbers = try decoder.singleValueContainer().decode([Int].self)
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "a remark",
            underlyingError: WireFailure(FailureKind.allCases[numbers[0]], node: numbers[1])))
      }
    }

    var numbers: [Double]
    var passer: Passer
  }

  @Test("a failure of another document may name any word of this one")
  func wordsFromElsewhere() throws {
    for kind in FailureKind.allCases.indices {
      for node in -1...30 {
        let value: AnyValue = [
          "numbers": [0.1, 1e300, 12_345_678_901_234_567],
          "passer": .array([.number(.init(kind)), .number(.init(node))]),
        ]
        for bytes in try [JSON.encode(value), Binary.encode(value)] {
          let error = #expect(throws: DecodingError.self) {
            try bytes[0] == 0xB5
              ? Binary.decode(Holder.self, from: bytes) : JSON.decode(Holder.self, from: bytes)
          }
          #expect(error?.problem?.place != nil)
        }
      }
    }
  }

  @Test("an element of a packed array has its path")
  func packedElements() throws {
    struct ByHand: Decodable {
      var list: [Int8]

      enum Key: CodingKey { case list }

      init(from decoder: any Decoder) throws {
        var numbers = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .list)
        list = []
        while !numbers.isAtEnd { list.append(try numbers.decode(Int8.self)) }
      }
    }
    let bytes = try Binary.encode(["first": [], "list": (100..<150).map { $0 }])
    let direct = #expect(throws: DecodingError.self) {
      try Binary.decode([String: [Int8]].self, from: bytes)
    }
    #expect(direct.map { ErrorSummary($0).path } == ["list", "Index 28"])
    let byHand = #expect(throws: DecodingError.self) {
      try Binary.decode(ByHand.self, from: bytes)
    }
    #expect(byHand.map { ErrorSummary($0).path } == ["list", "Index 28"])
  }

  /// Reads two values where there is one.
  private struct Greedy: DirectDecodable {
    init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
      try reader.skipValue()
      switch try reader.nextKind() {
      case .number: _ = try reader.readInteger(Int.self)
      default: try reader.skipValue()
      }
    }
  }

  @Test("reading past the last value is an error")
  func behindTheEnd() throws {
    for value: AnyValue in [1, [1, 2], ["a": [1.5]], "text", nil] {
      #expect(throws: DecodingError.self) { try JSON.decode(Greedy.self, from: JSON.encode(value)) }
      #expect(throws: DecodingError.self) {
        try Binary.decode(Greedy.self, from: Binary.encode(value))
      }
      #expect(throws: DecodingError.self) { try YAML.decode(Greedy.self, from: YAML.encode(value)) }
    }
  }

  @Test("an error of Foundation has no location")
  func foundation() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Int].self, from: Data("[true]".utf8))
    }
    #expect(error?.problem?.place == nil)
  }
}

extension ErrorSummary {
  /// The error below `error`.
  fileprivate static func underlying(_ error: DecodingError) -> (any Error)? {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError
    @unknown default: nil
    }
  }
}
