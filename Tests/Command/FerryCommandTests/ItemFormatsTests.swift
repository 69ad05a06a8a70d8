import Foundation
import Testing

/// CBOR and MessagePack in the command.
@Suite struct ItemFormatsTests {
  private static let json = #"{"name":"Ada","scores":[1.5,2,-3],"ok":true,"none":null}"#

  @Test("JSON comes back from CBOR and MessagePack", arguments: ["cbor", "messagepack"])
  func conversion(_ format: String) throws {
    let document = try Tool.run("convert", "--from", "json", "--to", format, input: Self.json)
    #expect(document.status == 0, "\(document.errors)")
    for target in ["cbor", "messagepack", "binary"] {
      let other = try Tool.run(
        ["convert", "--from", format, "--to", target], input: document.data)
      let back = try Tool.run(
        ["convert", "--from", target, "--to", "json", "-c"], input: other.data)
      #expect(back.text == Self.json + "\n", "\(target): \(back.errors)")
    }
    let found = try Tool.run(["get", "--from", format, "scores[2]"], input: document.data)
    #expect(found.text == "-3\n")
    #expect(try Tool.run(["validate", "--from", format], input: document.data).status == 0)
    let cut = try Tool.run(["validate", "--from", format], input: document.data.dropLast())
    #expect(cut.status == 1)
    #expect(cut.errors.contains("byte"))
  }

  @Test("documents of a sequence become lines", arguments: ["cbor", "messagepack"])
  func sequences(_ format: String) throws {
    let lines = "{\"a\":1}\n[2]\n\"x\"\n"
    let sequence = try Tool.run("convert", "--from", "ndjson", "--to", format, input: lines)
    let back = try Tool.run(["stream", "--from", format], input: sequence.data)
    #expect(back.text == lines)
  }

