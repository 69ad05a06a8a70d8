import Foundation
import Testing

/// Everyday tasks with a file at a shell, one line each.
@Suite struct DailyUseTests {
  private static let people = """
    {"id":1,"name":"Ann","level":"info"}
    {"id":2,"name":"Bo and Co","level":"warn","tags":["a","b"]}
    {"id":3,"name":"Cy","level":"error","tags":[]}

    """

  @Test(
    "--where joins comparisons with and, or, not, in and patterns",
    arguments: [
      ("level=info or level=error", "1 3 "), ("level=info and id=3", ""),
      ("not level=info", "2 3 "), ("not (level=info or id=3)", "2 "),
      ("id=1 or id=2 and level=error", "1 "), ("(id=1 or id=2) and not tags", "1 "),
      (#"level in ["info","warn"]"#, "1 2 "), ("id in [1.0, 3]", "1 3 "),
      ("not id in [1]", "2 3 "), ("id not in [1, 2]", "3 "), (#"name = "Bo and Co""#, "2 "),
      ("name =~ ^[AC]", "1 3 "), (#"name =~ "^Bo and""#, "2 "), ("name !~ n", "3 "),
      ("id =~ 1", ""), (#"tags[*] in ["b"]"#, "2 "),
    ])
  func conditions(_ condition: String, _ found: String) throws {
    func ids(_ arguments: String...) throws -> String {
      try Tool.run(arguments, input: Data(Self.people.utf8)).text.replacing("\n", with: " ")
    }
    let text = ["--where", condition, "--get", "id"]
    #expect(try ids("stream", "--from", "ndjson", text[0], text[1], text[2], text[3]) == found)
    // Records that are read onto the tape, and those that are not, have one meaning.
    let spaced = Self.people.replacing(":", with: " : ")
    let other = try Tool.run(
      ["stream", "--from", "ndjson", "-S"] + text, input: Data(spaced.utf8))
    #expect(other.text.replacing("\n", with: " ") == found)
  }

  @Test(
    "an invalid condition is an error of the command line",
    arguments: [
      ("level in info", "a JSON array after 'in'"), ("level in [", "`[` is not closed"),
      ("name =~ (", "is not a pattern"), ("", "empty"),
      ("level=error and", "expected a condition, found the end"),
      ("level=error AND id>1", "more than one"), ("level=error, id>1", "more than one"),
      ("level=error|id=3", "more than one"), ("level='error'", "more than one"),
      ("level=(error)", "more than one"), ("id and", "expected a condition, found the end"),
    ])
  func invalidConditions(_ condition: String, _ message: String) throws {
    let result = try Tool.run("stream", "--where", condition, input: Self.people)
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
  }

  @Test(
    "the extensions of files are names of their formats", arguments: ["jsonc", "geojson", "jsonl"])
  func extensionsAsNames(_ name: String) throws {
    let result = try Tool.run("convert", "--from", name, "--to", "mpk", input: "{\"a\":1}\n")
    #expect(result.data == Data([0x81, 0xA1, 0x61, 0x01]), "\(result.errors)")
  }

  @Test("get and stream read several files, and go on behind a file without a match")
  func severalFiles() throws {
    try Tool.withFolder { folder in
      let names = ["a.json", "b.yaml", "c.json"].map { folder.appendingPathComponent($0).path }
      try #"{"v":1}"#.write(toFile: names[0], atomically: true, encoding: .utf8)
      try "w: 2\n".write(toFile: names[1], atomically: true, encoding: .utf8)
      try #"{"v":3}"#.write(toFile: names[2], atomically: true, encoding: .utf8)
      let result = try Tool.run(["get", "v"] + names)
      #expect(result.text == "1\n3\n")
      #expect(result.status == 1 && result.errors.contains("b.yaml"))
      let lines = names.map { $0 + ".ndjson" }
      for (number, name) in lines.enumerated() {
        try "{\"n\":\(number)}\n".write(toFile: name, atomically: true, encoding: .utf8)
      }
      #expect(try Tool.run(["stream", "--get", "n"] + lines).text == "0\n1\n2\n")
      let array = try Tool.run(["stream", "--to", "json"] + lines)
      #expect(array.status == 2 && array.errors.contains("write ndjson"))
    }
  }

  /// jq reads such a series as well.
  @Test(
    "JSON values one after the other in standard input are a series",
    arguments: [
      "{\n  \"v\": 1\n}\n{\n  \"v\": 2\n}\n", #"{"v":1}{"v":2}"#, "{\"v\":1}\n\n [{\"v\":2}]",
    ])
  func concatenated(_ text: String) throws {
    let path = text.contains("[") ? "[*].v" : "v"
    let numbers = try Tool.run(["get", path], input: Data(text.utf8))
    #expect(numbers.text == (text.contains("[") ? "2\n" : "1\n2\n"))
    let lines = try Tool.run("convert", "--to", "ndjson", input: text)
    let second = text.contains("[") ? #"[{"v":2}]"# : #"{"v":2}"#
    #expect(lines.text == "{\"v\":1}\n\(second)\n")
    #expect(try Tool.run("stream", input: text).text == lines.text)
  }

  @Test("text behind a JSON value is an error, not a second value", arguments: ["}", "x", ","])
  func garbage(_ rest: String) throws {
    let result = try Tool.run(
      "convert", "--from", "json", "--to", "ndjson", input: #"{"v":1}"# + rest)
    #expect(result.status == 1 && result.text == "" && result.errors.contains("1:8"))
  }

  @Test("stream --select writes some members, and --count only a number")
  func someMembers() throws {
    let input = ["stream", "--from", "ndjson"]
    func text(_ arguments: String...) throws -> String {
      try Tool.run(input + arguments, input: Data(Self.people.utf8)).text
    }
    #expect(
      try text("--select", "tags[0]", "--where", "id=2") == ""
        && text("--select", "tags", "--select", "id", "--where", "id>1")
          == #"{"tags":["a","b"],"id":2}"# + "\n" + #"{"tags":[],"id":3}"# + "\n"
    )
    #expect(try text("--count") == "3\n")
    #expect(try text("--count", "--where", "id>1") == "2\n")
    #expect(try text("--count", "--get", "tags[*]") == "2\n")
  }

  @Test("an operand in the wrong place is an error that says so")
  func swappedOperands() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("data.json").path
      let schema = folder.appendingPathComponent("schema.json").path
      try #"{"port":1}"#.write(toFile: file, atomically: true, encoding: .utf8)
      try #"{"required":["port"]}"#.write(toFile: schema, atomically: true, encoding: .utf8)
      let get = try Tool.run(["get", file, "port"])
      #expect(get.status == 2 && get.errors.contains("ferry get PATH \(file)"))
      #expect(try Tool.run(["get", file]).status == 2)
      #expect(try Tool.run(["get", "port", file]).text == "1\n")
      let valid = try Tool.run(["validate", "--schema", schema, file])
      #expect(valid.status == 0)
      let swapped = try Tool.run(["validate", "--schema", file, schema])
      #expect(swapped.status == 1 && swapped.errors.contains("expected a schema"))
      let output = try Tool.run(["get", "-o=json", "port", file])
      #expect(output.status == 2 && output.errors.contains("'-o' comes without '='"))
    }
  }

  @Test("-I does not wait for a pipe with a name")
  func namedPipe() throws {
    try Tool.withFolder { folder in
      let pipe = folder.appendingPathComponent("p").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let result = try Tool.run(["convert", "-I", "--to", "json", pipe])
      #expect(result.status == 2 && result.errors.contains("regular files only"))
    }
  }

  @Test("merge shows no value that --secret names in the wrong place")
  func misplacedSecret() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.json").path
      try #"{"db":{"password":"hunter2"}}"#.write(toFile: file, atomically: true, encoding: .utf8)
      for path in ["password", "api.password"] {
        let result = try Tool.run(["merge", "--explain", "--secret", path, file])
        #expect(result.status == 1 && !result.text.contains("hunter2"))
        #expect(result.errors.contains("did you mean `db.password`?"), "\(result.errors)")
      }
    }
  }

