import Ferry
import FerryTestSupport
import Foundation
import Testing

/// A coder keeps the state of a call for its next call. The state must not show in the results.
@Suite("State that coders keep from call to call")
struct KeptCallsTests {
  private static let key = CodingUserInfoKey(rawValue: "kept")

  private final class Token: Sendable {}

  /// A value that reads the `userInfo` of its call and gives away the context.
  private struct Witness: DirectCodable, Equatable {
    var text: String
    nonisolated(unsafe) static var contexts: [_WireContext] = []

    init(text: String) { self.text = text }

    init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
      let number = try reader.readInteger(Int.self)
      if number == 7 { Self.contexts.append(reader.context) }
      let key = KeptCallsTests.key
      text = key.flatMap { reader.userInfo[$0] as? String } ?? "none"
    }

    func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
      let key = KeptCallsTests.key
      try writer.writeString(key.flatMap { writer.userInfo[$0] as? String } ?? "none")
    }
  }

  private static let record = SlotRecord(
    id: 7, name: "Ada", score: 1.5, active: true, tags: ["a", "b"], note: "n", parent: 3)

  @Test("a failed call does not change the next call")
  func failures() throws {
    let (json, binary) = (JSON.Decoder(), Binary.Decoder())
    let bytes = try Binary.encode(Self.record)
    let text = try JSON.encode(Self.record)
    for end in [1, 3, bytes.count / 2, bytes.count - 1] {
      #expect(throws: DecodingError.self) {
        try binary.decode(SlotRecord.self, from: bytes.prefix(end))
      }
      #expect(try binary.decode(SlotRecord.self, from: bytes) == Self.record)
    }
    for end in [1, text.count / 2, text.count - 1] {
      #expect(throws: DecodingError.self) {
        try json.decode(SlotRecord.self, from: text.prefix(end))
      }
      #expect(try json.decode(SlotRecord.self, from: text) == Self.record)
    }
  }

  @Test("a call sees its own userInfo, and the next call sees the coder's")
  func userInfo() throws {
    let key = try #require(Self.key)
    var (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
    for coder in ["first", "second"] {
      decoder.userInfo[key] = coder
      encoder.userInfo[key] = coder
      for _ in 0..<2 {
        #expect(try decoder.decode(Witness.self, from: "1").text == coder)
        #expect(try decoder.decode(Witness.self, from: "1", userInfo: [key: "call"]).text == "call")
        #expect(try encoder.string(Witness(text: "")) == "\"\(coder)\"")
        #expect(try encoder.string(Witness(text: ""), userInfo: [key: "call"]) == "\"call\"")
      }
    }
  }

  @Test("a coder frees its userInfo if it gets another one")
  func freedUserInfo() throws {
    let key = try #require(Self.key)
    var (decoder, encoder) = (Binary.Decoder(), Binary.Encoder())
    weak var token: Token?
    do {
      let new = Token()
      token = new
      decoder.userInfo[key] = new
      encoder.userInfo[key] = new
    }
    let bytes = try encoder.encode(Self.record)
    #expect(try decoder.decode(SlotRecord.self, from: bytes) == Self.record)
    #expect(token != nil)
    decoder.userInfo = [:]
    encoder.userInfo = [:]
    #expect(token == nil)
  }

  @Test("a context that a type keeps is not used for another call")
  func keptContext() throws {
    let decoder = JSON.Decoder()
    Witness.contexts = []
    for _ in 0..<3 { _ = try decoder.decode(Witness.self, from: "7") }
    #expect(Set(Witness.contexts.map { ObjectIdentifier($0) }).count == 3)
  }

  @Test("an option holds from the next call on")
  func options() throws {
    var (decoder, encoder) = (JSON.Decoder(), Binary.Encoder())
    #expect(try decoder.decode([[Int]].self, from: "[[1]]") == [[1]])
    decoder.depthLimit = 1
    #expect(throws: DecodingError.self) { try decoder.decode([[Int]].self, from: "[[1]]") }
    decoder.depthLimit = 2
    #expect(try decoder.decode([[Int]].self, from: "[[1]]") == [[1]])
    #expect(throws: DecodingError.self) { try decoder.decode([[Int]].self, from: "[[1],]") }
    decoder.allowsTrailingCommas = true
    #expect(try decoder.decode([[Int]].self, from: "[[1],]") == [[1]])
    let plain = try encoder.encode(Self.record)
    encoder.hasChecksum = true
    let checked = try encoder.encode(Self.record)
    #expect(checked.count == plain.count + 4)
    #expect(try Binary.decode(SlotRecord.self, from: checked) == Self.record)
    encoder.hasChecksum = false
    #expect(try encoder.encode(Self.record) == plain)
  }

  // A new encoder is the oracle: it has no former documents.
  @Test("documents of many shapes have the bytes of a new encoder")
  func shapes() throws {
    var random = SeededGenerator(for: "KeptCalls.shapes")
    let kept = Binary.Encoder()
    for _ in 0..<(isDebugBuild ? 400 : 4000) {
      let value = try JSON.decode(AnyValue.self, from: random.document(depth: 3))
      let bytes = try kept.encode(value)
      #expect(try bytes == Binary.Encoder().encode(value), "\(value)")
      #expect(try Binary.decode(AnyValue.self, from: bytes) == value)
    }
  }

  @Test(
    "a message costs no allocation but that of its result",
    .enabled(if: AllocationCounter.isAvailable))
  func allocations() throws {
    let record = SlotRecord(
      id: 7, name: "Ada", score: 1.5, active: true, tags: [], note: "n", parent: 3)
    // Coders with other options share no state with those of tests that run at the same time.
    let (json, binary) = (JSON.Decoder { $0.depthLimit = 9 }, Binary.Decoder { $0.depthLimit = 9 })
    let jsonEncoder = JSON.Encoder { $0.depthLimit = 9 }
    let binaryEncoder = Binary.Encoder { $0.depthLimit = 9 }
    let text = try jsonEncoder.encode(record)
    let bytes = try binaryEncoder.encode(record)
    func expect(_ expected: Int, _ name: String, _ code: () throws -> Void) throws {
      // The first calls fill caches.
      for _ in 0..<3 { try code() }
      #expect(try AllocationCounter.count(atLeast: 0, during: code).large == expected, "\(name)")
    }
    // Without optimization, the reader of JSON allocates memory for closures.
    if !isDebugBuild {
      try expect(0, "JSON, decoding") { _ = try json.decode(SlotRecord.self, from: text) }
    }
    try expect(0, "binary, decoding") { _ = try binary.decode(SlotRecord.self, from: bytes) }
    try expect(1, "JSON, encoding") { _ = try jsonEncoder.encode(record) }
    try expect(1, "binary, encoding") { _ = try binaryEncoder.encode(record) }
  }
}

extension SeededGenerator {
  /// Returns a JSON text whose objects have few keys, in many combinations.
  fileprivate mutating func document(depth: Int) -> String {
    switch int(0..<(depth > 0 ? 7 : 2)) {
    case 0: return "\(int(-3..<70_000))"
    case 1: return "\"text \(int(0..<9))\""
    case 2:
      return "[\((0..<int(0..<6)).map { _ in document(depth: depth - 1) }.joined(separator: ","))]"
    default:
      let count = int(0..<4) == 0 ? 6 : 3
      let keys = (0..<count).filter { _ in !oneIn(4) }
      let members = keys.map { "\"key\($0)\":\(document(depth: depth - 1))" }
      return "{\(members.joined(separator: ","))}"
    }
  }
}
