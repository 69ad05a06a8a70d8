import Foundation
import Testing

@Suite("Paths without a match") struct MissingPathTests {
  private static let document = #"{"server":{"port":8080,"hosts":["a"]},"log":1,"none":[],"0":{}}"#

  @Test(
    "the message has the deepest existing part, and the hint has its keys",
    arguments: [
      (
        "server.prt", ":1:11: missing key: `prt`, at server",
        "known keys: `port`, `hosts`; did you mean `port`?"
      ),
      ("xyz", ":1:1: missing key: `xyz`", "known keys: `server`, `log`, `none`, `0`"),
      ("log.x.y", ":1:45: expected an object with the key `x`, found a number, at log", nil),
      (
        "server.hosts[3]", ":1:32: missing element: [3], at server.hosts",
        "the array has 1 element, counted from 0"
      ),
      ("none[0]", ":1:54: missing element: [0], at none", "the array is empty"),
      (
        "server.hosts.0",
        ":1:32: expected an object with the key `0`, found an array, at server.hosts",
        "write [0] for an element"
      ),
      (
        "server.hosts.x",
        ":1:32: expected an object with the key `x`, found an array, at server.hosts",
        "write [0] for the first element, [*] for all"
      ),
      (
        "/server/hosts/7", ":1:32: missing element: [7], at server.hosts",
        "the array has 1 element, counted from 0"
      ),
      ("/0/7", ":1:61: missing key: `7`, at 0", "the object is empty"),
      (
        "[0]", ":1:1: expected an array with the element [0], found an object",
        "known keys: `server`, `log`, `none`, `0`; did you mean `0`?"
      ),
      ("log[*]", ":1:45: expected an object or an array, found a number, at log", nil),
      (
        "server.hosts[*].x",
        ":1:33: expected an object with the key `x`, found text, at server.hosts[0]",
        nil
      ),
    ] as [(String, String, String?)])
  func messages(_ path: String, _ message: String, _ hint: String?) throws {
    let result = try Tool.run("get", path, input: Self.document)
    #expect(result.status == 1 && result.text.isEmpty)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first.map(String.init) == "ferry: <stdin>" + message)
    #expect(lines.dropFirst(3).first.map(String.init) == hint.map { "hint: " + $0 })
    #expect(lines.count == (hint == nil ? 3 : 4))
  }

  @Test("a large document that is read in part has the same message")
  func largeDocuments() throws {
    let padding = String(repeating: " ", count: 1 << 20)
    let text = Self.document.replacing("{\"port", with: "{" + padding + "\"port")
    for (path, message, hint) in [
      (
        "server.prt", "missing key: `prt`, at server",
        "known keys: `port`, `hosts`; did you mean `port`?"
      ),
      ("n\u{F6}pe", "missing key: `n\u{F6}pe`", "known keys: `server`, `log`, `none`, `0`"),
      (
        "server.hosts[3]", "missing element: [3], at server.hosts",
        "the array has 1 element, counted from 0"
      ),
      (
        "server.hosts.x", "expected an object with the key `x`, found an array, at server.hosts",
        "write [0] for the first element, [*] for all"
      ),
      ("log.x.y", "expected an object with the key `x`, found a number, at log", nil),
      ("log[*]", "expected an object or an array, at log", nil),
      (
        "server.hosts[*].x", "expected an object with the key `x`, found text, at server.hosts[*]",
        nil
      ),
    ] as [(String, String, String?)] {
      let result = try Tool.run("get", path, "--from", "json", input: text)
      #expect(result.status == 1 && result.text.isEmpty)
      let lines = result.errors.split(separator: "\n")
      #expect(lines.first?.hasSuffix(": " + message) == true, "\(result.errors)")
      #expect(lines.dropFirst(3).first.map(String.init) == hint.map { "hint: " + $0 })
    }
  }

  @Test(
    "elements of packed arrays are found as others are",
    arguments: [
      ("d[*].x", "expected an object with the key `x`, found a number, at d"),
      ("d[7].x", "expected an object with the key `x`, found a number, at d"),
      ("d[300]", "missing element: [300], at d"),
      ("d.x", "expected an object with the key `x`, found an array, at d"),
    ])
  func packedLists(_ path: String, _ message: String) throws {
    let numbers = (0..<300).map { "\($0 * 1000)" }.joined(separator: ",")
    let binary = try Tool.run(
      "convert", "--from", "json", "--to", "binary", input: "{\"d\":[\(numbers)]}")
    let result = try Tool.run(["get", path], input: binary.data)
    let line = result.errors.split(separator: "\n").first ?? ""
    #expect(result.status == 1 && line.hasSuffix(": " + message), "\(result.errors)")
  }

  @Test("a wildcard over an empty container is not an error, in a document of any size")
  func emptyLists() throws {
    for padding in ["", String(repeating: " ", count: 1 << 20)] {
      let text = "{\(padding)\"a\":[],\"b\":[{\"c\":[]},{\"d\":1}],\"e\":{}}"
      for path in ["a[*]", "a[].x", "b[*].c[*]", "e[*]"] {
        let result = try Tool.run("get", path, "--from", "json", input: text)
        #expect(result.status == 0 && result.text.isEmpty && result.errors.isEmpty, "\(path)")
        #expect(try Tool.run("get", "-e", path, "--from", "json", input: text).status == 1)
      }
    }
  }

