import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite struct DocumentTests {
  // MARK: Paths

  /// The shared table, in each format.
  @Test("a path in a document leads to its values in order", arguments: PathCases.resolving)
  func resolves(_ path: MatchCase) throws {
    let wire = try path.parsed()
    let hasEqualKeys = path.document.contains(#""a":1,"a":"#)
    for (name, document) in try Formats.documents(path.document, hasEqualKeys: hasEqualKeys) {
      let expected = try path.matches.map { try JSON.decode(AnyValue.self, from: $0) }
      #expect(
        try document.values(at: wire).map { try $0.decode(AnyValue.self) } == expected, "\(name)")
      #expect(try document.value(at: wire)?.decode(AnyValue.self) == expected.first, "\(name)")
      // The way that was taken leads to the same value again, without wildcards.
      for match in try document.values(at: wire) {
        #expect(!match.path.hasWildcard)
        #expect(
          try document.decode(AnyValue.self, at: match.path) == match.decode(AnyValue.self),
          "\(name)")
      }
    }
  }

  @Test("paths start from any value of a document")
  func goesOnFromAnyValue() throws {
    for document in try Formats.all(#"{"a":{"b":[10,{"c":"x"}]},"d":2}"#) {
      let list = try #require(try document["a"]?["b"])
      #expect(try list[1]?["c"]?.decode(String.self) == "x")
      #expect(try list["b"] == nil && list[-1] == nil && document["a.b"] == nil)
      #expect(list.path == "a.b")
      #expect(list.key == "b")
      #expect(try list.kind == .array)
      #expect(try list.decode(String.self, at: "[1].c") == "x")
      #expect(try list.value(at: "[2]") == nil)
      #expect(try list.value(at: "[0]")?.index == 0)
      #expect(try document.value(at: WirePath(pointer: "/a/b/0"))?.decode(Int.self) == 10)
    }
  }

  @Test("children are the members or elements in order")
  func children() throws {
    for document in try Formats.all(#"{"x":[1,2.5,"three",null,true],"y":{"b":1,"a":2},"z":7}"#) {
      #expect(try document.children().map(\.key) == ["x", "y", "z"])
      let list = try #require(try document.value(at: "x"))
      #expect(try list.children().map { try $0.kind } == [.number, .number, .string, .null, .bool])
      #expect(try list.children().map(\.index) == [0, 1, 2, 3, 4])
      var keys: [String] = []
      try document.value(at: "y")?.forEachValue(at: "[*]") {
        keys.append("\($0.key ?? "")=\(try $0.decode(Int.self))")
      }
      #expect(keys == ["b=1", "a=2"])
      #expect(try document.value(at: "z")?.children().isEmpty == true)
    }
  }

  @Test("numbers in packed arrays are values")
  func numbersInPackedLists() throws {
    let numbers = (0..<100).map { $0 * 1000 }
    let document = Binary.document(try Binary.encode(["n": numbers]))
    #expect(try document.decode(Int.self, at: "n[99]") == 99_000)
    #expect(try document.value(at: "n[100]") == nil)
    #expect(try document.values(at: "n[*]").map { try $0.decode(Int.self) } == numbers)
    #expect(try document.decode([Int].self, at: "n") == numbers)
    #expect(try document.value(at: "n[5]")?.children().isEmpty == true)
  }

  /// An index that no list has leads nowhere, in any format, and nothing can be set there.
  @Test(
    "a negative index has no match",
    arguments: [
      [.index(-1)], [.index(.min)], [.keyOrIndex(-1)], [.index(0), .index(-1)],
      [.index(0), .keyOrIndex(-9)], [.index(1), .index(-1), .key("a")], [.wildcard, .index(-1)],
      [.index(2), .key("b"), .index(-2)], [.index(3), .index(-1)],
    ] as [[WirePath.Step]])
  func negativeIndexesLeadNowhere(_ steps: [WirePath.Step]) throws {
    let path = WirePath(steps: steps)
    let json = #"[[1000,2000,3000,4000,5000,6000,7000,8000],[{"a":1}],{"b":[true]},7]"#
    for (name, document) in try Formats.documents(json) {
      #expect(try document.value(at: path) == nil, "\(name)")
      #expect(try document.values(at: path).isEmpty, "\(name)")
      // Nothing was left in the middle of a list.
      #expect(try document.values(at: "[*][0]").count == 2, "\(name)")
    }
    var value = try JSON.decode(AnyValue.self, from: json)
    let before = value
    #expect(value.value(at: path) == nil && value.values(at: path).isEmpty)
    let (isSet, isRemoved) = (value.set(1, at: path), value.set(nil, at: path))
    #expect(!isSet && isRemoved && value == before)
  }

  // MARK: Decoding

  struct User: Codable, Equatable {
    var name: String
    var home: URL?
    var born: Date?
  }

  @Test("any type decodes from a document")
  func decodesAnyType() throws {
    let json =
      #"{"users":[{"name":"Ada"},{"name":"Bo\u0062","home":"https://a.b","born":1.5}],"n":null}"#
    let bob = User(
      name: "Bob", home: URL(string: "https://a.b"),
      born: Date(timeIntervalSinceReferenceDate: 1.5))
    for (name, document) in try Formats.documents(json) {
      let one: User = try document.decode(at: "users[1]")
      #expect(one == bob, "\(name)")
      let all = try document.decode([User].self, at: "users")
      #expect(all.count == 2 && all.last == bob, "\(name)")
      #expect(try document.decodeIfPresent(User.self, at: "users[2]") == nil)
      #expect(try document.decodeIfPresent(User.self, at: "n") == nil)
      let names = try document.values(at: "users[*].name").map { try $0.decode(String.self) }
      #expect(names == ["Ada", "Bob"], "\(name)")
    }
  }

  @Test("the options of the decoder apply to documents")
  func decodersOptionsHold() throws {
    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct Event: Decodable, Equatable {
      var startsAt: Date
    }
    let document = JSON.document(#"{"list":[{"starts_at":60}]}"#, decoder: decoder)
    #expect(
      try document.decode(Event.self, at: "list[0]")
        == Event(startsAt: Date(timeIntervalSince1970: 60)))
  }

  @Test("a path without a match is an error with the location of its last value")
  func aMissingPathIsAnErrorWithThePlaceThatItEndsAt() throws {
    let document = JSON.document("{\n  \"top\": {\n    \"second\": \"x\"\n  }\n}")
    let error = #expect(throws: DecodingError.self) {
      try document.decode(Int.self, at: "top.third.fourth")
    }
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key.stringValue == "third")
    #expect(context.codingPath.map(\.stringValue) == ["top"])
    #expect(error?.problem?.place?.line == 2)
    #expect(throws: DecodingError.self) { try document.decode(Int.self, at: "top.second.third") }
  }

  @Test("an error has the path and the location in the whole document")
  func errorsHaveThePathAndThePlaceInTheWholeDocument() throws {
    for document in try Formats.all(#"{"a":[{"n":1},{"n":"x"}]}"#) {
      struct Item: Decodable {
        var n: Int
      }
      let error = #expect(throws: DecodingError.self) {
        try document.decode(Item.self, at: "a[1]")
      }
      guard case .typeMismatch(_, let context) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1", "n"])
    }
    let text = "{\"a\":\n [{\"n\":1},\n  {\"n\":\"x\"}]}"
    let error = #expect(throws: DecodingError.self) {
      try JSON.document(text).decode([[String: Int]].self, at: "a")
    }
    #expect(error?.problem?.place?.line == 3 && error?.problem?.place?.column == 8)
  }

  /// An error in a part has the same report as an error in the whole document.
  @Test(
    "an error has the same report as one from the whole document",
    arguments: [#"{"n":"2"}"#, #"{"m":3}"#, #"{"n":null}"#])
  func reportsAreThoseOfTheWholeDocument(_ wrong: String) throws {
    struct Item: Decodable {
      var n: Int
    }
    let json = "{\"a\":\n [{\"n\":1},\n  \(wrong)]}"
    for (name, document) in try Formats.documents(json) {
      let whole = #expect(throws: DecodingError.self) {
        try document.decode([String: [Item]].self)
      }
      let part = #expect(throws: DecodingError.self) {
        try document.decode(Item.self, at: "a[1]")
      }
      #expect(part?.problem?.description == whole?.problem?.description, "\(name)")
      #expect(part?.problem?.path.description.hasPrefix("a[1]") == true, "\(name)")
    }
  }

  // MARK: Validity

  @Test("bytes after the value are not read")
  func nothingIsReadBehindTheValue() throws {
    let document = JSON.document(Array(#"{"a":{"b":1},"c":["#.utf8) + [0xFF, 0xFE])
    #expect(try document.decode(Int.self, at: "a.b") == 1)
    #expect(throws: DecodingError.self) { try document.value(at: "d") }
    #expect(throws: DecodingError.self) { try document.validate() }
    #expect(throws: DecodingError.self) { try document.decode([String: AnyValue].self) }
  }

  @Test("validating finds errors anywhere in the document")
  func validates() throws {
    for document in try Formats.all(#"{"a":[1,{"b":null}]}"#) { try document.validate() }
    let document = JSON.document(#"{"a":[1,{"b":nul}]}"#)
    let error = #expect(throws: DecodingError.self) { try document.validate() }
    #expect(error?.problem?.place?.offset == 16)
    #expect(throws: DecodingError.self) { try Binary.document([0xB5, 0x10]).validate() }
    #if FERRY_YAML
    #expect(throws: DecodingError.self) { try YAML.document("a: [1").value(at: "a") }
    #expect(throws: DecodingError.self) { try YAML.document("a: 1\n---\nb: 2\n").value(at: "a") }
    #endif
  }

  @Test("a byte order mark is skipped")
  func aByteOrderMarkIsSkipped() throws {
    let document = JSON.document([0xEF, 0xBB, 0xBF] + Array(#" {"a":1}"#.utf8))
    #expect(try document.decode(Int.self, at: "a") == 1)
    #expect(try document.kind == .object)
  }

  @Test(
    "invalid text is an error",
    arguments: ["", " ", "nul", "[", "{", #"{"a""#, #"{"a":"#, "]", "\u{0}"])
  func textThatIsNoValueIsAnError(_ text: String) {
    let document = JSON.document(text)
    #expect(throws: DecodingError.self) { _ = try document.decode(AnyValue.self) }
    if text != "nul" {
      #expect(throws: DecodingError.self) { _ = try document.children() }
    }
  }

  // MARK: Ownership

  @Test("a document is created from any collection of bytes and from text")
  func takesWhateverHoldsBytes() throws {
    let text = #"xx{"a":[1,2,3]}"#
    let bytes = Array(text.utf8)
    #expect(try JSON.document(bytes[2...]).decode([Int].self, at: "a") == [1, 2, 3])
    #expect(try JSON.document(Data(bytes)[2...]).decode([Int].self, at: "a") == [1, 2, 3])
    #expect(try JSON.document(text.dropFirst(2)).decode([Int].self, at: "a") == [1, 2, 3])
    #expect(
      try JSON.document(bytes.lazy.map { $0 }.dropFirst(2).map { $0 }).decode(Int.self, at: "a[2]")
        == 3)
  }

  @Test("a value that outlives a borrowed document has a copy of its bytes")
  func whatIsKeptOfABorrowedDocumentKeepsACopy() throws {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
    bytes.copyBytes(from: Array(#"{"a":[17]}"#.utf8))
    var kept: Document?
    let inside = try JSON.withDocument(UnsafeRawBufferPointer(bytes).bytes) { document in
      kept = try document.value(at: "a")
      return try document.decode(Int.self, at: "a[0]")
    }
    bytes.initializeMemory(as: UInt8.self, repeating: 0x21)
    bytes.deallocate()
    #expect(inside == 17)
    #expect(try kept?.decode([Int].self) == [17])
  }

  @Test("a document may borrow a span")
  func spansAreLentToo() throws {
    let bytes = Array(#"{"a":[17]}"#.utf8)
    let value = try JSON.withDocument(bytes.span.bytes) { try $0.decode(Int.self, at: "a[0]") }
    #expect(value == 17)
  }

  @Test("many threads share one document")
  func oneDocumentServesManyThreads() async throws {
    for (_, document) in try Formats.documents(#"{"a":[{"n":1},{"n":2},{"n":3}]}"#) {
      let sum = try await withThrowingTaskGroup(of: Int.self) { group in
        for task in 0..<64 {
          group.addTask {
            try document.decode(
              Int.self, at: WirePath(steps: [.key("a"), .index(task % 3), .key("n")]))
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(sum == (0..<64).reduce(0) { $0 + $1 % 3 + 1 })
    }
  }
}
