import Ferry
import FerryTestSupport
import Testing

@Suite("Coders and containers that outlive their call")
struct LateContainersTests {
  private typealias Key = ContainersTests.Key

  /// A model that decodes nothing until it is asked.
  private final class Lazy: Decodable {
    let decoder: any Decoder
    let container: KeyedDecodingContainer<ContainersTests.Key>
    var list: any UnkeyedDecodingContainer

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      container = try decoder.container(keyedBy: Key.self)
      list = try container.nestedUnkeyedContainer(forKey: "list")
    }
  }

  private static let text =
    #"{"name":"a name that is long enough for the heap","list":[1,"two",{"n":3}],"esc":"\u00e9"}"#

  private func check(_ lazy: Lazy) throws {
    #expect(try lazy.container.decode(String.self, forKey: "name").hasPrefix("a name"))
    #expect(try lazy.list.decode(Int.self) == 1)
    #expect(try lazy.list.decode(String.self) == "two")
    #expect(try lazy.list.decode([String: Int].self) == ["n": 3])
    #expect(lazy.list.isAtEnd)
    #expect(try lazy.container.decode(String.self, forKey: "esc") == "é")
    #expect(throws: DecodingError.self) { try lazy.container.decode(Int.self, forKey: "name") }
    let again = try lazy.decoder.container(keyedBy: Key.self)
    #expect(again.allKeys.count == 3)
    #expect(lazy.list.codingPath.last?.stringValue == "list")
  }

  @Test("kept decoders and containers work after decode has returned")
  func decoders() throws {
    let lazy = try JSON.decode(Lazy.self, from: Self.text)
    for index in 0..<50 { #expect(try JSON.decode([Int].self, from: "[\(index)]") == [index]) }
    try check(lazy)
  }

  @Test("a container that a late decoder makes outlives that decoder")
  func laterContainers() throws {
    var lazy: Lazy? = try JSON.decode(Lazy.self, from: Self.text)
    let container = try lazy?.decoder.container(keyedBy: Key.self)
    lazy = nil
    for index in 0..<50 { #expect(try JSON.decode([Int].self, from: "[\(index)]") == [index]) }
    #expect(try container?.decode(String.self, forKey: "esc") == "é")
  }

  @Test("kept decoders work in the binary format and in YAML")
  func otherFormats() throws {
    let value = try JSON.decode(AnyValue.self, from: Self.text)
    try check(Binary.decode(Lazy.self, from: Binary.encode(value)))
    #if FERRY_YAML
    try check(YAML.decode(Lazy.self, from: YAML.encode(value)))
    #endif
  }

  @Test("kept decoders work after the input's memory is freed")
  func memory() throws {
    let bytes = Array(Self.text.utf8)
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    input.copyBytes(from: bytes)
    let lazy = try JSON.decode(Lazy.self, from: UnsafeRawBufferPointer(input))
    for index in input.indices { input[index] = UInt8(ascii: "x") }
    input.deallocate()
    try check(lazy)
  }

  @Test("many documents can be kept at a time")
  func many() throws {
    let kept = try (0..<40).map { _ in try JSON.decode([Lazy].self, from: "[\(Self.text)]") }
    for lazy in kept.joined() { try check(lazy) }
  }

  /// A holder of a container until after the call, as a value of the coder's `userInfo`.
  private final class Keeper: @unchecked Sendable {
    // Sendable, because one thread uses it.
    static let key = CodingUserInfoKey(rawValue: "keeper")
    var container: Any?
  }

  /// A model that gives its container to the keeper.
  private struct Giving: Codable {
    init() {}

    init(from decoder: any Decoder) throws {
      let keeper = Keeper.key.flatMap { decoder.userInfo[$0] as? Keeper }
      keeper?.container = try decoder.container(keyedBy: Key.self)
    }

    func encode(to encoder: any Encoder) throws {
      let keeper = Keeper.key.flatMap { encoder.userInfo[$0] as? Keeper }
      keeper?.container = encoder.container(keyedBy: Key.self)
    }
  }

  @Test("a call whose container is let go of is freed", arguments: [true, false])
  func freeing(isDecoding: Bool) throws {
    let key = try #require(Keeper.key)
    let calls = 2000
    var liveCount: [() -> Int] = []
    for _ in 0..<calls {
      let keeper = Keeper()
      if isDecoding {
        _ = try JSON.Decoder().decode(Giving.self, from: "{}", userInfo: [key: keeper])
      } else {
        _ = try JSON.Encoder().encode(Giving(), userInfo: [key: keeper])
      }
      #expect(keeper.container != nil)
      keeper.container = nil
      liveCount.append { [weak keeper] in keeper == nil ? 0 : 1 }
    }
    // The last ones go with the next containers that outlive their calls. Other tests keep some.
    #expect(liveCount.reduce(0) { $0 + $1() } < calls / 4)
  }

  /// A model that reads nothing until it is asked.
  private struct Deferred: Decodable {
    let container: KeyedDecodingContainer<ContainersTests.Key>
    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: Key.self)
    }
  }

  @Test("the end of a call may decode, and keep a container of its own")
  func endThatDecodes() throws {
    final class Last: @unchecked Sendable {
      static let key = CodingUserInfoKey(rawValue: "last")
      deinit { withExtendedLifetime(try? JSON.decode(Deferred.self, from: "{}")) {} }
    }
    let key = try #require(Last.key)
    for _ in 0..<500 {
      _ = try JSON.Decoder().decode(Deferred.self, from: "{}", userInfo: [key: Last()])
    }
  }

  @Test("a record that is kept reads its values after its stream")
  func records() throws {
    let values = (0..<200).map { #"{"name":"value \#($0)","list":[\#($0),{"a":null}]}"# }
    func kept(_ count: Int) throws -> [Deferred] {
      let bytes = Array(values.joined(separator: "\n").utf8)
      return try JSON.stream(Deferred.self, from: .bytes(bytes)).prefix(count).map { try $0.get() }
    }
    for count in [1, 3, 200] {
      for (index, record) in try kept(count).enumerated() {
        #expect(try record.container.decode(String.self, forKey: "name") == "value \(index)")
        let list = try record.container.decode(Raw<JSON>.self, forKey: "list")
        #expect(String(decoding: list.bytes, as: UTF8.self) == #"[\#(index),{"a":null}]"#)
      }
    }
  }

  #if FERRY_YAML
  /// A model of a stream that fails at one of its records.
  private struct Failing: Decodable {
    let id: Int
    let container: KeyedDecodingContainer<ContainersTests.Key>
    nonisolated(unsafe) static var kept: [(Int, KeyedDecodingContainer<ContainersTests.Key>)] = []

    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(Int.self, forKey: "id")
      Self.kept.append((id, container))
      if id == 13 { throw CancellationError() }
    }
  }

  @Test("a document of YAML that is kept reads its values after an error, wherever that is")
  func failedDocuments() throws {
    let text = (1...20).map { "--- {id: \($0), name: the name of document \($0)}\n" }.joined()
    let calls: [() throws -> Void] = [
      { _ = try YAML.Decoder().decodeAll(Failing.self, from: text) },
      {
        try YAML.Decoder().decodeEach(Failing.self, from: text.utf8) {
          if $0.id == 7 { throw CancellationError() }
        }
      },
    ]
    for call in calls {
      Failing.kept = []
      defer { Failing.kept = [] }
      #expect(throws: (any Error).self, performing: call)
      // Other calls take the memory, if it is free.
      for index in 0..<50 { #expect(try YAML.decode([Int].self, from: "[\(index)]") == [index]) }
      for (id, container) in Failing.kept {
        #expect(try container.decode(Int.self, forKey: "id") == id)
        #expect(try container.decode(String.self, forKey: "name") == "the name of document \(id)")
      }
    }
  }
  #endif

  @Test("a list that is opened again keeps its elements, wherever the tape ends")
  func reopenedLists() throws {
    struct Reopening: Encodable {
      let count: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode([1, 2, 3], forKey: "list")
        for index in 0..<count {
          try container.encode(index % 2 == 0, forKey: Key(stringValue: "\(index)"))
        }
        var list = container.nestedUnkeyedContainer(forKey: "list")
        try list.encode(4)
      }
    }
    for count in 90..<300 {
      let text = try JSON.Encoder().string(Reopening(count: count))
      #expect(text.hasPrefix(#"{"list":[1,2,3,4],"0":true"#), "\(count)")
    }
  }

  @Test("a decoder that is kept inside another model has the whole coding path")
  func nested() throws {
    struct Outer: Decodable {
      var before: Int
      var lazy: Lazy
      var after: Int
    }
    let text = "{\"before\":1,\"lazy\":\(Self.text),\"after\":2}"
    let outer = try JSON.decode(Outer.self, from: text)
    #expect(outer.before == 1)
    #expect(outer.after == 2)
    #expect(outer.lazy.list.codingPath.map(\.stringValue) == ["lazy", "list"])
    #expect(try outer.lazy.container.decode(String.self, forKey: "esc") == "é")
  }

  @Test("a decoder that is kept after an error still reads its document")
  func failure() throws {
    final class Box: @unchecked Sendable { var decoder: (any Decoder)? }
    struct Model: Decodable {
      init(from decoder: any Decoder) throws {
        let key = try #require(CodingUserInfoKey(rawValue: "box"))
        (decoder.userInfo[key] as? Box)?.decoder = decoder
        throw CancellationError()
      }
    }
    let box = Box()
    let key = try #require(CodingUserInfoKey(rawValue: "box"))
    #expect(throws: CancellationError.self) {
      try JSON.Decoder().decode(Model.self, from: Self.text, userInfo: [key: box])
    }
    let container = try #require(try box.decoder?.container(keyedBy: Key.self))
    #expect(try container.decode(String.self, forKey: "esc") == "é")
  }

  @Test("kept encoders do not change the output")
  func encoders() throws {
    final class Box: @unchecked Sendable {
      var encoder: (any Encoder)?
      var container: KeyedEncodingContainer<ContainersTests.Key>?
    }
    let box = Box()
    let text = try JSON.string(
      ContainersTests.Writing { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: "a")
        box.encoder = encoder
        box.container = container
      })
    #expect(text == #"{"a":1}"#)
    try box.container?.encode(2, forKey: "b")
    var again = box.encoder?.container(keyedBy: Key.self)
    try again?.encode(3, forKey: "c")
    #expect(try JSON.string(["x": 1]) == #"{"x":1}"#)
  }

  @Test("a model may decode and encode another document while it is coded")
  func reentrant() throws {
    struct Inner: Codable, Equatable { var values: [Int] }
    struct Outer: Codable, Equatable {
      var inner: Inner
      var last: String
      enum CodingKeys: CodingKey { case inner, last }
      init(inner: Inner, last: String) {
        self.inner = inner
        self.last = last
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .inner)
        inner = try JSON.decode(Inner.self, from: text)
        last = try container.decode(String.self, forKey: .last)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(JSON.string(inner), forKey: .inner)
        try container.encode(last, forKey: .last)
      }
    }
    RoundTrip.check([
      Outer(inner: Inner(values: [1, 2]), last: "z"), Outer(inner: Inner(values: []), last: ""),
    ])
  }

  /// A list whose elements have a key type each, and which keeps all its containers.
  private struct Node<Tag>: Codable {
    let container: KeyedDecodingContainer<CodingKeys>
    let next: (any Encodable)?

    enum CodingKeys: CodingKey { case value, next }

    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: CodingKeys.self)
      let hasNext = container.contains(.next)
      next = hasNext ? try container.decode(Node<[Tag]>.self, forKey: .next) : nil
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(self.container.decode(Int.self, forKey: .value), forKey: .value)
      if let next { try next.encode(to: container.superEncoder(forKey: .next)) }
    }
  }

  @Test("containers of more key types than a session keeps have their own objects")
  func manyTypes() throws {
    let count = 300
    let text = (0..<count).reversed().reduce("") { inner, number in
      #"{"value":\#(number)\#(inner.isEmpty ? "" : #","next":"# + inner)}"#
    }
    for _ in 0..<3 {
      #expect(try JSON.string(JSON.decode(Node<Int>.self, from: text)) == text)
    }
  }
}
