import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

@Suite("The direct reader and writer of the binary format")
struct BinaryDirectReaderTests {
  /// Whether some object has different keys of one hash, which looks at their ends and length only.
  private func hasKeysOfOneHash(_ value: AnyValue) -> Bool {
    switch value {
    case .array(let elements): return elements.contains(where: hasKeysOfOneHash)
    case .object(let members):
      let hashes = members.map { member in
        Array(member.key.utf8).withByteView { FieldKey($0)._hash }
      }
      return Set(hashes).count < hashes.count
        || members.contains { hasKeysOfOneHash($0.value) }
    default: return false
    }
  }

  @Test("keys that differ in the middle only are different keys")
  func keysOfOneHash() throws {
    let value = AnyValue.object(["12345678a12345678": 1, "12345678b12345678": 2])
    #expect(hasKeysOfOneHash(value))
    let bytes = try #require(directlyWritten(value))
    #expect(readOnTape(bytes) == value)
    #expect(directlyRead(AnyValue.self, bytes) == value)
    #expect(directlySkips(bytes))
  }

  @Test("direct coding writes what the tape reads, also from truncated and changed bytes")
  func documents() throws {
    var random = SeededGenerator(for: "DirectReaderTests.documents")
    var count = 0
    for _ in 0..<(isDebugBuild ? 300 : 3000) {
      let value = random.anyValue()
      guard var bytes = directlyWritten(value, interning: random.oneIn(2)) else { continue }
      count += 1
      #expect(readOnTape(bytes) == value)
      #expect(directlyRead(AnyValue.self, bytes) == value)
      #expect(directlySkips(bytes))
      for length in 0..<min(bytes.count, 60) {
        expectAsOnTape(Array(bytes.prefix(length)), "\(length)")
      }
      for _ in 0..<8 where bytes.count > 3 {
        random.damage(&bytes, in: 2..<bytes.count)
        expectAsOnTape(bytes, "\(bytes)")
      }
    }
    #expect(count > 50)
  }

  @Test("canonical documents are read directly")
  func canonical() throws {
    var bytes = try #require(directlyWritten(["b": 1, "a": 2] as AnyValue))
    bytes[1] |= BinaryFormat.canonicalFlag
    #expect(directlyRead(AnyValue.self, bytes) == readOnTape(bytes))
    bytes[1] |= 4
    #expect(directlyRead(AnyValue.self, bytes) == nil)
  }

  @Test("skipping takes no stack at any depth")
  func deepSkip() {
    let depth = 200_000
    for isList in [true, false] {
      // Lengths are those of what is inside, so the innermost part comes first.
      var parts: [[UInt8]] = [[isList ? 0xA0 : 0xE0]]
      var size = 1
      for _ in 1..<depth {
        let key: [UInt8] = isList ? [] : [0x51, 0x61]
        let tag: UInt8 = isList ? 0xA1 : 0xF2
        let head = [tag] + HostileBytes.length(size + key.count) + key
        parts.append(head)
        size += head.count
      }
      let document: [UInt8] = [BinaryFormat.magic, BinaryFormat.version, 0]
      let bytes = document + parts.reversed().joined()
      #expect(directlySkips(bytes, depthLimit: depth))
      #expect(!directlySkips(bytes, depthLimit: depth - 2))
    }
  }

  @Test("contents of any length have a length of the right width")
  func lengths() throws {
    for length in [0, 46, 47, 48, 60, 119, 120, 125, 126, 127, 128, 129, 16_380, 16_384, 70_000] {
      let text = String(repeating: "x", count: length)
      for value: AnyValue in [
        .string(text), .array([.string(text), .null]), .object(["k": .array([.string(text)])]),
        .array([.array([.array([.string(text)]), .string("ä")])]),
      ] {
        let bytes = try #require(directlyWritten(value))
        #expect(directlyRead(AnyValue.self, bytes) == value, "\(length)")
        #expect(readOnTape(bytes) == value, "\(length)")
      }
    }
  }

  @Test("arrays of numbers are packed and come back, also at the ends of their ranges")
  func numbers() throws {
    func check<T: DirectDecodable & DirectEncodable & Equatable>(_ values: [T]) throws {
      var writer = BinaryWireWriter(
        depthLimit: 512, interning: true, estimate: 64, context: _WireContext())
      try values.encode(to: &writer)
      let bytes = writer.finish(checksum: true)
      try bytes.withByteView { input in
        var reader = try BinaryWireReader(input, depthLimit: 512, context: _WireContext())
        #expect(try [T](from: &reader) == values)
        try reader.finish()
      }
      #expect(readOnTape(bytes) != nil, "\(values)")
    }
    try check([Int.min, Int.max, 0, -1, 1])
    try check([UInt64.max, 0, 1, 2, 3])
    try check([Int8.min, .max, 0, 5])
    try check([1, 2])
    try check((0..<1000).map { $0 * $0 })
    try check([Int]())
    try check([0.1, -0.0, 1e300, 5, .infinity])
    try check([1.5])
  }
}