  @Test("the name of a file tells its format")
  func fileNames() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.cbor", "a.msgpack"] {
      let file = folder.appendingPathComponent(name).path
      #expect(try Tool.run("convert", "--from", "json", "-o", file, input: "[1]").status == 0)
      #expect(try Tool.run("convert", file, "--to", "json", "-c").text == "[1]\n")
    }
  }

  @Test("inspect prints diagnostic notation")
  func inspect() throws {
    func inspect(_ format: String, _ bytes: [UInt8]) throws -> Tool.Result {
      try Tool.run(["inspect", "--from", format], input: Data(bytes))
    }
    // The examples of RFC 8949, appendix A.
    for (bytes, text) in [
      ([0xC1, 0x1A, 0x51, 0x4B, 0x67, 0xB0], "1(1363896240)"),
      ([0x9F, 0x01, 0x82, 0x02, 0x03, 0x9F, 0x04, 0x05, 0xFF, 0xFF], "[_ 1, [2, 3], [_ 4, 5]]"),
      ([0x5F, 0x42, 0x01, 0x02, 0x43, 0x03, 0x04, 0x05, 0xFF], "(_ h'0102', h'030405')"),
      ([0xBF, 0x61, 0x61, 0x01, 0xFF], #"{_ "a": 1}"#), ([0xF8, 0xFF], "simple(255)"),
      ([0xF7], "undefined"), ([0xF9, 0xFC, 0x00], "-Infinity"), ([0xF9, 0x3C, 0x00], "1.0"),
      ([0x62, 0x22, 0x5C], #""\"\\""#), ([0xA1, 0x01, 0x20], "{1: -1}"),
      ([0x01, 0x02], "1\n2"), ([0x5F, 0xFF], "''_"), ([0x7F, 0xFF], #"""_"#),
    ] as [([UInt8], String)] {
      #expect(try inspect("cbor", bytes).text == text + "\n")
    }
    #expect(try inspect("messagepack", [0x91, 0xD4, 0x05, 0xAB]).text == "[ext(5, h'ab')]\n")
    let tags = try inspect("cbor", [UInt8](repeating: 0xC6, count: 100_000) + [0x80])
    #expect(tags.text.hasSuffix("6([]" + String(repeating: ")", count: 100_000) + "\n"))
    let damaged = try inspect("cbor", [0x82, 0x01, 0x19])
    #expect(damaged.status == 1)
    #expect(damaged.text == "[1, \n")
    #expect(damaged.errors.contains("byte 3"))
  }

  @Test("the same format in and out keeps dates, tags and extensions")
  func sameFormat() throws {
    for (format, document) in [
      ("cbor", [0xF0]), ("cbor", [0xC4, 0x82, 0x21, 0x19, 0x6A, 0xB3]),
      ("cbor", [0xD2, 0x81, 0xD8, 0x20, 0x61, 0x61]), ("cbor", [0xD9, 0xD9, 0xF7, 0x01]),
      ("cbor", [0xC0, 0x74] + Array("2013-03-21T20:04:00Z".utf8)), ("cbor", [0xD8, 0x64, 0x01]),
      ("cbor", [0xC1, 0xFB, 0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A]),
      ("messagepack", [0x91, 0xD4, 0x05, 0xAB]),
      ("messagepack", [0xD7, 0xFF, 0x1D, 0x6F, 0x34, 0x54, 0x65, 0x53, 0xF1, 0x00]),
    ] as [(String, [UInt8])] {
      let back = try Tool.run(
        ["convert", "--from", format, "--to", format], input: Data(document))
      #expect(back.data == Data(document), "\(document): \(back.errors)")
    }
    let time = try Tool.run(
      ["convert", "--from", "messagepack", "--to", "json"],
      input: Data([0xD7, 0xFF, 0x1D, 0x6F, 0x34, 0x54, 0x65, 0x53, 0xF1, 0x00]))
    #expect(time.text == "1700000000.123456789\n")
    // An extension of MessagePack has no meaning in CBOR.
    let other = try Tool.run(
      ["convert", "--from", "messagepack", "--to", "cbor"], input: Data([0xD4, 0x05, 0xAB]))
    #expect(other.status == 1)
  }

  @Test("every command keeps the tags of CBOR")
  func tags() throws {
    // 18({"b": 32("u"), "a": [100(1)]})
    let document: [UInt8] = [
      0xD2, 0xA2, 0x61, 0x62, 0xD8, 0x20, 0x61, 0x75, 0x61, 0x61, 0x81, 0xD8, 0x64, 0x01,
    ]
    let sorted = Array(document[..<2] + document[8...] + document[2..<8])
    func run(_ arguments: [String], _ input: [UInt8]) throws -> [UInt8] {
      let result = try Tool.run(arguments, input: Data(input))
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      return Array(result.data)
    }
    let cbor = ["--from", "cbor", "--to", "cbor"]
    #expect(try run(["convert"] + cbor, document) == document)
    #expect(try run(["convert", "-S"] + cbor, document) == sorted)
    #expect(try run(["stream"] + cbor, document + document) == document + document)
    #expect(try run(["get"] + cbor + ["b"], document) == Array(document[4..<8]))
    #expect(try run(["get"] + cbor + ["a[0]"], document) == Array(document[11...]))
    #expect(try run(["merge"] + cbor + ["-"], document) == document)
    let yaml = try Tool.run(["convert", "--from", "cbor", "--to", "yaml"], input: Data(document))
    #expect(yaml.text == "!18\nb: u\na:\n- 86400\n")
    let back = try run(["convert", "--from", "yaml", "--to", "cbor"], Array(yaml.data))
    #expect(back == [0xD2, 0xA2, 0x61, 0x62, 0x61, 0x75, 0x61, 0x61, 0x81, 0x1A, 0, 1, 0x51, 0x80])
    for (from, to, input, message) in [
      ("cbor", "json", document, "json cannot represent the tag `!18`"),
      ("cbor", "messagepack", document, "messagepack cannot represent the tag `!18`"),
      ("yaml", "cbor", Array("- a: !Ref b".utf8), "cbor cannot represent the tag `!Ref`, at [0].a"),
      (
        "json5", "json", Array("{a: NaN}".utf8), "json cannot represent a number that is not finite"
      ),
    ] {
      let result = try Tool.run(["convert", "--from", from, "--to", to], input: Data(input))
      #expect(result.status == 1)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test("an empty input is a sequence without documents", arguments: ["cbor", "messagepack"])
  func emptyInput(_ format: String) throws {
    let empty = try Tool.run(["convert", "--from", "ndjson", "--to", format], input: Data())
    #expect(empty.data.isEmpty)
    let result = try Tool.run(["convert", "--from", format, "--to", "json"], input: empty.data)
    #expect(result.text == "[]\n")
    let get = try Tool.run(["get", "--from", format, "a"], input: Data())
    #expect(get.status == 1)
  }

  @Test("a date keeps its number and its precision in the binary format")
  func datesInBinary() throws {
    for (format, document, number) in [
      (
        "messagepack", [0xD7, 0xFF, 0x1D, 0x6F, 0x34, 0x54, 0x65, 0x53, 0xF1, 0x00],
        "1700000000.123456789"
      ),
      ("cbor", [0xC1, 0xFB, 0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A], "0.1"),
      ("cbor", [0xC1, 0x1A, 0x51, 0x4B, 0x67, 0xB0], "1363896240"),
    ] as [(String, [UInt8], String)] {
      let binary = try Tool.run(
        ["convert", "--from", format, "--to", "binary"], input: Data(document))
      let json = try Tool.run(["convert", "--from", "binary", "--to", "json"], input: binary.data)
      #expect(json.text == number + "\n")
      let back = try Tool.run(["convert", "--from", "binary", "--to", format], input: binary.data)
      #expect(back.data == Data(document))
    }
  }

  @Test("an extension of another format is an error in the binary format")
  func extensionsInBinary() throws {
    for (format, document, value) in [
      ("messagepack", [0xD4, 0x85, 0x01], "an extension of another format"),
      ("cbor", [0xF0], "the tag `!simple`"),
    ] as [(String, [UInt8], String)] {
      let result = try Tool.run(
        ["convert", "--from", format, "--to", "binary"], input: Data(document))
      #expect(result.status == 1)
      #expect(result.errors.contains("binary cannot represent \(value)"))
    }
  }

  @Test(
    "a value without the form that its tag or extension type requires is an error that says so",
    arguments: [
      "C00A", "C06161", "C16161", "C1FB7FF0000000000000", "C201", "C401", "C482616101",
      "C482016161", "D82501", "D8646161", "D903EC6161",
    ].map { ("cbor", $0) } + [("messagepack", "D4FF00"), ("messagepack", "D7FFFFFFFFFFFFFFFFFF")])
  func invalidContents(format: String, digits: String) throws {
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(digits.dropFirst($0).prefix(2), radix: 16)
    }
    let result = try Tool.run(["convert", "--from", format, "--to", "json"], input: Data(bytes))
    #expect(result.status == 1)
    #expect(
      result.errors
        == "ferry: <stdin>: byte 0: a value without the form that its tag or extension type requires\n"
    )
  }

  #if FERRY_YAML
  @Test("two tags of one value are an error of YAML")
  func twoTags() throws {
    let document = Data([0xD9, 0x03, 0xE8, 0xD9, 0x03, 0xE9, 0x01])
    let result = try Tool.run(["convert", "--from", "cbor", "--to", "yaml"], input: document)
    #expect(result.status == 1)
    #expect(
      result.errors == """
        ferry: <stdin>: byte 3: yaml cannot represent the tag `!1001`
        hint: a value of YAML has one tag; --drop-tags writes values without tags

        """)
  }
  #endif

  @Test("the error for a duplicate key names the key")
  func duplicateKeys() throws {
    for (format, first) in [("cbor", 0xA0), ("messagepack", 0x80)] as [(String, UInt8)] {
      let text: UInt8 = format == "cbor" ? 0x60 : 0xA0
      let document = [first + 1, text + 1, 0x78, first + 2, text + 1, 0x61, 1, text + 1, 0x61, 2]
      let result = try Tool.run(
        ["convert", "--from", format, "--to", "json"], input: Data(document))
      #expect(result.errors.contains("byte 8: duplicate key, at x.a"), "\(result.errors)")
    }
  }

  @Test("a hint names the option for a format that is not guessed")
  func unknownFormat() throws {
    for verb in [["convert", "--to", "json"], ["inspect"], ["get", "a"]] {
      let result = try Tool.run(verb, input: Data([0xA1, 0x61, 0x61, 0x02]))
      #expect(result.status == 1)
      #expect(result.errors.contains("--from cbor"), "\(result.errors)")
    }
  }

  @Test("a number without a form is an error with its path")
  func largeNumbers() throws {
    let result = try Tool.run(
      "convert", "--from", "json", "--to", "messagepack", input: #"{"a": 18446744073709551616}"#)
    #expect(result.status == 1)
    #expect(result.errors.contains("messagepack cannot represent a number with so many digits"))
    #expect(result.data.isEmpty)
  }
}
