import FerryBase
import FerryTestSupport
import Testing

/// The oracle is the array that a view is of.
@Suite("Views of bytes")
struct ByteViewTests {
  private static let bytes = (0..<40).map { UInt8(truncatingIfNeeded: 37 &* $0 &+ 11) }

  @Test("an empty view has no bytes and a readable address")
  func empty() {
    #expect(ByteView().isEmpty)
    #expect(ByteView().start.pointee == 0)
    #expect([UInt8]().withByteView { $0.count } == 0)
    #expect(ByteView(UnsafeRawBufferPointer(start: nil, count: 0)).isEmpty)
  }

  @Test("a view has the bytes of the array at the same offsets")
  func elements() {
    Self.bytes.withByteView { view in
      #expect(view.count == Self.bytes.count)
      #expect(view.indices == Self.bytes.indices)
      for index in view.indices { #expect(view[index] == Self.bytes[index]) }
      #expect(Array(view) == Self.bytes)
      #expect(view.first == Self.bytes.first)
      #expect(view.last == Self.bytes.last)
    }
  }

  @Test("a slice has the offsets of its view")
  func slices() {
    Self.bytes.withByteView { view in
      for start in 0...view.count {
        for end in start...view.count {
          let slice = view[start..<end]
          #expect(slice.startIndex == start && slice.endIndex == end)
          #expect(slice.elementsEqual(Self.bytes[start..<end]))
        }
      }
    }
  }

  @Test("a rebased slice begins at offset 0")
  func rebasing() {
    Self.bytes.withByteView { view in
      for start in 0...view.count {
        for end in start...view.count {
          let part = ByteView(rebasing: view[start..<end])
          #expect(part.startIndex == 0 && part.count == end - start)
          #expect(Array(part) == Array(Self.bytes[start..<end]))
          #expect(view.part(at: start, count: end - start).elementsEqual(part))
        }
      }
    }
  }

  @Test("loading a number takes bytes from every offset, in the order of memory")
  func loading() {
    Self.bytes.withByteView { view in
      for offset in 0...(view.count - 8) {
        let expected = (0..<8).reduce(0 as UInt64) {
          $0 | UInt64(Self.bytes[offset + $1]) << UInt64(8 * $1)
        }
        #expect(view.load(UInt64.self, at: offset).littleEndian == expected)
        #expect(view.load(UInt8.self, at: offset) == Self.bytes[offset])
      }
    }
  }

  @Test("views of a string, a literal, a slice and a span have their bytes")
  func sources() {
    var text = "naïve 🏝️ text"
    let utf8 = Array(text.utf8)
    #expect(text.withByteView { Array($0) } == utf8)
    #expect(text.utf8.withContiguousBytes { Array($0) } == utf8)
    #expect(Array(ByteView("literal")) == Array("literal".utf8))
    #expect(Self.bytes[3..<17].withByteView { Array($0) } == Array(Self.bytes[3..<17]))
    #expect(Self.bytes.span.bytes.withByteView { Array($0) } == Self.bytes)
    #expect(ByteView.with(bytesOf: 0x0403_0201 as UInt32) { $0.sorted() } == [1, 2, 3, 4])
  }

  @Test("a collection without contiguous storage has no view")
  func noContiguousStorage() {
    #expect(stride(from: 0 as UInt8, to: 5, by: 1).map { $0 }.withContiguousBytes { $0.count } == 5)
    #expect(repeatElement(7 as UInt8, count: 5).withContiguousBytes { $0.count } == nil)
  }

  @Test("an array of numbers has the values whose bytes follow one another")
  func arrayOfNumbers() {
    let numbers: [Int64] = [1, -2, .max, .min, 0]
    #expect(numbers.span.bytes.withByteView { $0.array(of: Int64.self) } == numbers)
    #expect(ByteView().array(of: Double.self).isEmpty)
  }

  @Test("equal bytes have equal hashes")
  func hashing() {
    func hash(_ bytes: [UInt8]) -> Int {
      var hasher = Hasher()
      bytes.withByteView { $0.hash(into: &hasher) }
      return hasher.finalize()
    }
    #expect(hash(Self.bytes) == hash(Array(Self.bytes)))
    #expect(hash(Self.bytes) != hash(Self.bytes.reversed()))
  }

  @Test("owned bytes keep a copy of their source")
  func owned() {
    var bytes = Self.bytes
    let copy = bytes.withByteView { OwnedCopy(OwnedBytes(copying: $0)) }
    bytes[0] &+= 1
    #expect(copy.contents == Self.bytes)
    #expect(OwnedCopy(OwnedBytes(copying: "é")).contents == [0xC3, 0xA9])
    #expect(OwnedCopy(OwnedBytes(copying: ByteView())).contents == [])
  }

  /// Closures return copyable values only.
  private final class OwnedCopy {
    let bytes: OwnedBytes

    init(_ bytes: consuming OwnedBytes) { self.bytes = bytes }

    /// Read while the owner lives.
    var contents: [UInt8] { withExtendedLifetime(self) { Array(bytes.view) } }
  }
}

/// Debug builds check what release builds trust.
@Suite("Checks of views", .enabled(if: isDebugBuild))
struct ByteViewCheckTests {
  @Test("an offset after the view ends the process")
  func offset() async {
    await #expect(processExitsWith: .failure) {
      _ = [1, 2, 3].withByteView { $0[3] }
    }
  }

