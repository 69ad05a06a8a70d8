import Foundation
import Testing

/// NDJSON goes from text to text where it can. A JSON text sequence never does: it shows what the
/// tape makes of the same records.
@Suite("Records from text to text")
struct TextToTextTests {
  private static let records = [
    #"{"id":1,"name":"Ada","n":1.50,"tags":["a","b"],"in":{"x":{"y":[0,1]}}}"#,
    #"{ "id" : 2 , "name" : "Bob \"B\" \\ \n", "n" : -0, "tags" : [ ], "in" : { } }"#,
    #"{"name":"Zo\u00eb","id":3,"n":1e1000,"in":{"x":{"y":[10,{"z":null}]}}}"#,
    #"{"id":4,"na\u006de":"escaped key","n":144126219108390099,"slash":"a\/b"}"#,
    #"{"id":5,"id":6,"name":"twice","in":{"x":7}}"#, "[1,2]", "null", "\"text\"", "5", "{}",
    #"{"in":{"x":{"y":["語😀",2]}},"id":"5","name":"a longer text, of more than sixteen bytes"}"#,
    String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
  ]

  private func run(_ arguments: [String], _ records: [String]) throws -> (
    text: Tool.Result, tape: Tool.Result
  ) {
    let lines = records.map { $0 + "\n" }.joined()
    let sequence = records.map { "\u{1E}" + $0 + "\n" }.joined()
    return (
      try Tool.run(arguments + ["--from", "ndjson"], input: Data(lines.utf8)),
      try Tool.run(arguments + ["--from", "seq"], input: Data(sequence.utf8))
    )
  }

  @Test(
    "records that go from text to text are those that go through values",
    arguments: [
      ["convert", "--to", "json"], ["convert", "--to", "ndjson"], ["convert", "--to", "seq"],
      ["convert", "--to", "json", "--indent", "2"], ["convert", "--to", "ndjson", "-S"],
      ["get", "."], ["get", "id"], ["get", "name"], ["get", "-r", "name"], ["get", "in.x.y[1]"],
      ["get", "in.x", "--default", "none"], ["get", "/in/x/y/0"], ["get", "-r", "[1]"],
      ["get", "id", "--to", "seq"], ["get", "in", "--indent", "1"], ["get", "-S", "in"],
      ["get", "tags[*]"], ["stream"], ["stream", "--where", "id"], ["stream", "--get", "name"],
      ["stream", "--where", "id=5"], ["stream", "--where", "id=\"5\""],
      ["stream", "--where", "tags=[]", "--get", "id"], ["stream", "--get", "name", "-r"],
      ["stream", "--where", "name=Zoë"], ["stream", "--where", "in.x.y[0]=語😀", "--to", "json"],
      ["stream", "--where", "id=1", "--where", "n=1.50", "--get", "tags"], ["validate"],
      ["validate", "--strict", "-q"],
    ])
  func sameOutput(_ arguments: [String]) throws {
    // The root of a document is the empty path.
    let arguments = arguments.map { $0 == "." ? "" : $0 }
    let (text, tape) = try run(arguments, Self.records)
    #expect(text.text == tape.text.replacing("valid seq", with: "valid ndjson"))
    #expect(text.status == tape.status, "\(text.errors)\(tape.errors)")
  }

  @Test("an invalid record is reported, and the records before it are written")
  func badRecords() throws {
    var records = Self.records
    records.insert(#"{"id":7,"x":[1,}"#, at: 3)
    for arguments in [["convert", "--to", "json"], ["get", "id"], ["stream", "--where", "id"]] {
      let (text, tape) = try run(arguments, records)
      #expect(text.status == 1 && text.text == tape.text)
      #expect(text.errors.contains("<stdin>:4:16: "), "\(text.errors)")
    }
    let (text, tape) = try run(["stream", "--skip-errors", "--get", "id"], records)
    #expect(text.status == 0 && text.text == tape.text)
    #expect(text.errors.contains(":4:16: ") && text.errors.hasSuffix("1 invalid record skipped\n"))
    var bytes = Data("{\"a\":1}\n{\"a\":\"".utf8)
    bytes += [0xFF]
    bytes += Data("\"}\n{\"a\":2}\n".utf8)
    let encoding = try Tool.run(["get", "a", "--from", "ndjson"], input: bytes)
    #expect(encoding.status == 1 && encoding.text == "1\n", "\(encoding.errors)")
  }

  @Test("the exit status depends on a match")
  func exitStatus() throws {
    #expect(try Tool.run("get", "-e", "a", "--from", "ndjson", input: "{\"a\":1}\n").status == 0)
    #expect(try Tool.run("get", "-e", "b", "--from", "ndjson", input: "{\"a\":1}\n").status == 1)
    #expect(try Tool.run("get", "-e", "", "--from", "ndjson", input: "1\n").status == 0)
  }
}
