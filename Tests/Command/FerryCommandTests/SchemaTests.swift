import Foundation
import Testing

@Suite("ferry validate --schema")
struct SchemaTests {
  private static let files = [
    "server.schema.json": """
    {
      "properties": {
        "server": {
          "type": "object",
          "required": ["host"],
          "properties": {
            "host": {"type": "string"},
            "port": {"$ref": "parts/port.json"},
            "mode": {"enum": ["fast", "safe"]}
          },
          "additionalProperties": false
        }
      }
    }
    """,
    "parts/port.json": #"{"type": "integer", "maximum": 65535}"#,
    "good.yaml":
      "# yaml-language-server: $schema=server.schema.json\nserver: {host: a, port: 80}\n",
    "bad.yaml": """
    # yaml-language-server: $schema=server.schema.json
    server:
      port: "8080"
      hots: example.com
      mode: quick

    """,
    "later.yaml": "\u{FEFF}%YAML 1.2\n---\n"
      + "# yaml-language-server: $schema=server.schema.json\nserver: {host: a, port: 80}\n",
    "any.json": "true",
    "refers.json": ##"{"$ref": "broken.json#"}"##,
    "file.json": #"{"allOf": [{"$ref": "urn:x"}]}"#,
    "circle.json": "{\"allOf\": [\n  {\"$ref\": \"#\"}]}",
    "twice.json": "{\"type\": \"object\",\n  \"type\": \"string\"}",
    "closed.json": #"{"$schema": "closed.schema.json", "$shcema": 1}"#,
    "closed.schema.json": #"{"properties": {"a": true}, "additionalProperties": false}"#,
    "parts/a b%20#c.json": #"{"$ref": "port.json"}"#,
    "blank.json": #"{"$ref": "parts/a%20b%2520%23c.json"}"#,
    "encoded.json": #"{"$schema": "parts/a%20b%2520%23c.json"}"#,
    "several.yaml": """
    a
    ---
    # yaml-language-server: $schema=parts/port.json
    x
    ---
    $schema: server.schema.json
    server:    1
    ---
    y
    ...
    # yaml-language-server: $schema=server.schema.json
    ---
    server: {host: a}
    """,
    "missing.yaml": "# yaml-language-server: $schema=nope.json\na: 1\n---\nb: 1\n",
    "whole.json": #"{"$schema": "server.schema.json#", "server": {"host": "a"}}"#,
    "part.json": #"{"$schema": "server.schema.json#/properties"}"#,
    "dangling.json": #"{"$ref": "nope.json"}"#,
    "named.json": #"{"$schema": "server.schema.json", "server": {"host": 1}}"#,
    "remote.json": #"{"$ref": "https://example.com/schemas/port.json"}"#,
    "broken.json": #"{"properties": {"a": {"type": "strnig"}}}"#,
  ]

  /// Runs the command in a folder with the files.
  func run(
    _ arguments: String..., input: String = ""
  ) throws -> (status: Int32, text: String, errors: String) {
    try run(arguments, input: input)
  }

  func run(
    _ arguments: [String], input: String = ""
  ) throws -> (status: Int32, text: String, errors: String) {
    try Tool.withFolder { folder in
      let parts = folder.appendingPathComponent("parts")
      try FileManager.default.createDirectory(at: parts, withIntermediateDirectories: true)
      for (name, text) in Self.files {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      }
      let paths = arguments.map { $0.replacing("@", with: folder.path + "/") }
      let result = try Tool.run(paths, input: Data(input.utf8))
      let prefix = folder.path + "/"
      return (
        result.status, result.text.replacing(prefix, with: ""),
        result.errors.replacing(prefix, with: "")
      )
    }
  }