  #if FERRY_YAML
  @Test(
    "lines in an unknown format are no text of YAML",
    arguments: [
      ("A=1\nB=2\n", false), ("a,b\n1,2\n", false), ("# x\na: 1\nb: 2\n", true),
      ("- a\n- b\n", true), ("text\n", true), ("--- a\nb\n", true), ("a:\n  b\n", true),
    ])
  func unknownText(_ text: String, isYAML: Bool) throws {
    let result = try Tool.run("convert", "--to", "json", input: text)
    #expect((result.status == 0) == isYAML, "\(result.errors)")
    #expect(try Tool.run("convert", "--from", "yaml", "--to", "json", input: text).status == 0)
  }

  @Test("the front matter of Markdown is a document with the lines of the file")
  func frontMatter() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("post.md").path
      let text = "---\ntitle: T\ntags: [a, b]\n---\n# Text\n\n---\nmore: no\n"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try Tool.run("get", "-r", "title", file).text == "T\n")
      #expect(
        try Tool.run("convert", file, "--to", "json").text == #"{"title":"T","tags":["a","b"]}"#
          + "\n")
      let inPlace = try Tool.run("convert", "-I", "--to", "yaml", file)
      #expect(inPlace.status == 2)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
      try "---\ntitle: [\n---\n".write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try Tool.run("validate", file).status == 1)
      try "# Text\n".write(toFile: file, atomically: true, encoding: .utf8)
      let none = try Tool.run("get", "title", file)
      #expect(none.status == 1 && none.errors.contains("no front matter"))
    }
  }

  @Test("--yaml 1.1 reads yes and no as truth values")
  func yaml11() throws {
    let text = "on: yes\n"
    let arguments = ["convert", "--from", "yaml", "--to", "json"]
    #expect(try Tool.run(arguments, input: Data(text.utf8)).text == "{\"on\":\"yes\"}\n")
    let old = try Tool.run(arguments + ["--yaml", "1.1"], input: Data(text.utf8))
    #expect(old.text.contains("true}"))
  }

  @Test("merge suggests two underscores for a variable whose words are a path")
  func variables() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.yaml").path
      try "log:\n  format: text\n".write(toFile: file, atomically: true, encoding: .utf8)
      let result = try Tool.shell(
        #"APP_LOG_FORMAT=json "$0" merge --env APP_ "$1" --to json"#, file)
      #expect(result.errors.contains("did you mean `APP_LOG__FORMAT`?"), "\(result.errors)")
      #expect(result.text.contains(#""log_format":"json""#))
    }
  }
  #endif

  /// Two members, written by CPython.
  private static let packed =
    "H4sIAAAAAAACA6tWSlSyMqzlAgBGo+h0CAAAAB+LCAAAAAAAAgOrVkpUsjKq5aoG0ca1XABQzHqBEAAAAA=="

  @Test("a file of gzip is read like its contents")
  func gzip() throws {
    let data = try #require(Data(base64Encoded: Self.packed))
    #expect(try Tool.run(["get", "a"], input: data).text == "1\n2\n3\n")
    #expect(try Tool.run(["stream", "--where", "a=2"], input: data).text == "{\"a\":2}\n")
    for cut in [data.count - 4, data.count - 20, 30] {
      let result = try Tool.run(["stream"], input: data.prefix(cut))
      #expect(result.errors.contains("ends within its compressed data"), "\(cut)")
      #expect(result.status != 0)
    }
    var damaged = data
    damaged[12] ^= 0xFF
    #expect(try Tool.run(["stream"], input: damaged).status != 0)
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.ndjson.gz").path
      try data.write(to: URL(fileURLWithPath: file))
      #expect(
        try Tool.run("convert", file, "--to", "json").text == #"[{"a":1},{"a":2},{"a":3}]"# + "\n")
      #expect(try Tool.run("convert", "-I", file).status == 2)
    }
  }
}
