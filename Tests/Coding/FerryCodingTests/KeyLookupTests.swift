import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Looking keys up")
struct KeyLookupTests {
  /// A key that is its string.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes the integers of the names that `userInfo` lists, in that order.
  private struct Asked: Decodable, Equatable {
    static let names = CodingUserInfoKey(rawValue: "names")
    var values: [Int?]

    init(from decoder: any Decoder) throws {
      let names = Self.names.flatMap { decoder.userInfo[$0] as? [String] } ?? []
      let container = try decoder.container(keyedBy: Name.self)
      values = try names.map { name in
        let key = Name(stringValue: name)
        let isThere = container.contains(key)
        let value = try container.decodeIfPresent(Int.self, forKey: key)
        if isThere != (value != nil) { throw CancellationError() }
        return value
      }
    }
  }

  private func ask(_ names: [String], of text: String) throws -> [Int?] {
    let key = try #require(Asked.names)
    return try JSON.Decoder().decode(Asked.self, from: text, userInfo: [key: names]).values
  }

  @Test("keys are found in any order, by a model and by strings, and missing ones are not")
  func randomOrder() throws {
    var random = SeededGenerator(for: "KeyLookup")
    for count in [0, 1, 2, 5, 17, 70, 300] {
      for _ in 0..<5 {
        // Lengths around those at which keys are compared in steps of 8, 4 and 1 bytes.
        let names = (0..<count).map { index in
          String(repeating: "k", count: [0, 1, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17][index % 12])
            + "\(index)"
        }
        let members = names.enumerated().map { "\"\($1)\":\($0)" }
        let text = "{\(members.shuffled(using: &random).joined(separator: ","))}"
        let asked = (names + names + ["", "missing", "k", "kk0"]).shuffled(using: &random)
        let expected = asked.map { names.firstIndex(of: $0) }
        #expect(try ask(asked, of: text) == expected)
      }
    }
  }

  @Test(
    "keys that differ in one byte are distinguished",
    arguments: [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33])
  func neighbours(length: Int) throws {
    let base = [UInt8](repeating: 0x61, count: length)
    let names = (0..<length).map { index in
      var bytes = base
      bytes[index] = 0x62
      return String(decoding: bytes, as: UTF8.self)
    }
    let text = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
    #expect(try ask(names, of: text) == Array(0..<length))
    #expect(try ask(names.reversed(), of: text) == (0..<length).reversed())
    #expect(try ask([String(decoding: base, as: UTF8.self)], of: text) == [nil])
  }

  @Test("escaped keys, the empty key and keys with NUL are found")
  func unusualKeys() throws {
    let text = #"{"\u0061\n":1,"":2,"a\u0000b":3,"a":4,"\ud83d\ude00":5,"é":6}"#
    #expect(
      try ask(["a\n", "", "a\u{0}b", "a", "😀", "é", "a\u{0}"], of: text)
        == [1, 2, 3, 4, 5, 6, nil])
  }

  private struct Two: Codable, Equatable {
    var a: Int
    var b: Int
  }

  @Test(
    "decoding takes the first of duplicate keys, for every way to look it up",
    arguments: [
      #"{"a":1,"a":9,"b":2}"#, #"{"a":1,"b":2,"a":9}"#, #"{"b":2,"a":1,"b":9,"a":9}"#,
      #"{"a":1,"b":2,"b":9}"#, #"{"x":0,"b":2,"x":0,"a":1,"a":9,"x":0,"b":9}"#,
      #"{"\u0061":1,"a":9,"b":2}"#,
    ])
  func duplicates(text: String) throws {
    #expect(try JSON.decode(Two.self, from: text) == Two(a: 1, b: 2))
    #expect(try JSON.decode([String: Int].self, from: text)["a"] == 1)
    #expect(try ask(["a", "b", "a", "b"], of: text) == [1, 2, 1, 2])
    #expect(try ask(["b", "a", "zz", "b", "a"], of: text) == [2, 1, nil, 2, 1])
    #expect(try JSON.decode(AnyValue.self, from: text)["a"] == 1)
  }

  @Test("all keys are listed once, in order")
  func allKeys() throws {
    struct Listing: Decodable {
      var names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
      }
    }
    let text = #"{"b":1,"a":2,"b":3,"\u0063":4,"":5}"#
    #expect(try JSON.decode(Listing.self, from: text).names == ["b", "a", "c", ""])
  }

  @Test(
    "lookups take linear time for keys in order, reversed, missing, duplicate and similar",
    arguments: ["in order", "reversed", "missing", "duplicate", "alike"])
  func linearTime(shape: String) throws {
    func time(_ count: Int) throws -> Double {
      let names = (0..<count).map { index in
        switch shape {
        case "duplicate": "k\(index % 4)"
        // Same length, first and last byte.
        case "alike": "k\(1_000_000 + index)k"
        default: "k\(index)"
        }
      }
      let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
      let asked =
        switch shape {
        case "reversed", "alike": Array(names.reversed())
        case "missing": names.map { $0 + "m" }
        default: names
        }
      return try (0..<3).map { _ in
        let start = clock()
        let found = try ask(asked, of: text)
        let spent = Double(clock() - start)
        try #require(found.allSatisfy { $0 == (shape == "missing" ? nil : 1) })
        return spent
      }.min() ?? 0
    }
    let (short, long) = (try time(250), try time(4000))
    #expect(long < 80 * short + 2000)
  }

  @Test("a model of more than 64 properties is read in any order")
  func manyProperties() throws {
    var random = SeededGenerator(for: "KeyLookup.Wide")
    for _ in 0..<20 {
      let order = (0..<Wide.count).shuffled(using: &random)
      let text = "{" + order.map { "\"p\($0)\":\($0)" }.joined(separator: ",") + "}"
      #expect(try JSON.decode(Wide.self, from: text).values == Array(0..<Wide.count))
    }
  }

  /// A model whose keys are an enum of 80 cases, one byte each.
  private struct Wide: Decodable {
    static let count = 80
    var values: [Int]

    struct Key: CodingKey, CaseIterable {
      static var allCases: [Key] { (0..<80).map { Key(number: UInt8($0)) } }
      let number: UInt8
      var stringValue: String { "p\(number)" }
      var intValue: Int? { nil }
      init(number: UInt8) { self.number = number }
      init?(stringValue: String) {
        guard let number = UInt8(stringValue.dropFirst()) else { return nil }
        self.number = number
      }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      values = try Key.allCases.map { try container.decode(Int.self, forKey: $0) }
    }
  }
}
