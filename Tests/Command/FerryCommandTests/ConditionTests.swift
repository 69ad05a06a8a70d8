import Foundation
import Testing

@Suite("The conditions of --where")
struct ConditionTests {
  private static let records = [
    #"{"id":5,"c":1}"#, #"{"id":"5","c":"cat"}"#, #"{"id":5.0,"c":"dog"}"#,
    #"{"id":true,"c":null}"#,
    #"{"id":"true","c":["z"]}"#, #"{"id":null}"#, #"{"id":"null"}"#, #"{"id":[1]}"#,
    #"{"id":"[1]"}"#, #"{"id":"x y"}"#,
  ]

  @Test(
    "a value of JSON is that value, and a text in quotes is the text",
    arguments: [
      // The indexes of the records. Those of `=` and `!=` are those of `==` and `!=` in jq.
      ("id=5", [0, 2]), (#"id="5""#, [1]), ("id == 5", [0, 2]), ("id=true", [3]),
      (#"id="true""#, [4]), ("id=null", [5]), (#"id="null""#, [6]), ("id=[1]", [7]),
      (#"id="[1]""#, [8]), ("id=x y", [9]), ("id!=5", [1, 3, 4, 5, 6, 7, 8, 9]),
      (#"id!="5""#, [0, 2, 3, 4, 5, 6, 7, 8, 9]), ("id in [5]", [0, 2]),
      (#"id in ["5", true]"#, [1, 3]),
      ("c =~ a", [1]), ("c !~ a", [2]), (#"c !~ "^x""#, [1, 2]),
      ("not c =~ a", [0, 2, 3, 4, 5, 6, 7, 8, 9]),
    ])
  func values(_ condition: String, _ found: [Int]) throws {
    let expected = found.map { Self.records[$0] + "\n" }.joined()
    for layout in [[], ["-S"], ["--to", "yaml"]] where Tool.hasYAML || layout.count < 2 {
      let result = try Tool.run(
        ["stream", "--from", "ndjson", "--where", condition] + layout,
        input: Data((Self.records.joined(separator: "\n") + "\n").utf8))
      var text = result.text
      if layout.count == 2 {
        text = try Tool.run(["stream", "--from", "yaml"], input: result.data).text
      }
      let sorted = try Tool.run(
        ["stream", "--from", "ndjson", "-S"], input: Data(expected.utf8))
      #expect(text == (layout == ["-S"] ? sorted.text : expected), "\(condition): \(result.errors)")
    }
  }

  @Test(
    "a text that is no condition is an error with a caret",
    arguments: [
      ("a ~ 1", 3, "unknown operator '~'"), ("a like x", 3, "expected an operator, found `like`"),
      ("not", 4, "expected a condition, found the end"), ("(a=1", 1, "a `(` without `)`"),
      ("a=1)", 4, "a `)` without `(`"), ("a=1 and", 8, "expected a condition, found the end"),
      ("a b=1", 3, "expected an operator, found `b=1`"),
      ("()", 2, "expected a condition, found `)`"),
      ("(a=1) b", 7, "expected 'and' or 'or', found `b`"),
      ("(a=1)(b=2)", 6, "expected 'and' or 'or'"),
      ("and", 1, "expected a condition, found `and`"), ("a=1 or or b", 8, "found `or`"),
      (
        "level*=info", 6, "unknown operator '*='; the operators are =, ==, !=, <, <=, >, >=, =~, !~"
      ),
      ("ms >", 5, "expected a value after '>'"),
      ("ms>true", 4, "compares numbers and texts, not 'true'"),
      ("a=1 && b=2", 3, "write 'and' and 'or' between comparisons"),
      ("a && b", 3, "write 'and' and 'or' between comparisons, not '&&'"),
      ("a not 1", 7, "expected 'in' after 'not', found `1`"), ("a=[1", 3, "`[` is not closed"),
      ("a in [1", 6, "`[` is not closed"), (#"a="x" y"#, 3, "more than one"),
      ("a = b)", 6, "a `)` without `(`"), ("((a)", 1, "a `(` without `)`"), ("a =", 0, ""),
    ])
  func invalid(_ condition: String, _ column: Int, _ message: String) throws {
    let result = try Tool.run("stream", "--where", condition, input: "{\"a\":1}\n")
    guard column > 0 else {
      #expect(result.status == 0)
      return
    }
    #expect(result.status == 2 && result.text.isEmpty, "\(condition)")
    let lines = result.errors.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("ferry: --where:1:\(column): "), "\(result.errors)")
    #expect(lines[0].contains(message), "\(result.errors)")
    #expect(lines.dropFirst().first.map(String.init) == condition)
    let caret = String(repeating: " ", count: column - 1) + "^"
    #expect(lines.dropFirst(2).first.map(String.init) == caret)
  }

  @Test(
    "keys that look like words or operators have brackets",
    arguments: [
      (#"["not"]=1"#, "not"), ("not=1", "not"), (#"["and"]"#, "and"), (#"["a b"]=1"#, "a b"),
      (#"['a b'] = 1"#, "a b"), (#"["a~"]=1"#, "a~"), (#"["a)"]=1"#, "a)"),
      (#"["in"] in [1]"#, "in"),
      (#"not not=2"#, "not"), (#"(["a=b"]=1)"#, "a=b"), ("/a~1b=1", "a/b"),
    ])
  func keys(_ condition: String, _ key: String) throws {
    let record = String(
      decoding: try JSONSerialization.data(withJSONObject: [key: 1]), as: UTF8.self)
    let result = try Tool.run(
      "stream", "--from", "ndjson", "--where", condition, input: record + "\n")
    #expect(!result.text.isEmpty && result.status == 0, "\(result.errors)")
  }

  @Test("a condition of many parentheses is an error, not a crash", arguments: ["(", "not "])
  func depth(_ part: String) throws {
    let condition = String(repeating: part, count: 20_000) + "a"
    let result = try Tool.run("stream", "--where", condition, input: "{}\n")
    #expect(result.status == 2 && result.errors.contains("nested too deep"))
  }

  @Test("a number that meets only texts gets a note")
  func note() throws {
    let result = try Tool.run(
      "stream", "--where", "id=5", "--from", "ndjson", input: "{\"id\":\"5\"}\n")
    #expect(result.text.isEmpty && result.status == 0)
    #expect(
      result.errors.contains(
        "no record has a number at `id` to compare by '='; a text needs quotes"))
  }
}
