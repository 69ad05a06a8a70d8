import Ferry
import FerryCBOR
import FerryMessagePack
import FerryTestSupport
import Foundation
import Testing

/// Documents in the one form of their format.
@Suite("AnyValue")
struct AnyValueLawTests {
  private enum Items { case cbor, messagePack }

  private func scalar(_ format: Items, _ random: inout SeededGenerator) throws -> [UInt8] {
    func encode<T: Codable>(_ value: T) throws -> [UInt8] {
      try format == .cbor ? CBOR.encode(value) : MessagePack.encode(value)
    }
    let bits = random.next() >> UInt64(random.int(0..<64))
    switch random.int(0..<(format == .cbor ? 12 : 10)) {
    case 0: return try encode(random.oneIn(2))
    case 1: return try encode(bits)
    case 2: return try encode(-1 - Int64(bits >> 1))
    case 3: return try encode(Double(Int64(truncatingIfNeeded: bits)))
    case 4:
      let double = Double(bitPattern: bits)
      return try encode(double.isNaN ? .nan : double)
    case 5: return try encode(String(repeating: "é", count: random.int(0..<40)))
    case 6: return try encode(Data([UInt8](repeating: 7, count: random.int(0..<40))))
    case 7:
      let seconds = Double(Int64(bits >> 28)) - 1e9
      return try encode(Date(timeIntervalSince1970: seconds + (random.oneIn(2) ? 0.5 : 0)))
    case 8 where format == .messagePack:
      let word = UInt64(random.int(0..<1_000_000_000)) << 34 | bits >> 30 | 1 << 33
      return [0xD7, 0xFF] + withUnsafeBytes(of: word.bigEndian) { Array($0) }
    case 8: return try encode(Double(random.int(-3..<3)))
    case 9 where format == .messagePack:
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      return try encode(float.isNaN ? .nan : float)
    case 9: return random.oneIn(2) ? [0xE0 + UInt8(random.int(0..<20))] : [0xF8, 0xFF]
    case 10: return bytes("c48221196ab3")
    default: return try encode(Int128(bits) << 60 | 1 << 100)
    }
  }

  private func document(
    _ format: Items, depth: Int, _ random: inout SeededGenerator
  ) throws -> [UInt8] {
    let kind = depth == 0 ? 0 : random.int(0..<5)
    let count = random.int(0..<5)
    let head = UInt8(count)
    switch kind {
    case 1:
      let elements = try (0..<count).map { _ in try document(format, depth: depth - 1, &random) }
      return [(format == .cbor ? 0x80 : 0x90) | head] + elements.joined()
    case 2:
      let members = try (0..<count).map { number in
        [(format == .cbor ? 0x61 : 0xA1), UInt8(ascii: "a") + UInt8(number)]
          + (try document(format, depth: depth - 1, &random))
      }
      return [(format == .cbor ? 0xA0 : 0x80) | head] + members.joined()
    case 3 where format == .cbor:
      return [0xC6 + head] + (try document(format, depth: depth - 1, &random))
    default: return try scalar(format, &random)
    }
  }

  @Test("a document of CBOR that is decoded and encoded again is the same")
  func cbor() throws {
    var random = SeededGenerator(for: "AnyValue.cbor")
    var decoder = CBOR.Decoder()
    decoder.requiredEncoding = .core
    var encoder = CBOR.Encoder()
    encoder.deterministicEncoding = .core
    for _ in 0..<4000 {
      let input = try document(.cbor, depth: 4, &random)
      let value = try decoder.decode(AnyValue.self, from: input)
      #expect(hex(try encoder.encode(value)) == hex(input))
      let list = try CBOR.decode([AnyValue].self, from: [0x81] + input)
      #expect(hex(try CBOR.encode(list)) == "81" + hex(input), "directly")
    }
    #expect(hex(try CBOR.encode(CBOR.decode(AnyValue.self, from: bytes("f97bff")))) == "f97bff")
  }

