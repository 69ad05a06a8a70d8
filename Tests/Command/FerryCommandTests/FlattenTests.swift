import FerryTestSupport
import Foundation
import Testing

@Suite struct FlattenTests {
  @Test("each value is a line with its path")
  func linesOfADocument() throws {
    let document = #"{"a":{"b.c":[1,{"x y":null}],"e":[],"f":{}},"n":144126219108390099,"":"é\n"}"#
    let flat = try Tool.run("flatten", input: document)
    #expect(
      flat.text == """
        a["b.c"][0] = 1
        a["b.c"][1].x y = null
        a.e = []
        a.f = {}
        n = 144126219108390099
        [""] = "é\\n"

        """ || flat.text.contains("144126219108390099"), "\(flat.text)")
    let back = try Tool.run("unflatten", input: flat.text)
    #expect(back.text == document + "\n", "\(back.errors) \(flat.text)")
  }

  @Test(
    "flattened lines are read back as the document",
    arguments: [
      "1", "[]", "{}", "\"x\"", "[[1,2],[3,[4.50]]]", #"{"a=b":"c=d","[0]":1,"\"":2,"a\\":3}"#,
      #"{"x":"true","y":"1","z":"{}"}"#,
    ])
  func roundTrip(_ document: String) throws {
    let flat = try Tool.run("flatten", input: document)
    let back = try Tool.run("unflatten", input: flat.text)
    #expect(back.text == document + "\n", "\(flat.text)\(back.errors)")
  }

  @Test(
    "any key survives flatten and unflatten",
    arguments: [
      "#c", " s ", " ", "\u{85}s\u{85}", "\u{2028}s\u{2028}", "s\u{A0}", "a = b", "= b", "a =", "=",
      " = ",
      "a=b", "a= b", "#", "[x", "[\\\"x", "\\\"", "']", "\\\\", "a\\\\ = b", "/", "/a", ".", "*",
      "[*]", "0",
      "e\u{301}", "\u{301}", " \u{301}", "=\u{301}", "\u{FEFF}", "\\t", "\\r", "\\n", "\\u0000", "",
    ])
  func anyKeyComesBack(_ key: String) throws {
    try comesBack(#"{"\#(key)":14,"b":{"\#(key)":[{"\#(key)":" = "}]},"[\#(key)":null}"#)
  }

  @Test("random keys survive flatten and unflatten")
  func randomKeysComeBack() throws {
    var random = SeededGenerator(for: "FlattenTests")
    let parts = [
      " ", "=", " = ", "#", "[", "]", #"\""#, "'", #"\\"#, ".", "/", "a", "0", "\u{301}", "é",
      "\u{2028}", #"\t"#,
    ]
    func key() -> String {
      (0..<random.int(0..<6)).map { _ in parts[random.int(0..<parts.count)] }.joined()
    }
    let members = (0..<2000).map { number in
      // Unequal, whatever else is in them.
      #""\#(key())n\#(number)n\#(key())":{"\#(key())":\#(number),"x":["\#(key())"]}"#
    }
    // A document of a MiB and more is cut into pieces, others are read as a whole.
    let padding = #","padding":"\#(String(repeating: "x", count: 1 << 20))"}"#
    for end in ["}", padding] { try comesBack("{" + members.joined(separator: ",") + end) }
  }

  private func comesBack(_ document: String) throws {
    let flat = try Tool.run("flatten", "--from", "json", input: document)
    let back = try Tool.run("unflatten", input: flat.text)
    let expected = try Tool.run("convert", "--from", "json", "--to", "json", input: document)
    #expect(expected.status == 0, "\(expected.errors)")
    #expect(back.data == expected.data, "\(flat.text.prefix(1000))\(back.errors)")
  }

  @Test("an index may be as large as the number of lines")
  func anIndexMayBeAsLargeAsTheLinesAreMany() throws {
    let lines = String(repeating: "\n", count: 1 << 20) + "[1048576] = 1\n"
    let result = try Tool.run("unflatten", input: lines)
    #expect(result.status == 0 && result.text.hasSuffix("null,1]\n"), "\(result.errors)")
    let few = try Tool.run("unflatten", input: "[1048576] = 1\n")
    #expect(few.status == 1 && few.errors.contains("index 1048576 is too large"))
  }

  @Test("unflatten compares keys by their bytes")
  func keysAreComparedByTheirBytes() throws {
    let result = try Tool.run("unflatten", input: "e\u{301} = 1\n\u{E9} = 2\ne\u{301} = 3\n")
    #expect(result.data == Data("{\"e\u{301}\":3,\"\u{E9}\":2}\n".utf8), "\(result.text)")
  }

  @Test("a byte order mark is not part of a key")
  func aByteOrderMarkIsNoneOfTheKey() throws {
    #expect(try Tool.run("unflatten", input: "\u{FEFF}a = 1\n").text == "{\"a\":1}\n")
    #expect(try Tool.run("unflatten", input: "\u{FEFF}# a = 1\n= 2\n").text == "2\n")
  }

  @Test("a line that is not UTF-8 is an error with a location")
  func whatIsNotUTF8IsAnErrorWithItsPlace() throws {
    let result = try Tool.run(["unflatten"], input: Data("b = 1\na = ".utf8 + [0xFF, 0x0A]))
    #expect(result.status == 1 && result.text.isEmpty)
    #expect(
      result.errors.hasPrefix("ferry: <stdin>:2:5: text is not valid UTF-8\n"), "\(result.errors)")
  }

  @Test(
    "unflatten finds the sign outside quotes",
    arguments: [
      (#"a["x = y"] = 1"#, #"{"a":{"x = y":1}}"#), (#"['x = y']=1"#, #"{"x = y":1}"#),
      (#"a=["x = 1"]"#, #"{"a":["x = 1"]}"#), ("a=b = c", #"{"a=b":"c"}"#),
      ("\ta\t=\t1\r", #"{"a":1}"#),
      (##"["#a"]=1"##, ##"{"#a":1}"##), (#"\["a=b = 1"#, ##"{"[\"a=b":1}"##),
    ])
  func theSignIsOutsideOfQuotes(_ line: String, _ document: String) throws {
    let result = try Tool.run("unflatten", input: line + "\n")
    #expect(result.text == document + "\n", "\(result.errors)")
  }

  @Test("unflatten reads lines written by hand")
  func whatPeopleWrite() throws {
    let lines = """
      # a comment
      server.port = 8080

      server.name = my host
      server.tags[1] = b
      server.tags[0] = "a"
      server.port = 9090
      """
    let result = try Tool.run("unflatten", input: lines)
    #expect(result.text == #"{"server":{"port":9090,"name":"my host","tags":["a","b"]}}"# + "\n")
    #expect(try Tool.run("unflatten", input: "a\n").status == 1)
    #expect(try Tool.run("unflatten", input: "a[*] = 1\n").status == 1)
    #expect(try Tool.run("unflatten", input: "[99999999] = 1\n").status == 1)
  }

  @Test("flatten starts each line of a series with an index")
  func aSeriesHasIndexes() throws {
    let flat = try Tool.run("flatten", input: "{\"a\":1}\n{\"a\":2}\n")
    #expect(flat.text == "[0].a = 1\n[1].a = 2\n")
    #expect(try Tool.run("unflatten", input: flat.text).text == "[{\"a\":1},{\"a\":2}]\n")
  }

  @Test("an error after whole lines leaves the lines whole", .enabled(if: Tool.hasYAML))
  func tornLine() throws {
    let result = try Tool.run("flatten", "--from", "yaml", input: "a: 1\nb: .nan\nc: 2\n")
    #expect(result.status == 1)
    #expect(result.text == "a = 1\n")
  }
}
