#if FERRY_YAML
import FerryConfiguration
import Testing

@Suite("References in text")
struct ReferencesTests {
  private func configuration(
    _ documents: String..., variables: [String: String] = [:]
  ) throws -> LayeredConfiguration {
    var configuration = LayeredConfiguration()
    configuration.interpolates = true
    configuration.variables = variables
    for (index, document) in documents.enumerated() {
      try configuration.add(document, name: "\(index).yaml")
    }
    return configuration
  }

  // The cases of the shell's parameter expansion, with the types of YAML after it.
  @Test(
    "references become text, and plain text gets its type after that",
    arguments: [
      ("${PORT}", #"8080"#), ("\"${PORT}\"", #""8080""#), ("'${PORT}'", #""8080""#),
      ("${TRUE}", #"true"#),
      ("${STRUCTURE}", #""[1, 2]""#), ("a${PORT}b", #""a8080b""#),
      ("${HOST}:${PORT}", #""h:8080""#),
      ("${NONE:-1}", #"1"#), ("${EMPTY:-1}", #"1"#), ("${PORT:-1}", #"8080"#), ("${EMPTY}", #""""#),
      ("${NONE:-}", #""""#), ("${NONE:-${HOST}}", #""h""#), ("${NONE:-a${NONE:-b}c}", #""abc""#),
      ("$$", #""$""#), ("$${PORT}", #""${PORT}""#), ("$PORT", #""$PORT""#), ("$", #""$""#),
      ("a$$$b", #""a$$b""#),
      ("${.other}", #"7"#), ("${.list[1]}", #""y""#), ("x${.other}", #""x7""#),
      ("${.missing:-2}", #"2"#),
      ("${.quoted}", #""008""#), ("${.toQuoted}", #""008""#), ("x${.quoted}", #""x008""#),
      ("1${.quoted}", #"1008"#), ("${.a[\"}:-\"]}", #"1"#), ("${.list[0]}${.list[1]}", #""xy""#),
      ("\"${.other}\"", #""7""#), ("${.chain}", #""h""#),
      ("${.nothing:-3}", #"3"#),
      // As in Compose, an operator without a colon concerns missing variables only.
      ("${NONE-1}", #"1"#), ("${EMPTY-1}", #""""#), ("${PORT-1}", #"8080"#), ("${NONE-}", #""""#),
      ("${PORT:?no port}", #"8080"#), ("${EMPTY?no port}", #""""#), ("${NONE-${HOST-x}}", #""h""#),
      ("${.log-level}", #"9"#),
    ])
  func values(_ text: String, _ expected: String) throws {
    let others = """

      other: 7
      list: [x, y]
      quoted: "008"
      toQuoted: ${.quoted}
      a: {"}:-": 1}
      chain: ${.next}
      next: ${HOST}
      nothing: ~
      log-level: 9
      """
    let configuration = try configuration(
      "value: " + text + others,
      variables: [
        "PORT": "8080", "TRUE": "true", "STRUCTURE": "[1, 2]", "EMPTY": "", "HOST": "h",
      ])
    #expect(try JSON.string(configuration.value()["value"] ?? .null) == expected)
  }

  @Test(
    "a missing variable with a message is an error with this message",
    arguments: [
      ("${NONE:?set a port}", "`NONE` is required: set a port"),
      ("${NONE?}", "`NONE` is required"), ("${EMPTY:?see $HOST}", "`EMPTY` is required: see $HOST"),
    ])
  func requiredVariables(_ text: String, _ message: String) throws {
    let configuration = try configuration(
      "value: x" + text, variables: ["EMPTY": "", "HOST": "h"])
    let error = #expect(throws: DecodingError.self) { try configuration.value() }
    #expect(error?.problem?.detail == message)
    #expect(error?.problem?.place?.line == 1)
  }

  @Test("text stays as it is unless references are switched on")
  func off() throws {
    var configuration = try configuration("a: ${X}\nb: $$\n")
    configuration.interpolates = false
    #expect(try configuration.value() == ["a": "${X}", "b": "$$"])
  }

  @Test("references see the merged values, and values of variables have no references")
  func layers() throws {
    var configuration = try configuration("a: 1\nb: ${.a}\n", "a: 2\n")
    try configuration.addEnvironment(["APP_C": "${.a}", "APP_D": "pa$$word"], prefix: "APP_")
    #expect(try configuration.value() == ["a": 2, "b": 2, "c": "${.a}", "d": "pa$$word"])
  }

  @Test("the origin has the location of the reference and of its value")
  func origins() throws {
    let configuration = try configuration(
      "a: ${.b}\nc: ${X}\n", "b: ${X}\n", variables: ["X": "1"])
    #expect(
      configuration.explanation == """
        a = 1  (0.yaml:1:4 with 1.yaml:1:4, environment variable X)
        c = 1  (0.yaml:2:4 with environment variable X)
        b = 1  (1.yaml:1:4 with environment variable X)

        """)
  }

  private func message(_ documents: String..., variables: [String: String] = [:]) -> String? {
    report {
      var configuration = LayeredConfiguration()
      configuration.interpolates = true
      configuration.variables = variables
      for (index, document) in documents.enumerated() {
        try configuration.add(document, name: "\(index).yaml")
      }
      _ = try configuration.decode([String: Int].self)
    }
  }

  @Test("a missing variable is an error that shows how to give a default")
  func missingVariable() {
    #expect(
      message("port: ${PORT}\n") == """
        0.yaml:1:7: missing value: the variable `PORT` is not set, at port
        port: ${PORT}
              ^
        hint: write `${PORT:-value}` for a default, or `$$` for a dollar sign
        """)
  }

  @Test("a missing path is an error that shows how to give a default")
  func missingPath() {
    #expect(
      message("a: 1\nport: x${.prt}\n") == """
        0.yaml:2:7: missing value: the configuration has no value at `prt`, at port
        port: x${.prt}
              ^
        hint: write `${.prt:-value}` for a default
        """)
  }

  @Test("a cycle is an error with the location of each of its values")
  func cycle() {
    #expect(
      message("a: ${.b}\n", "b: x${.c}\n", "c: ${.a}\n") == """
        0.yaml:1:4: invalid value: the references of this value lead back to it, at a
        a: ${.b}
           ^
        1.yaml:1:4: another value of the cycle
        b: x${.c}
           ^
        2.yaml:1:4: another value of the cycle
        c: ${.a}
           ^
        """)
    #expect(
      message("a: ${.a}\n") == """
        0.yaml:1:4: invalid value: the references of this value lead back to it, at a
        a: ${.a}
           ^
        """)
  }

  @Test("a value of the wrong type shows the variable that it came from")
  func wrongType() {
    #expect(
      message("port: ${PORT}\n", variables: ["PORT": "eighty"]) == """
        0.yaml:1:7: wrong type of value: expected Int, found text `eighty`, at port
        port: ${PORT}
              ^
        environment variable PORT:1:1: the value of `${PORT}`
        PORT=eighty
             ^
        """)
  }

  @Test("a reference in brackets without quotes is an error that asks for quotes")
  func flow() {
    #expect(
      message("a: {b: ${X}}\n", variables: ["X": "1"])?.hasSuffix(
        "hint: put quotes around a reference in brackets: `\"${NAME}\"`") == true)
  }

  @Test(
    "a malformed reference is an error",
    arguments: [
      ("${PORT", "`${` without a closing `}`"),
      ("${}", "expected `${NAME}`, `${NAME:-default}` or `${.path}`, found `${}`"),
      ("${A+b}", "expected `${NAME}`, `${NAME:-default}` or `${.path}`, found `${A+b}`"),
      ("${1A}", "expected `${NAME}`, `${NAME:-default}` or `${.path}`, found `${1A}`"),
      ("${.}", "expected `${NAME}`, `${NAME:-default}` or `${.path}`, found `${.}`"),
      ("${.a[}", "`.a[` is not a path"),
      ("${.list}", "the value at `list` is not text or a number"),
      ("${.nothing}", "the value at `nothing` is null"),
      ("${.list.0}", "the configuration has no value at `list.0`"),
    ])
  func malformed(_ text: String, _ detail: String) {
    let text = message("a: \"\(text)\"\nlist: [1]\nnothing: ~\n")
    #expect(text?.contains(": " + detail + ", at a\n") == true, "\(text ?? "")")
  }

  @Test("references that expand without end are an error, not memory")
  func bomb() {
    var lines = "a0: \(String(repeating: "x", count: 100))\n"
    for level in 1...40 { lines += "a\(level): ${.a\(level - 1)}${.a\(level - 1)}\n" }
    #expect(message(lines)?.contains("larger than the limit: references expand") == true)
  }

  @Test("the limit of chains does not depend on the order of the document")
  func chains() {
    for (length, isAllowed) in [(128, true), (129, false)] {
      let lines = ["a0: 1\n"] + (1...length).map { "a\($0): ${.a\($0 - 1)}\n" }
      let halves = Array(lines[64...] + lines[..<64])
      for lines in [lines, lines.reversed(), halves] {
        let text = message(lines.joined())
        #expect((text == nil) == isAllowed, "\(text ?? "")")
        guard !isAllowed else { continue }
        #expect(text?.contains("references lead over more than 128 values") == true)
      }
    }
  }

  @Test("a path without a dot, and an index without brackets, have hints")
  func pathHints() {
    #expect(
      message("a: ${b.c}\nb: {c: 1}\n")?.hasSuffix("a path starts with a dot: `${.b.c}`") == true)
    #expect(
      message("a: ${.b.0}\nb: [1]\n")?.hasSuffix("an index has brackets: `${.b[0]}`") == true)
    #expect(message("a: ${.b.0}\nb: {c: 1}\n")?.contains("brackets") == false)
  }

  @Test("errors that are not about a reference do not ask for quotes")
  func otherErrors() {
    for document in ["a: ${X}\nb: [", "a: \"${X}\": 1", "a: ${X}: 1", "a: \"${X}"] {
      let text = message(document, variables: ["X": "1"])
      #expect(text?.contains("put quotes around a reference") == false, "\(text ?? "")")
    }
  }
}
#endif
