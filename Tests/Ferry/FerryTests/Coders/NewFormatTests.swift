import Ferry
import FerryTestSupport
import Testing

/// A value that is coded through the tape.
private struct ThroughTape<Value: Codable>: Codable {
  let value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A format of the tests brings a reader, a writer and a framing. Everything else comes with them.
@Suite("A format that Ferry does not know")
struct NewFormatTests {
  private struct Plain: Codable, Equatable {
    var id: Int
    var names: [String]
    var score: Double?
  }

  private static let records = (0..<20).map {
    SlotRecord(
      id: $0, name: "n\($0)", score: Double($0) / 4, active: $0 % 2 == 0, tags: ["a", "Zoë"],
      note: $0 % 3 == 0 ? "x" : nil)
  }

  /// The example of tnetstrings.org.
  @Test("the example of the specification is read and written")
  func example() throws {
    let text = "51:5:hello,39:11:12345678901#4:this,4:true!0:~4:\0\0\0\0,]}"
    let value: AnyValue = ["hello": [12_345_678_901, "this", true, nil, "\0\0\0\0"]]
    #expect(try TaggedNetstrings.decode(AnyValue.self, from: Array(text.utf8)) == value)
    #expect(try TaggedNetstrings.encode(value) == Array(text.utf8))
  }

  @Test("a value has the same bytes in both ways of coding, and both ways read them")
  func bothWays() throws {
    for record in Self.records {
      let bytes = try TaggedNetstrings.encode(record)
      #expect(try TaggedNetstrings.encode(ThroughTape(record)) == bytes)
      #expect(try TaggedNetstrings.decode(SlotRecord.self, from: bytes) == record)
      #expect(
        try TaggedNetstrings.decode(ThroughTape<SlotRecord>.self, from: bytes).value == record)
    }
  }

  @Test("options of all coders apply")
  func options() throws {
    let encoder = TaggedNetstrings.Encoder { $0.keyEncodingStrategy = .style(.kebabCase) }
    let bytes = try encoder.encode(["Plain": Plain(id: 1, names: [], score: nil)])
    var decoder = TaggedNetstrings.Decoder()
    decoder.depthLimit = 1
    #expect(throws: DecodingError.self) { try decoder.decode([String: Plain].self, from: bytes) }
    decoder.depthLimit = 3
    #expect(try decoder.decode([String: Plain].self, from: bytes)["Plain"]?.id == 1)
  }

  @Test("an error has a path and an offset")
  func errors() throws {
    let bytes = Array("29:2:id,1:1#5:names,9:3:abc,0:~]}".utf8)
    let error = #expect(throws: DecodingError.self) {
      try TaggedNetstrings.decode(Plain.self, from: bytes)
    }
    #expect(error?.problem?.path.description == "names[1]")
    #expect(error?.problem?.place?.offset == 28)
  }

  @Test("the beginning of a document is an error")
  func truncation() throws {
    let bytes = try TaggedNetstrings.encode(Self.records[0])
    for length in bytes.indices {
      let part = Array(bytes[..<length])
      #expect(throws: DecodingError.self) {
        try TaggedNetstrings.decode(SlotRecord.self, from: part)
      }
      #expect(throws: DecodingError.self) { try TaggedNetstrings.decode(AnyValue.self, from: part) }
    }
  }

  @Test("a document is read by paths")
  func documents() throws {
    let document = TaggedNetstrings.document(try TaggedNetstrings.encode(Self.records))
    #expect(try document.decode(String.self, at: "[3].name") == "n3")
    #expect(try document.values(at: "[*].id").map { try $0.decode(Int.self) } == Array(0..<20))
    try document.validate()
  }

  @Test("records are streamed, cut anywhere, and written")
  func streams() async throws {
    var bytes: [UInt8] = []
    let writer = try TaggedNetstrings.recordWriter(
      for: SlotRecord.self, to: .receiver { bytes += $0 })
    for record in Self.records { try writer.write(record) }
    try writer.finish()
    #expect(try Self.records.flatMap { try TaggedNetstrings.encode($0) } == bytes)
    let stream = TaggedNetstrings.stream(SlotRecord.self, from: .bytes(bytes))
    #expect(try stream.map { try $0.get() } == Self.records)
    for size in [1, 7, 64] {
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        bytes[$0..<min($0 + size, bytes.count)]
      }
      var found: [SlotRecord] = []
      let source = AsyncStream { continuation in
        for chunk in chunks { continuation.yield(chunk) }
        continuation.finish()
      }
      for await record in TaggedNetstrings.stream(SlotRecord.self, from: .chunks(source)) {
        found.append(try record.get())
      }
      #expect(found == Self.records)
    }
    let plain = TaggedNetstrings.stream(AnyValue.self, from: .bytes(bytes))
    #expect(try plain.map { try $0.get()["name"]?.string } == Self.records.map(\.name))
  }
}
