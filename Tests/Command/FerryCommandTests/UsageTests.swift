import Foundation
import Testing

@Suite struct UsageTests {
  @Test(
    "compressed input is an error with the command that decompresses it",
    arguments: [
      ([0x28, 0xB5, 0x2F, 0xFD], "zstd -dc"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz -dc"), (Array("BZh91AY&SY".utf8), "bzip2 -dc"),
      ([0x50, 0x4B, 0x03, 0x04], "unzip -p"),
    ])
  func compressedInput(_ signature: [UInt8], _ command: String) throws {
    let input = Data(signature) + Data(repeating: 0xB0, count: 100)
    for arguments in [
      ["convert", "--to", "json"], ["get", "a", "--from", "ndjson"], ["validate"],
    ] {
      let result = try Tool.run(arguments, input: input)
      #expect(result.status == 1)
      #expect(
        result.errors.hasPrefix("ferry: <stdin>: the input is compressed with "), "\(result.errors)"
      )
      #expect(result.errors.contains("hint: decompress the input first: \(command) FILE | ferry"))
    }
  }

  @Test("help and version are printed with status 0")
  func helpAndVersion() throws {
    let changes = try String(contentsOfFile: "CHANGELOG.md", encoding: .utf8)
    let latest = try #require(changes.firstMatch(of: /\n## (\d+\.\d+\.\d+)\n/)).output.1
    let version = try Tool.run("--version")
    #expect(version.text == "ferry \(latest)\n" && version.status == 0)
    let help = try Tool.run("--help")
    #expect(help.status == 0 && help.errors.isEmpty)
    let verbs = try Tool.verbs()
    #expect(verbs.starts(with: ["convert", "get", "validate"]))
    for verb in verbs {
      let text = try Tool.run(verb, "--help")
      #expect(text.status == 0 && text.text.contains("Examples:\n  ferry \(verb)"))
      #expect(try Tool.run("help", verb).text == text.text)
      // A page that a terminal of 100 columns shows without breaking lines.
      for line in text.text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
  }

  @Test(
    "wrong usage is an error with status 2",
    arguments: [
      [], ["frob"], ["convert"], ["convert", "--to"], ["convert", "--to", "xml"],
      ["convert", "--frob"], ["convert", "-x"], ["convert", "--to", "json", "a", "b"],
      ["convert", "--to", "json", "/no/such/file"], ["convert", "--to", "json", "--indent", "x"],
      ["convert", "--to", "json", "--indent", "99"], ["convert", "-I"],
      ["convert", "--to=json", "/"],
      ["convert", "-I", "-o", "x", "y"], ["convert", "--to", "json", "-r"],
      ["convert", "--to", "json", "--nonfinite", "zero"], ["convert", "--to", "json", "-S=1"],
      ["convert", "--to", "json", "--tab=1"],
      ["convert", "--to", "json", "-o", "/no/such/folder/x"],
      ["get", "a", "b", "c"], ["get", "-o"], ["get", "-r", "--to", "binary", "a"],
      ["validate", "/no/such/file"], ["stats", "--to", "json"], ["inspect", "--to", "json"],
      ["inspect", "--from", "json"],
    ])
  func wrongUsage(_ arguments: [String]) throws {
    let result = try Tool.run(arguments, input: Data("1".utf8))
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.hasPrefix("ferry: "))
    #expect(result.text.isEmpty || arguments.first == "validate")
  }

  @Test("options are allowed before and after operands")
  func optionsMayStandAnywhere() throws {
    let document = #"{"a":"x","--to":1}"#
    #expect(try Tool.run("get", "a", "-r", "-", input: document).text == "x\n")
    #expect(try Tool.run("get", "-Sr", "a", input: document).text == "x\n")
    #expect(try Tool.run("get", "--", "--to", input: document).text == "1\n")
    #expect(try Tool.run("get", "-r", "--", "a", "-", input: document).text == "x\n")
    #expect(try Tool.run("get", "--raw", "--fr=json", "a", input: document).text == "x\n")
    #expect(try Tool.run("convert", "-", "--to", "json", "--ind=0", input: "[1]").text == "[1]\n")
    let ambiguous = try Tool.run("convert", "--in", input: document)
    #expect(ambiguous.errors.contains("--in-place, --indent"), "\(ambiguous.errors)")
  }

  @Test("verbs that write documents accept --from and --to")
  func verbsThatWriteDocumentsTakeFormats() throws {
    for arguments in [["convert"], ["get", "a"], ["merge", "-"]] {
      let result = try Tool.run(
        arguments + ["--from", "json5", "--to", "json"], input: Data("{a: 1}".utf8))
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test("stats and inspect reject --to")
  func verbsThatWriteNoDocumentsSaySo() throws {
    for verb in ["stats", "inspect"] {
      let document = try Tool.run("convert", "--to", "binary", input: "[1]").data
      let result = try Tool.run([verb, "--from", "binary"], input: document)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      let refused = try Tool.run(verb, "--to", "json")
      #expect(refused.errors.contains("\(verb) writes no documents"), "\(refused.errors)")
    }
  }

  @Test("errors are coloured with -C, even against NO_COLOR")
  func colours() throws {
    let plain = try Tool.run("validate", input: "[")
    #expect(!plain.errors.contains("\u{1B}"))
    #expect(try Tool.run("validate", "-C", input: "[").errors.contains("\u{1B}["))
    // An option takes precedence over the environment.
    let asked = try Tool.run("validate", "-C", input: "[", environment: ["NO_COLOR": "1"])
    #expect(asked.errors.contains("\u{1B}["))
  }

  @Test("an empty input is an error of JSON, and no documents otherwise")
  func emptyInputs() throws {
    #expect(try Tool.run("convert", "--from", "json", "--to", "json").status == 1)
    #expect(try Tool.run("convert", "--to", "json").text == "[]\n")
    for arguments in [["get", "a"], ["get", "a", "--from", "ndjson"]] {
      let result = try Tool.run(arguments)
      #expect(result.status == 1)
      #expect(
        result.errors == "ferry: <stdin>: expected a document, found an empty input\n")
    }
    let result = try Tool.run("get", "a", "--default", "x")
    #expect(result.status == 0 && result.text.isEmpty)
  }

  @Test("an empty input becomes a record file that reads as empty")
  func noDocumentsAreARecordFileThatIsReadBack() throws {
    let file = try Tool.run(["convert", "--from", "ndjson", "--to", "binary"]).data
    for (format, text) in [("json", "[]\n"), ("ndjson", "")] {
      #expect(try Tool.run(["convert", "--to", format], input: file).text == text)
    }
    #expect(try Tool.run(["validate"], input: file).status == 0)
  }
}