  @Test("a document of MessagePack that is decoded and encoded again is the same")
  func messagePack() throws {
    var random = SeededGenerator(for: "AnyValue.messagePack")
    for _ in 0..<4000 {
      let input = try document(.messagePack, depth: 4, &random)
      let value = try MessagePack.decode(AnyValue.self, from: input)
      #expect(hex(try MessagePack.encode(value)) == hex(input))
      let list = try MessagePack.decode([AnyValue].self, from: [0x91] + input)
      #expect(hex(try MessagePack.encode(list)) == "91" + hex(input), "directly")
    }
  }

  private struct Model: Codable {
    var value: AnyValue
    var doubles: [Double]
    var integers: [Int]
    var dates: [Date]
    var rows: [[String: Double]]
  }

  private func value(depth: Int, _ random: inout SeededGenerator) -> AnyValue {
    let bits = random.next() >> UInt64(random.int(0..<64))
    switch random.int(0..<(depth == 0 ? 5 : 7)) {
    case 0: return .number(.init(Int64(truncatingIfNeeded: bits)))
    case 1: return .string("text")
    case 2:
      let double = Double(bitPattern: bits)
      return .number(.init(double.isFinite ? double : 0.5))
    case 3: return .bool(true)
    case 4: return .null
    case 5: return .array((0..<random.int(0..<6)).map { _ in value(depth: depth - 1, &random) })
    default: return ["b": value(depth: depth - 1, &random), "a": value(depth: depth - 1, &random)]
    }
  }

  @Test("a canonical binary document that is decoded and encoded again is the same")
  func binary() throws {
    var random = SeededGenerator(for: "AnyValue.binary")
    var encoder = Binary.Encoder()
    encoder.isCanonical = true
    for _ in 0..<1000 {
      func doubles() -> [Double] {
        (0..<random.int(0..<6)).map { _ in Double(random.int(-4..<4)) / Double(random.int(1..<3)) }
      }
      let model = Model(
        value: value(depth: 3, &random), doubles: doubles(),
        integers: (0..<random.int(0..<6)).map { _ in random.int(-4..<300) },
        dates: doubles().map { Date(timeIntervalSinceReferenceDate: $0) },
        rows: doubles().map { ["a": $0] })
      let input = try encoder.encode(model)
      let value = try Binary.decode(AnyValue.self, from: input)
      #expect(hex(try encoder.encode(value)) == hex(input))
    }
  }

  @Test("compact JSON that is decoded and encoded again is the same")
  func json() throws {
    var random = SeededGenerator(for: "AnyValue.json")
    for _ in 0..<2000 {
      let text = try JSON.string(value(depth: 4, &random))
      #expect(try JSON.string(JSON.decode(AnyValue.self, from: text)) == text)
    }
    let text = #"[1.0,1e16,-0,-0.0,1E5,0.10,18446744073709551616,1e400]"#
    #expect(try JSON.string(JSON.decode(AnyValue.self, from: text)) == text)
  }

  @Test("a float of a binary format is a float in every other format")
  func floats() throws {
    let value = try CBOR.decode(AnyValue.self, from: bytes("84f97bff02f94000f98000"))
    #expect(try JSON.string(value) == "[65504.0,2,2.0,-0.0]")
    #expect(value == [65504, 2, 2, 0])
    #expect(hex(try MessagePack.encode(value).prefix(2) + []) == "94cb")
    for copy in [
      try JSON.decode(AnyValue.self, from: JSON.encode(value)),
      try MessagePack.decode(AnyValue.self, from: MessagePack.encode(value)),
      try Binary.decode(AnyValue.self, from: Binary.encode(value)),
    ] {
      #expect(hex(try CBOR.encode(copy)) == "84f97bff02f94000f98000")
    }
    #expect(try JSON.string([2.0]) == "[2]")
  }

  @Test("a date of one binary format is a date in the others")
  func dates() throws {
    for digits in ["c11a514b67b0", "c1fb41d452d9ec200000", "d864193da9"] {
      let value = try CBOR.decode(AnyValue.self, from: bytes(digits))
      let date = try CBOR.decode(Date.self, from: bytes(digits))
      #expect(try Binary.decode(Date.self, from: Binary.encode(value)) == date)
      #expect(try MessagePack.decode([Date].self, from: MessagePack.encode([value])) == [date])
      let copy = try Binary.decode(AnyValue.self, from: Binary.encode(value))
      #expect(copy == value)
    }
  }
}