  @Test("a negative offset ends the process")
  func negativeOffset() async {
    await #expect(processExitsWith: .failure) {
      _ = [1, 2, 3].withByteView { ByteView(rebasing: $0[1...])[-1] }
    }
  }

  @Test("a range that goes beyond the view ends the process")
  func range() async {
    await #expect(processExitsWith: .failure) {
      _ = [1, 2, 3].withByteView { $0[2..<4].count }
    }
  }

  @Test("loading bytes after the view ends the process")
  func load() async {
    await #expect(processExitsWith: .failure) {
      _ = [1, 2, 3].withByteView { $0.load(UInt32.self, at: 0) }
    }
  }

  @Test("writing after a writable view ends the process")
  func write() async {
    await #expect(processExitsWith: .failure) {
      MutableByteView.withScratch(3) { $0[3] = 1 }
    }
  }

  @Test("storing a number that does not fit ends the process")
  func store() async {
    await #expect(processExitsWith: .failure) {
      MutableByteView.withScratch(7) { $0.store(0 as UInt64, at: 0) }
    }
  }
}

@Suite("Writable views of bytes")
struct MutableByteViewTests {
  @Test("bytes that are written are read back")
  func elements() {
    var bytes = [UInt8](repeating: 0, count: 20)
    bytes.withMutableByteView { view in
      for index in 0..<view.count { view[index] = UInt8(3 * index) }
      #expect(view[7] == 21)
    }
    #expect(bytes == (0..<20).map { UInt8(3 * $0) })
  }

  @Test("a stored number takes its bytes at every offset and no others")
  func storing() {
    for offset in 0...12 {
      var bytes = [UInt8](repeating: 0xEE, count: 20)
      bytes.withMutableByteView {
        $0.store((0x0807_0605_0403_0201 as UInt64).littleEndian, at: offset)
      }
      var expected = [UInt8](repeating: 0xEE, count: 20)
      for index in 0..<8 { expected[offset + index] = UInt8(index + 1) }
      #expect(bytes == expected)
    }
  }

  @Test("copied bytes of every count are the source's, and those around stay")
  func copying() {
    let source = (0..<80).map { UInt8($0 + 1) }
    for count in 0...80 {
      var bytes = [UInt8](repeating: 0xEE, count: 84)
      bytes.withMutableByteView { view in source[..<count].withByteView { view.copy($0, at: 2) } }
      #expect(bytes[2..<(2 + count)] == source[..<count])
      #expect(bytes[..<2] == [0xEE, 0xEE])
      #expect(bytes[(2 + count)...].allSatisfy { $0 == 0xEE })
    }
  }

  @Test("elements of any collection are copied")
  func copyingCollections() {
    var bytes = [UInt8](repeating: 0, count: 6)
    bytes.withMutableByteView { $0.copy(repeatElement(9, count: 3), at: 1) }
    #expect(bytes == [0, 9, 9, 9, 0, 0])
  }

  @Test("scratch memory has the requested size, and its prefix has the written bytes")
  func scratch() {
    for count in [0, 1, 33, 5000] {
      let sum = MutableByteView.withScratch(count) { scratch in
        #expect(scratch.count == count)
        for index in 0..<count { scratch[index] = 2 }
        return scratch.prefix(count).reduce(0) { $0 + Int($1) }
      }
      #expect(sum == 2 * count)
    }
  }

  @Test("scratch memory rethrows an error of the caller with its type")
  func scratchThrows() {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try MutableByteView.withScratch(8) { (_) throws(Refusal) in throw Refusal() }
    }
  }

  @Test("an array of written bytes has the length of the written bytes")
  func array() {
    let bytes = MutableByteView.array(upTo: 10) { view in
      view.copy(ByteView("abc"), at: 0)
      return 3
    }
    #expect(bytes == Array("abc".utf8))
    #expect(MutableByteView.array(upTo: 0) { _ in 0 }.isEmpty)
  }

  @Test("the suffix of a view is the memory from the offset")
  func suffix() {
    var bytes = [UInt8](repeating: 0, count: 5)
    bytes.withMutableByteView { view in
      let rest = view.suffix(from: 3)
      #expect(rest.count == 2)
      rest[0] = 7
      #expect(view.suffix(from: 5).count == 0)
    }
    #expect(bytes == [0, 0, 0, 7, 0])
  }
}
