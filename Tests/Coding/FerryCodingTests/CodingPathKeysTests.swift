import Ferry
import FerryTestSupport
import Foundation
import Testing

import class FerryDropIn.JSONDecoder

@Suite("The keys of the model in coding paths")
struct CodingPathKeysTests {
  enum Outer: Int, CodingKey { case mid = 1 }
  enum Inner: Int, CodingKey { case list = 2, value = 3 }

  /// Keeps the paths that it sees.
  struct Witness: Decodable, Equatable {
    let paths: [String]

    init(from decoder: any Decoder) throws {
      var paths = [describe(decoder.codingPath)]
      let container = try decoder.container(keyedBy: Outer.self)
      paths.append(describe(try container.superDecoder(forKey: .mid).codingPath))
      let nested = try container.nestedContainer(keyedBy: Inner.self, forKey: .mid)
      paths.append(describe(nested.codingPath))
      var list = try nested.nestedUnkeyedContainer(forKey: .list)
      paths.append(describe(list.codingPath))
      paths.append(describe(try list.superDecoder().codingPath))
      do {
        _ = try nested.decode(Int.self, forKey: .value)
      } catch DecodingError.typeMismatch(_, let context) {
        paths.append(describe(context.codingPath))
      }
      self.paths = paths
    }
  }

  private static func describe(_ path: [any CodingKey]) -> String {
    path.map { key in
      let type = key is Outer ? "Outer" : key is Inner ? "Inner" : "-"
      return "\(type) \(key.stringValue) \(key.intValue.map(String.init) ?? "nil")"
    }.joined(separator: ", ")
  }

  private static let text = #"[{"mid":{"list":[1],"value":"x"}}]"#

  @Test("coding paths have the model's own keys, in every format")
  func everyFormat() throws {
    let data = Data(Self.text.utf8)
    let expected = try Foundation.JSONDecoder().decode([Witness].self, from: data)
    #expect(expected[0].paths.last == "- Index 0 0, Outer mid 1, Inner value 3")
    #expect(try JSON.decode([Witness].self, from: Self.text) == expected)
    #expect(try JSONDecoder().decode([Witness].self, from: data) == expected)
    let value = try JSON.decode(AnyValue.self, from: Self.text)
    #expect(try Binary.decode([Witness].self, from: Binary.encode(value)) == expected)
    #if FERRY_YAML
    #expect(try YAML.decode([Witness].self, from: Self.text) == expected)
    #endif
  }

  @Test("the location of an error names the key, not its integer")
  func location() {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([Strict].self, from: Self.text)
    }
    #expect(error?.problem?.path == "[0].mid.value")
  }

  private struct Strict: Decodable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: Outer.self)
        .nestedContainer(keyedBy: Inner.self, forKey: .mid).decode(Int.self, forKey: .value)
    }
  }

  @Test("the integers of a dictionary's keys are in the path")
  func numberedDictionaries() {
    func path(_ body: () throws -> some Any) -> String {
      do {
        _ = try body()
      } catch DecodingError.typeMismatch(_, let context) {
        return Self.describe(context.codingPath)
      } catch {}
      return ""
    }
    let data = Data(#"{"7":"x"}"#.utf8)
    let expected = path { try Foundation.JSONDecoder().decode([Int: Bool].self, from: data) }
    #expect(expected == "- 7 7")
    #expect(path { try JSON.decode([Int: Bool].self, from: data) } == expected)
    #expect(path { try JSON.decode([String: Bool].self, from: data) } == expected)
  }

  @Test("the drop-in treats canonically equal keys as one, and the first counts")
  func canonicalEquivalence() throws {
    struct Accent: Decodable, Equatable {
      let value: Int?
      enum CodingKeys: String, CodingKey { case value = "é" }
    }
    for text in [
      "{\"e\u{301}\":1}", "{\"é\":1}", "{\"e\u{301}\":1,\"é\":2}", "{\"é\":1,\"e\u{301}\":2}",
      #"{"\u00e9":1}"#, #"{"e\u0301":1,"é":2}"#, "{\"e\":1}",
    ] {
      let data = Data(text.utf8)
      let expected = try Foundation.JSONDecoder().decode(Accent.self, from: data)
      #expect(try JSONDecoder().decode(Accent.self, from: data) == expected, "\(text)")
    }
    // To Ferry's own decoders, keys are equal if their bytes are.
    #expect(try JSON.decode(Accent.self, from: "{\"e\u{301}\":1,\"é\":2}").value == 2)
    var decoder = JSON.Decoder()
    decoder.duplicateKeys = .error
    #expect(try decoder.decode(Accent.self, from: "{\"e\u{301}\":1,\"é\":2}").value == 2)
    let dropIn = JSONDecoder()
    dropIn.base.duplicateKeys = .error
    #expect(throws: DecodingError.self) {
      try dropIn.decode(Accent.self, from: Data("{\"e\u{301}\":1,\"é\":2}".utf8))
    }
  }
}
