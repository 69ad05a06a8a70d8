import FerryDropIn
import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct Pair: Codable, Equatable {
  var a: Int
  var b: [Inner]?

  @DirectCodable
  struct Inner: Codable, Equatable {
    var a: Int
  }
}

/// The values are those of Python: `json.loads` keeps the last of equal keys.
@Suite struct DuplicateKeysInDecodingTests {
  /// A text, and what is left of it where the last of equal keys counts.
  static let texts = [
    (#"{"a":1,"a":2}"#, #"{"a":2}"#),
    (#"{"a":1,"b":2,"\u0061":3,"c":4}"#, #"{"b":2,"a":3,"c":4}"#),
    (#"{"a":{"b":1,"b":2},"a":{"c":[{"d":1,"d":2}],"e":9}}"#, #"{"a":{"c":[{"d":2}],"e":9}}"#),
    (
      #"[{"a":1.5,"a":[1,2.25]},{"x":{"y":12345678901234567890,"y":1e5}}]"#,
      #"[{"a":[1,2.25]},{"x":{"y":1e5}}]"#
    ),
    (#"{"":[[]],"k":{},"":{"":0,"":[]},"k":"v"}"#, #"{"":{"":[]},"k":"v"}"#),
    (#"[{"a":1},{"a":1}]"#, #"[{"a":1},{"a":1}]"#),
    (#"{"é":1,"é":2,"z":3}"#, #"{"é":2,"z":3}"#),
    ("{\"e\u{301}\":1,\"é\":2}", "{\"e\u{301}\":1,\"é\":2}"),
  ]

  private func decoder(_ strategy: DuplicateKeyStrategy, preset: JSON.Preset = .standard)
    -> JSON.Decoder
  {
    var decoder = JSON.Decoder(preset: preset)
    decoder.duplicateKeys = strategy
    return decoder
  }

  @Test("the last of equal keys counts, at every level", arguments: texts)
  func lastCounts(text: String, expected: String) throws {
    #expect(try JSON.string(decoder(.last).decode(AnyValue.self, from: text)) == expected)
  }

  @Test("the last of equal keys counts in JSON5 and in an assumed object")
  func lastCountsInOtherGrammars() throws {
    var json5 = decoder(.last)
    json5.allowsJSON5 = true
    let text = "{a: 0x10, 'a': +2, /**/ b: [{c: 1, c: 2},], }"
    #expect(try JSON.string(json5.decode(AnyValue.self, from: text)) == #"{"a":2,"b":[{"c":2}]}"#)
    var assuming = decoder(.last)
    assuming.assumesTopLevelDictionary = true
    #expect(try assuming.decode([String: Int].self, from: #""a":1,"a":2"#) == ["a": 2])
  }

  @Test("the last of equal keys counts among 200 members")
  func manyKeys() throws {
    let text = "{" + (0..<200).map { #""k\#($0 % 70)":\#($0)"# }.joined(separator: ",") + "}"
    let values = try decoder(.last).decode([String: Int].self, from: text)
    #expect(values == Dictionary((0..<200).map { ("k\($0 % 70)", $0) }) { $1 })
  }

  @Test(
    "direct coding follows the rule for equal keys",
    arguments: [DuplicateKeyStrategy.first, .last, .error])
  func directCoding(strategy: DuplicateKeyStrategy) throws {
    let text = #"{"a":1,"b":[{"a":3,"a":4}],"a":2}"#
    let decoder = decoder(strategy)
    switch strategy {
    case .first:
      #expect(try decoder.decode(Pair.self, from: text) == Pair(a: 1, b: [Pair.Inner(a: 3)]))
    case .last:
      #expect(try decoder.decode(Pair.self, from: text) == Pair(a: 2, b: [Pair.Inner(a: 4)]))
    case .error:
      let error = #expect(throws: DecodingError.self) { try decoder.decode(Pair.self, from: text) }
      #expect(error?.problem?.place?.offset == 19)
    }
  }

  @Test(
    "Foundation's preset compares keys canonically", arguments: [JSON.Preset.standard, .foundation])
  func canonicalKeys(preset: JSON.Preset) throws {
    let text = "{\"e\u{301}\":1,\"é\":2}"
    let value = try decoder(.last, preset: preset).decode(AnyValue.self, from: text)
    #expect(value.object?.count == (preset == .foundation ? 1 : 2))
    #expect(value["é"] == 2)
  }

  @Test("an error after removed members has its location")
  func placesOfErrors() throws {
    let text = "{\"x\":{\"a\":1,\"a\":2},\n\"a\":[0],\n\"a\":[1,{\"b\":1,\"b\":2},true]}"
    let decoder = decoder(.last)
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String: [Int]].self, from: #"{"x":[],"# + text.dropFirst(20))
    }
    #expect(error?.problem?.place?.line == 2 && error?.problem?.place?.column == 8)
    let document = JSON.document(text, decoder: decoder)
    let other = #expect(throws: DecodingError.self) { try document.decode(Int.self, at: "a[2]") }
    #expect(other?.problem?.place?.line == 3 && other?.problem?.place?.column == 22)
  }

  @Test("documents and streams follow the rule for equal keys")
  func documentsAndStreams() throws {
    let text = #"{"a":{"b":1},"a":{"b":2,"b":3}}"#
    #expect(try JSON.document(text).decode(Int.self, at: "a.b") == 1)
    #expect(try JSON.document(text, decoder: decoder(.last)).decode(Int.self, at: "a.b") == 3)
    #expect(throws: DecodingError.self) {
      try JSON.document(text, decoder: decoder(.error)).decode(Int.self, at: "a.b")
    }
    let lines = Array("{\"a\":1,\"a\":2}\n{\"a\":3}\n{\"a\":4,\"b\":[{\"a\":5,\"a\":6}]}\n".utf8)
    let options = StreamOptions(continuesAfterErrors: true)
    func values(_ strategy: DuplicateKeyStrategy) -> [Pair?] {
      JSON.stream(Pair.self, from: .bytes(lines), options: options, decoder: decoder(strategy))
        .map { try? $0.get() }
    }
    #expect(values(.first) == [Pair(a: 1), Pair(a: 3), Pair(a: 4, b: [.init(a: 5)])])
    #expect(values(.last) == [Pair(a: 2), Pair(a: 3), Pair(a: 4, b: [.init(a: 6)])])
    #expect(values(.error) == [nil, Pair(a: 3), nil])
  }

  @Test("a long array follows the rule for equal keys")
  func groups() throws {
    let text = "[" + Array(repeating: #"{"a":1,"a":2}"#, count: 30_000).joined(separator: ",") + "]"
    let values = try decoder(.last).decode([[String: Int]].self, from: text)
    #expect(values.count == 30_000 && values.allSatisfy { $0 == ["a": 2] })
  }

  @Test("the drop-in has Foundation's rule for equal keys, and the others on request")
  func dropIn() throws {
    let data = Data(#"{"a":1,"a":2}"#.utf8)
    let decoder = FerryDropIn.JSONDecoder()
    let expected = try Foundation.JSONDecoder().decode([String: Int].self, from: data)
    #expect(try decoder.decode([String: Int].self, from: data) == expected)
    decoder.base.duplicateKeys = .last
    #expect(try decoder.decode([String: Int].self, from: data) == ["a": 2])
  }
}
