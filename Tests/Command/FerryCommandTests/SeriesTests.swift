import Foundation
import Testing

@Suite("One document or a series")
struct SeriesTests {
  private static let two = "{\"a\":1}\n{\"a\":2}\n"

  @Test("a file named .json has one document, and --from json states the same")
  func named() throws {
    try Tool.withFolder { folder in
      for (name, options) in [("a.json", []), ("a.geojson", []), ("a", ["--from", "json"])] {
        let file = folder.appendingPathComponent(name).path
        try Data(Self.two.utf8).write(to: URL(fileURLWithPath: file))
        for verb in [
          ["validate", file], ["convert", file, "--to", "yaml"],
          ["convert", file, "--to", "json", "-S"],
          ["get", "a", file], ["flatten", file], ["diff", file, file], ["stats", file],
          ["schema", "infer", file], ["merge", file],
        ] where Tool.hasYAML || !verb.contains("yaml") {
          guard options.isEmpty || verb[0] != "diff" else { continue }
          let result = try Tool.run(verb + options)
          #expect(result.status != 0, "\(verb)")
          #expect(result.errors.contains("\(file):2:1: "), "\(verb): \(result.errors)")
        }
        #expect(try Tool.run(["stream", file] + options).text == Self.two)
        #expect(try Tool.run("get", "a", file, "--from", "ndjson").text == "1\n2\n")
      }
      let large = folder.appendingPathComponent("b.json").path
      let value = "[" + String(repeating: "1,", count: 600_000) + "1]\n"
      try Data((value + "{}").utf8).write(to: URL(fileURLWithPath: large))
      for verb in [["validate", large], ["convert", large, "--to", "json"], ["flatten", large]] {
        let result = try Tool.run(verb)
        #expect(result.status == 1 && result.errors.contains("\(large):2:1: "), "\(result.errors)")
      }
    }
  }

  @Test("text behind the document of a file is an error, and the file stays")
  func trailing() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.json").path
      let text = #"{"a":1}}"#
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      for verb in [
        ["validate", file], ["convert", file, "--to", "json"],
        ["convert", "-I", "--to", "json", file],
        ["get", "a", file],
      ] {
        let result = try Tool.run(verb)
        #expect(result.status != 0, "\(verb): \(result.text)")
        #expect(result.errors.contains("\(file):1:8: "), "\(verb): \(result.errors)")
      }
      #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }
  }

  @Test("numbers whose values differ, however little, are different for diff and patch")
  func nearNumbers() throws {
    try Tool.withFolder { folder in
      func write(_ name: String, _ text: String) throws -> String {
        let file = folder.appendingPathComponent(name).path
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
      }
      let old = try write("a.json", #"{"p":0.1}"#)
      let new = try write("b.json", #"{"p":0.10000000000000000001}"#)
      #expect(try Tool.run("diff", old, new).status == 1)
      #expect(try Tool.run("diff", old, try write("c.json", #"{"p":1e-1}"#)).status == 0)
      let patch = try write("p.json", try Tool.run("diff", "--patch", old, new).text)
      #expect(try Tool.run("patch", patch, old).text.contains("0.10000000000000000001"))
      let test = try write("t.json", #"[{"op":"test","path":"/p","value":0.10000000000000000001}]"#)
      #expect(try Tool.run("patch", test, old).status != 0)
      #expect(try Tool.run("patch", test, new).status == 0)
    }
  }

  @Test("a named series, and standard input, may have several values")
  func series() throws {
    #expect(try Tool.run("get", "a", input: Self.two).text == "1\n2\n")
    #expect(try Tool.run("get", "a", input: "{\"a\":1} {\"a\":2}").text == "1\n2\n")
    #expect(try Tool.run("validate", input: Self.two).text.contains("2 documents"))
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.ndjson").path
      try Data(Self.two.utf8).write(to: URL(fileURLWithPath: file))
      #expect(try Tool.run("validate", file).text.hasSuffix("valid ndjson, 2 documents\n"))
    }
  }

  @Test("an input without a document is invalid, unless its name is that of a series")
  func empty() throws {
    let pipe = try Tool.run("validate", input: "")
    #expect(pipe.status == 1 && pipe.errors.contains("expected a document, found an empty input"))
    #expect(try Tool.run("validate", "--from", "ndjson", input: "").status == 0)
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.ndjson").path
      try Data().write(to: URL(fileURLWithPath: file))
      #expect(try Tool.run("validate", file).status == 0)
    }
  }

  @Test("diff ends with 2 after an error, and with 1 only if the values differ")
  func differences() throws {
    try Tool.withFolder { folder in
      let files = ["a.json": "[1]", "b.json": "[2]", "c.json": "[", "d.json": "[1]"]
      for (name, text) in files {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      }
      func status(_ first: String, _ second: String) throws -> Int32 {
        let paths = [first, second].map { $0 == "-" ? $0 : folder.appendingPathComponent($0).path }
        return try Tool.run("diff", paths[0], paths[1], input: "[1]").status
      }
      #expect(try status("a.json", "b.json") == 1)
      #expect(try status("a.json", "d.json") == 0)
      #expect(try status("a.json", "c.json") == 2)
      #expect(try status("a.json", "none.json") == 2)
      #expect(try status("a.json", "-") == 0)
      #expect(try status("-", "-") == 2)
    }
    #expect(try Tool.run("diff", "-", "-", input: "1").errors.contains("only one of the files"))
  }

  @Test("two paths of --select with one key are an error")
  func selectedTwice() throws {
    let result = try Tool.run("stream", "--select", "u.id", "--select", "o.id", input: "{}\n")
    #expect(result.status == 2)
    #expect(result.errors.contains("two paths of --select end with 'id'"), "\(result.errors)")
  }

  @Test("a byte order mark has no column", arguments: ["json", "ndjson", "yaml"])
  func byteOrderMark(_ format: String) throws {
    guard Tool.hasYAML || format != "yaml" else { return }
    let text = format == "yaml" ? "{\"a\": *x}\n" : "{\"a\":x}\n"
    for verb in ["validate", "stats", "convert"] {
      let arguments = [verb, "--from", format] + (verb == "convert" ? ["--to", "binary"] : [])
      let plain = try Tool.run(arguments, input: Data(text.utf8))
      let marked = try Tool.run(arguments, input: Data(("\u{FEFF}" + text).utf8))
      #expect(
        !plain.errors.isEmpty && marked.errors == plain.errors, "\(marked.errors)\(plain.errors)")
    }
  }
}
