import Ferry
import Foundation
import Testing

/// Sets and dictionaries, in which an element or a key counts once, decoded through `Codable`.
@Suite("Sets and dictionaries through Codable")
struct UniqueElementsTests {
  /// Nothing is known of `T` but that it is `Decodable`: the road of any Codable type.
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
  ]

  @Test("dictionaries are those of Foundation, of equal keys the first counts", arguments: maps)
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

  @Test("an error in one has its place and its path")
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
      #expect(error.place?.line == line && error.place?.column == column, "\(error)")
      #expect(error.context.codingPath.map(\.stringValue).joined(separator: ".") == path)
    }
  }
}
