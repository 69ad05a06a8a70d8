import FerryBase

/// The bytes of a document or a record file. It reads lengths, heads of values, texts and blocks
/// for all readers (Format.md).
///
/// The lexer is a view: its memory must stay valid while the lexer is in use. `place` is always an
/// offset in the memory. Callers pass no offset beyond the end that they pass with it.
@safe
struct BinaryLexer {
  /// The memory.
  let input: ByteView

  init(_ input: ByteView) { self.input = input }

  /// Bytes in the memory.
  @inline(__always)
  var count: Int { input.count }

  /// The byte at `place`, which must be in the memory.
  @inline(__always)
  subscript(place: Int) -> UInt8 { input[place] }

  /// Returns the `count` bytes at `place`. All must be in the memory.
  @inline(__always)
  func bytes(at place: Int, count: Int) -> ByteView {
    input.part(at: place, count: count)
  }

  /// Returns the bytes of a text node, which must be in the memory.
  func text(_ node: Node) -> ByteView {
    bytes(at: node.payload, count: node.length)
  }

  /// Reads the little-endian number of `width` bytes (1...8) at `place`. All must be in the memory.
  @inline(__always)
  func integer(at place: Int, width: Int) -> UInt64 {
    if place &+ 8 <= count {
      // The load reads eight bytes; the shifts remove those after the number.
      let word = input.load(UInt64.self, at: place).littleEndian
      let excess = UInt64(truncatingIfNeeded: 64 &- 8 &* width)
      return (word &<< excess) &>> excess
    }
    var value: UInt64 = 0
    for index in 0..<width { value |= UInt64(self[place + index]) << UInt64(8 * index) }
    return value
  }

  /// Returns bit `index` of the bitmap at `start`. The bit must be in the memory.
  @inline(__always)
  func bit(_ index: Int, at start: Int) -> Bool {
    self[start &+ index &>> 3] &>> UInt8(truncatingIfNeeded: index & 7) & 1 == 1
  }

  // MARK: Lengths

  /// Reads the length at `place` and moves `place` behind it.
  /// - Returns: The length, which may exceed the remaining bytes.
  @inline(__always)
  func varInt(at place: inout Int, end: Int) throws(WireFailure) -> UInt64 {
    guard let (value, width) = VarInt.read(input, at: place, end: end) else {
      throw varIntFailure(at: place, end: end)
    }
    place &+= width
    return value
  }

  /// Reads a number of bytes, or a count of items that take at least one byte each. The length must
  /// not exceed the bytes before `end`.
  @inline(__always)
  func length(at place: inout Int, end: Int) throws(WireFailure) -> Int {
    let start = place
    let length = try varInt(at: &place, end: end)
    guard length <= UInt64(truncatingIfNeeded: end &- place) else {
      throw lengthFailure(at: start, end: end)
    }
    return Int(truncatingIfNeeded: length)
  }

  /// Returns the failure for a length beyond its container. The input is truncated, or the length
  /// is wrong.
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

  /// Checks that text is well-formed UTF-8. The range must be in the memory.
  @inline(__always)
  func checkText(at place: Int, _ length: Int) throws(WireFailure) {
    try input.checkText(at: place, length)
  }
}
