import Foundation
import Testing

@Suite("Front matter of Markdown", .enabled(if: Tool.hasYAML))
struct FrontMatterTests {
  private static func run(
    _ text: String, _ arguments: [String], name: String = "post.md"
  ) throws -> (result: Tool.Result, after: String) {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      let result = try Tool.run(arguments.map { $0 == "FILE" ? file.path : $0 })
      return (result, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }
  }

  @Test(
    "front matter ends at a delimiter at the start of a line",
    arguments: [
      // python-frontmatter and Jekyll's pattern find the same.
      ("---\na: |\n  x\n  ---\n  y\nb: T\n---\n# Body\n", #"{"a":"x\n---\ny\n","b":"T"}"#),
      ("---\na: |\n  x\n  ...\n  y\nb: T\n...\n# Body\n", #"{"a":"x\n...\ny\n","b":"T"}"#),
      ("---\na:\n  - b\n  - ---\n---\nx\n", #"{"a":["b","---"]}"#),
      ("---  \r\na: 1\r\n---\t\r\nx\r\n", #"{"a":1}"#), ("---\na: 1\n---", #"{"a":1}"#),
      ("\u{FEFF}---\ntitle: b\n---\ntext\n", #"{"title":"b"}"#),
    ])
  func ends(_ text: String, _ expected: String) throws {
    let result = try Self.run(text, ["convert", "FILE", "--to", "json"]).result
    #expect(result.text == expected + "\n", "\(result.errors)")
  }

  @Test(
    "a text without a delimiter in its first line has no front matter",
    arguments: [" ---\na: 1\n---\n", "\n---\na: 1\n---\n", "---\na: 1\n ---\n", "--- a\n---\n", ""])
  func none(_ text: String) throws {
    for verb in [["get", "a", "FILE"], ["set", "a=2", "FILE"]] {
      let result = try Self.run(text, verb).result
      #expect(result.status == 1 && result.errors.contains("no front matter"), "\(result.errors)")
    }
  }

  static let post =
    "---\n# about\ntitle: a  # the title\ntags: [x]\n---\n* item: [x](http://y)\n\n---\nz\n"

  @Test(
    "set, delete and patch edit front matter, and the text behind it stays",
    arguments: [
      (["set", "title=b"], "---\n# about\ntitle: b  # the title\ntags: [x]\n---\n"),
      (
        ["set", "tags.-=w", "draft=true"],
        "---\n# about\ntitle: a  # the title\ntags: [x, w]\ndraft: true\n---\n"
      ),
      (["delete", "tags"], "---\n# about\ntitle: a  # the title\n---\n"),
      (["patch", "PATCH"], "---\n# about\ntitle: c  # the title\ntags: [x]\n---\n"),
    ])
  func edits(_ verb: [String], _ expected: String) throws {
    let body = "* item: [x](http://y)\n\n---\nz\n"
    try Tool.withFolder { folder in
      let patch = folder.appendingPathComponent("p.json").path
      try Data(#"{"title":"c"}"#.utf8).write(to: URL(fileURLWithPath: patch))
      let arguments = verb.map { $0 == "PATCH" ? patch : $0 } + ["FILE"]
      for mark in ["", "\u{FEFF}"] {
        let printed = try Self.run(mark + Self.post, arguments)
        #expect(printed.result.text == mark + expected + body, "\(printed.result.errors)")
        #expect(printed.after == mark + Self.post)
        let written = try Self.run(mark + Self.post, arguments + ["-I"])
        #expect(written.result.status == 0 && written.after == mark + expected + body)
      }
    }
  }

  @Test("an edit keeps the line ends of the front matter, and fills an empty one")
  func shapes() throws {
    let crlf = try Self.run("---\r\na: 1\r\n---\r\nx\r\n", ["set", "b=2", "FILE", "-I"])
    #expect(crlf.after == "---\r\na: 1\r\nb: 2\r\n---\r\nx\r\n", "\(crlf.result.errors)")
    let empty = try Self.run("---\n---\nx\n", ["set", "a=1", "FILE", "-I"])
    #expect(empty.after == "---\na: 1\n---\nx\n", "\(empty.result.errors)")
  }

  @Test("an error in front matter has the line of the file, and the file stays")
  func errors() throws {
    let broken = try Self.run("---\na: 1\nb: [\n---\nx\n", ["set", "a=2", "FILE", "-I"])
    #expect(
      broken.result.status == 1 && broken.result.errors.contains("post.md:4:1: "),
      "\(broken.result.errors)")
    #expect(broken.after == "---\na: 1\nb: [\n---\nx\n")
    let missing = try Self.run(Self.post, ["delete", "none", "FILE", "-I"])
    #expect(missing.result.status == 1 && missing.after == Self.post)
  }
}
