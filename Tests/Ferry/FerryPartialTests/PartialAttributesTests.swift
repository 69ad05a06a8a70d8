import FerryMacros
import FerryPartial
import FerryTestSupport
import Foundation
import Testing

@DirectCodable @PartiallyDecodable @KeyStyle(.snakeCase)
private struct Everything: Equatable {
  var userName: String
  @As(.iso8601) var createdAt: Date
  @As(.base64) var bytes: Data?
  @Tolerant var count: Int?
  @Lossy var numbers: [Int] = []
  @Lossy var items: [Item] = []
  @Default(missing: 1, error: 2) var level: Int
  @Default(error: "?") var mark: String?
  @Range(1...9) @Default(missing: 5, error: 7) var rank: Int
  @Alias("labels", "meta.tags") var tags: [Item] = []
  @Key("meta.source.name") var source: String?
  @Key("meta.source.size") var size = 3
  @Nil(.null) var note: String?
  var anything: AnyValue = .null
  @Flatten var place: Place
  @Flatten var rest: [String: AnyValue]

  @DirectCodable @PartiallyDecodable
  struct Item: Equatable { var text: String }

  @DirectCodable
  struct Place: Equatable { var city: String }
}

@DirectCodable @PartiallyDecodable
private struct Identifier: RawRepresentable, Equatable {
  var rawValue: String
}

/// Parts of models with attributes.
@Suite struct PartialAttributesTests {
  private static let text = #"""
    {"userName":"late","labels":[{"text":"x"}],"created_at":"2001-12-14T00:00:00Z","bytes":"AQI=",
    "count":"42","numbers":[1,"b",3],"items":[{"text":"a"},5],"level":"high","mark":[],"rank":100,
    "meta":{"tags":[{"text":"y"}],"source":{"name":"web","size":9}},"anything":null,"city":"Rome",
    "other":[1],"user_name":"Ada"}
    """#

  private func part(_ text: String) throws -> Everything.Partial {
    var partial = JSON.partial(Everything.self)
    for byte in text.utf8 { try partial.append([byte]) }
    return try #require(partial.value)
  }

  @Test("a part has every member, with the value of the whole")
  func members() throws {
    let whole = try JSON.decode(Everything.self, from: Self.text)
    let part = try part(Self.text)
    #expect(part.userName == "Ada" && part.createdAt == whole.createdAt)
    #expect(part.bytes == whole.bytes && part.count == 42)
    #expect(part.numbers == [1, 3] && part.items == [.init(text: "a")])
    #expect(part.level == 2 && part.mark == "?" && part.rank == 7)
    #expect(part.tags?.map(\.text) == ["x"] && whole.tags.map(\.text) == ["x"])
    #expect(part.source == "web" && part.size == 9)
    #expect(part.anything == .some(.null) && part.note == nil)
    #expect(part.place == whole.place && part.rest == whole.rest)
  }

  @Test("a member grows at its path, and comes whole with an attribute")
  func growth() throws {
    var partial = JSON.partial(Everything.self)
    try partial.append(#"{"meta":{"source":{"name":"we"#)
    #expect(partial.value?.source == "we")
    try partial.append(#"b"},"tags":[{"text":"y"}]},"created_at":"2001-12-14T"#)
    #expect(partial.value?.source == "web" && partial.value?.tags == nil)
    #expect(partial.value?.createdAt == nil)
    try partial.append(#"00:00:00Z","tags":[{"text":"b"#)
    #expect(partial.value?.createdAt == Date(timeIntervalSince1970: 1_008_288_000))
    #expect(partial.value?.tags?.map(\.text) == ["b"])
    try partial.append(#"e"}],"user_name":"A","city":"Rome"}"#)
    #expect(partial.value?.place == .init(city: "Rome"))
    #expect(try partial.finish().tags == [.init(text: "be")])
  }

  @Test("a value that a better path replaces is not checked")
  func unused() throws {
    let text =
      #"{"user_name":"A","userName":5,"labels":7,"tags":[],"city":"R","#
      + #""created_at":"2001-12-14T00:00:00Z"}"#
    let whole = try JSON.decode(Everything.self, from: text)
    let part = try part(text)
    #expect(part.userName == "A" && part.tags?.isEmpty == true && whole.tags.isEmpty)
  }

  @Test("an invalid value is an error with its path, also at a path of several keys")
  func errors() {
    for (text, path) in [
      (#"{"created_at":"tomorrow","#, "created_at"), (#"{"meta":{"source":5"#, "meta.source"),
      (#"{"meta":{"source":{"size":"x","#, "meta.source.size"), (#"{"labels":7}"#, "labels"),
      (#"{"count":"x","#, "count"),
    ] {
      var partial = JSON.partial(Everything.self)
      let error = #expect(throws: DecodingError.self, "\(text)") { try partial.append(text) }
      #expect(error?.problem.map { "\($0.path)" } == path)
    }
  }

  @Test("a struct that is coded as its raw value comes whole")
  func rawValues() throws {
    var partial = JSON.partial([Identifier].self)
    try partial.append(#"["a","b"#)
    #expect(partial.value == [Identifier(rawValue: "a")])
    try partial.append("\"]")
    #expect(try partial.finish() == partial.value)
  }
}
