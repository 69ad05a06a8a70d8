import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Input is not copied", .enabled(if: AllocationCounter.isAvailable))
struct ZeroCopyTests {
  /// Reads every record, keeps their number.
  private struct Count: Decodable {
    var count = 0

    private struct Record: Decodable {
      var id: Int
      var kind: Double
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        count += try container.decode(Record.self).id >= 0 ? 1 : 0
      }
    }
  }

  private static let records: [UInt8] = {
    let text = String(repeating: "lorem ipsum dolor sit amet ", count: 5)
    let lines = (0..<6000).map { "{\"id\":\($0),\"text\":\"\(text)\",\"kind\":1.5}" }
    return Array("[\(lines.joined(separator: ","))]".utf8)
  }()

  private func expectNoCopy(
    sourceLocation: SourceLocation = #_sourceLocation, _ decode: () throws -> Int
  ) throws {
    try #require(Self.records.count > 1_000_000)
    // The first run fills the pool with a tape that is long enough.
    for _ in 0..<2 { #expect(try decode() == 6000, sourceLocation: sourceLocation) }
    func counted() throws -> AllocationCounter.Count {
      try AllocationCounter.count {
        let found = try decode()
        try #require(found == 6000, sourceLocation: sourceLocation)
      }
    }
    var count = try counted()
    // A copy is made each time; a test of another suite takes the tape only now and then.
    for _ in 0..<8 where count.large > 0 { count = try counted() }
    #expect(count.large == 0, "largest: \(count.largest)", sourceLocation: sourceLocation)
  }

  // One test, because the pool serves all threads: another test could take the tape.
  @Test("decoding a megabyte allocates nothing of 64 KiB or more, whatever the input")
  func inputs() throws {
    let bytes = Self.records
    let padded = [0x5B] + bytes + [0x5D]
    let (data, text) = (Data(bytes), String(decoding: bytes, as: UTF8.self))
    try expectNoCopy { try JSON.decode(Count.self, from: bytes).count }
    try expectNoCopy { try JSON.decode(Count.self, from: padded[1..<padded.count - 1]).count }
    try expectNoCopy { try JSON.decode(Count.self, from: data).count }
    try expectNoCopy { try JSON.decode(Count.self, from: data[data.startIndex...]).count }
    try expectNoCopy { try JSON.decode(Count.self, from: text).count }
    try expectNoCopy { try JSON.decode(Count.self, from: text[...]).count }
    try bytes.withUnsafeBytes { buffer in
      try expectNoCopy { try JSON.decode(Count.self, from: buffer).count }
    }
    try expectNoCopy { try JSON.Decoder().decode(Count.self, from: bytes.span.bytes).count }
  }

  @Test("the counter counts an input that is copied")
  func control() throws {
    let count = try AllocationCounter.count {
      let copied = try JSON.decode(Count.self, from: Self.records.lazy.map { $0 }).count
      try #require(copied == 6000)
    }
    #expect(count.large > 0)
    #expect(count.largest >= Self.records.count)
  }

  @Test("a tape costs at most 8.6 times the input at worst")
  func worstCase() throws {
    let text = "[" + String(repeating: "0,", count: 500_000) + "0]"
    struct Nothing: Decodable { init(from decoder: any Decoder) throws {} }
    let count = try AllocationCounter.count { _ = try JSON.decode(Nothing.self, from: text) }
    #expect(Double(count.largest) <= 8.6 * Double(text.utf8.count))
  }

  #if FERRY_YAML
  @Test("YAML costs at most 28 times the input at worst")
  func worstYAML() throws {
    struct Nothing: Decodable { init(from decoder: any Decoder) throws {} }
    let keys = (0..<200_000).map { String($0, radix: 36) + "," }
    for text in [
      "{\(keys.joined())}", "[\(String(repeating: "a,", count: 500_000))]",
      String(repeating: "-\n", count: 500_000),
    ] {
      let peak = AllocationCounter.balance { _ = try? YAML.decode(Nothing.self, from: text) }.peak
      #expect(peak <= 28 * text.utf8.count, "\(text.prefix(20))")
    }
  }
  #endif

  @Test("bits of a binary document cost at most 130 times their bytes, rows 50 times")
  func worstBits() throws {
    struct Nothing: Decodable { init(from decoder: any Decoder) throws {} }
    func cost(_ bytes: [UInt8]) throws -> Double {
      let count = try AllocationCounter.count { _ = try Binary.decode(Nothing.self, from: bytes) }
      return Double(count.largest) / Double(bytes.count)
    }
    let size = (1 << 16) + 64
    // A truth value is a node of 8 bytes. A row of one number has a node, and the number up to two.
    let bits = [0x30] + HostileBytes.length(8 * size) + [UInt8](repeating: 0xFF, count: size)
    #expect(try cost(HostileBytes.document([0xF3] + HostileBytes.sized(bits))) <= 130)
    let least: [UInt8] = [0xF0, 0x80, 0, 0, 0, 0, 0, 0, 0]
    let rows =
      [1, 1] + HostileBytes.length(size) + least + [UInt8](repeating: 0, count: size)
    #expect(try cost(HostileBytes.document([0xFC] + HostileBytes.sized(rows))) <= 50)
  }

  @Test("an array of one element in an AnyValue has capacity for one")
  func listsOfOne() throws {
    let lists = try JSON.decode(AnyValue.self, from: "[[0], [[true]], [1, 2]]")
    #expect(lists[0]?.array?.capacity == 1)
    #expect(lists[1]?[0]?.array?.capacity == 1)
    #expect(lists == .array([[0], [[true]], [1, 2]]))
  }
}
