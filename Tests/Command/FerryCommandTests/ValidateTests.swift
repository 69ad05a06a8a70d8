import Foundation
import Testing

@Suite struct ValidateTests {
  @Test(
    "validate continues after a file that it cannot read",
    arguments: [Data([0x1F, 0x8B, 8, 0]), Data([0xFF, 0xFE, 0, 0xDC, 0x0A, 0])])
  func theFilesBehindABadOne(_ contents: Data) throws {
    try Tool.withFolder { folder in
      let bad = folder.appendingPathComponent("bad.ndjson").path
      let good = folder.appendingPathComponent("good.json").path
      try contents.write(to: URL(fileURLWithPath: bad))
      try Data("[]".utf8).write(to: URL(fileURLWithPath: good))
      let result = try Tool.run("validate", bad, good)
      #expect(result.status == 1 && result.errors.contains("bad.ndjson: "), "\(result.errors)")
      #expect(result.text == good + ": valid json\n")
    }
  }

  @Test("a valid file has status 0 and no errors")
  func aGoodFile() throws {
    let result = try Tool.run("validate", input: "{\"a\":1}")
    #expect(result.status == 0)
    #expect(result.text == "<stdin>: valid json\n" && result.errors.isEmpty)
    #expect(try Tool.run("validate", "-q", input: "[]").text.isEmpty)
  }

