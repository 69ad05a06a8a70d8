import Foundation
import Testing

@Suite struct ConvertTests {
  @Test(
    "a duplicate key in JSON is an error of conversion to YAML",
    arguments: [
      (#"{"a":1,"b":{"k":1,"\u006b":2}}"#, "json", ":1:19: duplicate key, at b.k\n"),
      ("{}\n{\"a\":1,\"a\":2}\n", "ndjson", ":2:8: duplicate key, at a\n"),
      (
        "{" + (0..<20).map { "\"k\($0 % 19)\":1" }.joined(separator: ",\n") + "}", "json",
        ":20:1: duplicate key, at k0\n"
      ),
    ])
  func keysOfYAMLDiffer(_ text: String, _ format: String, _ message: String) throws {
    let result = try Tool.run("convert", "--from", format, "--to", "yaml", input: text)
    #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
  }

  /// In documents that would fill the log as arguments.
  @Test("a duplicate key far from the first is an error of conversion to YAML")
  func keysFarApartDiffer() throws {
    let start = "{\"a\":1,\"list\":[" + String(repeating: "0,\n", count: 600_000)
    for (end, message) in [
      ("{\"x\":0,\"x\":1}]}", ":600001:8: duplicate key, at list[600000]\n"),
      ("1],\n\"a\":2}", ":600002:1: duplicate key\n"),
    ] {
      let result = try Tool.run("convert", "--from", "json", "--to", "yaml", input: start + end)
      #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
    }
  }

  /// Characters that only Unicode takes for the same are different keys.
  @Test("keys that only Unicode normalization equates are different keys")
  func keysWithTheSameNormalForm() throws {
    let text = #"{"\u00e9":1,"e\u0301":2}"#
    let yaml = try Tool.run("convert", "--from", "json", "--to", "yaml", input: text)
    let back = try Tool.run("convert", "--from", "yaml", "--to", "json", input: yaml.text)
    #expect(back.status == 0 && back.text.utf8.count == 17, "\(back.text)")
  }

  static let documents = [
    "null", "true", "0", "-1", "1e1000", "144126219108390099", #""""#, #""text""#, "[]", "{}",
    #"{"b":1,"a":[1,2.5,"x",null,false],"c":{"d":{}}}"#,
    #"[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"}]"#,
    #"{"true":"true","1":"1","":"~","a b":"- x","k":"a: b","m":"line\nbreak","é":"😀"}"#,
  ]

  /// Every document through every format and back is the same text.
  @Test("a document survives conversion through every format", arguments: documents)
  func survivesEveryFormat(_ document: String) throws {
    for format in Tool.formats {
      let there = try Tool.run("convert", "--from", "json", "--to", format, input: document)
      #expect(there.status == 0, "\(format): \(there.errors)")
      // Its format is guessed from the bytes.
      let back = try Tool.run(
        ["convert", "--from", format, "--to", "ndjson"], input: there.data)
      // YAML writes numbers so that YAML 1.1 reads them as well.
      let text = format == "yaml" && document == "1e1000" ? "1.0e+1000" : document
      #expect(back.text == text + "\n", "\(format): \(back.errors)")
    }
  }

  /// The matrix: from each format to each other, one document and several.
  @Test("every format converts to every format", arguments: Tool.formats, Tool.formats)
  func everyFormatToEveryFormat(_ from: String, _ to: String) throws {
    let lines = "{\"a\":1}\n[2,\"x\"]\n{\"b\":{\"c\":null}}\n"
    // JSON has no several documents; the array that they make is one.
    let source = try Tool.run("convert", "--from", "ndjson", "--to", from, input: lines)
    #expect(source.status == 0, "\(source.errors)")
    let target = try Tool.run(["convert", "--from", from, "--to", to], input: source.data)
    #expect(target.status == 0, "\(target.errors)")
    let result = try Tool.run(["convert", "--from", to, "--to", "ndjson"], input: target.data)
    #expect(result.status == 0, "\(result.errors)")
    let array = "[{\"a\":1},[2,\"x\"],{\"b\":{\"c\":null}}]\n"
    #expect(result.text == (from == "json" || to == "json" ? array : lines))
  }

  @Test(
    "the elements of an array become records with --array",
    arguments: Tool.formats.filter { $0 != "json" })
  func arraySplits(_ format: String) throws {
    let there = try Tool.run("convert", "--array", "--to", format, input: #"[1,"x",[2,3]]"#)
    #expect(there.status == 0, "\(there.errors)")
    let back = try Tool.run(["convert", "--from", format, "--to", "ndjson"], input: there.data)
    #expect(back.text == "1\n\"x\"\n[2,3]\n")
  }

  @Test("an array becomes one line of ndjson")
  func anArrayIsOneLine() throws {
    #expect(try Tool.run("convert", "--to", "ndjson", input: "[1,\n2]").text == "[1,2]\n")
  }

  @Test("no documents are empty output, and an empty array in JSON")
  func noDocuments() throws {
    // A record file without records is no empty file.
    for format in Tool.formats where format != "json" && format != "binary" {
      let result = try Tool.run("convert", "--from", "ndjson", "--to", format, input: "\n \n")
      #expect(result.status == 0 && result.data.isEmpty, "\(format)")
    }
    #expect(try Tool.run("convert", "--from", "ndjson", "--to", "json").text == "[]\n")
  }

  @Test(
    "one line of ndjson becomes an array, one YAML document becomes a value",
    .enabled(if: Tool.hasYAML)) func oneLineOfASeriesIsASeries() throws
  {
    #expect(
      try Tool.run("convert", "--from", "ndjson", "--to", "json", input: "1\n").text == "[1]\n")
    #expect(
      try Tool.run("convert", "--from", "yaml", "--to", "json", input: "a: 1\n").text
        == "{\"a\":1}\n")
  }

