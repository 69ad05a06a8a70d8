import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Long arrays are decoded in groups of elements")
struct LongListsTests {
  private struct Record: Codable, Equatable {
    var id: Int
    var tags: [Int]
    var note: String?
  }

  private static let records = (0..<40_000).map {
    Record(id: $0, tags: [$0, 1], note: $0 % 3 == 0 ? "n\"\($0)" : nil)
  }
  private static let text: String = (try? JSON.string(records)) ?? ""

  @Test("a long array has the encoded elements")
  func values() throws {
    #expect(Self.text.utf8.count > 1 << 20)
    #expect(try JSON.decode([Record].self, from: Self.text) == Self.records)
    let integers = Array(0..<200_000)
    #expect(try JSON.decode([Int].self, from: JSON.encode(integers)) == integers)
    #expect(
      try JSON.decode([Double].self, from: JSON.encode(integers)) == integers.map(Double.init))
    let words = integers.map { "w\($0)" }
    #expect(try JSON.decode([String].self, from: JSON.encode(words)) == words)
    let lists = integers.map { [[$0]] }
    #expect(try JSON.decode([[[Int]]].self, from: JSON.encode(lists)) == lists)
    let options = integers.map { $0 % 2 == 0 ? $0 : nil }
    #expect(try JSON.decode([Int?].self, from: JSON.encode(options)) == options)
    #expect(try JSON.decode([AnyValue].self, from: JSON.encode(lists)).count == lists.count)
    #expect(try JSON.decode(AnyValue.self, from: JSON.encode(lists)).array?.count == lists.count)
  }

  @Test("an error late in the array has its path, location and text")
  func errors() throws {
    let bad = Self.text.replacing("\"id\":39000,", with: "\"id\":\"x\",")
    let offset = try #require(bad.utf8.firstRange(of: "\"id\":\"x\"".utf8))
    let error = try #require(
      #expect(throws: DecodingError.self) { try JSON.decode([Record].self, from: bad) })
    let summary = ErrorSummary(error)
    #expect(summary.path == ["Index 39000", "id"])
    #expect(
      summary.text
        == #"1:1378082: wrong type of value: expected Int, found text "x", at [39000].id"#)
    let start = bad.utf8.distance(from: bad.utf8.startIndex, to: offset.lowerBound)
    #expect(error.problem?.place?.offset == start + 5)

    struct Picky: Decodable {
      init(from decoder: any Decoder) throws {
        let record = try Record(from: decoder)
        guard record.id < 39_500 else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "too many"))
        }
      }
    }
    let own = try #require(
      #expect(throws: DecodingError.self) { try JSON.decode([Picky].self, from: Self.text) })
    #expect(ErrorSummary(own).path == ["Index 39500"])
    let found = Self.text.utf8.dropFirst(own.problem?.place?.offset ?? 0).prefix(12)
    #expect(String(decoding: found, as: UTF8.self) == "{\"id\":39500,")
  }

  @Test(
    "invalid text in a long array has the path and the hints of a short one",
    arguments: ["nul", "'x'", "01", "1 2", "\"\\x\"", "[" + String(repeating: "[", count: 600)])
  func faults(value: String) throws {
    func problem(_ count: Int) throws -> Problem {
      let elements =
        (0..<count).map { #"{"tags":[],"id":\#($0)}"# } + [#"{"tags":[],"id":\#(value)}"#]
      let text = "[" + elements.joined(separator: ",") + "]"
      #expect((text.utf8.count > 1 << 18) == (count > 10))
      let error = try #require(
        #expect(throws: DecodingError.self) { try JSON.decode([Record].self, from: text) })
      return try #require(error.problem)
    }
    let (short, long) = (try problem(10), try problem(50_000))
    #expect(long.summary == short.summary)
    #expect(long.detail == short.detail)
    #expect(long.hint == short.hint)
    #expect(long.path.steps.first == .index(50_000))
    #expect(long.path.steps.dropFirst() == short.path.steps.dropFirst())
  }

  @Test(
    "invalid text at the very end is an error with a location",
    arguments: ["", "]]", ",]", "}", "] 1", ",", "x]"])
  func syntax(end: String) throws {
    let bad = Self.text.dropLast() + end
    let error = #expect(throws: DecodingError.self) { try JSON.decode([Record].self, from: bad) }
    #expect((error?.problem?.place?.offset ?? 0) >= Self.text.utf8.count - 1)
  }

  @Test("the depth of elements counts the array around them")
  func depth() throws {
    let filler = String(repeating: " ", count: 300_000)
    for (depth, isRead) in [(511, true), (512, false)] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let text = "[" + filler + nested + "]"
      #expect(((try? JSON.decode([AnyValue].self, from: text)) != nil) == isRead, "\(depth)")
    }
  }

  @Test("a decoder that outlives its group still reads")
  func late() throws {
    struct Late: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    let late = try JSON.decode([Late].self, from: Array(Self.text.utf8))
    #expect(late.count == Self.records.count)
    for index in [0, 1, 20_000, 39_999] {
      #expect(try Record(from: late[index].decoder) == Self.records[index])
      #expect(late[index].decoder.codingPath.map(\.intValue) == [index])
    }
  }

  @Test(
    "the tape takes at most a megabyte beside the input and the result",
    .enabled(if: AllocationCounter.isAvailable))
  func memory() throws {
    struct Small: Decodable {
      var id: Int32
    }
    let count = 100_000
    let bytes = Array(
      "[\((0..<count).map { "{\"id\":\($0),\"tags\":[1,2,3,4,5,6,7,8]}" }.joined(separator: ","))]"
        .utf8)
    #expect(bytes.count > 3_000_000)
    let allocations = try AllocationCounter.count(atLeast: 1 << 20) {
      let records = try JSON.decode([Small].self, from: bytes)
      try #require(records.count == count)
    }
    // The result has half a megabyte.
    #expect(allocations.largest <= 1 << 20, "\(allocations.largest)")
  }
}