  @Test("a truncated file is an error with a location and a caret")
  func halfAFileHasAPlaceAndACaret() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("half.json")
      try Data("{\n  \"list\": [1, {\"name\": \"x\"},\n\n".utf8).write(to: file)
      for verb in [["validate"], ["convert", "--to", "binary"], ["get", "a"]] {
        let result = try Tool.run(verb + [file.path])
        #expect(result.status == 1)
        #expect(
          result.errors
            == "ferry: \(file.path):2:29: unexpected end of input, at list[2]\n"
            + "  \"list\": [1, {\"name\": \"x\"},\n" + String(repeating: " ", count: 28) + "^\n")
      }
    }
  }

  @Test("validate counts invalid lines")
  func badLinesAreCounted() throws {
    let lines = "{\"a\":1}\n{\"a\":}\n\n[1,2\n3\n"
    let result = try Tool.run("validate", "--from", "ndjson", input: lines)
    #expect(result.status == 1)
    #expect(result.text == "<stdin>: invalid ndjson, 2 of 4 documents\n")
    #expect(
      result.errors.contains("<stdin>:2:6: unexpected character: found `}`, at a\n{\"a\":}\n     ^")
    )
    #expect(result.errors.contains("<stdin>:4:5: unexpected end of input"), "\(result.errors)")
  }

  @Test("each bad record of a sequence is reported")
  func badRecordsOfASequence() throws {
    let result = try Tool.run(
      "validate", "--from", "seq", input: "\u{1E}1\n\u{1E}{\"a\":\n\u{1E}\u{1E}12\u{1E}[2]\n")
    #expect(result.status == 1)
    // The number without white space behind it may have been cut off (RFC 7464, section 2.4).
    #expect(result.text == "<stdin>: invalid seq, 2 of 4 documents\n", "\(result.errors)")
    #expect(try Tool.run("validate", "--from", "seq", input: "1\n").status == 1)
  }

  @Test("errors in YAML have locations", .enabled(if: Tool.hasYAML))
  func yamlHasPlaces() throws {
    let result = try Tool.run("validate", "--from", "yaml", input: "a: 1\nb:\n\t- x\n")
    #expect(result.status == 1)
    #expect(result.errors.contains("<stdin>:3:1: "), "\(result.errors)")
  }

  @Test("errors in YAML have hints", .enabled(if: Tool.hasYAML))
  func yamlReportsSayWhatToDo()
    throws
  {
    let text = "server:\n  port: 8080\n---\nserver:\n  port: 8080\n  port: 9090\n"
    let result = try Tool.run("validate", "-q", "--from", "yaml", input: text)
    #expect(
      result.errors == """
        ferry: <stdin>:6:3: duplicate key: `port`, at server.port
          port: 9090
          ^
        <stdin>:5:3: the first occurrence
          port: 8080
          ^

        """)
    let tab = try Tool.run("validate", "-q", "--from", "yaml", input: "a: 1\nb:\n\t- x\n")
    #expect(tab.errors.hasSuffix("hint: indent with blanks: YAML allows no tabs there\n"))
  }

  /// Other controls than white space are no empty document.
  @Test(
    "control characters are invalid YAML",
    .enabled(if: Tool.hasYAML),
    arguments: ["\0", "a: 1\n...\0", "a: 1\n...\n\0\0\n", "\u{1}\n", "\u{C}"])
  func controlsAreNoYAML(_ text: String) throws {
    let data = text == "\0" ? Data(count: 5000) : Data(text.utf8)
    let result = try Tool.run(["validate", "--from", "yaml"], input: data)
    #expect(result.status == 1 && result.text.contains("invalid yaml"), "\(result.text)")
    #expect(try Tool.run(["convert", "--from", "yaml", "--to", "json"], input: data).status == 1)
  }

  /// Where a record file breaks off is said once, by every verb.
  @Test("a torn record file is an error of validate, stats and inspect")
  func tornRecordFiles()
    throws
  {
    let file = try Tool.run("convert", "--from", "ndjson", "--to", "binary", input: "1\n2\n").data
    let end = try #require(file.dropLast(4).lastRange(of: file[16..<20])?.lowerBound)
    for count in [8, 12, 16, 20, 36, end - 1, end, end + 4, end + 21, file.count - 1] {
      let torn = file.prefix(count)
      let valid = try Tool.run(["validate", "--from", "binary"], input: torn)
      #expect(valid.status == 1)
      let records = count < end ? 0 : 2
      #expect(
        valid.text
          == "<stdin>: invalid binary, 1 of \(records + 1) \(records == 0 ? "document" : "documents")\n",
        "\(count) bytes: \(valid.errors)")
      #expect(valid.errors.split(separator: "\n").count == 1, "\(valid.errors)")
      for verb in ["stats", "inspect"] {
        let result = try Tool.run([verb, "--from", "binary"], input: torn)
        #expect(result.status == 1 && result.errors.contains("unexpected end"), "\(verb): \(count)")
      }
    }
  }

  /// Names are shown, not obeyed.
  @Test("control characters in file names are escaped in messages")
  func controlsInNamesAreEscaped()
    throws
  {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a\u{1B}[31m\nb.json").path
      try Data(#"{"\u001b[31mx":tru}"#.utf8).write(to: URL(fileURLWithPath: file))
      for arguments in [
        ["validate", file], ["stats", file], ["convert", "--to", "json", file + "x"],
      ] {
        let result = try Tool.run(arguments)
        #expect(result.errors.contains("a\\u001b[31m\\u000ab.json"), "\(result.errors)")
        #expect(!(result.errors + result.text).contains("\u{1B}"))
      }
    }
  }

  @Test("--strict reports duplicate keys")
  func strictRefusesDuplicates() throws {
    let text = #"{"a":[{"x":1,"y":2,"x":3}]}"#
    #expect(try Tool.run("validate", input: text).status == 0)
    let result = try Tool.run("validate", "--strict", input: text)
    #expect(result.status == 1)
    #expect(result.errors.contains(":1:20: duplicate key, at a[0].x"), "\(result.errors)")
    #expect(result.errors.contains("<stdin>:1:8: the first occurrence\n"), "\(result.errors)")
    let lines = try Tool.run("validate", "--strict", "--from", "ndjson", input: "1\n\(text)\n")
    #expect(lines.errors.contains("<stdin>:2:8: the first occurrence\n"), "\(lines.errors)")
    // Two spellings of é are two keys, as bytes are what a format compares.
    let spellings = "{\"\u{E9}\":1,\"e\u{301}\":2}"
    #expect(try Tool.run("validate", "--strict", input: spellings).status == 0)
  }

  @Test("validate reports every file")
  func allFilesAreLookedAt() throws {
    try Tool.withFolder { folder in
      let bad = folder.appendingPathComponent("bad.json").path
      let good = folder.appendingPathComponent("good.json").path
      try Data("[".utf8).write(to: URL(fileURLWithPath: bad))
      try Data("[]".utf8).write(to: URL(fileURLWithPath: good))
      let result = try Tool.run("validate", bad, good)
      #expect(result.status == 1)
      #expect(result.text == "\(bad): invalid json\n\(good): valid json\n")
      #expect(try Tool.run("validate", good, folder.path + "/none.json", good).status == 2)
    }
  }

  /// No part of a document may crash the tool or hang it, in any format.
  @Test("every truncated document is a value or an error", arguments: Tool.formats + ["json5"])
  func everyTruncationIsAValueOrAnError(_ format: String) throws {
    let text = """
      {"a":[1,-2.5e3,true,null,"é\\u00e9\\n"],"b":{"c":{},"d":[[]]},"a":"😀"}

      """
    var document = Data(text.utf8)
    if format != "json", format != "json5" {
      // Two documents, for which binary and YAML allow no key to come twice.
      let line = text.replacing(",\"a\":\"😀\"", with: "")
      document = try Tool.run(
        ["convert", "--from", "ndjson", "--to", format], input: Data((line + line).utf8)
      ).data
      #expect(document.count > 20)
    }
    try Tool.withFolder { folder in
      var files: [String] = []
      for length in 0...document.count {
        let file = folder.appendingPathComponent("\(length)")
        try document.prefix(length).write(to: file)
        files.append(file.path)
      }
      let result = try Tool.run(["validate", "--from", format] + files)
      #expect(!result.isCrash && (result.status == 0 || result.status == 1), "\(result.errors)")
      #expect(result.text.split(separator: "\n").count == files.count)
      #expect(result.text.contains("\(document.count): valid"), "\(result.errors)")
    }
  }

  @Test("a document beyond the depth limit is an error")
  func deepDocumentsAreErrors() throws {
    for deep in [
      String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
    ] {
      let result = try Tool.run("validate", "--from", "json", input: deep)
      #expect(result.status == 1 && !result.isCrash)
      #expect(result.errors.contains("nested deeper"))
    }
  }

  @Test("layers are checked with their references, as ferry merge reads them")
  func layers() throws {
    try Tool.withFolder { folder in
      func file(_ name: String, _ text: String) throws -> String {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url.path
      }
      let base = try file("a.json", #"{"a":{"x":"${.b}"}}"#)
      let top = try file("b.json", #"{"b":1}"#)
      let valid = try Tool.run(["validate", "--layers", "--interpolate", base, top])
      #expect(valid.text == "valid layers of 2 files\n" && valid.status == 0, "\(valid.errors)")
      let missing = try Tool.run(["validate", "--layers", "--interpolate", base])
      #expect(missing.errors.contains("the configuration has no value at `b`, at a.x"))
      #expect(missing.status == 1 && missing.text.isEmpty)
      #expect(try Tool.run(["validate", "--interpolate", base]).status == 2)
      #expect(try Tool.run(["validate", "--layers", "--strict", base]).status == 2)
    }
  }

  @Test("a file of variables has lines NAME=value")
  func variables() throws {
    try Tool.withFolder { folder in
      for (text, output, errors) in [
        ("A=1\nB='x'\n", ": valid variables, 2 lines\n", ""),
        ("A=1\nnonsense\n", "", ":2:1: invalid value: expected a line `NAME=value`\nnonsense\n^\n"),
      ] {
        let file = folder.appendingPathComponent(".env").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let result = try Tool.run(["validate", file])
        #expect(result.text == (output.isEmpty ? "" : file + output))
        #expect(result.errors == (errors.isEmpty ? "" : "ferry: " + file + errors))
        #expect(result.status == (errors.isEmpty ? 0 : 1))
      }
    }
  }
}
