import FerryBase

/// The Castagnoli checksum (RFC 3720, appendix B.4), computed in steps of eight bytes.
package struct CRC32C: Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  /// Creates the checksum of zero bytes.
  package init() {}

  /// The checksum of all bytes so far.
  package var value: UInt32 { ~state }

  /// Returns the checksum of `bytes`.
  package static func checksum(_ bytes: ByteView) -> UInt32 {
    var checksum = CRC32C()
    checksum.update(bytes)
    return checksum.value
  }

  /// Adds `bytes` to the checksum.
  package mutating func update(_ bytes: ByteView) {
    var crc = state
    let table = Self.tables.span
    var index = 0
    while index &+ 8 <= bytes.count {
      // Eight bytes remain, and every table index is a byte plus a multiple of 256, below 2048.
      let word = bytes.load(UInt64.self, at: index).littleEndian
      let mixed = word ^ UInt64(crc)
      crc = 0
      for lane in 0..<8 {
        let byte = Int(truncatingIfNeeded: mixed &>> UInt64(truncatingIfNeeded: 8 &* lane)) & 0xFF
        unsafe crc ^= table[unchecked: (7 &- lane) &* 256 &+ byte]
      }
      index &+= 8
    }
    while index < bytes.count {
      crc =
        unsafe crc >> 8
        ^ table[unchecked: Int(truncatingIfNeeded: crc ^ UInt32(bytes[index])) & 0xFF]
      index &+= 1
    }
    state = crc
  }

  /// Eight tables of 256 entries: the contribution of a byte at distance 0...7 from the end of a
  /// step.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
      tables[byte] = crc
    }
    for index in 256..<8 * 256 {
      let previous = tables[index - 256]
      tables[index] = previous >> 8 ^ tables[Int(previous & 0xFF)]
    }
    return tables
  }()
}
