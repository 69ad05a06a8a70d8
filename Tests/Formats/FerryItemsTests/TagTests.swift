import Ferry
import FerryCBOR
import FerryMessagePack
import FerryTestSupport
import Foundation
import Testing

/// The tags of CBOR that have no type in Swift.
@Suite struct TagTests {
  private struct Box<T: Codable & Equatable>: Codable, Equatable {
    var value: T
  }

  @Test("a tag is part of an AnyValue, and models decode the value without it")
  func tags() throws {
    for (digits, value) in [
      ("d283010203", .tagged("!18", [1, 2, 3])), ("d8636161", .tagged("!99", "a")),
      ("dbffffffffffffffffa1616101", .tagged("!18446744073709551615", ["a": 1])),
      ("c6c7f6", .tagged("!6", .tagged("!7", nil))), ("a16161d28101", ["a": .tagged("!18", [1])]),
    ] as [(String, AnyValue)] {
      let input = bytes(digits)
      #expect(try CBOR.decode(AnyValue.self, from: input) == value)
      #expect(try CBOR.decode([AnyValue].self, from: [0x81] + input) == [value], "directly")
      #expect(try CBOR.document(input).decode(AnyValue.self) == value)
      #expect(try CBOR.encode(value) == input)
      #expect(try CBOR.encode([value]) == [0x81] + input, "directly")
      let box = bytes("a16576616c7565") + input
      #expect(try CBOR.decode(Box<AnyValue>.self, from: box).value == value)
      #expect(try CBOR.encode(Box(value: value)) == box)
    }
    #expect(try CBOR.decode([AnyValue].self, from: bytes("81c6d8208100")) == [.tagged("!6", [0])])
    #expect(try CBOR.decode([Int].self, from: bytes("d283010203")) == [1, 2, 3])
    #expect(try CBOR.decode(Box<[Int]>.self, from: bytes("d2a16576616c7565d28101")).value == [1])
    let uuid = UUID()
    let tagged = try bytes("81d2") + CBOR.encode(uuid)
    #expect(try CBOR.decode([UUID].self, from: tagged) == [uuid])
    #expect(
      try CBOR.decode([Date].self, from: bytes("81d2c100")) == [Date(timeIntervalSince1970: 0)])
    #expect(try CBOR.decode([Double].self, from: bytes("81d2c24101")) == [1])
  }

  @Test("a tag that is a hint is kept on request")
  func hints() throws {
    var decoder = CBOR.Decoder()
    decoder.keepsHints = true
    for (digits, value) in [
      ("d9d9f701", .tagged("!55799", 1)), ("d8206161", .tagged("!32", "a")),
      ("d9010281f6", .tagged("!258", [nil])), ("d8184100", .tagged("!24", .bytes([0]))),
      ("c074323031332d30332d32315432303a30343a30305a", .tagged("!0", "2013-03-21T20:04:00Z")),
      ("d903ec6a323031332d30332d3231", .tagged("!1004", "2013-03-21")),
    ] as [(String, AnyValue)] {
      guard case .tagged(_, let plain) = value else { continue }
      #expect(try CBOR.decode(AnyValue.self, from: bytes(digits)) == plain)
      #expect(try CBOR.decode([AnyValue].self, from: bytes("81" + digits)) == [plain])
      #expect(try decoder.decode([AnyValue].self, from: bytes("81" + digits)) == [value])
      #expect(hex(try CBOR.encode(value)) == digits)
      #expect(hex(try CBOR.encode([value])) == "81" + digits)
    }
    let day = Date(timeIntervalSince1970: 15_785 * 86_400)
    #expect(try decoder.decode([Date].self, from: bytes("81d903ec6a323031332d30332d3231")) == [day])
  }

  @Test("a URL and a set have their tags on request")
  func writtenHints() throws {
    struct Links: Codable, Equatable {
      var urls: [URL]
      var sets: Set<Set<Int>>
    }
    let url = try #require(URL(string: "a:b"))
    let links = Links(urls: [url], sets: [[1]])
    let document =
      bytes("a2") + bytes("6475726c7381d82063613a62") + bytes("6473657473d9010281d901028101")
    var encoder = CBOR.Encoder()
    for order in [nil, .core, .lengthFirst] as [CBOR.DeterministicEncoding?] {
      encoder.deterministicEncoding = order
      encoder.writesHints = true
      #expect(hex(try encoder.encode(url)) == "d82063613a62")
      #expect(hex(try encoder.encode([[url]])) == "8181d82063613a62")
      #expect(hex(try encoder.encode([Set([1])])) == "81d901028101")
      #expect(try encoder.encode(links).count == document.count)
      #expect(try CBOR.decode(Links.self, from: encoder.encode(links)) == links)
      encoder.writesHints = false
      #expect(hex(try encoder.encode([Set([1])])) == "818101")
      #expect(hex(try encoder.encode(url)) == "63613a62")
    }
    encoder.writesHints = true
    #expect(try CBOR.decode(AnyValue.self, from: encoder.encode(links))["urls"] == ["a:b"])
  }

  @Test("a tag that CBOR cannot write is an error with its path")
  func unwritable() throws {
    for value in [
      .tagged("!Ref", 1), .tagged("18", 1), .tagged("!018", 1), .tagged("!+1", 1),
      .tagged("!18446744073709551616", 1), .tagged("!", 1), .tagged("!1", 1), .tagged("!25", 1),
      .tagged("!0", "yesterday"), .tagged("!1004", 1), .tagged("tag:example.org,2026:18", 1),
    ] as [AnyValue] {
      for error in [
        #expect(throws: EncodingError.self, "\(value)") { try CBOR.encode(["a": value]) },
        #expect(throws: EncodingError.self, "\(value)") { try CBOR.encode(["a": [value]]) },
      ] {
        guard case .invalidValue(_, let context)? = error else { continue }
        #expect(context.codingPath.first?.stringValue == "a")
        #expect(context.debugDescription.hasPrefix("CBOR has no tag `"))
      }
    }
    #expect(throws: EncodingError.self) { try MessagePack.encode([AnyValue.tagged("!18", 1)]) }
    #expect(throws: EncodingError.self) { try Binary.encode([AnyValue.tagged("!18", 1)]) }
  }

  @Test("a deterministic encoding sorts the keys under a tag")
  func order() throws {
    var encoder = CBOR.Encoder()
    encoder.deterministicEncoding = .core
    let value: AnyValue = .tagged("!18", ["b": 1, "a": .tagged("!6", ["d": 1, "c": 2])])
    let document = bytes("d2a26161c6a2616302616401616201")
    #expect(try encoder.encode(value) == document)
    var decoder = CBOR.Decoder()
    decoder.requiredEncoding = .core
    #expect(
      try decoder.decode(AnyValue.self, from: document)
        == CBOR.decode(AnyValue.self, from: document))
    for digits in ["d21800", "d2a2616200616100", "d29fff", "d81200"] {
      #expect(throws: DecodingError.self, "\(digits)") {
        try decoder.decode(AnyValue.self, from: bytes(digits))
      }
    }
  }

  @Test("the value of a tag is checked")
  func invalid() {
    for digits in ["d2a201010102", "d261ff", "d8639fc6ff", "d2", "9fc6ff", "d2ff", "d21c"] {
      #expect(throws: DecodingError.self, "\(digits)") {
        try CBOR.decode(AnyValue.self, from: bytes(digits))
      }
      #expect(throws: DecodingError.self, "\(digits)") {
        try CBOR.decode([AnyValue].self, from: [0x81] + bytes(digits))
      }
    }
  }

  @Test("a tag counts as a container, for every way of decoding")
  func depth() {
    var direct = CBOR.Decoder()
    direct.depthLimit = 5
    var tape = CBOR.Decoder()
    tape.depthLimit = 5
    tape.requiredEncoding = .core
    // Each bit is an array or a tag.
    for count in 0...7 {
      for bits in 0..<(1 << count) {
        let nesting = (0..<count).map { bits >> $0 & 1 == 0 ? 0x81 : 0xC6 as UInt8 }
        let input: [UInt8] = [0x81] + nesting + [0x01]
        let results = [
          Result { _ = try direct.decode([AnyValue].self, from: input) },
          Result { _ = try tape.decode([AnyValue].self, from: input) },
          Result { _ = try direct.decode([Nested].self, from: input) },
          Result { _ = try tape.decode([Nested].self, from: input) },
          Result { _ = try direct.decode([Unread].self, from: input) },
        ]
        for result in results {
          #expect(((try? result.get()) != nil) == (count < 5), "\(hex(input))")
        }
      }
    }
    let hostile = [UInt8](repeating: 0xC6, count: 1_000_000)
    #expect(throws: DecodingError.self) { try CBOR.decode(AnyValue.self, from: hostile + [0]) }
    #expect(throws: DecodingError.self) {
      try CBOR.decode([Int].self, from: [0x81] + hostile + [0])
    }
    var value: AnyValue = 1
    for _ in 0..<600 { value = .tagged("!6", value) }
    #expect(throws: EncodingError.self) { try CBOR.encode(value) }
    #expect(throws: EncodingError.self) { try CBOR.encode([value]) }
  }

  /// An integer, or an array of itself.
  private struct Nested: DirectDecodable {
    init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
      if try reader.nextKind() == .array {
        _ = try [Nested](from: &reader)
      } else {
        _ = try Int(from: &reader)
      }
    }
  }

  private struct Unread: Codable { init(from decoder: any Decoder) {} }
}
