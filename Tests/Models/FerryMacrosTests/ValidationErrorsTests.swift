import Ferry
import FerryCBOR
import FerryMacros
import FerryMessagePack
import Testing

@DirectCodable
private struct Window: Equatable {
  var low: Int
  var high: Int

  struct Reversed: Error {}
  func validate() throws {
    if low > high { throw Reversed() }
    if low == high {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "empty"))
    }
  }
}

@DirectCodable
private struct House {
  var windows: [Window]
}

private struct PlainHouse: Codable {
  var windows: [Window]
}

@Suite("Errors of validate")
struct ValidationErrorsTests {
  /// The path and the underlying error of what `decode` throws.
  private static func problem(_ decode: () throws -> Void) throws -> Problem {
    let error = #expect(throws: DecodingError.self) { try decode() }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error as Any)")
      return try #require(error?.problem)
    }
    #expect(context.codingPath.map(\.stringValue) == ["windows", "Index 1"])
    return try #require(error?.problem)
  }

  private static let windows = [Window(low: 1, high: 2), Window(low: 3, high: 2)]
  private static let json = """
    {"windows": [{"low": 1, "high": 2},
                 {"low": 3, "high": 2}]}
    """

  @Test("the error has path and place in every format and both ways of coding")
  func everyFormat() throws {
    let house = House(windows: Self.windows)
    let (binary, cbor) = (try Binary.encode(house), try CBOR.encode(house))
    let messagePack = try MessagePack.encode(house)
    let ways: [(String, () throws -> Void)] = [
      ("JSON", { _ = try JSON.decode(House.self, from: Self.json) }),
      ("JSON, Codable", { _ = try JSON.decode(PlainHouse.self, from: Self.json) }),
      ("YAML", { _ = try YAML.decode(House.self, from: Self.json) }),
      ("YAML, Codable", { _ = try YAML.decode(PlainHouse.self, from: Self.json) }),
      ("binary", { _ = try Binary.decode(House.self, from: binary) }),
      ("binary, Codable", { _ = try Binary.decode(PlainHouse.self, from: binary) }),
      ("CBOR", { _ = try CBOR.decode(House.self, from: cbor) }),
      ("MessagePack", { _ = try MessagePack.decode(House.self, from: messagePack) }),
    ]
    for (name, decode) in ways {
      let problem = try Self.problem(decode)
      #expect(problem.underlyingError is Window.Reversed, "\(name)")
      #expect(problem.path == "windows[1]", "\(name)")
      #expect(problem.detail == "Reversed()", "\(name)")
      let place = try #require(problem.place, "\(name)")
      let isText = name.hasPrefix("JSON") || name.hasPrefix("YAML")
      #expect(!isText || place.line == 2 && place.column == 14, "\(name): \(place)")
    }
  }

  @Test("a DecodingError of validate() keeps its text and gets a place")
  func decodingErrors() throws {
    let problem = try Self.problem {
      _ = try JSON.decode(House.self, from: #"{"windows":[{"low":1,"high":2},{"low":2,"high":2}]}"#)
    }
    #expect(problem.place?.column == 32)
    #expect(problem.detail == "empty")
  }

  @Test("a record with an error of validate() has the place in the stream")
  func records() throws {
    let lines = Array("{\"low\":1,\"high\":2}\n{\"low\":3,\"high\":2}\n".utf8)
    let results = Array(JSON.stream(Window.self, from: .bytes(lines)))
    #expect(results.count == 2)
    guard case .failure(let problem as Problem) = results[1] else {
      Issue.record("\(results)")
      return
    }
    #expect(problem.record == 2 && problem.place?.line == 2)
    #expect(problem.underlyingError is Window.Reversed)
  }
}
