import Ferry
import Foundation
import Testing

/// Sets, dictionaries and other records, in which an element or a key counts once.
@Suite("Equal elements and keys")
struct UniqueElementsTests {
  /// `T` is only known to be `Decodable`, so it is decoded through the tape.
  private func decoded<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
    try JSON.decode(type, from: json)
  }

  private func expectTheSame<T: Codable & Equatable>(_ type: T.Type, _ json: String) throws {
    let expected = try? JSONDecoder().decode(type, from: Data(json.utf8))
    let result = try? decoded(type, json)
    #expect(result == expected, "\(type) from \(json)")
    // The same values by way of a format with a list of its own for numbers.
    guard let result, let bytes = try? Binary.Encoder().encode(result) as [UInt8] else { return }
    #expect(try Binary.Decoder().decode(type, from: bytes) == result, "\(type) from \(json)")
  }

  private struct Point: Codable, Hashable {
    var x: Int
  }

  private static let maps = [
    "{}", #"{"a": 1}"#, #"{"a": 1, "b": 2.5}"#, #"{"a": "x", "b": ""}"#, #"{"a": true}"#,
    #"{"a": 1, "a": 2}"#, #"{"a": 1, "a": "x"}"#, #"{"a": "x", "a": 1}"#, #"{"a": null}"#,
    #"{"a": {"x": 1}, "b": {"x": 2}}"#, #"{"a": {"x": 1}, "a": 3}"#, #"{"a": [1, 2], "a": [3]}"#,
    #"{"a": {"x": 1}, "b": {"x": null}}"#, #"{"\u0061": 1, "a": 2}"#, "[]", "3", "null",
    #"{"a": 1, "a": [2, {"b": "}"}], "b": 3}"#, #"{"a": 1, "a": [2}"#,
    #"{"a": [], "b": 1, "a": 2}"#,
  ]

  @Test("dictionaries are those of Foundation, and the first of equal keys counts", arguments: maps)
  func dictionaries(_ json: String) throws {
    try expectTheSame([String: Int].self, json)
    try expectTheSame([String: Double].self, json)
    try expectTheSame([String: String].self, json)
    try expectTheSame([String: Bool].self, json)
    try expectTheSame([String: Int?].self, json)
    try expectTheSame([String: [Int]].self, json)
    try expectTheSame([String: Point].self, json)
    try expectTheSame([String: [String: Int]].self, json)
  }

  @Test("direct coding gives the same dictionaries", arguments: maps)
  func directDictionaries(_ json: String) throws {
    #expect(
      (try? JSON.decode([String: Int].self, from: json))
        == (try? decoded([String: Int].self, json)))
    #expect(
      (try? JSON.decode([String: [Int]].self, from: json))
        == (try? decoded([String: [Int]].self, json)))
    #expect(
      (try? JSON.decode([String: [String: Int]].self, from: json))
        == (try? decoded([String: [String: Int]].self, json)))
  }

  private static let numbered = [
    "{}", #"{"1": 1, "2": 2, "-3": 3}"#, #"{"+1": 1, "2": 2}"#, #"{"1": 1, "x": 2}"#,
    #"{"1": "a"}"#, #"{"1": 1, "1": 2}"#,
    #"{"9223372036854775808": 1}"#, "[]", "[1, 2]", "null",
  ]

  @Test("dictionaries by numbers are those of Foundation", arguments: numbered)
  func numberedDictionaries(_ json: String) throws {
    try expectTheSame([Int: Int].self, json)
    try expectTheSame([Int: String].self, json)
    try expectTheSame([Int: Int?].self, json)
    try expectTheSame([UInt8: Int].self, json)
  }

  @Test("the first of two spellings of an integer key counts")
  func unusualNumbers() throws {
    // In Foundation one of the two counts, another in each process; with direct coding the first.
    #expect(try decoded([Int: Int].self, #"{"1": 1, "01": 2}"#) == [1: 1])
  }

  @Test("a strategy converts integer keys only in the preset of Foundation")
  func convertedNumbers() throws {
    for (preset, key) in [(JSON.Preset.standard, 1), (.foundation, 11)] {
      var decoder = JSON.Decoder(preset: preset)
      decoder.keyDecodingStrategy = .custom { AnyKey("1" + $0[$0.count - 1].stringValue) }
      #expect(try decoder.decode([Int: Int].self, from: #"{"1": 5}"#) == [key: 5])
      func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decoder.decode(type, from: #"{"1": 5}"#)
      }
      #expect(try decode([Int: Int].self) == [key: 5])
    }
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Members under keys that no enum declares, around a super encoder.
  private struct Entries: Encodable {
    var names: [String]
    var hasSuper = false

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (index, name) in names.enumerated() {
        try container.encode([index], forKey: AnyKey(name))
        if hasSuper, index == names.count / 2 {
          try Entries(names: ["in", "side"]).encode(to: container.superEncoder())
        }
      }
    }
  }

  private static let names: [[String]] = [
    [], ["a"], ["a", "b"], ["a", "a"], ["a", "b", "a"], ["\u{e9}", "e\u{301}", "e"],
    ["a long name 1 with ends", "a long name 2 with ends", "a long name 1 with ends"],
    (0..<16).map { "k\($0)" }, (0..<17).map { "k\($0)" }, (0..<40).map { "k\($0 % 30)" },
    (0..<16).map { "k\($0 % 15)" },
  ]

  @Test("the last value that is encoded for a key counts, as in Foundation", arguments: names)
  func keysThatComeAgain(_ names: [String]) throws {
    for hasSuper in [false, true] {
      let values = [
        Entries(names: names, hasSuper: hasSuper), Entries(names: ["x", "y"]),
        Entries(names: names.reversed(), hasSuper: hasSuper),
      ]
      let foundation = JSONEncoder()
      foundation.outputFormatting = .sortedKeys
      var encoder = JSON.Encoder()
      encoder.outputFormatting = .sortedKeys
      let expected = String(decoding: try foundation.encode(values), as: UTF8.self)
      #expect(String(decoding: try encoder.encode(values) as [UInt8], as: UTF8.self) == expected)
      #expect(
        try Binary.Decoder().decode(AnyValue.self, from: Binary.Encoder().encode(values) as [UInt8])
          == JSON.decode(AnyValue.self, from: expected))
    }
  }

  private static let lists = [
    "[]", "[1, 2, 1]", #"["a", "b", "a"]"#, #"["a", 1]"#, #"[{"x": 1}, {"x": 2}, {"x": 1}]"#,
    #"[{"x": 1}, {}]"#, "[[1], [1, 2], [1]]", "[null, 1, null]", "{}", "1", "null",
  ]

  @Test("sets are those of Foundation", arguments: lists)
  func sets(_ json: String) throws {
    try expectTheSame(Set<Int>.self, json)
    try expectTheSame(Set<String>.self, json)
    try expectTheSame(Set<Double>.self, json)
    try expectTheSame(Set<Point>.self, json)
    try expectTheSame(Set<[Int]>.self, json)
    try expectTheSame(Set<Int?>.self, json)
    try expectTheSame([String: Set<Int>].self, #"{"a": \#(json)}"#)
  }

  @Test("an error in a dictionary or set has its location and path")
  func places() throws {
    let cases: [(json: String, line: Int, column: Int, path: String)] = [
      (#"{"numbers": {"a": 1, "b": "x"}}"#, 1, 27, "numbers.b"),
      ("{\"tags\": [\"a\",\n3]}", 2, 1, "tags.Index 1"),
    ]
    struct Model: Decodable {
      var numbers: [String: Int]?
      var tags: Set<String>?
    }
    for (json, line, column, path) in cases {
      let error = try #require(throws: DecodingError.self) { try decoded(Model.self, json) }
      let place = error.problem?.place
      #expect(place?.line == line && place?.column == column, "\(error)")
      #expect(error.context.codingPath.map(\.stringValue).joined(separator: ".") == path)
    }
  }
}
