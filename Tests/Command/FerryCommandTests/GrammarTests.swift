import Foundation
import Testing

@Suite("The grammar of command lines") struct GrammarTests {
  private static let lines = """
    {"ms":491,"level":"info","at":"2024-02-01","a=b":1}
    {"ms":5.0,"level":"error","at":"2024-01-31","a=b":2}
    {"ms":-3e2,"level":"\\u0064ebug"}

    """

  @Test(
    "a condition compares numbers by value and texts by their characters",
    arguments: [
      ("ms>490", "491"), ("ms >= 491", "491"), ("ms<5", "-3e2"), ("ms <= 5", "5.0 -3e2"),
      ("ms==5", "5.0"), ("ms != 5", "491 -3e2"), ("ms<-299.99", "-3e2"), ("ms>4.9e2", "491"),
      ("level!=info", "5.0 -3e2"), ("level == info", "491"), ("level = info", "491"),
      ("level=debug", "-3e2"), ("level>\"e\"", "491 5.0"), ("level<info", "5.0 -3e2"),
      ("at<2024-02-01", "5.0"), ("at>=2024-01-31", "491 5.0"), ("at!=2024-02-01", "5.0"),
      ("[\"a=b\"]>1", "5.0"), ("['a=b']", "491 5.0"), ("ms>\"1\"", ""), ("level>1", ""),
    ])
  func comparisons(_ condition: String, _ found: String) throws {
    for format in Tool.formats where format != "json" {
      let input = try Tool.run("convert", "--from", "ndjson", "--to", format, input: Self.lines)
      let result = try Tool.run(
        ["stream", "--from", format, "--get", "ms", "--where", condition], input: input.data)
      let numbers = result.text.split(separator: "\n").compactMap { Double($0) }
      #expect(numbers == found.split(separator: " ").compactMap { Double($0) }, "\(format)")
      // Where nothing compares, that is reported.
      #expect(result.status == 0 && result.errors.isEmpty == !found.isEmpty, "\(result.errors)")
    }
  }

  @Test(
    "numbers are in order however many digits they have",
    arguments: [
      ("144126219108390099", "144126219108390100"), ("1e1000", "1.0000001e1000"), ("-2", "-1"),
      ("-1e9", "1e-9"), ("0", "1e-400"), ("-1e-400", "-0.0"), ("9.99", "10"),
      ("0.5", "50e-2000000"),
    ])
  func order(_ less: String, _ more: String) throws {
    let (less, more) = more.hasSuffix("e-2000000") ? (more, less) : (less, more)
    let input = "{\"n\":\(less)}\n{\"n\":\(more)}\n"
    func found(_ condition: String) throws -> String {
      try Tool.run("stream", "--from", "ndjson", "--get", "n", "--where", condition, input: input)
        .text
    }
    #expect(try found("n<\(more)") == less + "\n")
    #expect(try found("n>\(less)") == more + "\n")
    #expect(try found("n>=\(less)") == less + "\n" + more + "\n")
    #expect(try found("n<\(less)") == "")
  }

  @Test("a sign ends where its byte ends, whatever character its value joins it to")
  func joinedSigns() throws {
    let accent = "\u{301}"
    let records = "{\"a\":\"\(accent)\"}\n{\"a\":\"\"}\n"
    let found = try Tool.run(
      "stream", "--from", "ndjson", "--where", "a=\(accent)", input: records)
    #expect(found.text == "{\"a\":\"\(accent)\"}\n")
    let line = try Tool.run("unflatten", input: "a = \(accent)x\r\r\n\r\n")
    #expect(line.text == "{\"a\":\"\(accent)x\"}\n")
  }

  @Test("a line of unflatten replaces what an earlier line has set")
  func replacingLines() throws {
    let text = try Tool.run("unflatten", input: "a = {\"b\":1}\na.c = 2\n").text
    #expect(text == "{\"a\":{\"c\":2}}\n")
  }

