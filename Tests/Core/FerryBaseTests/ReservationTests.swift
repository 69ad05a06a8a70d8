import FerryBase
import Testing

@Suite("Memory that is reserved for the values of a document")
struct ReservationTests {
  private static let strides = [1, 2, 8, 24, 640, 4096, 65_536, 100_000]

  @Test(
    "a reservation is at most the larger of 64 KiB and twice the values that are read",
    arguments: strides)
  func limit(stride: Int) {
    for read in [0, 1, 2, 64, 1000, 100_000] {
      for expected in [0, 1, 2, 63, 1000, 65_537, 1 << 31, .max] {
        let capacity = Reservation.capacity(after: read, of: expected, stride: stride)
        // The next value always has memory.
        #expect(capacity <= max(1, 65_536 / stride, 2 * read))
        #expect(capacity <= expected)
        #expect(expected <= read || capacity > read)
      }
    }
  }

  @Test("memory that doubles ends at the expected number of values", arguments: strides)
  func doubling(stride: Int) {
    for expected in [1, 2, 3, 1000, 65_537, 1_000_003] {
      var capacity = Reservation.capacity(of: expected, stride: stride)
      while capacity < expected { capacity *= 2 }
      // Each step rounds up once.
      #expect(capacity - expected < 2 * expected * stride / 65_536 + 1)
    }
  }
}
