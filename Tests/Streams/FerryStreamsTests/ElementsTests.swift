import FerryCoders
import FerryJSON
import Ferry
import Foundation
import Testing

@Suite struct ElementsTests {
  private func elements(
    _ text: String, _ path: WirePath? = nil, continues: Bool = true
  ) -> [String] {
    let records = path.map(JSON.Records.elementsAt) ?? .elements
    return JSON.stream(
      AnyValue.self, from: .bytes(Array(text.utf8)), as: records,
      options: StreamOptions(continuesAfterErrors: continues)
    ).map(Outcome.text)
  }

  @Test(
    "the elements of an array are records",
    arguments: [
      ("[]", []), (" [ ] ", []), ("[1]", ["1"]),
      ("[1, \"a]\" ,{\"b\":[2]}\n]\n", ["1", "\"a]\"", #"{"b":[2]}"#]),
      ("{}", []), (#"{"a":1,"b\"":[{}]}"#, ["1", "[{}]"]),
      (#"["\\","\"",null]"#, [#""\\""#, #""\"""#, "null"]),
    ])
  func ofAList(_ text: String, _ expected: [String]) {
    #expect(elements(text) == expected)
  }

  @Test("the elements of the array at a path are records")
  func atAPath() {
    let text = #"{"x":[0],"a":{"skip":"}","b":[[1],[{"c":2},{"c":3}]]},"a":[9]}"#
    #expect(elements(text, "a.b[1]") == [#"{"c":2}"#, #"{"c":3}"#])
    #expect(elements(text, "a.b") == ["[1]", #"[{"c":2},{"c":3}]"#])
    #expect(elements(text, "a.b[1][0]") == ["2"])
    #expect(elements(#"{"\u0061":[5]}"#, "a") == ["5"])
    #expect(elements(text, "x") == ["0"])
  }

  @Test(
    "an invalid array is an error with its location",
    arguments: [
      ("", "unexpected end of input"), ("1", "wrong type of value"),
      ("[1", "1|unexpected end of input"), ("[1,", "1|unexpected end of input"),
      ("[1,]", "1|trailing comma"), ("[1 2]", "1|expected a comma or a closing bracket"),
      ("[1}", "1|the closing bracket does not match the opening one"),
      ("[,1]", "unexpected character"), ("[1] x", "1|unexpected content after the value"),
      ("{\"a\" 1}", "expected a colon after the key"),
      ("{\"a\":1,}", "1|trailing comma"), ("[{\"a\":1", "unexpected end of input"),
      ("[\"x", "string without a closing quote"),
      ("[tru,1]", "invalid literal, expected true, false or null|1"),
      ("[{\"a\":1],2]", "the closing bracket does not match the opening one|2"),
    ])
  func wrong(_ text: String, _ expected: String) {
    #expect(elements(text).joined(separator: "|") == expected)
  }

  @Test("a path without a match is an error")
  func nothingAtThePath() {
    for text in ["{}", "{\"b\":1}", "[]", "1", "{\"a\":{}}"] {
      #expect(elements(text, "a.c") == ["missing key"], "\(text)")
    }
  }

  @Test("the stream ends after the array at the path")
  func behindAListAtAPathNothingIsRead() {
    #expect(elements("{\"a\":[1,2],,,", "a") == ["1", "2"])
  }
}

/// A record or its error as a text.
enum Outcome {
  static func text<T: Encodable>(_ result: Result<T, any Error>) -> String {
    do {
      return try JSON.string(try result.get())
    } catch let error as Problem {
      return error.underlyingError.map { "\($0)" } ?? "\(error.kind)"
    } catch {
      return "\(error)"
    }
  }
}

extension DecodingError {
  /// The error of a reader at its location.
  var kind: FailureKind? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      (context.underlyingError as? Problem)?.kind
    @unknown default: nil
    }
  }
}
