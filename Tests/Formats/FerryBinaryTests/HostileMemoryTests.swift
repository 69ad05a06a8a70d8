import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

/// A hostile input costs at most 1 MiB and twice its size, whatever it claims.
@Suite(.serialized) struct HostileMemoryTests {
  private static let claims: [UInt64] = [1 << 31, 1 << 32, (1 << 63) - 1, .max]

  private func length(_ value: UInt64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 9)
    let width = bytes.withMutableByteView { VarInt.write(value, to: $0) }
    return Array(bytes[..<width])
  }

  /// Reads `bytes` and looks at what was allocated. With few large allocations, the largest one and
  /// their number bound the peak.
  private func expectCheap(_ bytes: [UInt8], _ what: String) {
    guard AllocationCounter.isAvailable else { return }
    let bound = 1 << 20 + 2 * bytes.count
    let count = AllocationCounter.count(atLeast: 256 << 10) {
      bytes.withByteView { input in
        var tape = Tape()
        var reader = BinaryReader(input)
        #expect(throws: WireFailure.self) { try reader.readDocument(into: &tape) }
      }
    }
    #expect(count.largest <= bound, "\(what): \(count.largest) bytes")
    #expect(count.large <= 2, "\(what): \(count.large) large allocations")
  }

  @Test("a large length or count in damaged input reserves no memory")
  func claimsOfLengthsAndCounts() {
    // A tag, or a tag and what stands in front of the claim.
    let places: [[UInt8]] = [
      [0xEE], [0xF1], [0xF1, 20], [0xF2], [0xF3], [0xF3, 20, 1], [0xF3, 20, 0x11],
      [0xF3, 20, 0x28],
      [0xF3, 20, 0x29], [0xF3, 20, 0x30], [0xF3, 20, 0x22, 1], [0xFC, 20, 0, 1],
      [0xF6], [0xF9], [0xFA], [0xFB], [0xFC], [0xFC, 20, 1], [0xFC, 20, 1, 4],
      [0x80], [0xA1],
    ]
    let head: [UInt8] = [0xB5, 0x20, 7, 1, 1, 0x61, 1, 1, 0, 0]
    let padding = [UInt8](repeating: 1, count: 40)
    for claim in Self.claims {
      for place in places {
        let bytes: [[UInt8]] = [head, place, length(claim), padding]
        expectCheap(bytes.flatMap { $0 }, "\(hexText(place)) \(claim)")
      }
      for table in [[], [0], [0, 0], [1], [1, 1, 0x61], [1, 1, 0x61, 1]] as [[UInt8]] {
        let contents: [UInt8] = table + length(claim) + padding
        let start: [UInt8] = [0xB5, 0x20]
        expectCheap(start + length(UInt64(contents.count)) + contents, "tables \(claim)")
      }
    }
  }

  /// Containers inside each other that each claim as many elements as bytes remain.
  @Test(
    "nested containers that claim all remaining bytes reserve no memory",
    arguments: [0xF1, 0xFC] as [UInt8]) func nestedClaimsOfAllThatRemains(_ tag: UInt8)
  {
    // Nothing that could be read is there.
    var bytes = [UInt8](repeating: 0xFE, count: 100_000)
    for _ in 0..<200 {
      let count = length(UInt64(bytes.count))
      let head: [UInt8] = tag == 0xF1 ? count : [1] + count
      let parts: [[UInt8]] = [[tag], length(UInt64(head.count + bytes.count)), head, bytes]
      bytes = parts.flatMap { $0 }
    }
    let head: [UInt8] = [0xB5, 0x20, 7, 1, 1, 0x61, 1, 1, 0, 0]
    expectCheap(head + bytes, "nested \(tag)")
  }

  /// Claims that are small one by one: the sum over all of them counts.
  @Test("thousands of claimed lengths cost little memory together")
  func sumsOverNesting() {
    var contents: [UInt8] = []
    for _ in 0..<2000 { contents += [0xF3, 6, 0x29, 0xD0, 0, 0, 0, 0] as [UInt8] }
    let head: [UInt8] = [0xB5, 0x20, 0, 0xF1]
    let parts: [[UInt8]] = [head, length(UInt64(contents.count + 2)), [0x87, 0xD0], contents]
    expectCheap(parts.flatMap { $0 }, "sums")
  }

  @Test("hostile frames of record files cost little memory")
  func frames() {
    for claim: UInt32 in [1 << 16, 1 << 28, .max] {
      var bytes = HostileRecordFile().bytes + hex("fe5c1af8 01")
      withUnsafeBytes(of: claim.littleEndian) { bytes += $0 }
      bytes += hex("10 00000000000000")
      bytes += [UInt8](repeating: 0, count: 100)
      let count = AllocationCounter.count(atLeast: 1 << 20) {
        #expect(RecordFileTests.read(bytes, skipping: true).failure != nil)
      }
      #expect(count.large == 0)
    }
  }
}
