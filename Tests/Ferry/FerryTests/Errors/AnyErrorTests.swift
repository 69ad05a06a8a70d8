import Ferry
import Foundation
import Testing

private struct Server: Codable {
  var port: Int
}

/// A type whose own code throws.
private struct Refusing: Codable {
  struct Refused: Error {}

  init(from decoder: any Decoder) throws { throw Refused() }
  func encode(to encoder: any Encoder) throws { throw Refused() }
}

private struct Clash: Codable, KeyMapped {
  var first: Int
  var second: Int
  static let mapping = KeyMapping(["first": "a", "second": "a"])
}

@Suite("Reports of any error")
struct AnyErrorTests {
  private static func error(_ body: () throws -> Void) -> any Error {
    do {
      try body()
      return CancellationError()
    } catch {
      return error
    }
  }

  private static let ferry = error { _ = try JSON.decode(Server.self, from: #"{"port": "x"}"#) }
  private static let report = """
    1:10: wrong type of value: expected Int, found text "x", at port
    {"port": "x"}
             ^
    """

  @Test("the problem of any error has its whole text")
  func texts() throws {
    let stream = JSON.stream(Server.self, from: .bytes(Array("{\"port\":1}\n{\"port\":true}".utf8)))
    let refusing = JSON.stream(Refusing.self, from: .bytes(Array("1".utf8)))
    let transformed = JSON.stream(Server.self, from: .bytes(Array("{\"port\":1}".utf8)))
      .inParallel(cores: 1) { _ in throw Self.ferry }
    let cases: [(any Error, String)] = [
      (Self.ferry, Self.report),
      (
        Self.error { _ = try JSON.decode(Refusing.self, from: "1") }, "Refused()"
      ),
      (
        Self.error { _ = try JSON.encode(["a": [Double.nan]]) }, "a[0]"
      ),
      (
        Self.error { _ = try JSONDecoder().decode([Server].self, from: Data("[{}]".utf8)) },
        "No value associated with key CodingKeys(stringValue: \"port\", intValue: nil) (\"port\")."
          + ", at [0]"
      ),
      (
        Self.error { _ = try Array(stream)[1].get() },
        "record 2: 2:9: wrong type of value: expected Int, found true, at port\n"
      ),
      (Self.error { _ = try Array(refusing)[0].get() }, "record 1: Refused()"),
      (
        Self.error { _ = try Array(transformed)[0].get() },
        "record 1: 1:1: 1:10: wrong type of value: expected Int"
      ),
      (
        Self.error {
          _ = try Array(JSON.stream(Server.self, from: .file("/missing/server.json")))[0].get()
        },
        "/missing/server.json: cannot open: No such file or directory"
      ),
      (
        Self.error { _ = try JSON.encode(Clash(first: 1, second: 2)) },
        "invalid mapping: Clash: 'first' and 'second' "
      ),
    ]
    for (error, text) in cases {
      let problem = "\(Problem(error))"
      #expect(problem.contains(text), "\(problem)")
      // Only the errors of code outside Ferry have Foundation's text there.
      if error is Problem { #expect(error.localizedDescription == problem) }
    }
    #expect("\(Problem(Self.ferry))" == Self.report)
    #expect("\(Problem(Problem(Self.ferry)))" == Self.report)
  }

  @Test("the problem of an error has its path, its category and the error of other code")
  func parts() {
    let problem = Problem(Self.ferry)
    #expect(problem.category == .typeMismatch && problem.path == "port" && problem.record == nil)
    #expect(problem.underlyingError == nil)
    let refused = Problem(Self.error { _ = try JSON.decode([Refusing].self, from: "[1]") })
    #expect(refused.underlyingError is Refusing.Refused && refused.category == .invalidValue)
    let encoding = Problem(Self.error { _ = try JSON.encode(["a": [Double.nan]]) })
    #expect(encoding.path == "a[0]" && encoding.underlyingError is EncodingError)
  }
}