  @Test("each layout has its text")
  func layouts() throws {
    let document = #"{"b":[1,{}],"a":{"x":1}}"#
    #expect(
      try Tool.run("convert", "--to", "json", "--indent", "2", input: document).text
        == "{\n  \"b\": [\n    1,\n    {}\n  ],\n  \"a\": {\n    \"x\": 1\n  }\n}\n")
    #expect(
      try Tool.run("convert", "--to=json", "--tab", input: #"[1]"#).text == "[\n\t1\n]\n")
    #expect(try Tool.run("convert", "-c", input: document).text == document + "\n")
    #expect(
      try Tool.run("convert", "--indent", "2", "--from", "yaml", input: "a: 1").text
        == "{\n  \"a\": 1\n}\n")
    #expect(
      try Tool.run("convert", "-S", "--to", "json", input: document).text
        == #"{"a":{"x":1},"b":[1,{}]}"# + "\n")
    #expect(
      try Tool.run(
        "convert", "--from", "ndjson", "--to", "json", "--indent", "1", input: "[1]\n2\n"
      ).text == "[\n [\n  1\n ],\n 2\n]\n")
    #expect(
      try Tool.run("convert", "--to", "seq", input: document).text == "\u{1E}\(document)\n")
  }

  @Test("conversion between texts keeps the digits of numbers", .enabled(if: Tool.hasYAML))
  func numbersKeepTheirDigits() throws {
    let numbers = "[1.0,1e3,1E+3,-0,-0.0,0.10,123456789012345678901234567890,1e-400]"
    #expect(try Tool.run("convert", "--to", "json", input: numbers).text == numbers + "\n")
    let yaml = try Tool.run("convert", "--to", "yaml", input: numbers)
    let back = try Tool.run(["convert", "--from", "yaml", "--to", "json"], input: yaml.data)
    let spelled = "[1.0,1.0e+03,1.0E+03,-0.0,-0.0,0.10,123456789012345678901234567890,1.0e-400]"
    #expect(back.text == spelled + "\n", "\(yaml.text)")
  }

  @Test("JSON5 is input")
  func json5IsRead() throws {
    let text = "// note\n{a: 'x', b: [1, .5, +2, 0x10,],}"
    let result = try Tool.run("convert", "--from", "json5", "--to", "json", input: text)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.hasPrefix(#"{"a":"x","b":[1,"#))
    // Guessed from the comment.
    #expect(try Tool.run("convert", "--to", "json", input: text).text == result.text)
    #expect(try Tool.run("convert", "--to", "json5", input: "1").status == 2)
  }

  @Test(
    "a number that is not finite is an error, or null or text on request",
    .enabled(if: Tool.hasYAML))
  func nonFiniteNumbers() throws {
    let failed = try Tool.run("convert", "--to", "json", input: "a:\n- .nan\n- .inf\n")
    #expect(failed.status == 1)
    #expect(failed.errors.contains("a[0]") && failed.errors.contains(":2:3:"), "\(failed.errors)")
    let null = try Tool.run("convert", "--to", "json", "--nonfinite", "null", input: "[.nan]\n- 1")
    #expect(null.status == 1)
    #expect(
      try Tool.run("convert", "--to", "json", "--nonfinite", "null", input: "- .nan\n- .inf").text
        == "[null,null]\n")
    #expect(
      try Tool.run("convert", "--to", "json", "--nonfinite", "string", input: "- .nan\n- -.inf")
        .text
        == "[\"NaN\",\"-Infinity\"]\n")
    // The place is that of the original also when a sorted copy is written.
    let sorted = try Tool.run("convert", "-S", "--to", "json", input: "b: .nan\na: 1\n")
    #expect(sorted.errors.contains(":1:4:") && sorted.errors.contains("at b"), "\(sorted.errors)")
  }

  @Test("the contents of an input reveal its format", .enabled(if: Tool.hasYAML))
  func formatsAreGuessedFromContents() throws {
    let cases = [
      ("{\"a\":1}", "{\"a\":1}\n"), ("{\"a\":1}\n{\"a\":2}\n", "[{\"a\":1},{\"a\":2}]\n"),
      ("{\n\"a\":1}", "{\"a\":1}\n"), ("\u{1E}1\n\u{1E}2\n", "[1,2]\n"), ("a: 1\n", "{\"a\":1}\n"),
      ("---\n- 1\n", "[1]\n"), ("\"x\"", "\"x\"\n"), ("7\n", "7\n"),
      ("true\nfalse\n", "[true,false]\n"),
      ("\u{FEFF}[1]", "[1]\n"), ("text", "\"text\"\n"), ("\"a\": 1\n", "{\"a\":1}\n"),
    ]
    for (text, json) in cases {
      let result = try Tool.run("convert", "--to", "json", input: text)
      #expect(result.text == json, "\(text): \(result.errors)")
    }
  }

  @Test("UTF-16 and UTF-32 are input")
  func otherEncodingsAreRead() throws {
    let text = "{\"é\":\"😀\"}"
    let encodings: [String.Encoding] = [
      .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
    ]
    for encoding in encodings {
      let data = try #require(text.data(using: encoding))
      let result = try Tool.run(["convert", "--to", "json"], input: data)
      #expect(result.text == text + "\n", "\(encoding): \(result.errors)")
      let half = try Tool.run(["convert", "--to", "json"], input: data.dropLast())
      #expect(half.status == 1 && half.errors.contains("is not valid UTF-"), "\(half.errors)")
    }
    // Half of a surrogate pair.
    let lone = try Tool.run(["validate"], input: Data([0x22, 0, 0x3D, 0xD8, 0x22, 0]))
    #expect(lone.errors.contains("byte 2: text is not valid UTF-16"), "\(lone.errors)")
  }

  @Test("YAML keys become strings, and aliases become copies", .enabled(if: Tool.hasYAML))
  func yamlKeysAndAliases() throws {
    let text = "base: &b {x: 1}\n1: one\ntrue: yes\ncopy: *b\n"
    #expect(
      try Tool.run("convert", "--to", "json", input: text).text
        == #"{"base":{"x":1},"1":"one","true":"yes","copy":{"x":1}}"# + "\n")
    #expect(
      try Tool.run("convert", "--from", "yaml", "--to", "json", input: "? [a]\n: 1\n").status == 1)
    // The help says so.
    let same = try Tool.run("convert", "--from", "yaml", "--to", "yaml", input: "a: 1\n1: b\n")
    #expect(same.text == "a: 1\n'1': b\n")
  }
}
