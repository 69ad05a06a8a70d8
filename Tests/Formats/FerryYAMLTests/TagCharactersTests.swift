import FerryYAML
import Testing

/// The characters of tags: YAML 1.2, rules 39 (verbatim tags) and 40 (tags with a handle).
@Suite("The characters of tags in YAML")
struct TagCharactersTests {
  @Test(
    "a tag with a handle escapes the characters that rule 40 excludes",
    arguments: [
      // PyYAML and ruamel.yaml read each text as this tag.
      ("!x,y", "!x%2Cy"), ("![", "!%5B"), ("!a]b", "!a%5Db"), ("!{}", "!%7B%7D"),
      ("!a!b", "!a%21b"),
      ("!a b", "!a%20b"), ("!a%b", "!a%25b"), ("!a#b", "!a%23b"), ("!é", "!%C3%A9"),
      ("!a\nb", "!a%0Ab"), ("!a\"b", "!a%22b"), ("!a-;/?:@&=+$_.~*'()z", "!a-;/?:@&=+$_.~*'()z"),
      ("tag:yaml.org,2002:x,y", "!!x%2Cy"), ("tag:a.org,2024:x,[y]", "!<tag:a.org,2024:x,[y]>"),
      ("x,y", "!<x,y>"),
    ])
  func spelling(_ tag: String, _ expected: String) throws {
    #expect(try YAML.string(AnyValue.tagged(tag, "v")) == expected + " v\n")
    let value: AnyValue = ["k": .tagged(tag, .array([.tagged(tag, 1), .tagged(tag, ["a": 1])]))]
    let text = try YAML.string(value)
    #expect(try YAML.decode(AnyValue.self, from: text) == value, "\(text)")
    var flow = YAML.Encoder()
    flow.usesFlowStyle = true
    #expect(try YAML.decode(AnyValue.self, from: flow.encode(value)) == value)
  }

  @Test("each character in each place of a tag is read back, or writing it is an error")
  func everyCharacter() throws {
    var refused: Set<String> = []
    let characters =
      (0..<0x100).compactMap(UnicodeScalar.init).map { String($0) }
      + ["\u{2028}", "\u{FEFF}", "😀", "\u{10FFFF}"]
    for character in characters {
      for tag in [
        "!x\(character)y", "!\(character)", "!\(character)z", "tag:\(character)x", character,
      ] {
        for value in [["k": .tagged(tag, "v")], .array([.tagged(tag, 1)])] as [AnyValue] {
          guard let text = try? YAML.string(value) else {
            refused.insert(tag)
            continue
          }
          let back = try? YAML.decode(AnyValue.self, from: text)
          #expect(back == value, "\(tag.debugDescription): \(text.debugDescription)")
        }
      }
    }
    // A zero ends texts of libyaml, and `!` alone is the tag of text.
    #expect(refused == ["!x\0y", "!\0", "!\0z", "tag:\0x", "\0", "!"])
  }

  @Test(
    "a tag that readers do not give back is an error of the encoder", arguments: ["!", "", "str"])
  func lostTags(_ name: String) throws {
    let tag = name == "str" ? "tag:yaml.org,2002:str" : name
    #expect(throws: EncodingError.self) { try YAML.encode(AnyValue.tagged(tag, 1)) }
    #expect(throws: EncodingError.self) { try YAML.encode(["a": AnyValue.tagged(tag, "x")]) }
  }

  @Test("a text that looks like an escape in a tag stays as it is, or is an error")
  func texts() throws {
    let text = "%F4%8F%BF%BD %2C"
    let plain: AnyValue = ["a": .string(text), "b": .tagged("!x", 1)]
    #expect(try YAML.decode(AnyValue.self, from: YAML.encode(plain)) == plain)
    #expect(throws: EncodingError.self) {
      try YAML.encode(["a": AnyValue.string(text), "b": .tagged("!x,y", 1)])
    }
  }

  @Test(
    "a tag before a key is an error with its place, because a key is text",
    arguments: [
      ("!k a: 1\n", "1:1", "!k"), ("b: 2\n? !k a\n: 1\n", "2:3", "!k"),
      ("{b: {!k a: 1}}", "1:6", "!k"),
      ("!<tag:x,2024:k> a: 1", "1:1", "!<tag:x,2024:k>"),
    ])
  func keys(_ text: String, _ place: String, _ tag: String) {
    let error = #expect(throws: DecodingError.self) { try YAML.decode(AnyValue.self, from: text) }
    #expect(error?.problem?.place?.description == place)
    let words = error?.problem.map { "\($0)" } ?? ""
    #expect(words.contains("the tag `\(tag)` is before a key"), "\(words)")
  }
}
