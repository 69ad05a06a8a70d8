import FerryCoders
import FerryJSON
import FerryBase
import FerryStreams
import FerryTestSupport
import Testing

/// Places of a byte are found whatever the processor has and however close they are.
@Suite struct DelimiterScanTests {
  @Test(
    "every delimiter is found once", arguments: [false, Processor.hasWideBlocks],
    [0, 1, 2, 10, 200, 1000])
  func everyPlaceIsFoundOnce(usesWideBlocks: Bool, distance: Int) {
    var random = SeededGenerator(for: "everyPlaceIsFoundOnce")
    for _ in 0..<40 {
      let bytes = (0..<random.int(0..<9000)).map { _ in
        distance > 0 && random.oneIn(distance) ? 0x0A : UInt8(random.int(0x0B..<0x100))
      }
      let start = random.int(0..<min(bytes.count, 130) + 1)
      var found: [Int] = []
      bytes.withByteView { bytes in
        unsafe DelimiterScan.offsets(
          of: 0x0A, in: bytes, from: start, usesWideBlocks: usesWideBlocks
        ) { unsafe found += $0 }
      }
      #expect(found == (start..<bytes.count).filter { bytes[$0] == 0x0A })
    }
  }
}
