import Ferry
import Foundation
import Testing

/// Properties that a mapping ignores, and that the compiler's `init(from:)` asks for.
@Suite("Ignored properties of a mapping")
struct IgnoredPropertiesTests {
  private struct Model: Codable, Equatable, KeyMapped {
    var id: Int
    var cache: [String] = ["default"]
    var index: [String: Int] = [:]
    var marks: Set<Int> = []
    var title = ""
    var note: String?
    @DefaultValue<Defaults.Zero<Int>> var count = 0
    static let mapping = KeyMapping(
      ignoring: ["cache", "index", "marks", "title", "note", "count"])
  }

  private static let empty = Model(id: 1, cache: [])

  @Test(
    "an ignored property is nil, its default or empty, with and without its key",
    arguments: [
      #"{"id":1}"#,
      #"{"id":1,"cache":["x"],"index":{"x":1},"marks":[1],"title":"t","note":"n","count":3}"#,
    ])
  func decoding(_ json: String) throws {
    #expect(try JSON.decode(Model.self, from: json) == Self.empty)
    #expect(try JSON.decode([Model].self, from: "[\(json)]") == [Self.empty])
    let foundation = try JSONDecoder().decode(KeyMappedValue<Model>.self, from: Data(json.utf8))
    #expect(foundation.value == Self.empty)
  }

  @Test("an encoded value with ignored properties decodes")
  func roundTrip() throws {
    let value = Model(id: 1, cache: ["x"], title: "t", count: 5)
    #expect(try JSON.string(value) == #"{"id":1}"#)
    #expect(try JSON.decode(Model.self, from: JSON.encode(value)) == Self.empty)
  }

  private struct Outer: Codable, Equatable, KeyMapped {
    var model: Model
    static let mapping: KeyMapping = ["model.id": "number"]
  }

  @Test("a child whose members come from elsewhere has empty properties as well")
  func overlays() throws {
    let outer = try JSON.decode(Outer.self, from: #"{"model":{"cache":["x"]},"number":1}"#)
    #expect(outer == Outer(model: Self.empty))
  }

  @Test("an ignored property without an empty value is an error that names it")
  func noEmptyValue() throws {
    struct Counter: Codable, KeyMapped {
      var id: Int
      var count = 5
      static let mapping = KeyMapping(ignoring: ["count"])
    }
    let error = #expect(throws: Problem.self) {
      try JSON.decode(Counter.self, from: #"{"id":1,"count":3}"#)
    }
    #expect(
      error?.detail == """
        Counter: the ignored property 'count' gets no value in decoding: make it an optional, or give it a \
        default with @DefaultValue
        """)
  }
}
