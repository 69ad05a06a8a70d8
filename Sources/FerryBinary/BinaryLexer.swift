import FerryBytes
import FerryTape

/// The bytes of a document or a record file: lengths, heads of values, texts and blocks, for all
/// readers (Format.md).
///
/// It is a view: the memory has to stay where it is as long as the lexer is used. Places are offsets
/// in the memory, and callers pass no place beyond the end that they pass with it.
@safe
struct BinaryLexer {
  /// The memory.
  let input: ByteView

  init(_ input: ByteView) { self.input = input }

  /// Bytes in the memory.
  @inline(__always)
  var count: Int { input.count }

  /// The byte at `place`, which is inside.
  @inline(__always)
  subscript(place: Int) -> UInt8 { input[place] }

  /// The `count` bytes at `place`, all inside.
  @inline(__always)
  func bytes(at place: Int, count: Int) -> ByteView {
    input.part(at: place, count: count)
  }

  /// The bytes of a text node, which lies inside.
  func text(_ node: Node) -> ByteView {
    bytes(at: node.payload, count: node.length)
  }

  /// The little-endian number of `width` bytes (1...8) at `place`, all inside.
  @inline(__always)
  func integer(at place: Int, width: Int) -> UInt64 {
    if place &+ 8 <= count {
      // Eight bytes are there; those that do not belong to the number are shifted out.
      let word = input.load(UInt64.self, at: place).littleEndian
      let excess = UInt64(truncatingIfNeeded: 64 &- 8 &* width)
      return (word &<< excess) &>> excess
    }
    var value: UInt64 = 0
    for index in 0..<width { value |= UInt64(self[place + index]) << UInt64(8 * index) }
    return value
  }

  /// Bit `index` of the bitmap at `start`, which is inside.
  @inline(__always)
  func bit(_ index: Int, at start: Int) -> Bool {
    self[start &+ index &>> 3] &>> UInt8(truncatingIfNeeded: index & 7) & 1 == 1
  }

  // MARK: Lengths

  /// Reads the length at `place` and moves behind it.
  /// - Returns: a length that may be greater than what is left.
  @inline(__always)
  func varInt(at place: inout Int, end: Int) throws(WireFailure) -> UInt64 {
    guard let (value, width) = VarInt.read(input, at: place, end: end) else {
      throw varIntFailure(at: place, end: end)
    }
    place &+= width
    return value
  }

  /// Reads a length of bytes that has to fit in front of `end`, or a count of things of at least
  /// one byte each.
  @inline(__always)
  func length(at place: inout Int, end: Int) throws(WireFailure) -> Int {
    let start = place
    let length = try varInt(at: &place, end: end)
    guard length <= UInt64(truncatingIfNeeded: end &- place) else {
      throw lengthFailure(at: start, end: end)
    }
    return Int(truncatingIfNeeded: length)
  }

  /// A length goes beyond what it lies in: the input was cut off, or it is wrong.
  @inline(never)
  func lengthFailure(at place: Int, end: Int) -> WireFailure {
    end == count
      ? WireFailure(.unexpectedEnd, offset: count) : WireFailure(.invalidLength, offset: place)
  }

  @inline(never)
  private func varIntFailure(at place: Int, end: Int) -> WireFailure {
    guard place < end else { return lengthFailure(at: place, end: end) }
    let first = self[place]
    if first > 0xF0 { return WireFailure(.invalidLength, offset: place) }
    let width = first < 0xC0 ? 2 : first < 0xE0 ? 3 : first < 0xF0 ? 4 : 9
    if end - place < width { return lengthFailure(at: place, end: end) }
    return WireFailure(.nonMinimal, offset: place)
  }

  // MARK: Texts

  /// Checks that text is well-formed UTF-8. The range lies inside.
  @inline(__always)
  func checkText(at place: Int, _ length: Int) throws(WireFailure) {
    // Most text is short and ASCII: whole words, the last one cut to what belongs to the text.
    guard place &+ length &+ 8 <= count else { return try checkUnusualText(at: place, length) }
    var index = 0
    var found: UInt64 = 0
    // Eight bytes behind the text are still inside.
    while index &+ 8 <= length {
      found |= input.load(UInt64.self, at: place &+ index)
      index &+= 8
    }
    let last = input.load(UInt64.self, at: place &+ index).littleEndian
    found |= last & ~(~0 &<< UInt64(truncatingIfNeeded: 8 &* (length &- index)))
    if found & 0x8080_8080_8080_8080 != 0 { try checkUnusualText(at: place, length) }
  }

  @inline(never)
  private func checkUnusualText(at place: Int, _ length: Int) throws(WireFailure) {
    let text = bytes(at: place, count: length)
    if let wrong = UTF8Validation.firstIllFormedOffset(in: text) {
      throw WireFailure(.invalidUTF8, offset: place + wrong)
    }
  }
}
