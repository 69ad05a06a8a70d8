import FerryTestSupport
import Foundation
import Testing

/// The effect on files if the command is interrupted.
@Suite struct FaultTests {
  private func contents(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// The old file is whole at every moment, and after the process is gone without a word.
  @Test("a killed writer leaves the old file", arguments: ["-o", "-I"])
  func killedWhileWriting(_ way: String) throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("out.json").path
      let old = String(repeating: "[1]\n", count: 200_000)
      try Data(old.utf8).write(to: URL(fileURLWithPath: file))
      let command =
        way == "-I"
        ? "convert -I --from ndjson --to ndjson --indent 0 \"$1\""
        : "convert --from ndjson --to json -o \"$1\""
      for delay in ["0.01", "0.05", "0.2"] {
        // An endless input: the process is still writing when it is killed.
        let script = """
          yes '{"a":[1,2,3]}' | "$0" \(command) & sleep \(delay); kill -9 $!; wait $! 2>/dev/null; true
          """
        _ = try Tool.shell(script, file)
        #expect(try contents(file) == old, "after \(delay) s")
      }
    }
  }

  /// A signal that can be caught leaves no temporary file behind.
  @Test(
    "an interrupted writer leaves the old file",
    arguments: ["INT", "TERM", "HUP", "QUIT", "ALRM", "USR1", "USR2", "PROF", "XCPU"])
  func interrupted(_ name: String) throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("out.json").path
      try Data("old".utf8).write(to: URL(fileURLWithPath: file))
      let script = """
        mkfifo "$2"; (exec 3>"$2"; while echo '{"a":1}' >&3 2>/dev/null; do :; done) &
        env --default-signal=\(name) "$0" convert --from ndjson --to json -o "$1" "$2" &
        for n in $(seq 3000); do ls -A "$3" | grep -q '^[.]ferry-' && echo writes && break; sleep 0.02; done
        kill -\(name) $!; wait $! 2>/dev/null
        """
      // A shell lets its background jobs ignore interrupts, and so does the tool then.
      let result = try Tool.shell(
        script, file, folder.appendingPathComponent("fifo").path, folder.path)
      #expect(result.text == "writes\n")
      #expect(try contents(file) == "old")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["fifo", "out.json"])
    }
  }

  /// `nohup` lets a command ignore that its terminal is gone.
  @Test("an ignored signal does not end the command")
  func aSignalThatIsIgnoredEndsNothing() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("out.json").path
      // More than a pipe and the first look at the input take: the output is there when it is read.
      let script = """
        trap '' HUP; mkfifo "$2"
        "$0" convert --from ndjson --to ndjson -o "$1" "$2" & exec 3>"$2"; seq 100000 >&3
        kill -HUP $!; echo 0 >&3; exec 3>&-; wait $!; echo $?
        """
      let result = try Tool.shell(script, file, folder.appendingPathComponent("fifo").path)
      #expect(result.text == "0\n")
      #expect(try contents(file) == (Array(1...100_000) + [0]).map { "\($0)\n" }.joined())
    }
  }

  /// Messages are not written to the file that got the number of standard error.
  @Test("messages to a closed standard error do not reach the output file")
  func aClosedStandardErrorIsNobodyElse() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("out.ndjson").path
      let result = try Tool.shell(
        """
        printf '{"a":1}\\n{bad\\n{"a":2}\\n' \
        | "$0" stream --skip-errors --from ndjson -o "$1" 2>&-
        """, file)
      #expect(result.status == 0)
      #expect(try contents(file) == "{\"a\":1}\n{\"a\":2}\n")
    }
  }

  @Test(
    "reading or writing a closed stream is an error",
    arguments: [("<&-", "<stdin>: cannot read"), (">&-", "<stdout>: cannot write")])
  func usingAClosedStreamIsAnError(_ closing: String, _ message: String) throws {
    let result = try Tool.shell("echo 1 | (\"$0\" convert --from json --to json \(closing))")
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
  }

  @Test("a file that reaches the size limit is an error")
  func aFileAtTheLimitOfItsSizeIsAnError()
    throws
  {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("out.json").path
      let script = """
        ulimit -f 8; yes '[1,2,3]' | head -n 100000 | "$0" convert --from ndjson --to json -o "$1"
        """
      let result = try Tool.shell(script, file)
      #expect(!result.isCrash && result.status == 2 && result.errors.contains("out.json"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test("a truncated record file yields its whole records")
  func aRecordFileThatWasCutOffGivesWhatItHas() throws {
    let lines = (0..<20_000).map { "{\"id\":\($0)}\n" }.joined()
    let whole = try Tool.run(
      ["convert", "--from", "ndjson", "--to", "binary"], input: Data(lines.utf8)
    ).data
    let cut = try Tool.run(
      ["convert", "--from", "binary", "--to", "ndjson"],
      input: whole.prefix(whole.count * 2 / 3))
    #expect(cut.status == 1 && cut.errors.contains("unexpected end"), "\(cut.errors)")
    #expect(lines.hasPrefix(cut.text) && cut.text.count > lines.count / 3)
    var damaged = whole
    damaged[whole.count / 2] ^= 1
    let going = try Tool.run(
      ["stream", "--from", "binary", "--skip-errors"], input: damaged)
    #expect(
      going.status == 0 && going.errors.contains("1 invalid record skipped"), "\(going.errors)")
    #expect(going.text.count > lines.count / 3 && going.text.hasSuffix("{\"id\":19999}\n"))
  }

  @Test(
    "memory does not grow with the input",
    .disabled(if: isAddressSanitized, "the sanitizer takes memory of its own"))
  func memoryDoesNotGrowWithTheInput() throws {
    guard FileManager.default.fileExists(atPath: "/usr/bin/time") else {
      print("skipped: no /usr/bin/time here")
      return
    }
    let script = """
      yes '{"id":123456,"name":"somebody","list":[1,2.5,true,null],"text":"a longer text, of some words"}' \
      | head -c 150000000 | /usr/bin/time -f %M "$0" convert --from ndjson --to json >/dev/null
      """
    let result = try Tool.shell(script)
    let kilobytes = Int(result.errors.split(separator: "\n").last ?? "") ?? .max
    #expect(kilobytes < 64 << 10, "\(result.errors)")
  }
}
