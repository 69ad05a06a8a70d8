#if FERRY_YAML
import FerryConfiguration
import FerryMacros
import Testing

/// The sets and ordered maps of YAML 1.1. The values are those that PyYAML 6.0 has.
@Suite("YAML's sets and ordered maps")
struct CollectionTagTests {
  struct Plain: Codable, Equatable {
    var tags: Set<String>
    var ports: Set<Int>
    var list: [String]
    var limits: [String: Int]
    var name: Name
    var maybe: Set<String>?
  }

  struct Name: Codable, Equatable {
    var first: String
    var last: String?
  }

  @DirectCodable
  struct Direct: Equatable {
    var tags: Set<String>
    var ports: Set<Int>
    var list: [String]
    var limits: [String: Int]
    var name: DirectName
    var maybe: Set<String>?
  }

  @DirectCodable
  struct DirectName: Equatable {
    var first: String
    var last: String?
  }

  static let text = """
    tags: &tags !!set {a, "b c"}
    ports: !!set
      ? 80
      ? 443
    list: !!set {x, y: ~, "true"}
    limits: !!omap [b: 2, a: 1]
    name: !!omap
    - first: Ada
    - last: Lovelace
    maybe: *tags

    """

  @Test(
    "a set decodes from a tagged object, and an object from an ordered map",
    arguments: [false, true])
  func values(_ isStrict: Bool) throws {
    let decoder = YAML.Decoder(preset: isStrict ? .strict : .standard)
    let text = isStrict ? Self.text.replacing(", \"true\"", with: "") : Self.text
    let list = isStrict ? ["x", "y"] : ["x", "y", "true"]
    #expect(
      try decoder.decode(Plain.self, from: text)
        == Plain(
          tags: ["a", "b c"], ports: [80, 443], list: list, limits: ["a": 1, "b": 2],
          name: Name(first: "Ada", last: "Lovelace"), maybe: ["a", "b c"]))
    #expect(
      try decoder.decode(Direct.self, from: text)
        == Direct(
          tags: ["a", "b c"], ports: [80, 443], list: list, limits: ["a": 1, "b": 2],
          name: DirectName(first: "Ada", last: "Lovelace"), maybe: ["a", "b c"]))
    #expect(
      try decoder.decodeAll(Set<Int>.self, from: "!!set {1}\n--- !!set {}\n") == [[1], []])
  }

  @Test("other models see the objects and arrays of the document")
  func others() throws {
    let value = try YAML.decode(AnyValue.self, from: Self.text)
    #expect(value["tags"]?.description == #"{"a":null,"b c":null}"#)
    #expect(value["limits"]?.description == #"[{"b":2},{"a":1}]"#)
    #expect(
      try YAML.decode([String: Int?].self, from: "!!set {a, b}") == ["a": nil, "b": nil])
    #expect(try YAML.decode([[String: Int]].self, from: "!!omap [a: 1]") == [["a": 1]])
    #expect(
      try YAML.decode([[String: Int]].self, from: "!!pairs [a: 1, a: 2]") == [["a": 1], ["a": 2]])
  }

  @Test(
    "a set with values and an ordered map with equal keys are errors",
    arguments: [
      ("!!set {a: 1}", "1:11: invalid value: expected no value for an element of a set"),
      ("!!omap [a: 1, b: 2, a: 3]", "1:24: invalid value: the ordered map has the key `a` twice"),
      ("!!omap [{a: 1, b: 2}]", "1:9: invalid value: expected an object with one member"),
      ("!!omap [a]", "1:9: invalid value: expected an object with one member"),
      ("!!pairs [a: 1]", "1:1: wrong type of value"), ("[a: 1]", "1:1: wrong type of value"),
      ("!!omap [a: x]", "1:12: wrong type of value: expected Int, found text `x`"),
      ("!!set {a}", "1:"),
    ])
  func errors(_ text: String, _ expected: String) {
    func check(_ body: () throws -> Void) {
      do {
        try body()
        Issue.record("no error")
      } catch let error as DecodingError {
        let report = error.problem?.description ?? "\(error)"
        #expect(report.hasPrefix(expected), "\(report)")
      } catch {
        Issue.record(error)
      }
    }
    if text.hasPrefix("!!set {a:") {
      check { _ = try YAML.decode(Set<String>.self, from: text) }
      check { _ = try YAML.decode([String].self, from: text) }
    } else {
      check { _ = try YAML.decode([String: Int].self, from: text) }
    }
  }

  @Test("an element of another type is an error at its place")
  func elements() {
    for type in [true, false] {
      let error = #expect(throws: DecodingError.self) {
        if type {
          _ = try YAML.decode(Set<Int>.self, from: "!!set {80, x}")
        } else {
          _ = try YAML.decode([Int].self, from: "!!set {80, x}")
        }
      }
      #expect(error?.problem?.place?.description == "1:12")
    }
  }

  @Test("an object without a tag is not a set")
  func untagged() {
    #expect(throws: DecodingError.self) { try YAML.decode(Set<String>.self, from: "{a, b}") }
    #expect(throws: DecodingError.self) { try YAML.decode([String: Int].self, from: "[a: 1]") }
    #expect(throws: DecodingError.self) { try YAML.decode(Set<String>.self, from: "!x {a, b}") }
  }
}
#endif
