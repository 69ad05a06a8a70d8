import Foundation
import Testing

#if os(Linux)
@Suite("Output on a terminal") struct TerminalTests {
  /// The output of `ferry` with `arguments` on a terminal.
  private func screen(_ arguments: String, variables: String = "TERM=xterm") throws -> String? {
    guard try Tool.shell("command -v script").status == 0 else {
      print("skipped: no script(1) here")
      return nil
    }
    let result = try Tool.shell(
      """
      cd "$(mktemp -d)"; echo '{"a":[1,"x\\\\"y{"],"b":null}' > a.json
      script -qec "\(variables) $0 \(arguments)" /dev/null < /dev/null; rm -r "$PWD"
      """)
    return result.text.replacing("\r\n", with: "\n").replacing("\u{1B}", with: "^")
  }

  private static let indented = #"""
    {
      ^[1;34m"a"^[0m: [
        ^[33m1^[0m,
        ^[32m"x\"y{"^[0m
      ],
      ^[1;34m"b"^[0m: ^[33mnull^[0m
    }

    """#
  private static let compact =
    #"{^[1;34m"a"^[0m:[^[33m1^[0m,^[32m"x\"y{"^[0m],^[1;34m"b"^[0m:^[33mnull^[0m}"# + "\n"
  private static let plain = """
    {
      "a": [
        1,
        "x\\"y{"
      ],
      "b": null
    }

    """

  @Test(
    "JSON is indented and coloured, unless an option or a variable changes it",
    arguments: [
      ("get . a.json", "TERM=xterm", indented),
      ("convert --to json a.json", "TERM=xterm", indented),
      ("merge a.json", "TERM=xterm", indented), ("get . -o - a.json", "TERM=xterm", indented),
      ("get -c . a.json", "TERM=xterm", compact), ("get . a.json", "NO_COLOR=1 TERM=xterm", plain),
      ("get -M . a.json", "TERM=xterm", plain), ("get . a.json", "TERM=dumb", plain),
      ("get --to ndjson . a.json", "TERM=xterm", compact),
      ("get -r a[0] a.json", "TERM=xterm", "1\n"),
      ("get --default it\\'s x a.json", "TERM=xterm", "it's\n"),
      ("get . a.json | cat", "TERM=xterm", "{\"a\":[1,\"x\\\"y{\"],\"b\":null}\n"),
      (
        "convert --to json -o b.json a.json; cat b.json", "TERM=xterm",
        "{\"a\":[1,\"x\\\"y{\"],\"b\":null}\n"
      ),
    ])
  func json(_ arguments: String, _ variables: String, _ expected: String) throws {
    guard let screen = try screen(arguments, variables: variables) else { return }
    #expect(screen == expected)
  }

  @Test("colours add nothing but escape sequences, whatever the size of the output")
  func colouredText() throws {
    let record = #"{"a\"\\":["x\\",{"b":-1.5e3,"c":[true,null,{}]}],"語":"\u001b[1m"}"#
    let text = "[" + Array(repeating: record, count: 3000).joined(separator: ",") + "]"
    for layout in [["-c"], ["--indent", "1"], ["--tab"]] {
      let plain = try Tool.run(["convert"] + layout, input: Data(text.utf8))
      let coloured = try Tool.run(["convert", "-C"] + layout, input: Data(text.utf8))
      #expect(coloured.text != plain.text)
      #expect(coloured.text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.text)
    }
  }

  @Test("-C colours JSON in a pipe, which stays compact")
  func colourInAPipe() throws {
    let result = try Tool.run("get", "-C", ".", input: #"{"a":[1,"x\"y{"],"b":null}"#)
    #expect(result.text.replacing("\u{1B}", with: "^") == Self.compact)
  }
}
#endif