  #if FERRY_YAML
  @Test("each mistake in YAML has its location, its text and the place in the schema")
  func mistakes() throws {
    let result = try run("validate", "--schema", "@server.schema.json", "@bad.yaml", "@good.yaml")
    #expect(result.status == 1)
    #expect(
      result.text == """
        bad.yaml: invalid by server.schema.json
        good.yaml: valid by server.schema.json

        """)
    #expect(
      result.errors == """
        ferry: bad.yaml:3:3: missing key `host`; the object has `hots`, at server
          port: "8080"
          ^
        hint: the schema is at server.schema.json#/properties/server/required
        ferry: bad.yaml:3:9: expected integer, found "8080", at server.port
          port: "8080"
                ^
        hint: the schema is at parts/port.json#/type
        ferry: bad.yaml:4:3: unknown key `hots`; did you mean `host`?, at server.hots
          hots: example.com
          ^
        hint: the schema is at server.schema.json#/properties/server/additionalProperties
        ferry: bad.yaml:5:9: expected one of "fast", "safe", found "quick", at server.mode
          mode: quick
                ^
        hint: the schema is at server.schema.json#/properties/server/properties/mode/enum

        """)
  }

  @Test("files name their schemas by a comment or by the member $schema")
  func namedSchemas() throws {
    let result = try run("validate", "--named-schema", "@good.yaml", "@named.json", "@remote.json")
    #expect(result.status == 1)
    #expect(
      result.text == """
        good.yaml: valid by server.schema.json
        named.json: invalid by server.schema.json

        """)
    #expect(result.errors.contains("named.json:1:54: expected string, found 1, at server.host\n"))
    #expect(result.errors.contains("remote.json:1:1: the document names no schema\n"))
    let later = try run("validate", "--named-schema", "@later.yaml")
    #expect(later.text == "later.yaml: valid by server.schema.json\n", "\(later.errors)")
  }
  #endif

  #if FERRY_YAML
  @Test("every document of a YAML file names its schema")
  func namedSchemasOfDocuments() throws {
    let result = try run("validate", "--named-schema", "@several.yaml")
    #expect(result.status == 1)
    #expect(
      result.text
        == "several.yaml: invalid by parts/port.json, server.schema.json, 4 of 5 documents\n")
    #expect(
      result.errors.split(separator: "\n").filter { $0.hasPrefix("ferry: ") } == [
        "ferry: several.yaml:1:1: the document names no schema",
        "ferry: several.yaml:4:1: expected integer, found \"x\"",
        "ferry: several.yaml:7:12: expected object, found 1, at server",
        "ferry: several.yaml:9:1: expected integer, found \"y\"",
      ])
    let missing = try run("validate", "--named-schema", "@missing.yaml", "@good.yaml")
    #expect(missing.status == 2)
    #expect(missing.errors == "ferry: nope.json: cannot open: No such file or directory\n")
    #expect(missing.text == "good.yaml: valid by server.schema.json\n")
  }
  #endif

  @Test("a missing file of a reference is named with the reason")
  func danglingReference() throws {
    let result = try run("validate", "--schema", "@dangling.json", "@remote.json")
    #expect(
      result.errors.contains(
        "the resolver fails for 'nope.json': nope.json: cannot open: No such file or directory"),
      "\(result.errors)")
  }

  @Test("every document of a series is validated")
  func series() throws {
    let lines = "{\"server\": {\"host\": \"a\"}}\n{\"server\": 1}\n{\n"
    let result = try run(
      "validate", "--schema", "@server.schema.json", "--from", "ndjson", input: lines)
    #expect(result.status == 1)
    #expect(result.text == "<stdin>: invalid by server.schema.json, 2 of 3 documents\n")
    #expect(result.errors.contains("<stdin>:2:12: expected object, found 1, at server\n"))
  }

  @Test("threads and the elements of arrays give the failures of one thread")
  func threads() throws {
    let rows = (0..<2000).map { #"{"server": {"host": \#($0 % 50 == 0 ? "1" : "\"a\"")}}"# }
    let schema = ["validate", "--schema", "@server.schema.json"]
    func run(_ options: [String], _ input: String) throws -> (text: String, errors: [Substring]) {
      let result = try self.run(schema + options, input: input)
      #expect(result.status == 1)
      return (result.text, result.errors.split(separator: "\n"))
    }
    let lines = rows.joined(separator: "\n")
    let one = try run(["--from", "ndjson", "-j", "1"], lines)
    #expect(one.text == "<stdin>: invalid by server.schema.json, 40 of 2000 documents\n")
    #expect(one.errors[4] == "ferry: <stdin>:51:21: expected string, found 1, at server.host")
    #expect(try run(["--from", "ndjson", "-j", "3"], lines) == one)
    let array = try run(["--array", "--from", "json"], "[" + rows.joined(separator: ",\n") + "]")
    #expect(array.text == one.text)
    #expect(array.errors.dropFirst(4).first == one.errors[4])
  }

  @Test(
    "--array requires an array",
    arguments: [
      ["validate"], ["validate", "--schema", "@any.json"], ["schema", "infer"], ["stats"],
    ])
  func arrayOption(verb: [String]) throws {
    for (text, found) in [
      (#"{"a": 1}"#, "an object"), (" 1", "a number"),
      (#"{"a": ""# + String(repeating: "x", count: 1 << 20) + #""}"#, "an object"),
    ] {
      let result = try run(verb + ["--array", "--from", "json"], input: text)
      #expect(result.status == 1)
      let column = text.hasPrefix(" ") ? 2 : 1
      let message =
        "ferry: <stdin>:1:\(column): wrong type of value: expected an array, found \(found)"
      #expect(result.errors.hasPrefix(message), "\(result.errors)")
      if verb[0] == "validate" { #expect(result.text.contains(": invalid ")) }
    }
  }

  @Test("an input without a document is an error, and an empty series has a count")
  func emptyInputs() throws {
    var formats = ["cbor", "messagepack"]
    #if FERRY_YAML
    formats.append("yaml")
    #endif
    for format in formats {
      let result = try run("validate", "--schema", "@any.json", "--from", format)
      #expect(result.status == 1)
      #expect(result.text == "<stdin>: invalid by any.json\n")
      #expect(result.errors == "ferry: <stdin>: expected a document, found an empty input\n")
    }
    #expect(try run("validate", "--schema", "@any.json").status == 1)
    for format in ["ndjson", "seq"] {
      let result = try run("validate", "--schema", "@any.json", "--from", format)
      #expect(result.status == 0 && result.errors.isEmpty)
      #expect(result.text == "<stdin>: valid by any.json, 0 documents\n")
    }
  }

  @Test("a failure in a record file has the number of the record")
  func recordNumbers() throws {
    let rows = (1...40_000).map { #"{"server": {"host": \#($0 % 16_000 == 0 ? "1" : "\"a\"")}}"# }
    let lines = Data(rows.joined(separator: "\n").utf8)
    let file = try Tool.run(["convert", "--from", "ndjson", "--to", "binary"], input: lines).data
    try Tool.withFolder { folder in
      let schema = folder.appendingPathComponent("s.json")
      try Data(#"{"properties": {"server": {"properties": {"host": {"type": "string"}}}}}"#.utf8)
        .write(to: schema)
      for threads in ["1", "3"] {
        let result = try Tool.run(
          ["validate", "--schema", schema.path, "-j", threads, "--from", "binary"], input: file)
        #expect(
          result.errors.split(separator: "\n").filter { $0.hasPrefix("ferry") } == [
            "ferry: <stdin>: record 16000: expected string, found 1, at server.host",
            "ferry: <stdin>: record 32000: expected string, found 1, at server.host",
          ])
      }
    }
  }

  @Test("--reference maps URIs to files and folders")
  func references() throws {
    let folder = try run(
      "validate", "--schema", "@remote.json", "--reference", "https://example.com/schemas/=@parts",
      input: "70000")
    #expect(folder.status == 1)
    #expect(folder.errors.contains("expected at most 65535, found 70000"))
    let file = try run(
      "validate", "--schema", "@remote.json", "--reference",
      "https://example.com/schemas/port.json=@parts/port.json", input: "80")
    #expect(file.status == 0)
    let missing = try run("validate", "--schema", "@remote.json", input: "80")
    #expect(missing.status == 1)
    #expect(
      missing.errors == """
        ferry: remote.json:1:10: the schema 'https://example.com/schemas/port.json' is unknown, at $ref
        {"$ref": "https://example.com/schemas/port.json"}
                 ^
        hint: --reference URI=PATH names a file or a folder with the schema

        """)
  }

  @Test("an error of a schema has its location in the file of the schema")
  func brokenSchemas() throws {
    let error = """
      ferry: broken.json:1:31: unknown type 'strnig', at properties.a.type
      {"properties": {"a": {"type": "strnig"}}}
                                    ^

      """
    for arguments in [
      ["@broken.json"], ["@refers.json"], ["@file.json", "--reference", "urn:x=@broken.json"],
    ] {
      let result = try run(["validate", "--schema"] + arguments, input: "1")
      #expect(result.status == 1 && result.text.isEmpty)
      #expect(result.errors == error)
    }
    #expect(try run("validate", "--reference", "a=b", input: "1").status == 2)
  }

  @Test("a schema that refers to itself is an error without a verdict on the document")
  func circularSchemas() throws {
    let result = try run("validate", "--schema", "@circle.json", input: "1")
    #expect(result.status == 1 && result.text.isEmpty)
    #expect(
      result.errors == """
        ferry: circle.json:1:1: the schema refers to itself and applies to the same value without end
        {"allOf": [
        ^

        """)
  }

  @Test("a schema with a key twice is an error")
  func duplicateKeys() throws {
    let result = try run("validate", "--schema", "@twice.json", input: "{}")
    #expect(result.status == 1 && result.text.isEmpty)
    #expect(
      result.errors == """
        ferry: twice.json:2:3: duplicate key, at type
          "type": "string"}
          ^
        twice.json:1:2: the first occurrence
        {"type": "object",
         ^

        """)
  }

  @Test("a closed schema that does not declare $schema has a hint")
  func undeclaredSchemaMember() throws {
    let result = try run("validate", "--named-schema", "@closed.json")
    #expect(result.status == 1)
    let hints = result.errors.split(separator: "\n").filter { $0.hasPrefix("hint") }
    #expect(
      hints == [
        "hint: the schema is at closed.schema.json#/additionalProperties; "
          + "declare `$schema` in its properties",
        "hint: the schema is at closed.schema.json#/additionalProperties",
      ])
  }

  @Test("names of schemas are relative URIs or URIs of files")
  func fileURIs() throws {
    let blank = try run("validate", "--schema", "@blank.json", input: "70000")
    #expect(blank.text == "<stdin>: invalid by blank.json\n")
    #expect(blank.errors.contains("hint: the schema is at parts/port.json#/maximum"))
    let encoded = try run("validate", "--named-schema", "@encoded.json")
    #expect(encoded.text == "encoded.json: invalid by parts/a b%20#c.json\n")
    try Tool.withFolder { folder in
      try Data(#"{"required": ["b"]}"#.utf8).write(to: folder.appendingPathComponent("a b.json"))
      let file = folder.appendingPathComponent("x.json")
      for (start, isValid) in [
        ("file://", true), ("file://localhost", true), ("file://example.com", false),
      ] {
        let uri = start + folder.path + "/a%20b.json"
        for text in [#"{"$schema": "\#(uri)", "b": 1}"#, #"{"$ref": "\#(uri)"}"#] {
          try Data(text.utf8).write(to: file)
          let names = text.contains("$schema")
          let arguments = names ? ["--named-schema", file.path] : ["--schema", file.path]
          let result = try run(["validate"] + arguments, input: names ? "" : #"{"b": 1}"#)
          #expect(result.status == (isValid ? 0 : 1), "\(uri): \(result.errors)")
        }
      }
    }
  }

  @Test("an inferred schema fits the documents it comes from")
  func inference() throws {
    let lines = """
      {"id": 1, "at": "2024-05-01T10:00:00Z", "tags": ["a"], "size": 1.5}
      {"id": 2, "at": "2024-05-02T10:00:00Z", "tags": [], "size": 2, "note": null}

      """
    let schema = try Tool.run("schema", "infer", "--from", "ndjson", input: lines).text
    #expect(
      schema == """
        {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{\
        "id":{"type":"integer"},"at":{"type":"string","format":"date-time"},\
        "tags":{"type":"array","items":{"type":"string"}},"size":{"type":"number"},\
        "note":{"type":"null"}},"required":["id","at","tags","size"]}

        """)
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("schema.json")
      try Data(schema.utf8).write(to: file)
      let arguments = ["validate", "--schema", file.path, "--assert-formats", "--from", "ndjson"]
      #expect(try Tool.run(arguments, input: Data(lines.utf8)).status == 0)
    }
  }
}