  @Test(
    "an invalid command line is an error with the fix",
    arguments: [
      (["stream", "--get", "a", "--get", "b"], "'--get' is given twice"),
      (["get", "a", "--default", "x", "--default", "x"], "'--default' is given twice"),
      (["convert", "--to", "json", "-o", "x", "-o", "y"], "'--output' is given twice"),
      (["convert", "--indent", "2", "-c"], "'--compact' and '--indent' exclude each other"),
      (["convert", "--tab", "--indent", "2"], "'--indent' and '--tab' exclude each other"),
      (["validate", "-C", "-M"], "'--color' and '--no-color' exclude each other"),
      (["stream", "--array", "--at", "a"], "'--array' and '--at' exclude each other"),
      (["validate", "--to", "json"], "'--to' does not apply: validate writes no documents"),
      (["flatten", "--to", "json"], "'--to' does not apply: flatten writes no documents"),
      (["unflatten", "--from", "json"], "unflatten has no option '--from'"),
      (["unflatten", "--nonfinite", "null"], "unflatten has no option '--nonfinite'"),
      (["convert", "-r"], "convert has no option '-r'"),
      (["merge", "-", "--explain", "-S"], "'--sort-keys' does not apply: --explain writes lines"),
      (
        ["convert", "--to", "ndjson", "--indent", "2"],
        "'--indent' does not apply: each document of ndjson is one line"
      ),
      (
        ["get", "a", "--to", "yaml", "--tab"],
        "'--tab' does not apply: YAML is indented with spaces"
      ),
      (
        ["merge", "-", "--to", "yaml", "-c"],
        "'--compact' does not apply: YAML is indented with spaces"
      ),
      (
        ["stream", "--to", "yaml", "--nonfinite", "null"],
        "'--nonfinite' does not apply: YAML represents NaN and infinity"
      ),
      (
        ["unflatten", "--to", "yaml", "--indent", "10"],
        "--indent takes 2 to 9 spaces in YAML, not 10"
      ),
      (
        ["convert", "--to", "binary", "-c"],
        "'--compact' does not apply: binary is not text"
      ),
      (
        ["stream", "--array", "--from", "ndjson"],
        "<stdin>: --array is for JSON input, not for ndjson"
      ),
      (
        ["validate", "--array", "--from", "seq"], "<stdin>: --array is for JSON input, not for seq"
      ),
      (["stats", "--array", "--from", "seq"], "<stdin>: --array is for JSON input, not for seq"),
      (["convrt"], "unknown verb 'convrt'; did you mean 'convert'?"),
      (["convert", "--indnt", "2"], "unknown option '--indnt'; did you mean '--indent'?"),
      (["convert", "--pretty"], "unknown option '--pretty'; did you mean '--indent'?"),
      (["stats", "--output-format=json"], "unknown option '--output-format'"),
      (["convert", "--frobnicate"], "unknown option '--frobnicate'"),
      (["--version", "x"], "unexpected argument 'x'"),
      (["help", "get", "x"], "unexpected argument 'x'"),
    ])
  func usage(_ arguments: [String], _ message: String) throws {
    let result = try Tool.run(arguments, input: Data("1\n".utf8))
    let verb = arguments[0].hasPrefix("-") || ["convrt", "help"].contains(arguments[0])
    let topic = verb ? "ferry" : "ferry \(arguments[0])"
    #expect(result.errors == "ferry: \(message)\nTry '\(topic) --help'.\n")
    #expect(result.status == 2 && result.text.isEmpty)
  }

  @Test("repeatable options may be given again")
  func lists() throws {
    let stream = try Tool.run(
      "stream", "--where", "ms>0", "--where", "ms<100", "--get", "level", input: Self.lines)
    #expect(stream.text == "\"error\"\n")
    let merge = try Tool.run(
      "merge", "--set", "a = 1", "--set", "[\"b=c\"]=2", "-", input: "{\"a\":0}")
    #expect(merge.text == "{\"a\":1,\"b=c\":2}\n", "\(merge.errors)")
  }

  @Test("an option for white space implies JSON output", .enabled(if: Tool.hasYAML))
  func indentAlone() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.yaml").path
      try Data("a: [1]\n".utf8).write(to: URL(fileURLWithPath: file))
      #expect(
        try Tool.run("convert", "--indent", "2", file).text == "{\n  \"a\": [\n    1\n  ]\n}\n")
      #expect(try Tool.run("convert", "--tab", file).text == "{\n\t\"a\": [\n\t\t1\n\t]\n}\n")
      #expect(try Tool.run("convert", "-c", file).text == "{\"a\":[1]}\n")
      #expect(try Tool.run("convert", "-S", file).status == 2)
      // The input's own format, and that of a file's name, come first.
      #expect(try Tool.run("convert", "-I", "--indent", "4", file).status == 0)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "a:\n- 1\n")
    }
  }

  @Test(
    "the rules for numbers in --help are true",
    arguments: [
      ("1.50", "1.5"), ("123456789012345678901234567890", "123456789012345678901234567890"),
      ("0.1000000000000000055", "0.1000000000000000055"),
      ("0.12345678901234567", "0.12345678901234566"), ("1e1000", "1e1000"),
    ])
  func numbersThroughBinary(_ number: String, _ back: String) throws {
    let help = try Tool.run("--help").text
    #expect(
      help.contains(
        """
        Numbers keep their digits from text to text. Binary keeps integers of any length; a
        decimal of at most 17 digits becomes the nearest double there (1.50 is read as 1.5).
        """))
    #expect(
      try Tool.run("convert", "--from", "json", "--to", "json", input: number).text == number + "\n"
    )
    let binary = try Tool.run("convert", "--from", "json", "--to", "binary", input: number)
    #expect(try Tool.run(["convert", "--to", "json"], input: binary.data).text == back + "\n")
  }
}
