import FerryBinaryEngine
import FerryBase
import Testing

@Suite struct ChecksumTests {
  /// The vectors of RFC 3720, appendix B.4, and the usual check value.
  @Test("checksums of known texts are those of the standard")
  func knownValues() {
    let vectors: [([UInt8], UInt32)] = [
      ([], 0), (Array("123456789".utf8), 0xE306_9283),
      ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
      ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
      (Array(0..<32), 0x46DD_794E), (Array((0..<32).reversed()), 0x113F_DB5C),
    ]
    for (bytes, expected) in vectors {
      #expect(bytes.withByteView { CRC32C.checksum($0) } == expected)
    }
  }

  @Test("a checksum may be computed in parts")
  func partsGiveTheWhole() {
    let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 * 37) }
    bytes.withByteView { all in
      for cut in 0...100 {
        var checksum = CRC32C()
        checksum.update(ByteView(rebasing: all[..<cut]))
        checksum.update(ByteView(rebasing: all[cut...]))
        #expect(checksum.value == CRC32C.checksum(all))
      }
    }
  }
}
