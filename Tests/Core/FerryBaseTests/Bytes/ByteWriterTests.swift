import FerryBase
import Testing

/// The oracle is an array that gets the same bytes.
@Suite("Writing bytes to a growing buffer")
struct ByteWriterTests {
  private static func part(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 13 &* $0 &+ count) }
  }

  private static func written(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter(capacity: 64)
    write(&writer)
    return Array(writer.bytes)
  }

  @Test("parts of every size follow one another across growth")
  func appending() {
    var expected: [UInt8] = []
    let bytes = Self.written { writer in
      for count in 0...200 {
        Self.part(count).withByteView { writer.append($0) }
        writer.append(UInt8(truncatingIfNeeded: count))
        expected += Self.part(count) + [UInt8(truncatingIfNeeded: count)]
        #expect(writer.count == expected.count)
      }
    }
    #expect(bytes == expected)
  }

  @Test("literals, text and numbers have their bytes")
  func values() {
    let bytes = Self.written { writer in
      writer.append("literal")
      writer.append(text: "é🏝️")
      writer.append(littleEndian: 0x0403_0201 as UInt32)
    }
    #expect(bytes == Array("literal".utf8) + Array("é🏝️".utf8) + [1, 2, 3, 4])
  }

  @Test("reserved bytes that are not written do not count")
  func appendingUpTo() {
    let bytes = Self.written { writer in
      writer.append(upTo: 100) { memory in
        memory.copy(ByteView("abcdef"), at: 0)
        return 3
      }
      writer.append(upTo: 5) { _ in 0 }
    }
    #expect(bytes == Array("abc".utf8))
  }

  @Test("a repetition of up to 32 earlier bytes is the same", arguments: 0...32)
  func appendingAgain(count: Int) {
    let bytes = Self.written { writer in
      Self.part(40).withByteView { writer.append($0) }
      writer.appendAgain(from: 5, count: count)
      writer.append(0xFF)
    }
    #expect(bytes == Self.part(40) + Self.part(40)[5..<(5 + count)] + [0xFF])
  }

  @Test("a gap moves the bytes after it", arguments: [0, 1, 30, 60])
  func gaps(offset: Int) {
    for length in [0, 1, 8, 200] {
      var writer = ByteWriter(capacity: 64)
      Self.part(60).withByteView { writer.append($0) }
      writer.insertGap(at: offset, length: length)
      #expect(writer.count == 60 + length)
      #expect(Array(writer.bytes[..<offset]) == Array(Self.part(60)[..<offset]))
      #expect(Array(writer.bytes[(offset + length)...]) == Array(Self.part(60)[offset...]))
    }
  }

  @Test("moving the end down removes the bytes between", arguments: [0, 1, 20, 59, 60])
  func movingTheEnd(start: Int) {
    for target in 0...start {
      let bytes = Self.written { writer in
        Self.part(60).withByteView { writer.append($0) }
        writer.moveEnd(from: start, to: target)
      }
      #expect(bytes == Array(Self.part(60)[..<target] + Self.part(60)[start...]))
    }
  }

  @Test("written bytes are replaced where they are")
  func replacing() {
    let bytes = Self.written { writer in
      writer.append("0123456789")
      writer[0] = UInt8(ascii: "a")
      writer.replace(at: 3, with: ByteView("xyz"))
      writer.store((0x6362 as UInt16).littleEndian, at: 8)
    }
    #expect(bytes == Array("a12xyz67bc".utf8))
  }

  @Test("truncated bytes are written over")
  func truncating() {
    let bytes = Self.written { writer in
      writer.append("abcdef")
      writer.truncate(to: 2)
      writer.append("X")
    }
    #expect(bytes == Array("abX".utf8))
  }

  @Test("a cleared writer is empty, whether it keeps its memory or not")
  func clearing() {
    for limit in [0, 8 << 20] {
      var writer = ByteWriter(capacity: 64)
      Self.part(5000).withByteView { writer.append($0) }
      writer.clear(retaining: limit)
      #expect(writer.count == 0)
      writer.append("again")
      #expect(Array(writer.bytes) == Array("again".utf8))
    }
  }

  @Test("the bytes from an offset on are the last ones", arguments: 0...10)
  func bytesFrom(offset: Int) {
    var writer = ByteWriter()
    writer.append("0123456789")
    #expect(Array(writer.bytes(from: offset)) == Array("0123456789".utf8.dropFirst(offset)))
  }

  @Test(
    "a writer uses memory of the caller while it suffices", arguments: [0, 1, 32, 33, 200])
  func borrowing(count: Int) {
    var memory = [UInt8](repeating: 0xEE, count: 32)
    var used = 0
    let outgrown = memory.withMutableByteView { memory in
      var writer = ByteWriter(borrowing: memory)
      for byte in Self.part(count) { writer.append(byte) }
      return writer.finish(&used)
    }
    if count <= 32 {
      #expect(outgrown == nil && used == count)
      #expect(Array(memory[..<count]) == Self.part(count))
      #expect(memory[count...].allSatisfy { $0 == 0xEE })
    } else {
      #expect(outgrown == Self.part(count))
    }
  }

  @Test("replacing bytes that were not written ends the process")
  func replacingTooFar() async {
    await #expect(processExitsWith: .failure) {
      var writer = ByteWriter()
      writer.append("abc")
      writer.replace(at: 2, with: ByteView("xy"))
    }
  }
}
