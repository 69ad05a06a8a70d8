import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Decoding errors, with Foundation as the oracle")
struct DecodingErrorsTests {
  private func compare<T: Decodable & Equatable>(
    _ type: T.Type, _ texts: [String], isTextPinned: Bool = true, isBinaryAlike: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for text in texts {
      let (ours, theirs) = (
        Oracle.decodeAsFoundation(type, from: text), Oracle.decode(type, from: text)
      )
      #expect(!theirs.isValue, "\(text)", sourceLocation: sourceLocation)
      if isTextPinned {
        #expect(ours == theirs, "\(text) as \(type)", sourceLocation: sourceLocation)
      } else {
        #expect(
          ours.withoutText == theirs.withoutText, "\(text) as \(type)",
          sourceLocation: sourceLocation)
      }
      // Text is text in YAML, whatever it looks like, so only binary has the same errors.
      for other in Transcoding.decode(type, from: text) where isBinaryAlike && other.name != "YAML"
      {
        #expect(
          other.outcome.withoutText == ours.withoutText, "\(other.name): \(text) as \(type)",
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test("a scalar of another type is Foundation's error")
  func scalars() {
    compare(Bool.self, ["1", "1.5", #""true""#, "[]", "{}"])
    compare(String.self, ["null", "true", "1", "1.5", "[]", "{}"])
    compare(Int.self, ["null", "true", #""1""#, "[]", "{}"])
    compare(UInt8.self, ["null", "true", #""1""#, "[]", "{}"])
    compare(Int128.self, ["null", "true", #""1""#, "[]", "{}"])
    compare(Double.self, ["null", "true", #""1""#, #""NaN""#, "[]", "{}"])
    compare(Float.self, ["null", "true", #""1""#, "[]", "{}"])
  }

  @Test("null for a Bool is Foundation's error")
  func nullForBool() {
    compare(Bool.self, ["null"])
    compare([Bool].self, ["[null]"])
  }

  @Test("a container of another type is Foundation's error")
  func containers() {
    compare([Int].self, ["null", "true", "1", #""a""#, "{}"])
    compare([String: Int].self, ["null", "true", "1", #""a""#, "[]"])
    compare(Fixtures.Nested.self, ["null", "true", "1", #""a""#, "[]"])
    compare([[String]].self, ["[1]", #"[["a",1]]"#, "[[],null]", "[{}]"])
    compare(Set<Int>.self, ["1", #"[1,"x"]"#, "{}"])
    compare([Int: String].self, ["[]", #"{"1":2}"#, "null"])
    compare(Fixtures.Colour?.self, ["1", "[]"])
  }

  @Test("a number out of range is Foundation's error, with the whole path")
  func numbers() {
    compare(UInt8.self, ["256", "-1", "1.5", "1e3"], isTextPinned: false)
    compare(Int.self, ["9223372036854775808", "0.5", "1e100"], isTextPinned: false)
    compare(Double.self, ["1e400", "-1e400"], isTextPinned: false)
    // An error in the Foundation preset only.
    compare(Double.self, ["1e-400"], isTextPinned: false, isBinaryAlike: false)
    compare(Float.self, ["1e40", "3.5e38"], isTextPinned: false)
    // Foundation loses the path here.
    let nested = Oracle.decodeAsFoundation([String: [Int8]].self, from: #"{"a":[1,2,300]}"#)
    #expect(
      nested.withoutText == .failure(kind: "dataCorrupted", path: ["a", "Index 2"], text: ""))
  }

  @Test("the path of an error leads through models, arrays and dictionaries")
  func paths() {
    compare(
      Fixtures.Nested.self,
      [
        "{}", #"{"name":1}"#, #"{"name":"n"}"#, #"{"name":"n","point":{}}"#,
        #"{"name":"n","point":{"x":1,"y":"z"}}"#,
        #"{"name":"n","point":{"x":1,"y":2},"points":[{"x":1,"y":2},{"x":null}]}"#,
        #"{"name":"n","point":{"x":1,"y":2},"points":[],"byName":{"k":{"y":1}}}"#,
        #"{"name":"n","point":{"x":1,"y":2},"points":[],"byName":{"k":[]}}"#,
        #"{"name":"n","point":{"x":1,"y":2},"points":[],"byName":{},"missing":7}"#,
        #"{"name":"n","point":{"x":1,"y":2},"points":[],"byName":{},"missing":{"x":1}}"#,
        #"{"name":null}"#, #"{"name":"n","point":null}"#,
      ])
    compare([[[Int]]].self, [#"[[[1],[2,"x"]]]"#, "[[[1]],[[],[null]]]"])
    compare([String: [String: Bool]].self, [#"{"a":{"b":true,"c":1}}"#])
    compare([Int: [Int]].self, [#"{"7":[1,"x"]}"#])
    compare(Fixtures.Tree.self, [#"{"value":1,"children":[{"value":2},{"children":[]}]}"#])
  }

  @Test("an invalid value for an enum is Foundation's error")
  func enums() {
    compare(Fixtures.Colour.self, [#""purple""#, #""""#, "1"])
    compare([Fixtures.Colour].self, [#"["red","purple"]"#])
    compare(Fixtures.Level.self, ["7", #""low""#])
    compare(
      Fixtures.Event.self,
      [
        "{}", #"{"fly":{}}"#, #"{"move":{"x":1}}"#, #"{"move":{"x":1,"y":"z"}}"#, #"{"say":{}}"#,
        #"{"group":{"_0":[{"idle":{}},{"move":{}}]}}"#, "[]",
      ])
  }

  @Test("reading past the end of an unkeyed container is Foundation's error")
  func atEnd() {
    struct Pair: Decodable, Equatable {
      var first: Int
      var second: String?
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        first = try container.decode(Int.self)
        second = try container.decode(String.self)
      }
    }
    compare(Pair.self, ["[]", "[1]", "[1,2]", "[null]"])
    compare([Pair].self, ["[[1]]"])
    for body in [
      { try $0.decodeNil() ? "nil" : "" }, { "\(try $0.nestedUnkeyedContainer().isAtEnd)" },
      { "\(try $0.nestedContainer(keyedBy: ContainersTests.Key.self).allKeys.count)" },
      { "\(try $0.decodeIfPresent(Int.self) ?? 0)" },
    ] as [(inout any UnkeyedDecodingContainer) throws -> String] {
      DecodingContainersTests.read("[[]]", texts: false) { decoder in
        var root = try decoder.unkeyedContainer()
        var list = try root.nestedUnkeyedContainer()
        return try body(&list)
      }
    }
  }

  @Test("a nested container that is missing or of another type is Foundation's error")
  func nestedContainers() {
    typealias Key = ContainersTests.Key
    for text in ["{}", #"{"a":1}"#, #"{"a":null}"#, #"{"a":[]}"#, #"{"a":{}}"#] {
      DecodingContainersTests.read(text) { decoder in
        let root = try decoder.container(keyedBy: Key.self)
        return "\(try root.nestedContainer(keyedBy: Key.self, forKey: "a").allKeys.count)"
      }
      DecodingContainersTests.read(text) { decoder in
        let root = try decoder.container(keyedBy: Key.self)
        return "\(try root.nestedUnkeyedContainer(forKey: "a").isAtEnd)"
      }
      DecodingContainersTests.read(text) { decoder in
        "\(try decoder.container(keyedBy: Key.self).decodeNil(forKey: "a"))"
      }
    }
  }

  @Test("text that is not JSON is an error")
  func syntax() {
    for text in ["", "[1,", "{\"a\" 1}", "nul", "[1] 2"] {
      let outcome = Oracle.decodeAsFoundation([Int].self, from: text)
      #expect(
        outcome
          == .failure(
            kind: "dataCorrupted", path: [], text: "The given data was not valid JSON."))
      #expect(Oracle.decode([Int].self, from: text) == outcome)
    }
  }

  @Test("an error that a model throws is unchanged, and has a location if it has a path")
  func ownErrors() throws {
    struct Own: Error, Equatable {}
    struct Model: Decodable {
      init(from decoder: any Decoder) throws { throw Own() }
    }
    #expect(throws: Own.self) { try JSON.decode([Model].self, from: "[1]") }

    struct Corrupt: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "mine")
      }
    }
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([String: [Corrupt]].self, from: "{\"a\":\n [7, 8]}")
    }
    let summary = try ErrorSummary(#require(error))
    #expect(
      summary
        == ErrorSummary(
          .dataCorrupted(
            .init(
              codingPath: [
                ContainersTests.Key(stringValue: "a"), ContainersTests.Key(stringValue: "Index 0"),
              ],
              debugDescription: "mine"))))
    #expect(error?.problem?.place?.description == "2:3")
  }
}
