import Ferry
import FerryMacros
import FerryTestSupport
import Foundation
import Testing

// The oracle is Foundation's coder on the same types, with the members that Swift synthesizes.

@DirectCodable(codable: false)
private enum Level: String, Codable { case low, high }

@DirectCodable(codable: false)
private final class Owner: Codable, Equatable {
  let name: String
  init(name: String) { self.name = name }
  static func == (left: Owner, right: Owner) -> Bool { left.name == right.name }
}

@DirectCodable(codable: false)
private struct Wide: Codable, Equatable {
  var id: Int
  var text: String?
  var small: UInt8?
  var large: Int64?
  var ratio: Double?
  var share: Float?
  var flag: Bool?
  var numbers: [Int]?
  var levels: [Level]?
  var level: Level?
  var owner: Owner?
  var byName: [String: Int]?
  var unique: Set<Int>?
  var part: Part?
  var parts: [Part]?
  var k: Int?
  var keyOfExactly16_: Int?
  var keyOfMoreThanSixteenBytes: String?
  var keyOfMoreThanThirtyTwoBytesInTheText: Int?
  var keyOfMoreThanFortyEightBytesInTheTextOfItsMember: String?
  var last: Bool

  @DirectCodable(codable: false)
  struct Part: Codable, Equatable {
    var x: Double
    var name: String?
  }
}

/// Three levels of arrays of structs, and arrays of arrays.
@DirectCodable(codable: false)
private struct Grown: Codable, Equatable {
  var name: String
  var rows: [Row]
  var grid: [[Row]]

  @DirectCodable(codable: false)
  struct Row: Codable, Equatable {
    var numbers: [Int]
    var cells: [Cell]
    var text: String
  }

  @DirectCodable(codable: false)
  struct Cell: Codable, Equatable {
    var names: [String]
    var left: Int?
    var level: Level?
  }
}

@Suite("Loops over tables")
struct TableLoopsTests {
  private static var full: Wide {
    Wide(
      id: -7, text: "a text of more than fifteen bytes", small: 0, large: .min, ratio: 0.1,
      share: 1.5, flag: false, numbers: [], levels: [.high, .low], level: .low,
      owner: Owner(name: "é"), byName: ["a": 1, "b": 2], unique: [3], part: .init(x: 1, name: nil),
      parts: [.init(x: 2, name: "n")], k: 1, keyOfExactly16_: 2,
      keyOfMoreThanSixteenBytes: "", keyOfMoreThanThirtyTwoBytesInTheText: 4,
      keyOfMoreThanFortyEightBytesInTheTextOfItsMember: "5", last: true)
  }

  /// Documents of the members in any order, some of them null, missing or unknown.
  private static func documents(_ random: inout SeededGenerator) throws -> [String] {
    let encoder = JSONEncoder()
    var documents: [String] = []
    let object = try JSONSerialization.jsonObject(with: encoder.encode(full))
    let members = try #require(object as? [String: Any]).sorted { $0.key < $1.key }
    for round in 0..<300 {
      let required: Set<String> = ["id", "last"]
      var texts: [String] = []
      for (key, value) in round % 3 == 0 ? members.shuffled(using: &random) : members {
        switch random.int(0..<10) {
        case 0 where !required.contains(key): continue
        case 1 where !required.contains(key): texts.append("\"\(key)\": null")
        case 2: texts.append("\"unknown\(key)\": [{\"a\": \"}\"}, 1]"); fallthrough
        default:
          let value = try JSONSerialization.data(
            withJSONObject: value, options: [.fragmentsAllowed, .withoutEscapingSlashes])
          let colon = round % 2 == 0 ? ":" : " : "
          texts.append("\"\(key)\"\(colon)\(String(decoding: value, as: UTF8.self))")
        }
      }
      let separator = [",", ", ", ",\n  ", " ,", ",\n\t\t", "\n,\r\n"][random.int(0..<6)]
      let (open, close) = [("{", "}"), ("{ ", " }"), ("{\n  ", "\n}")][random.int(0..<3)]
      documents.append(open + texts.joined(separator: separator) + close)
    }
    return documents
  }

  @Test("members in any order, missing, null or unknown are read as Foundation reads them")
  func orders() throws {
    var random = SeededGenerator(for: "TableLoopsTests.orders")
    for document in try Self.documents(&random) {
      let expected = try JSONDecoder().decode(Wide.self, from: Data(document.utf8))
      #expect(try JSON.decode(Wide.self, from: document) == expected, "\(document)")
      let list = "[" + [document, document, document].joined(separator: ", ") + "]"
      #expect(try JSON.decode([Wide].self, from: list) == [expected, expected, expected])
    }
  }

  @Test("the bytes are those of a value, whichever members are nil")
  func writing() throws {
    var random = SeededGenerator(for: "TableLoopsTests.writing")
    for document in try Self.documents(&random) {
      let value = try JSON.decode(Wide.self, from: document)
      let json = try JSON.encode(value)
      #expect(try JSONDecoder().decode(Wide.self, from: Data(json)) == value)
      let count = try #require(
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any]
      ).count
      #expect(
        try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]).count
          == count)
      #expect(try Binary.decode(Wide.self, from: Binary.encode(value)) == value)
    }
  }

  @Test("a comma before the closing brace is an error unless the options allow it")
  func trailingCommas() throws {
    for end in [",}", ", }", ",\n}", " , }"] {
      let document = #"{"x": 1"# + end
      #expect(throws: DecodingError.self) { try JSON.decode(Wide.Part.self, from: document) }
      var decoder = JSON.Decoder()
      decoder.allowsTrailingCommas = true
      #expect(try decoder.decode(Wide.Part.self, from: document).x == 1)
    }
    for document in ["{,}", "{,\"x\":1}", "{\"x\":1,,\"name\":\"a\"}", "{\"x\":1 \"name\":\"a\"}"] {
      #expect(throws: DecodingError.self) { try JSON.decode(Wide.Part.self, from: document) }
    }
  }

  @Test("arrays inside of arrays keep their elements while they grow")
  func growth() throws {
    var random = SeededGenerator(for: "TableLoopsTests.growth")
    func text() -> String { String(repeating: "x", count: random.int(0..<24)) }
    func count(_ most: Int) -> Int {
      random.int(0..<8) == 0 ? random.int(0..<most) : random.int(0..<4)
    }
    func row() -> Grown.Row {
      Grown.Row(
        numbers: (0..<count(40)).map { $0 },
        cells: (0..<count(120)).map { index in
          Grown.Cell(
            names: (0..<count(30)).map { _ in text() }, left: index % 3 == 0 ? nil : index,
            level: index % 2 == 0 ? .high : nil)
        }, text: text())
    }
    for _ in 0..<20 {
      let value = Grown(
        name: text(), rows: (0..<count(300)).map { _ in row() },
        grid: (0..<count(100)).map { _ in (0..<count(30)).map { _ in row() } })
      let json = try JSONEncoder().encode(value)
      #expect(try JSON.decode(Grown.self, from: Array(json)) == value)
      #expect(try JSON.decode([Grown].self, from: JSON.encode([value, value])) == [value, value])
      #expect(try Binary.decode(Grown.self, from: Binary.encode(value)) == value)
      let decoder = JSON.Decoder()
      for _ in 0..<3 { #expect(try decoder.decode(Grown.self, from: Array(json)) == value) }
    }
  }
}
