import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Text in other encodings")
struct TextEncodingsTests {
  private static let marks: [(name: String, encoding: String.Encoding, mark: [UInt8])] = [
    ("UTF-8 with a mark", .utf8, [0xEF, 0xBB, 0xBF]),
    ("UTF-16, big-endian", .utf16BigEndian, []),
    ("UTF-16, little-endian", .utf16LittleEndian, []),
    ("UTF-32, big-endian", .utf32BigEndian, []),
    ("UTF-32, little-endian", .utf32LittleEndian, []),
    ("UTF-16 with a mark, big-endian", .utf16BigEndian, [0xFE, 0xFF]),
    ("UTF-16 with a mark, little-endian", .utf16LittleEndian, [0xFF, 0xFE]),
    ("UTF-32 with a mark, big-endian", .utf32BigEndian, [0, 0, 0xFE, 0xFF]),
    ("UTF-32 with a mark, little-endian", .utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
    ("UTF-32 with an exchanged mark", .utf32LittleEndian, [0xFE, 0xFF, 0, 0]),
  ]

  private func bytes(_ text: String, _ encoding: String.Encoding, _ mark: [UInt8]) throws -> [UInt8]
  {
    mark + (try #require(text.data(using: encoding)))
  }

  @Test(
    "documents in every encoding are read, with a byte order mark and without",
    arguments: marks.indices)
  func documents(index: Int) throws {
    let (name, encoding, mark) = Self.marks[index]
    let text = #"{"name": "käse € 👍🏻", "tags": ["a\u00e9"], "n": -1.5e2}"#
    struct Model: Decodable, Equatable {
      var name: String
      var tags: [String]
      var n: Double
    }
    let input = try bytes(text, encoding, mark)
    let model = try JSON.decode(Model.self, from: input)
    #expect(model == Model(name: "käse € 👍🏻", tags: ["aé"], n: -150), "\(name)")
    #expect(try JSON.decode(Model.self, from: Data(input)) == model, "\(name)")
    let document = JSON.document(input)
    #expect(try document.decode(String.self, at: "tags[0]") == "aé", "\(name)")
    #expect(try document.decode(Model.self) == model, "\(name)")
    try document.validate()
  }

  @Test("a document of one character is read in every encoding", arguments: marks.indices)
  func fragments(index: Int) throws {
    let (name, encoding, mark) = Self.marks[index]
    for (text, value) in [("7", 7), ("10", 10), ("123", 123)] {
      let input = try bytes(text, encoding, mark)
      #expect(try JSON.decode(Int.self, from: input) == value, "\(name)")
    }
  }

  @Test(
    "the location of an error is that in the original text",
    arguments: [
      (String.Encoding.utf16LittleEndian, [0xFF, 0xFE] as [UInt8], 2 + 2 * 12),
      (.utf16BigEndian, [], 2 * 12), (.utf32LittleEndian, [], 4 * 11),
    ])
  func places(encoding: String.Encoding, mark: [UInt8], offset: Int) throws {
    // A surrogate pair is two units of UTF-16 and one of UTF-32.
    let input = try bytes("{\n  \"👍\": 1\n\"", encoding, mark)
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([String: Int].self, from: input)
    }
    let place = try #require(error?.problem?.place)
    #expect(place.line == 3)
    #expect(place.column == 1)
    #expect(place.offset == offset)
  }

  @Test(
    "text that is invalid in its encoding is an error",
    arguments: [
      ([0xFE, 0xFF, 0, 0x22, 0xD8, 0, 0, 0x22], "UTF-16"), ([0xFF, 0xFE, 0x22], "UTF-16"),
      ([0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0], "UTF-32"), ([0x5B, 0, 0, 0, 0x5D, 0], "UTF-32"),
    ] as [([UInt8], String)])
  func illFormed(input: [UInt8], name: String) throws {
    let error = #expect(throws: DecodingError.self) { try JSON.decode(AnyValue.self, from: input) }
    #expect(error?.problem?.place != nil)
    #expect("\(try #require(error))".contains(name))
  }

  @Test("a decoder that outlives its call keeps the converted text")
  func late() throws {
    struct Late: Decodable {
      let container: any SingleValueDecodingContainer
      init(from decoder: any Decoder) throws { container = try decoder.singleValueContainer() }
    }
    let late = try JSON.decode(
      Late.self, from: bytes(#""a long enough text""#, .utf16BigEndian, []))
    #expect(try late.container.decode(String.self) == "a long enough text")
  }
}
