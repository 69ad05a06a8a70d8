import Foundation
import Testing

@Suite struct StreamTests {
  static let lines = """
    {"id":1,"level":"info","user":{"id":7},"n":1.50}
    {"id":2,"level":"error","n":144126219108390099}
    {"id":3,"level":"error","user":{"id":"7"},"n":1e1000}

    """

  @Test("--where selects records by value, by presence and by several conditions")
  func conditions()
    throws
  {
    func ids(_ arguments: String...) throws -> String {
      try Tool.run(
        ["stream", "--get", "id", "--from", "ndjson"] + arguments, input: Data(Self.lines.utf8)
      ).text.replacing("\n", with: " ")
    }
    #expect(try ids() == "1 2 3 ")
    #expect(try ids("--where", "level=error") == "2 3 ")
    #expect(try ids("--where", "user.id") == "1 3 ")
    #expect(try ids("--where", "user.id=7") == "1 ")
    #expect(try ids("--where", "user.id=\"7\"") == "3 ")
    #expect(try ids("--where", "level=error", "--where", "user.id") == "3 ")
    #expect(try ids("--where", "n=1e1000") == "3 ")
    #expect(try ids("--where", "x=1") == "")
  }

  /// A condition does not depend on how a record is stored.
  @Test(
    "conditions compare values",
    arguments: [
      ("v[1]=3037", "7"), ("v[*]=3037", "7"), ("v[1]=3037.0", "7"), ("v[1]=3038", ""),
      ("d[1]=7.5", "7"), ("d[1]=7.50", "7"), ("d[*]=75e-1", "7"), ("short=[1,2.50]", "7"),
      ("n=7", "7"), ("n=7.0", "7"), ("n=0.7e1", "7"), ("n=-7", ""), ("n=07", ""), ("n=70", ""),
      ("amount=1.5", "7"), ("amount=1.500", "7"), ("amount=150E-2", "7"), ("amount=15", ""),
      ("zero=-0.0", "7"), ("zero=0e9", "7"), ("text=7", ""), (#"text="7""#, "7"),
      ("long=0.1000000000000000055", "7"), ("long=0.1", ""),
      ("huge=1000000000000000000000000000000000000000000000001", "7"),
      ("huge=1000000000000000000000000000000000000000000000002", ""), ("huge=1e48", ""),
      ("far=1e99999999999999999999", "7"), ("far=1e99999999999999999998", ""),
      (#"escaped=["A",1.0]"#, "7"), (#"escaped=["B",1.0]"#, ""),
      (#"pair={"b":[2],"a":1}"#, "7"), (#"pair={"b":[3],"a":1}"#, ""), (#"pair={"a":1}"#, ""),
    ])
  func conditionsCompareValues(_ condition: String, _ found: String) throws {
    let numbers = (0..<100).map { "\($0 * 3000 + 37)" }.joined(separator: ",")
    let reals = (0..<100).map { "\($0 * 7).5" }.joined(separator: ",")
    let lines = [0, 7, 14].map { id in
      // Only one of the records has what the conditions ask for.
      let (short, text) = id == 7 ? ("[1.0,2.5]", "7") : ("[1]", "x")
      let lists = id == 7 ? "\"v\":[\(numbers)],\"d\":[0.5,7.50,\(reals)]," : ""
      let rest =
        id == 7
        ? """
        "amount":1.50,"zero":0,"long":0.1000000000000000055,"far":1e99999999999999999999,\
        "huge":1000000000000000000000000000000000000000000000001,"escaped":["\\u0041",1],\
        "pair":{"a":1,"b":[2.0]},
        """ : ""
      return "{\"id\":\(id),\(lists)\(rest)\"n\":\(id).0,\"short\":\(short),\"text\":\"\(text)\"}\n"
    }.joined()
    for format in ["ndjson", "binary"] {
      let records = try Tool.run("convert", "--from", "ndjson", "--to", format, input: lines)
      let result = try Tool.run(
        ["stream", "--from", format, "--get", "id", "--where", condition], input: records.data)
      #expect(result.text == (found.isEmpty ? "" : found + "\n"), "\(format): \(result.errors)")
    }
  }

  /// JSON may begin with a byte order mark, or be in another encoding.
  @Test(
    "elements are read after a byte order mark and from other encodings",
    arguments: [Data([0xEF, 0xBB, 0xBF]) + Data("[1,2]".utf8), "[1,2]".data(using: .utf16)])
  func elementsBehindAByteOrderMark(_ list: Data?) throws {
    let list = try #require(list)
    for arguments in [["stream"], ["convert", "--to", "ndjson"]] {
      let result = try Tool.run(arguments + ["--array", "--from", "json"], input: list)
      #expect(result.text == "1\n2\n", "\(result.errors)")
    }
    let valid = try Tool.run(["validate", "--array", "--from", "json"], input: list)
    #expect(valid.text == "<stdin>: valid json, 2 documents\n", "\(valid.errors)")
  }

  @Test("--at without a match names the missing key")
  func whatIsNotAtAPathIsNamed() throws {
    for (path, message) in [
      ("nope", "missing key: `nope`"), ("a.x", "missing key: `x`, at a"),
      ("b", "expected an object or an array, at b"),
    ] {
      let result = try Tool.run("stream", "--at", path, input: #"{"a":{},"b":1}"#)
      #expect(result.status == 1)
      let line = result.errors.split(separator: "\n").first ?? ""
      #expect(line.hasSuffix(": " + message), "\(line)")
    }
  }

  /// Records in front of what is wrong are written, also where they wait for more.
  @Test("records before an error are written", arguments: ["stream", "get", "convert"])
  func recordsInFrontOfAProblem(_ verb: String) throws {
    let result = try Tool.run(
      [verb, "--from", "ndjson", "--to", "binary"] + (verb == "get" ? [""] : []),
      input: Data("1\n2\nx\n".utf8))
    #expect(result.status == 1)
    #expect(try Tool.run(["stream", "--from", "binary"], input: result.data).text == "1\n2\n")
  }

  @Test("records are copied unchanged")
  func recordsStayAsTheyAre() throws {
    #expect(try Tool.run("stream", "--from", "ndjson", input: Self.lines).text == Self.lines)
    let array = try Tool.run("stream", "--from", "ndjson", "--to", "json", input: Self.lines)
    let elements = Self.lines.split(separator: "\n").joined(separator: ",")
    #expect(array.text == "[" + elements + "]\n")
    let back = try Tool.run("stream", "--array", "--from", "json", input: array.text)
    #expect(back.text == Self.lines)
    let nested = "{\"a\":{\"b\":" + array.text + "}}"
    #expect(try Tool.run("stream", "--at", "a.b", input: nested).text == Self.lines)
  }

  @Test("an invalid record is reported, and the records after it follow on request")
  func badRecords()
    throws
  {
    let lines = "1\nx\n3\n[\n"
    let strict = try Tool.run("stream", "--from", "ndjson", input: lines)
    #expect(strict.status == 1 && strict.text == "1\n")
    #expect(strict.errors.contains("<stdin>:2:1: "), "\(strict.errors)")
    let going = try Tool.run("stream", "--from", "ndjson", "--skip-errors", input: lines)
    #expect(going.status == 0 && going.text == "1\n3\n")
    #expect(going.errors.contains("<stdin>:2:1: ") && going.errors.contains("<stdin>:4:2: "))
    #expect(going.errors.hasSuffix("<stdin>: 2 invalid records skipped\n"))
    let quiet = try Tool.run("stream", "--from", "ndjson", "--skip-errors", "-q", input: lines)
    #expect(quiet.errors.contains("<stdin>:2:1: ") && quiet.errors.contains("<stdin>:4:2: "))
    #expect(!quiet.errors.contains("skipped"))
  }

  /// Many batches on several threads: the same bytes as on one, in every format.
  @Test("the number of threads does not change the output", arguments: Tool.formats)
  func threadsChangeNothing(_ format: String) throws {
    let lines = (0..<30_000).map { "{\"id\":\($0),\"text\":\"é\($0 % 97)\"}\n" }.joined()
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("in.ndjson").path
      try Data(lines.utf8).write(to: URL(fileURLWithPath: file))
      let one = try Tool.run("convert", "-j", "1", "--to", format, file)
      let four = try Tool.run("convert", "-j", "4", "--to", format, file)
      #expect(one.status == 0 && four.status == 0 && one.data == four.data)
      let source = folder.appendingPathComponent("series").path
      try one.data.write(to: URL(fileURLWithPath: source))
      let back = try Tool.run(
        "convert", "--array", "--from", format, "--to", "ndjson", "-j", "3", source)
      #expect(back.text == lines, "\(back.errors)")
    }
  }

  @Test("an error on one of many threads is reported after the records before it")
  func aProblemOnOneOfManyThreads() throws {
    var lines = (0..<30_000).map { "{\"id\":\($0)}" }
    lines[20_000] = "{\"id\":}"
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("in.ndjson").path
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
      let result = try Tool.run("get", "id", "-j", "4", file)
      #expect(result.status == 1)
      #expect(
        result.errors.contains(":20001:7: unexpected character: found `}`, at id\n"),
        "\(result.errors)")
      #expect(result.text == (0..<20_000).map { "\($0)\n" }.joined())
      let all = try Tool.run("validate", "-j", "4", file)
      #expect(all.text.contains("1 of 30000 documents"), "\(all.text)")
    }
  }

  @Test("JSON after the value is not read")
  func largeJSONIsNotReadBehindTheValue() throws {
    let filler = (0..<40_000).map { "{\"skip\":\"}\($0)\",\"list\":[\($0)]}" }
    let text = "{\"before\":[\(filler.joined(separator: ","))],\"a\":{\"b\":[1,{\"c\":\"x\"}]},oops"
    #expect(text.utf8.count > 1 << 20)
    #expect(try Tool.run("get", "a.b[1].c", input: text).text == "\"x\"\n")
    #expect(try Tool.run("get", "a.b[*].c", input: text).text == "\"x\"\n")
    #expect(try Tool.run("get", "before[39999].list", input: text).text == "[39999]\n")
    #expect(try Tool.run("get", "-e", "a.x", input: text).status == 1)
    #expect(try Tool.run("get", "a.x", "--default", "-", input: text).text == "-\n")
    let missing = try Tool.run("get", "z", input: text)
    #expect(missing.status == 1 && missing.errors.contains("expected"), "\(missing.errors)")
  }

  /// Complete records are written before the rest of the input arrives.
  @Test(
    "a record from a slow pipe is written at once",
    arguments: [
      ("stream --from ndjson", #"'1\n'"#, "1"),
      ("convert --from ndjson --to ndjson", #"'1\n'"#, "1"),
      ("stream", #"'{"a":1}\n'"#, #"{"a":1}"#), ("stream", #"'\n\n7\n'"#, "7"),
      ("convert --array --from json --to ndjson", #"'[1,'"#, "1"),
      ("stream --from json --array -j 4", #"'[{"a":1}\n,'"#, #"{"a":1}"#),
      ("stream --from json --at a", #"'{"a":[[],'"#, "[]"),
      ("get [0] --from seq", #"'\36[1]\n\36'"#, "1"),
      ("get a", #"'{"a":1}\n{"a":2}\n'"#, "1"),
      ("stream --from yaml", #"'a: 1\n---\n'"#, #"{"a":1}"#),
      ("convert --from ndjson --to yaml", #"'1\n'"#, "--- 1"),
    ])
  func recordsOfSlowPipesComeAtOnce(_ command: String, _ input: String, _ first: String) throws {
    // The writer waits for the reader of the first record, but not without end.
    let result = try Tool.shell(
      """
      seen="$(mktemp -u)"
      (printf \(input); for n in $(seq 500); do [ -e "$seen" ] && break; sleep 0.02; done; echo >&2 late) \
      | "$0" \(command) 2>/dev/null \
      | (read -r line; echo "$line"; echo >&2 first; touch "$seen"; cat >/dev/null)
      rm -f "$seen"
      """)
    #expect(result.text == first + "\n")
    #expect(result.errors.hasPrefix("first"), "\(result.errors)")
  }

  /// A bad record at the start does not hide what the others are.
  @Test(
    "a bad first record is skipped with --skip-errors",
    arguments: [
      (#"{"a":"\q"}"#, #"{"a":2}"#), ("[1,]", "[2]"), (#"{"a":1}}"#, #"{"a":2}"#), ("[1}", "[2]"),
    ])
  func aBadFirstRecord(_ bad: String, _ good: String) throws {
    let result = try Tool.run("stream", "--skip-errors", input: bad + "\n" + good + "\n")
    #expect(result.status == 0 && result.text == good + "\n", "\(result.errors)")
    #expect(result.errors.contains("<stdin>:1:"))
  }

  @Test(
    "lines in UTF-16 and UTF-32 are input",
    arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
  func linesInOtherEncodings(_ encoding: String.Encoding) throws {
    for verb in [["stream"], ["convert", "--to", "ndjson"], ["get", ""]] {
      let input = try #require("{\"a\":\"é\"}\n[2]\n".data(using: encoding))
      let result = try Tool.run(verb, input: input)
      #expect(result.status == 0 && result.text == "{\"a\":\"é\"}\n[2]\n", "\(result.errors)")
    }
  }

  /// A filter may leave one record for the next one.
  @Test(
    "a document of one record is streamed",
    arguments: [
      (#"{"a":1}"#, [], "{\"a\":1}\n"), ("\n 7 \n", [], "7\n"),
      (#"{"a":1}"#, ["--get", "a"], "1\n"),
      ("{\"a\":\"" + String(repeating: "x", count: 100_000) + "\"}\n", ["--where", "b"], ""),
      (#"{"a":[1,2]}"#, ["--at", "a"], "1\n2\n"), ("[1,2]", [], "1\n2\n"),
    ])
  func aSingleRecord(_ input: String, _ arguments: [String], _ output: String) throws {
    let result = try Tool.run(["stream"] + arguments, input: Data(input.utf8))
    #expect(result.status == 0 && result.text == output, "\(result.errors)")
  }

  @Test(
    "a condition that no record can meet is reported",
    arguments: [
      ("ms>490,5", "no record has text at `ms` to compare by '>'"),
      (#"ms>="5""#, "no record has text at `ms` to compare by '>='"),
      ("at<5", "no record has a number at `at` to compare by '<'"),
      (">490", "no record is a number to compare by '>'"),
      ("ms>490", ""), ("ms<5", ""), ("at>2024-01-01", ""), ("ms=x", ""),
    ])
  func impossibleConditions(_ condition: String, _ message: String) throws {
    let result = try Tool.run(
      "stream", "--from", "ndjson", "--where", condition,
      input: "{\"ms\":5,\"at\":\"2023\"}\n{\"ms\": 7, \"at\": \"2\\u0030\"}\n")
    #expect(result.status == 0 && result.text.isEmpty)
    #expect(
      result.errors == (message.isEmpty ? "" : "ferry: <stdin>: no match; \(message)\n"))
  }
}
