import Ferry
import FerryTestSupport
import Testing

/// A text that stands in a document once may be referred to with a byte, any number of times.
@Suite("References to text are limited by its length", .enabled(if: AllocationCounter.isAvailable))
struct SharedTextTests {
  /// `Value`, coded through the tape.
  private struct Plain<Value: Decodable>: Decodable {
    let value: Value
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }
  }

  private static let count = 2000
  private static let text = [UInt8](repeating: 0x61, count: 60_000)

  private func expectInProportion(
    _ bytes: [UInt8], _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ decode: (Binary.Decoder, [UInt8]) throws -> Int
  ) throws {
    let decoder = Binary.Decoder()
    // Written out, the texts have 120 MB.
    let balance = try AllocationCounter.balance {
      let count = try decode(decoder, bytes)
      #expect(count == Self.count, sourceLocation: sourceLocation)
    }
    #expect(
      balance.peak < 1 << 20 + 16 * bytes.count,
      "\(what): \(balance.peak) bytes for \(bytes.count)",
      sourceLocation: sourceLocation)
  }

  private func expectTexts(_ bytes: [UInt8], _ what: String) throws {
    try expectInProportion(bytes, "\(what), Codable") {
      try $0.decode(Plain<[String]>.self, from: $1).value.count
    }
    try expectInProportion(bytes, "\(what), AnyValue") {
      try $0.decode(AnyValue.self, from: $1).array?.count ?? 0
    }
    try expectInProportion(bytes, "\(what), direct") {
      try $0.decode([String].self, from: $1).count
    }
    try expectInProportion(bytes, "\(what), lazy") {
      try Binary.document($1, decoder: $0).decode(Plain<[String]>.self).value.count
    }
  }

  @Test("a text of the value table is allocated once")
  func values() throws {
    let value: [UInt8] = [0xEE] + HostileBytes.sized(Self.text)
    let list = HostileBytes.length(Self.count) + [UInt8](repeating: 0xB0, count: Self.count)
    try expectTexts(
      HostileBytes.document(values: [value], [0xF1] + HostileBytes.sized(list)), "values")
  }

  private func expectObjects(_ bytes: [UInt8], _ what: String) throws {
    try expectInProportion(bytes, "\(what), Codable") {
      try $0.decode(Plain<[[String: Int]]>.self, from: $1).value.count
    }
    try expectInProportion(bytes, "\(what), AnyValue") {
      try $0.decode(AnyValue.self, from: $1).array?.count ?? 0
    }
    try expectInProportion(bytes, "\(what), direct") {
      try $0.decode([[String: Int]].self, from: $1).count
    }
  }

  @Test("a key of the tables is allocated once")
  func keys() throws {
    func list(_ object: [UInt8]) -> [UInt8] {
      let objects = (0..<Self.count).flatMap { _ in object }
      return [0xF1] + HostileBytes.sized(HostileBytes.length(Self.count) + objects)
    }
    let key = HostileBytes.sized(Self.text)
    try expectObjects(
      HostileBytes.document(keys: [key], keyLists: [[1, 0]], list([0x80, 1, 7])), "key lists")
    try expectObjects(
      HostileBytes.document(values: [[0xEE] + key], list([0xF2, 2, 0xB0, 7])), "keys of their own")
  }

  @Test("shared strings are those of their own document")
  func documents() throws {
    let decoder = Binary.Decoder()
    for letter in ["a", "b", "c"] {
      let text = String(repeating: letter, count: 40)
      let model = (0..<20).map { ["\(text) key": $0 % 2 == 0 ? text : "\(text) \($0 % 3)"] }
      let bytes = try Binary.encode(model)
      #expect(try decoder.decode(Plain<[[String: String]]>.self, from: bytes).value == model)
      #expect(try decoder.decode([[String: String]].self, from: bytes) == model)
      let value = try JSON.decode(AnyValue.self, from: try JSON.encode(model))
      #expect(try decoder.decode(AnyValue.self, from: bytes) == value)
    }
  }

  #if FERRY_YAML
  @Test("aliases of a long YAML scalar count as its text")
  func aliases() throws {
    var decoder = YAML.Decoder()
    decoder.limits = .untrusted
    func list(_ length: Int, _ count: Int) -> String {
      let text = String(repeating: "a", count: length)
      return "[&a \(text)\(String(repeating: ", *a", count: count))]"
    }
    func inside(_ length: Int, _ count: Int) -> String {
      let text = String(repeating: "a", count: length)
      return "[&a [\(text)]\(String(repeating: ", *a", count: count))]"
    }
    // Legitimate documents: a certificate for each of a hundred hosts, a name for many.
    #expect(try decoder.decode([String].self, from: list(4000, 1000)).count == 1001)
    #expect(try decoder.decode([String].self, from: list(60, 90_000)).count == 90_001)
    #expect(try decoder.decode([[String]].self, from: inside(4000, 1000)).count == 1001)
    for text in [list(1 << 20, 1000), inside(1 << 20, 1000)] {
      // Written out, a gigabyte; at most 100,000 times 64 bytes are.
      let balance = AllocationCounter.balance {
        let error = #expect(throws: DecodingError.self) {
          try decoder.decode(AnyValue.self, from: text)
        }
        #expect(error?.problem?.kind == .aliasLimit)
      }
      #expect(balance.peak < 16 << 20, "\(balance.peak)")
    }
  }
  #endif
}
