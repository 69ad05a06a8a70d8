import Ferry
import FerryCBOR
import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct Point: Equatable {
  var x: Double
  var name: String?
}

@Suite("Leniency by item")
struct LeniencyTests {
  /// Each item, with texts that need it and no other one.
  private static let items: [(JSON.Leniency, [String])] = [
    (
      .comments,
      ["[1/* c */,2]", "// c\n1", "{\"a\": 1 // c\n}", "[/**/]", "{/**/\"a\"/**/:/**/1}"]
    ),
    (.trailingCommas, ["[1,]", "{\"a\": 1 , }"]),
    (.singleQuotes, ["'a'", "{'a': 1}", #"'\''"#, #"'"'"#, #"'\u0041\n'"#]),
    (.bareKeys, ["{a: 1}", "{$_9: 1}", "{é: 1}", #"{\u0061: 1}"#]),
    (.nonFiniteNumbers, ["NaN", "Infinity", "-Infinity", "[-NaN]"]),
    (.numberForms, ["0x1F", "+1", ".5", "5.", "-.5", "+.5", "-0x10", "5.e3"]),
    (.textForms, [#""\x41""#, "\"a\\\nb\"", #""\v""#, #""\q""#, "\"\t\""]),
    (.whiteSpace, ["\u{A0}1", "[1,\u{2028}2]", "\u{0B}1"]),
  ]

  private static let all = items.flatMap { item, texts in texts.map { (item, $0) } }

  @Test("each item is accepted alone, and needed", arguments: all)
  func alone(_ item: JSON.Leniency, _ text: String) throws {
    let strict = JSON.Decoder()
    #expect(throws: DecodingError.self) { try strict.decode(AnyValue.self, from: text) }
    let others = JSON.Decoder { $0.leniency = JSON.Leniency.json5.subtracting(item) }
    #expect(throws: DecodingError.self) { try others.decode(AnyValue.self, from: text) }
    var five = JSON.Decoder()
    five.allowsJSON5 = true
    let expected = try JSON.string(five.decode(Lenient.self, from: text))
    let alone = JSON.Decoder { $0.leniency = item }
    #expect(try JSON.string(alone.decode(Lenient.self, from: text)) == expected)
    #expect(try JSON.string(alone.document(text)) == expected)
    let listed = try alone.decode([Lenient].self, from: "[\(text)\n,\(text)\n]")
    #expect(try JSON.string(listed) == "[\(expected),\(expected)]")
  }

  @Test("an item of text in single quotes does not allow the escapes of JSON5")
  func singleQuotes() throws {
    let decoder = JSON.Decoder { $0.leniency = .singleQuotes }
    for text in [#"'\x41'"#, "'a\\\nb'", "'\t'", #""\'""#, "{a: 1}"] {
      #expect(throws: DecodingError.self) { try decoder.decode(AnyValue.self, from: text) }
    }
    #expect(try decoder.decode([String: Int].self, from: "{'a': 1}") == ["a": 1])
  }

  @Test("the options of JSON5 and of its items agree")
  func options() {
    var decoder = JSON.Decoder()
    #expect(decoder.leniency == [] && !decoder.allowsJSON5)
    decoder.allowsTrailingCommas = true
    #expect(decoder.leniency == .trailingCommas)
    decoder.allowsJSON5 = true
    #expect(decoder.leniency == .json5)
    decoder.allowsJSON5 = false
    #expect(decoder.leniency == .trailingCommas && decoder.allowsTrailingCommas)
    decoder.leniency = .json5
    #expect(decoder.allowsJSON5 && decoder.allowsTrailingCommas)
    decoder.leniency = [.comments]
    #expect(!decoder.allowsJSON5 && !decoder.allowsTrailingCommas)
    #expect(JSON.Decoder(preset: .foundation).leniency == .trailingCommas)
  }

  @Test("types with direct coding are read leniently")
  func direct() throws {
    let decoder = JSON.Decoder { $0.leniency = [.comments, .nonFiniteNumbers] }
    let text = "{\"x\": Infinity, // far\n\"name\": \"p\"}"
    #expect(try decoder.decode(Point.self, from: text) == Point(x: .infinity, name: "p"))
    #expect(throws: DecodingError.self) { try decoder.decode(Point.self, from: "{x: 1}") }
  }

  // MARK: Writing

  @Test("numbers that are not finite can be null")
  func null() throws {
    var encoder = JSON.Encoder()
    encoder.nonConformingFloatEncodingStrategy = .null
    let numbers = [1.5, .nan, .infinity, -.infinity]
    #expect(try encoder.string(numbers) == "[1.5,null,null,null]")
    #expect(try encoder.string(numbers.map(Float.init)) == "[1.5,null,null,null]")
    #expect(try encoder.string(Point(x: .nan)) == #"{"x":null}"#)
    #expect(try encoder.string(["a": Double.infinity]) == #"{"a":null}"#)
  }

  @Test("characters beyond ASCII can be escaped")
  func escapes() throws {
    let encoder = JSON.Encoder { $0.outputFormatting = .escapesNonASCII }
    let value = ["é\u{10FFFF}": "a\n\"\u{E9}\u{2028}😀"]
    let text = try encoder.string(value)
    #expect(text == #"{"\u00e9\udbff\udfff":"a\n\"\u00e9\u2028\ud83d\ude00"}"#)
    #expect(try JSON.decode([String: String].self, from: text) == value)
    #expect(try encoder.string(Point(x: 1, name: "é")) == #"{"x":1,"name":"\u00e9"}"#)
    #expect(try encoder.string(RawJSON("\"é\"".utf8)) == #""\u00e9""#)
  }

  @Test("a document can end with a line break, and lines have any indentation")
  func lines() throws {
    let point = Point(x: 1, name: "p")
    let ended = JSON.Encoder { $0.outputFormatting = .finalNewline }
    #expect(try ended.string(point) == "{\"x\":1,\"name\":\"p\"}\n")
    var tabs = JSON.Encoder { $0.outputFormatting = [.prettyPrinted, .finalNewline] }
    tabs.indentation = "\t"
    #expect(try tabs.string(point) == "{\n\t\"x\" : 1,\n\t\"name\" : \"p\"\n}\n")
    tabs.indentation = " // "
    #expect(try tabs.string([[1]]) == "[\n  [\n    1\n  ]\n]\n")
    tabs.indentation = ""
    #expect(try tabs.string([1]) == "[\n1\n]\n")
  }

  @Test("keys are sorted by a function in every format")
  func order() throws {
    struct Plain: Codable { var b = 1, ccc = ["y": 2, "xx": 3], aa = 4 }
    let longest = { @Sendable (first: String, second: String) in
      (first.count, second) > (second.count, first)
    }
    let expected = #"{"ccc":{"xx":3,"y":2},"aa":4,"b":1}"#
    var json = JSON.Encoder()
    json.keyOrder = longest
    #expect(try json.string(Plain()) == expected)
    #expect(try json.string(Point(x: 1, name: "p")) == #"{"name":"p","x":1}"#)
    #expect(try json.string(RawJSON(#"{"a": 1, "bb": 2}"#.utf8)) == #"{"bb":2,"a":1}"#)
    var binary = Binary.Encoder()
    binary.keyOrder = longest
    #expect(try JSON.string(Binary.decode(AnyValue.self, from: binary.encode(Plain()))) == expected)
    var cbor = CBOR.Encoder()
    cbor.keyOrder = longest
    #expect(try JSON.string(CBOR.decode(AnyValue.self, from: cbor.encode(Plain()))) == expected)
    var yaml = YAML.Encoder()
    yaml.keyOrder = longest
    #expect(try yaml.string(Point(x: 1, name: "p")) == "name: p\nx: 1\n")
  }
}

/// A value of any kind, whose numbers may be not finite.
private struct Lenient: Codable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      text = "\(number)"
    } else if let list = try? container.decode([Lenient].self) {
      text = "\(list.map(\.text))"
    } else if let object = try? container.decode([String: Lenient].self) {
      text = "\(object.mapValues(\.text))"
    } else {
      text = try container.decode(String.self)
    }
  }

  func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension JSON.Decoder {
  fileprivate func document(_ text: String) throws -> Lenient {
    try JSON.document(text, decoder: self).decode(Lenient.self)
  }
}
