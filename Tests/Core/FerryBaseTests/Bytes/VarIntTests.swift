import FerryBase
import Testing

@Suite("Prefix varint")
struct VarIntTests {
  private func write(_ value: UInt64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: VarInt.maximumWidth)
    let width = bytes.withMutableByteView { VarInt.write(value, to: $0) }
    return Array(bytes.prefix(width))
  }

  /// The value and the width, or nothing, as an array: tuples are not `Equatable`.
  private func read(_ bytes: [UInt8]) -> [UInt64] {
    Guarded.read(bytes) { buffer in
      guard let (value, width) = VarInt.read(buffer, at: 0, end: buffer.count) else { return [] }
      return [value, UInt64(width)]
    }
  }

  /// Values at the edges of the widths, with their bytes.
  private static let table: [(UInt64, [UInt8])] = [
    (0, [0x00]), (1, [0x01]), (0x7F, [0x7F]),
    (0x80, [0x80, 0x80]), (0x3FFF, [0xBF, 0xFF]),
    (0x4000, [0xC0, 0x40, 0x00]), (0x1F_FFFF, [0xDF, 0xFF, 0xFF]),
    (0x20_0000, [0xE0, 0x20, 0x00, 0x00]), (0xFFF_FFFF, [0xEF, 0xFF, 0xFF, 0xFF]),
    (0x1000_0000, [0xF0, 0, 0, 0, 0, 0x10, 0, 0, 0]),
    (.max, [0xF0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
  ]

  @Test("the edges of every width have the bytes of the specification")
  func edges() {
    for (value, bytes) in Self.table {
      #expect(write(value) == bytes)
      #expect(VarInt.width(value) == bytes.count)
      #expect(read(bytes) == [value, UInt64(bytes.count)])
      #expect(read(bytes + [0xFF, 0xFF]) == [value, UInt64(bytes.count)])
    }
  }

  @Test("a truncated value is an error, and no byte after its end is read")
  func truncated() {
    for (_, bytes) in Self.table {
      for count in 0..<bytes.count { #expect(read(Array(bytes.prefix(count))) == []) }
    }
  }

  @Test("a longer form than the shortest is an error")
  func longerForms() {
    let forms: [[UInt8]] = [
      [0x80, 0x00], [0x80, 0x7F], [0xC0, 0x00, 0x00], [0xC0, 0x3F, 0xFF], [0xE0, 0x00, 0x00, 0x00],
      [0xE0, 0x1F, 0xFF, 0xFF], [0xF0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0xF0, 0, 0, 0, 0, 0x0F, 0xFF, 0xFF, 0xFF],
    ]
    for bytes in forms { #expect(read(bytes) == []) }
  }

  @Test("the reserved first bytes are an error")
  func reserved() {
    for first in UInt8(0xF1)...0xFF {
      #expect(read([first] + [UInt8](repeating: 0xFF, count: 12)) == [])
    }
  }

  @Test("random values come back, in the expected width")
  func roundTrip() {
    var random = SplitMix()
    for _ in 0..<(isDebugBuild ? 5000 : 200_000) {
      let value =
        UInt64.random(in: .min ... .max, using: &random)
        >> UInt64.random(in: 0...63, using: &random)
      let bytes = write(value)
      #expect(bytes.count == VarInt.width(value))
      let back = bytes.withByteView { VarInt.read($0, at: 0, end: $0.count)?.value }
      #expect(back == value)
    }
  }

  @Test("zigzag folds the sign into the lowest bit and back")
  func zigzag() {
    let table: [(Int64, UInt64)] = [
      (0, 0), (-1, 1), (1, 2), (-2, 3), (2, 4), (.max, .max - 1), (.min, .max),
    ]
    for (signed, unsigned) in table {
      #expect(VarInt.zigzag(signed) == unsigned)
      #expect(VarInt.unzigzag(unsigned) == signed)
    }
  }
}
