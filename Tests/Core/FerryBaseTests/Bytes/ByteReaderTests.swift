import FerryBase
import Testing

/// The oracle is the array that is read, with zeros behind its end.
@Suite("Reading bytes by a cursor")
struct ByteReaderTests {
  private static let lookAhead = ByteReader.lookAhead

  /// No byte of it is zero, so that the zeros of the tail show.
  private static func input(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 1 + (7 &* $0) % 251) }
  }

  /// Calls `body` with a reader of `bytes` in memory that ends where a forbidden page begins.
  private static func read(_ bytes: [UInt8], _ body: (inout ByteReader) -> Void) {
    _ = Guarded.read(bytes) { view in
      var reader = ByteReader(view)
      body(&reader)
      return true
    }
  }

  /// The byte at `offset`, or the zero behind the end.
  private static func byte(_ bytes: [UInt8], _ offset: Int) -> UInt8 {
    offset < bytes.count ? bytes[offset] : 0
  }

  @Test("a reader begins at offset 0", arguments: 0...200)
  func start(count: Int) {
    let bytes = Self.input(count)
    Self.read(bytes) { reader in
      #expect(reader.offset == 0)
      #expect(reader.count == count)
      #expect(reader.isAtEnd == bytes.isEmpty)
      #expect(reader.byte == Self.byte(bytes, 0))
    }
  }

  @Test("a cursor that moves byte by byte reads each byte once", arguments: 0...200)
  func stepping(count: Int) {
    let bytes = Self.input(count)
    Self.read(bytes) { reader in
      for (offset, byte) in bytes.enumerated() {
        if reader.needsTail { reader.enterTail() }
        #expect(reader.offset == offset && reader.byte == byte && !reader.isAtEnd)
        reader.cursor += 1
      }
      if reader.needsTail { reader.enterTail() }
      #expect(reader.offset == count && reader.isAtEnd && reader.byte == 0)
    }
  }

  @Test("64 bytes can be read at every offset, with zeros after the end", arguments: 0...200)
  func lookingAhead(count: Int) {
    let bytes = Self.input(count)
    Self.read(bytes) { reader in
      for offset in 0...count {
        let seen = (0..<Self.lookAhead).map { reader.load(UInt8.self, at: $0) }
        let expected = (offset..<offset + Self.lookAhead).map { Self.byte(bytes, $0) }
        #expect(seen == expected)
        if offset < count { reader.skip(1) }
      }
    }
  }

  @Test("a wide load takes the bytes of the input, wherever the tail begins", arguments: 0...200)
  func wideLoads(count: Int) {
    let bytes = Self.input(count)
    Self.read(bytes) { reader in
      for offset in 0...count {
        let block = reader.load(SIMD32<UInt8>.self, at: Self.lookAhead - 32)
        for lane in 0..<32 {
          #expect(block[lane] == Self.byte(bytes, offset + Self.lookAhead - 32 + lane))
        }
        if offset < count { reader.skip(1) }
      }
    }
  }

  @Test(
    "a loop that passes the limit continues in the tail at the same offset", arguments: 65...200)
  func enteringLate(count: Int) {
    let bytes = Self.input(count)
    // At most a look ahead beyond the limit, which is 64 bytes before the end.
    for late in 0...Self.lookAhead {
      let offset = count - Self.lookAhead + late
      Self.read(bytes) { reader in
        reader.cursor += offset
        let needsTail = reader.needsTail
        #expect(needsTail)
        reader.enterTail()
        #expect(reader.offset == offset && !reader.needsTail)
        #expect(reader.byte == Self.byte(bytes, offset))
      }
    }
  }

  @Test(
    "skipping goes from any offset to any later one", arguments: [0, 1, 63, 64, 65, 128, 129, 200])
  func skipping(count: Int) {
    let bytes = Self.input(count)
    for start in 0...count {
      for end in start...count {
        Self.read(bytes) { reader in
          reader.skip(start)
          reader.skip(end - start)
          if reader.offset != end || reader.byte != Self.byte(bytes, end) {
            Issue.record("\(start) to \(end) of \(count) is at \(reader.offset)")
          }
        }
      }
    }
  }

  @Test(
    "rewinding goes from any offset to any earlier one",
    arguments: [0, 1, 63, 64, 65, 128, 129, 200])
  func rewinding(count: Int) {
    let bytes = Self.input(count)
    for start in 0...count {
      for end in 0...start {
        Self.read(bytes) { reader in
          reader.skip(start)
          reader.rewind(to: end)
          if reader.offset != end || reader.byte != Self.byte(bytes, end) {
            Issue.record("\(start) back to \(end) of \(count) is at \(reader.offset)")
          }
        }
      }
    }
  }

  @Test("a reader that leaves the tail can enter it again", arguments: 65...200)
  func enteringTwice(count: Int) {
    let bytes = Self.input(count)
    Self.read(bytes) { reader in
      reader.move(to: count)
      reader.move(to: 0)
      let needsTail = reader.needsTail
      #expect(!needsTail)
      reader.move(to: count - 1)
      #expect(reader.byte == bytes[count - 1])
    }
  }

  @Test("a part of the input has the bytes between two offsets", arguments: [0, 1, 64, 65, 200])
  func slices(count: Int) {
    let bytes = Self.input(count)
    Self.read(bytes) { reader in
      reader.move(to: count)
      for start in 0...count {
        #expect(Array(reader.slice(from: start, to: count)) == Array(bytes[start...]))
      }
      for offset in bytes.indices { #expect(reader.pointer(at: offset).pointee == bytes[offset]) }
    }
  }

  @Test("a position has the offset that the cursor had there", arguments: [1, 64, 65, 200])
  func positions(count: Int) {
    Self.read(Self.input(count)) { reader in
      for offset in 0..<count {
        #expect(reader.offset(of: reader.cursor + 1) == offset + 1)
        reader.skip(1)
      }
    }
  }

  @Test("skipping beyond the end ends the process")
  func skippingTooFar() async {
    await #expect(processExitsWith: .failure) {
      [1, 2, 3].withByteView { view in
        var reader = ByteReader(view)
        reader.skip(4)
      }
    }
  }

  @Test("rewinding to an offset ahead ends the process")
  func rewindingForward() async {
    await #expect(processExitsWith: .failure) {
      [1, 2, 3].withByteView { view in
        var reader = ByteReader(view)
        reader.rewind(to: 1)
      }
    }
  }
}