  @Test("in a series, a path has to match one document; the error names the deepest miss")
  func series() throws {
    let lines = "{\"a\":1}\n{\"user\":{\"name\":\"x\"}}\n{\"user\":{}}\n"
    #expect(try Tool.run("get", "a", input: lines).text == "1\n")
    for threads in ["1", "4"] {
      let result = try Tool.run("get", "user.nme", "-j", threads, input: lines)
      #expect(result.status == 1 && result.text.isEmpty)
      #expect(
        result.errors == """
          ferry: <stdin>:2:9: no match in 3 documents; missing key: `nme`, at user
          {"user":{"name":"x"}}
                  ^
          hint: known keys: `name`; did you mean `name`?

          """)
    }
    // Behind the first batches, on any thread.
    let far = (0..<100_000).map { "{\"id\":\($0)}\n" }.joined() + "{\"user\":{\"id\":1}}\n"
    #expect(try Tool.run("get", "user.id", "-j", "4", input: far).text == "1\n")
    let missing = try Tool.run("get", "user.ID2", "-j", "4", input: far)
    #expect(
      missing.errors.hasPrefix(
        "ferry: <stdin>:100001:9: no match in 100,001 documents; missing key: `ID2`, at user\n"),
      "\(missing.errors)")
  }

  @Test("a stream without a result names the path without a match, and is not an error")
  func streams() throws {
    let lines = "{\"level\":\"info\"}\n{\"level\":\"error\"}\n"
    let message = """
      {"level":"info"}
      ^
      hint: known keys: `level`; did you mean `level`?

      """
    for arguments in [
      ["--where", "lvel=info"], ["--get", "lvel"], ["--where", "level", "--get", "lvel"],
    ] {
      let result = try Tool.run(["stream"] + arguments, input: Data(lines.utf8))
      #expect(result.status == 0 && result.text.isEmpty)
      #expect(
        result.errors
          == "ferry: <stdin>:1:1: no match in 2 documents; missing key: `lvel`\n" + message)
      #expect(try Tool.run(["stream", "-q"] + arguments, input: Data(lines.utf8)).errors.isEmpty)
    }
    let none = try Tool.run("stream", "--where", "level=debug", input: lines)
    #expect(none.status == 0 && none.text.isEmpty && none.errors.isEmpty)
  }

  @Test("invalid JSON is an error of every verb that reads it")
  func noJSON() throws {
    let text = String(repeating: "no json ", count: 200_000)
    for arguments in [
      ["get", "a"], ["get", "a[*]"], ["get", ""], ["validate", "-q"], ["stats"], ["flatten"],
      ["merge", "-"], ["convert", "--to", "json"], ["convert", "--array", "--to", "json"],
      ["stream"],
    ] {
      let result = try Tool.run(arguments + ["--from", "json"], input: Data(text.utf8))
      #expect(
        result.errors == """
          ferry: <stdin>:1:2: invalid literal, expected true, false or null: found `no`
          no json no json no json no json no json n…
           ^

          """, "\(arguments)")
      #expect(result.status == 1 && result.text.isEmpty)
    }
  }

  @Test(
    "an invalid literal is an error in documents of any size",
    arguments: [1, 300_000], [("tru", "invalid literal"), ("-", "invalid number")])
  func wrongLiterals(_ count: Int, _ scalar: (text: String, error: String)) throws {
    let text = "[" + String(repeating: scalar.text + ",", count: count) + "7]"
    for verb in ["validate", "stats", "flatten"] {
      let result = try Tool.run([verb, "--from", "json"], input: Data(text.utf8))
      #expect(
        result.errors.hasPrefix("ferry: <stdin>:1:\(scalar.text.count + 2): \(scalar.error)"),
        "\(verb) \(result.errors)")
      #expect(result.status == 1)
    }
  }

  @Test(
    "errors of JSON name the text, the correct form, and the format that allows it",
    arguments: [
      (
        "json", "{\"a\":1,}", "1:8: trailing comma",
        "remove the comma, or read the file with --from json5"
      ),
      ("json", "[None]", "1:2: unexpected character: found `None`, at [0]", "write `null`"),
      (
        "json", "{'a':1}", "1:2: expected a key in double quotes: found `'`",
        "write text in double quotes, or read the file with --from json5"
      ),
      (
        "json", "[1 // one\n]", "1:4: expected a comma or a closing bracket: found `/`, at [1]",
        "remove the comment, or read the file with --from json5"
      ),
      ("ndjson", "{}\n[True]\n", "2:2: unexpected character: found `True`, at [0]", "write `true`"),
    ])
  func syntaxErrors(_ format: String, _ text: String, _ error: String, _ hint: String) throws {
    let result = try Tool.run(["validate", "--from", format], input: Data(text.utf8))
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first.map(String.init) == "ferry: <stdin>:" + error)
    #expect(lines.dropFirst(3).first.map(String.init) == "hint: " + hint)
  }

  @Test(
    "paths may be written as in jq",
    arguments: [
      (".server.port", "8080"), (".", document), (".server.hosts[]", "\"a\""),
      ("server[\"hosts\"][]", "\"a\""), (".[\"log\"]", "1"), ("/log", "1"),
    ])
  func shortForms(_ path: String, _ value: String) throws {
    #expect(try Tool.run("get", path, input: Self.document).text == value + "\n")
  }

  @Test("a path that jq rejects too is an error with a caret")
  func noPaths() throws {
    let result = try Tool.run("get", "..a", input: "{}")
    #expect(
      result.errors == """
        ferry: invalid path '..a', column 2: expected a key; write an empty key as [""]
        ..a
         ^

        """)
    #expect(result.status == 2)
  }
}
