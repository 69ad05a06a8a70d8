import FerryTestSupport
import Foundation
import Testing

/// Documents that are too large to be read as a whole, worked on piece by piece.
@Suite("Large JSON documents")
struct OutlineTests {
  /// More than a mebibyte, in lists and maps inside each other, with what may go wrong at borders of
  /// pieces: empty containers, escapes, long strings, wide characters.
  private static let document: String = {
    let record = #"{"id": %, "name": "Zoë \"%\" \u00e9 😀", "tags": ["a", [], {}], "n": 1.50}"#
    let records = (0..<9000).map { record.replacing("%", with: String($0)) }
    let long = String(repeating: "語 \\n", count: 30_000)
    let pairs = (0..<20_000).map { "\"k\($0)\": \($0)e\($0 % 300)" }
    return """
      {"meta": {"n": 1}, "items": [\(records.joined(separator: ",\n  "))],
       "esc\\u0061ped": {"deep": [[[\(pairs.map { "{\($0)}" }.joined(separator: " , "))]], []]},
       "map": {\(pairs.joined(separator: ","))}, "long": "\(long)",
       "blank": [\(String(repeating: " ", count: 100_000))], "last": true}

      """
  }()

  /// The same through the tape of a whole document, which is how small ones go.
  private func whole(_ arguments: [String]) throws -> String {
    // JSON is JSON5, which has no pieces.
    try Tool.run(arguments + ["--from", "json5"], input: Data(Self.document.utf8)).text
  }

  @Test(
    "the output is that of a document read as a whole",
    arguments: [
      ["convert", "--to", "json"], ["convert", "--to", "json", "--indent", "2"],
      ["convert", "--to", "json", "--tab"], ["convert", "--to", "ndjson"],
      ["convert", "--to", "seq"], ["flatten"],
    ]
      + (Tool.hasYAML
        ? [["convert", "--to", "yaml"], ["convert", "--to", "yaml", "--indent", "4"]] : []))
  func sameOutput(_ arguments: [String]) throws {
    let expected = try whole(arguments)
    #expect(expected.utf8.count > 1 << 20)
    for jobs in isDebugBuild ? ["3"] : ["1", "3"] {
      // Flatten takes no number of threads.
      let more = arguments[0] == "flatten" ? [] : ["-j", jobs]
      let result = try Tool.run(
        arguments + more + ["--from", "json"], input: Data(Self.document.utf8))
      #expect(result.status == 0, "\(result.errors)")
      // Compared as a whole, what differs would be shown as a whole.
      let isSame = result.text == expected
      #expect(isSame, "\(arguments)")
    }
  }

  @Test(
    "a small document in much white space is read whole",
    arguments: ["json"] + (Tool.hasYAML ? ["yaml"] : [])
  )
  func whiteSpace(_ format: String) throws {
    let blanks = String(repeating: " ", count: 1 << 21)
    for (json, yaml) in [("[1]", "- 1\n"), ("{\"a\":{}}", "a: {}\n"), ("[]", "[]\n")] {
      let result = try Tool.run(
        ["convert", "--from", "json", "--to", format], input: Data((blanks + json + blanks).utf8))
      #expect(result.text == (format == "json" ? json + "\n" : yaml), "\(result.errors)")
    }
  }

  @Test("a document that arrives in a pipe in parts is read whole")
  func lists() throws {
    let list = "[" + (0..<300_000).map(String.init).joined(separator: ",\n") + "]"
    let result = try Tool.run(
      ["convert", "--from", "json", "--to", "json"], input: Data(list.utf8))
    #expect(result.text == list.filter { $0 != "\n" } + "\n")
    let piped = try Tool.shell(
      """
      (printf '[1'; i=0; while [ $i -lt 3000 ]; do printf ',%0500d' 0 | tr 0 7; i=$((i+1)); done; printf ']') \
      | "$0" convert --from json --to json | tail -c 3
      """)
    #expect(piped.text == "7]\n", "\(piped.errors)")
  }

  @Test(
    "an error in a large document has its location and path",
    arguments: [
      ("\"items\"", "\"items\":", "unexpected character", "items"),
      ("\"id\": 8000", "\"id\": 08000", "", "items[8000].id"),
      ("\"k15000\": 15000e0}", "\"k15000\": 15000e}", "", "escaped.deep[0][0][15000].k15000"),
      (",\n  {\"id\": 7000", "{\"id\": 7000", "expected a comma", "items[7000]"),
      ("\"last\": true}", "\"last\": true", "unexpected end of input", ""),
      ("\"last\": true}", "\"last\": tru}", "", "last"),
      ("\"last\": true}", "\"last\": true}]", "", ""),
      ("\"last\": true}", "\"last\": true]", "", ""),
      ("\"blank\": [", "\"blank\": [,", "unexpected character", "blank[0]"),
      ("{", "{[", "expected a key", ""),
      ("\"last\": true}", "\"last\": true,[", "expected a key", ""),
      ("\"last\": true}", "\"last\" true}", "expected a colon", "last"),
    ])
  func failures(_ change: (good: String, bad: String, message: String, path: String)) throws {
    let text = Self.document.replacing(change.good, with: change.bad, maxReplacements: 1)
    #expect(text != Self.document)
    let data = Data(text.utf8)
    let pieces = try Tool.run(["validate", "-q", "--from", "json"], input: data)
    // The reader of whole documents has the last word on places.
    let whole = try Tool.run(["validate", "-q", "--strict", "--from", "json"], input: data)
    #expect(pieces.status == 1 && whole.status == 1)
    func place(_ errors: String) -> Substring { errors.split(separator: ": ")[1] }
    #expect(place(pieces.errors) == place(whole.errors), "\(pieces.errors)\(whole.errors)")
    #expect(
      change.message.isEmpty || pieces.errors.contains(change.message), "\(pieces.errors)")
    let line = pieces.errors.split(separator: "\n").first ?? ""
    #expect(line.hasSuffix(", at " + change.path) || change.path.isEmpty, "\(line)")
    #expect(line.contains(", at ") == !change.path.isEmpty, "\(line)")
  }

  @Test("containers may be as deep as in small documents, and no deeper")
  func depth() throws {
    let filler = String(repeating: " ", count: 70_000)
    func document(_ depth: Int) -> Data {
      let open =
        String(repeating: "[" + filler, count: 20) + String(repeating: "[", count: depth - 20)
      return Data((open + String(repeating: "]", count: depth)).utf8)
    }
    #expect(try Tool.run(["validate", "--from", "json"], input: document(512)).status == 0)
    let deep = try Tool.run(["validate", "--from", "json"], input: document(513))
    #expect(deep.status == 1 && deep.errors.contains("nested deeper"), "\(deep.errors)")
  }

  @Test(
    "memory does not depend on the size of the document",
    .disabled(if: isAddressSanitized, "the sanitizer takes memory of its own"))
  func memory() throws {
    guard FileManager.default.fileExists(atPath: "/usr/bin/time") else {
      print("skipped: no /usr/bin/time here")
      return
    }
    let script = """
      (printf '{"a":['; yes '{"id":123456,"name":"somebody","list":[1,2.5,true,null]},' | head -n 500000; \
      printf '1]}') | /usr/bin/time -f %M "$0" convert --from json --to json | tail -c 5
      """
    let result = try Tool.shell(script)
    let kilobytes = Int(result.errors.split(separator: "\n").last ?? "") ?? .max
    #expect(result.text == ",1]}\n" && kilobytes < 64 << 10, "\(result.errors)")
  }
}
