#if FERRY_YAML
import Ferry
import Testing

@Suite("Series of YAML documents")
struct DocumentSeriesTests {
  private struct Entry: Decodable, Equatable {
    let id: Int
    let tags: [String]
  }

  private let count = 3000

  private func document(_ id: Int) -> String { "id: \(id)\ntags: [a, 'b \(id)']\n" }

  private func series(replacing number: Int? = nil, by text: String = "") -> String {
    (0..<count).map { "---\n" + ($0 == number ? text : document($0)) }.joined()
  }

  @Test("all documents are decoded in order")
  func order() throws {
    let entries = try YAML.decodeAll(Entry.self, from: series())
    #expect(entries == (0..<count).map { Entry(id: $0, tags: ["a", "b \($0)"]) })
    #expect(try YAML.decodeAll(Entry.self, from: "# nothing\n").isEmpty)
    #expect(try YAML.decodeAll(Int?.self, from: "--- 1\n---\n--- 3\n") == [1, nil, 3])
  }

  @Test("a document after `...` needs no `---` (YAML 1.2.2, example 9.3)")
  func bareDocuments() throws {
    #expect(try YAML.decodeAll(AnyValue.self, from: "a: 1\n...\nb: 2\n") == [["a": 1], ["b": 2]])
    #expect(
      try YAML.decodeAll(String.self, from: "Bare\ndocument\n...\n# No document\n...\n|\n %!PS\n")
        == ["Bare document", "%!PS\n"])
    #expect(
      try YAML.decodeAll(Int.self, from: "1\n...\n...\n# %c\n2\n...\n%YAML 1.2\n---\n3\n...\n4\n")
        == [1, 2, 3, 4])
    #expect(try YAML.decodeAll([Int].self, from: "\u{FEFF}[1]\n...\n[2]") == [[1], [2]])
    #expect(try YAML.decodeAll(Int?.self, from: "1\n...\n...\n# no document\n") == [1])
    let many = (0..<500).map { "\($0)\n...\n" }.joined()
    #expect(try YAML.decodeAll(Int.self, from: many) == Array(0..<500))
    for text in [
      "{a: 1}\nb: 2\n", "1\n...\n%YAML 1.2\n2\n", "1\n...\n%TAG ! a:\n# c\n2\n", "1\n...\n]\n",
    ] {
      #expect(throws: DecodingError.self, "\(text)") {
        try YAML.decodeAll(AnyValue.self, from: text)
      }
    }
    let error = #expect(throws: DecodingError.self) {
      try YAML.decodeAll(Int.self, from: "1\n...\n# c\nx: [1]\n")
    }
    #expect(error?.problem?.place?.line == 4)
  }

  @Test(
    "an error in one of many documents has its location, and the documents before it are delivered",
    arguments: [
      ("id: one\ntags: []\n", 2, "id"), ("id: 1\ntags: [a, [b]]\n", 3, "tags[1]"),
      ("id: 1\n", 2, ""), ("id: 1\ntags: [a\n", 4, "tags[1]"),
    ])
  func failure(text: String, line: Int, path: String) throws {
    let number = 2500
    var entries: [Entry] = []
    let error = #expect(throws: DecodingError.self) {
      try YAML.Decoder().decodeEach(
        Entry.self, from: Array(series(replacing: number, by: text).utf8)
      ) { entries.append($0) }
    }
    #expect(entries.count == number)
    let failure = try #require(error?.problem)
    #expect(failure.place?.line == number * 3 + line)
    #expect(failure.path.description == path)
  }

  @Test("an error of the receiver ends the series unchanged")
  func receiver() {
    struct Enough: Error {}
    var taken = 0
    #expect(throws: Enough.self) {
      try YAML.Decoder().decodeEach(Entry.self, from: Array(series().utf8)) { _ in
        taken += 1
        if taken == 7 { throw Enough() }
      }
    }
    #expect(taken == 7)
  }

  @Test("every document has the limits for itself")
  func limits() throws {
    var decoder = YAML.Decoder()
    decoder.limits.nodes = 12
    #expect(try decoder.decodeAll(Entry.self, from: series()).count == count)
    #expect(throws: DecodingError.self) {
      try decoder.decodeAll(
        Entry.self, from: series(replacing: 2, by: "id: 1\ntags: [1, 2, 3, 4, 5, 6, 7, 8]\n"))
    }
  }

  @Test("a stream follows the decoder's limits and rules")
  func streamRules() throws {
    let text = Array("--- yes\n--- off\n".utf8)
    var decoder = YAML.Decoder(preset: .yaml11)
    #expect(
      try YAML.stream(Bool.self, from: .bytes(text), decoder: decoder).map { try $0.get() } == [
        true, false,
      ])
    #expect(throws: Problem.self) {
      try YAML.stream(Bool.self, from: .bytes(text)).map { try $0.get() }
    }
    decoder.limits.scalarBytes = 2
    #expect(throws: Problem.self) {
      try YAML.stream(Bool.self, from: .bytes(text), decoder: decoder).map { try $0.get() }
    }
  }

  @Test("unknown keys are an error in each document of a series and of a stream")
  func unknownKeys() throws {
    let number = 2500
    let text = Array(series(replacing: number, by: "id: 1\ntags: []\ncolor: red\n").utf8)
    let decoder = YAML.Decoder(preset: .strict)
    var entries: [Entry] = []
    let error = #expect(throws: DecodingError.self) {
      try decoder.decodeEach(Entry.self, from: text) { entries.append($0) }
    }
    #expect(entries.count == number)
    #expect(error?.problem?.kind == .unknownKey)
    #expect(error?.problem?.path == "color")
    #expect(error?.problem?.place?.line == number * 3 + 4)

    let options = StreamOptions(continuesAfterErrors: true)
    let results = Array(
      YAML.stream(Entry.self, from: .bytes(text), options: options, decoder: decoder))
    let failed = results.indices.filter { (try? results[$0].get()) == nil }
    #expect(results.count == count)
    #expect(failed == [number])
    #expect(throws: Problem.self) { try results[number].get() }
  }

  @Test("a decoder that outlives its document still reads it")
  func lateDecoding() throws {
    struct Late: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    let late = try YAML.decodeAll(Late.self, from: series())
    for id in [0, 1, count / 2, count - 1] {
      #expect(try Entry(from: late[id].decoder) == Entry(id: id, tags: ["a", "b \(id)"]))
    }
  }
}
#endif
