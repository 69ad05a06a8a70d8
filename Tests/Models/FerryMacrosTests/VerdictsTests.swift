import Ferry
import FerryMacros
import FerryTestSupport
import Foundation
import Testing

@DirectCodable
private enum Direct: Equatable {
  case num(Int)
  case none
}

private enum Plain: Codable, Equatable {
  case num(Int)
  case none
}

@DirectCodable
private struct Nothing: Equatable {}

@DirectCodable
private struct Holder: Equatable {
  var one: Nothing
  var list: [Nothing]
}

@DirectCodable
private struct Rest: Equatable {
  var id: Int
  @Flatten var rest: [String: Int]
}

@Suite("Verdicts of direct coding are those of the compiler's synthesis")
struct VerdictsTests {
  private func kind(_ body: () throws -> Void) -> String {
    verdict {
      try body()
      return "a value"
    }
  }

  @Test(
    "a document of an enum has the verdict of the compiler's synthesis",
    arguments: [
      #"{"num":{"_0":1},"num":"dup"}"#, #"{"num":"dup","num":{"_0":1}}"#, #"{"none":null}"#,
      #"{"none":{},"none":null}"#, #"{"num":null}"#, "{}", #"{"other":{}}"#,
      #"{"num":{"_0":1},"none":{}}"#, #""other""#, "1", "null", #"{"none":5}"#,
    ])
  func enums(json: String) {
    let data = Data(json.utf8)
    func text(_ expected: String) -> String { expected.replacing("Plain", with: "Direct") }
    let theirs = text(kind { _ = try Foundation.JSONDecoder().decode(Plain.self, from: data) })
    #expect(kind { _ = try JSON.decode(Direct.self, from: json) } == theirs)
    #expect(kind { _ = try Foundation.JSONDecoder().decode(Direct.self, from: data) } == theirs)
    #expect(text(kind { _ = try JSON.decode(Plain.self, from: json) }) == theirs)
  }

  @Test("a struct without members is read from any value", arguments: ["null", "1", #""x""#, "[]"])
  func empty(json: String) throws {
    let text = "{\"one\":\(json),\"list\":[\(json),{}]}"
    let value = Holder(one: Nothing(), list: [Nothing(), Nothing()])
    try expectEverywhere(value, text, written: #"{"one":{},"list":[{},{}]}"#)
  }

  @Test("a key that is not a number is a type mismatch at the key")
  func numberedKeys() {
    let json = #"{"k":{"1":2,"x":null}}"#
    let expected = "typeMismatch Int at k|/x|"
    #expect(kind { _ = try JSON.decode([String: [Int: Int?]].self, from: json) } == expected)
    #expect(
      kind {
        _ = try Foundation.JSONDecoder().decode(
          [String: [Int: Int?]].self, from: Data(json.utf8))
      } == expected)
  }

  @Test("a key that comes again does not count in flattened members")
  func repeatedMembers() throws {
    let value = try JSON.decode(Rest.self, from: #"{"id":1,"a":2,"a":"x"}"#)
    #expect(value == Rest(id: 1, rest: ["a": 2]))
  }

  @Test("strategies for keys do not change the keys of dictionaries, as in synthesized coding")
  func dictionaryKeys() throws {
    let encoder = Foundation.JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = Foundation.JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let value = Map(fooBar: ["bazQux": 1], any: ["bazQux": 1, "baz_qux": 2])
    let data = try encoder.encode(value)
    let tree = try JSON.decode(AnyValue.self, from: data)
    #expect(tree["foo_bar"] == ["bazQux": 1])
    #expect(tree["any"] == ["bazQux": 1, "baz_qux": 2])
    #expect(try decoder.decode(Map.self, from: data) == value)
  }

  @DirectCodable
  struct Map: Equatable {
    var fooBar: [String: Int]
    var any: AnyValue
  }
}
