package import FerryBase

// Strings of JSON text (RFC 8259, section 7).
extension ByteWriter {
  /// Appends `text` in quotes, with the escapes that the RFC requires. `escapedSlash` gets a
  /// backslash as well: pass the slash, or a byte that always needs an escape to keep slashes
  /// plain.
  @inline(__always)
  package mutating func appendJSON(_ text: ByteView, escapedSlash: UInt8) {
    if text.count < 16 {
      appendShortJSON(JSONEscaping.block(text), count: text.count, escapedSlash: escapedSlash)
    } else {
      appendLongJSON(text, escapedSlash: escapedSlash)
    }
  }

  /// Appends the first `count` bytes of `block`, at most 16, in the same way. The first byte is the
  /// lowest. Other bytes have no effect.
  @inline(__always)
  package mutating func appendShortJSON(_ block: UInt128, count: Int, escapedSlash: UInt8) {
    reserve(JSONEscaping.sizeOfPlainBlock)
    appendUnchecked(ASCII.quote)
    let stops = ByteScan.stringStops(block, or: escapedSlash) & JSONEscaping.places(below: count)
    if stops == 0 {
      unsafe JSONEscaping.store(block, to: cursor)
      unsafe cursor += count
    } else {
      appendEscaped(block, count, stops)
    }
    appendUnchecked(ASCII.quote)
  }

  /// Appends the first `count` bytes of `block`, with escapes at `stops`, and reserves one more
  /// byte.
  @inline(never)
  private mutating func appendEscaped(_ block: UInt128, _ count: Int, _ stops: UInt32) {
    reserve(JSONEscaping.sizeOfEscapes(1))
    unsafe cursor = JSONEscaping.escape(block, count, stops, to: cursor)
  }

  /// Appends a text of at least 16 bytes.
  @inline(never)
  private mutating func appendLongJSON(_ text: ByteView, escapedSlash: UInt8) {
    reserve(text.count &+ 2)
    appendUnchecked(ASCII.quote)
    let length = unsafe JSONEscaping.copyPlain(text, to: cursor, escapedSlash: escapedSlash)
    unsafe cursor += length
    if length < text.count { appendEscaped(text, from: length, escapedSlash: escapedSlash) }
    appendUnchecked(ASCII.quote)
  }

  /// Continues with the byte at `start`, which needs an escape, and reserves one more byte.
  private mutating func appendEscaped(_ text: ByteView, from start: Int, escapedSlash: UInt8) {
    var index = start
    // A run of blocks is copied again behind each escape, so as many bytes must follow it.
    while text.count &- index >= 2 * 64 {
      reserve(JSONEscaping.sizeOfEscapes(4))
      unsafe cursor = JSONEscaping.escapeBlocks(
        4, at: text.start + index, to: cursor, escapedSlash: escapedSlash)
      index &+= 64
    }
    while text.count &- index >= 2 * 16 {
      reserve(JSONEscaping.sizeOfEscapes(1))
      unsafe cursor = JSONEscaping.escapeBlocks(
        1, at: text.start + index, to: cursor, escapedSlash: escapedSlash)
      index &+= 16
    }
    while index < text.count {
      reserve(JSONEscaping.sizeOfEscapes(1))
      // A last block of less than 16 bytes is the end of the last 16 bytes.
      let first = min(index, text.count &- 16)
      let passed = index &- first
      let block = text.load(UInt128.self, at: first).littleEndian
      let stops =
        unsafe ByteScan.stringStops(of16At: text.start + first, or: escapedSlash)
        &>> UInt32(truncatingIfNeeded: passed)
      unsafe cursor = JSONEscaping.escape(
        block &>> UInt128(truncatingIfNeeded: 8 &* passed), 16 &- passed, stops, to: cursor)
      index = first &+ 16
    }
  }
}

/// Blocks of 16 bytes of a JSON string.
///
/// The positions of the bytes that need an escape are a mask with one bit for each byte, the lowest
/// bit for the first byte.
package enum JSONEscaping {
  /// The number of bytes for two quotes and a block.
  static var sizeOfPlainBlock: Int { 18 }

  /// The number of bytes for `blocks` blocks of escapes, six bytes each, and as many blocks behind
  /// them.
  @inline(__always)
  static func sizeOfEscapes(_ blocks: Int) -> Int { 7 * 16 &* blocks }

  /// The mask of the first `count` bytes.
  @inline(__always)
  static func places(below count: Int) -> UInt32 {
    1 &<< UInt32(truncatingIfNeeded: count) &- 1
  }

  /// Returns a text of less than 16 bytes as a block.
  @inline(__always)
  static func block(_ text: ByteView) -> UInt128 {
    if text.count >= 8 {
      let low = text.load(UInt64.self, at: 0).littleEndian
      let high = text.load(UInt64.self, at: text.count &- 8).littleEndian
      return UInt128(low) | UInt128(high) &<< UInt128(truncatingIfNeeded: 8 &* (text.count &- 8))
    }
    var word: UInt64 = 0
    if text.count >= 4 {
      word = UInt64(text.load(UInt32.self, at: 0).littleEndian)
      word |=
        UInt64(text.load(UInt32.self, at: text.count &- 4).littleEndian)
        &<< UInt64(truncatingIfNeeded: 8 &* (text.count &- 4))
    } else {
      for index in 0..<text.count { word |= UInt64(text[index]) &<< UInt64(8 &* index) }
    }
    return UInt128(word)
  }

  /// Stores the 16 bytes of `block` at `target`.
  @inline(__always)
  static func store(_ block: UInt128, to target: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: block.littleEndian, as: UInt128.self)
  }

  /// Copies the 16 bytes at `bytes`.
  @inline(__always)
  static func copyBlock(
    _ bytes: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) {
    let block = unsafe UnsafeRawPointer(bytes).loadUnaligned(as: SIMD16<UInt8>.self)
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: block, as: SIMD16<UInt8>.self)
  }

  /// Writes the first `count` bytes of `block`, with escapes at `stops`, and returns the end.
  /// `target` holds ``sizeOfEscapes(_:)`` bytes for one block.
  @inline(__always)
  static func escape(
    _ block: UInt128, _ count: Int, _ stops: UInt32, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var target = unsafe target
    var stops = stops
    var done = 0
    unsafe store(block, to: target)
    while stops != 0 {
      let stop = stops.trailingZeroBitCount
      stops &= stops &- 1
      unsafe target += stop &- done
      let rest = block &>> UInt128(truncatingIfNeeded: 8 &* stop)
      unsafe target = writeEscape(UInt8(truncatingIfNeeded: rest), to: target)
      // The next store puts the rest of the block behind the escape.
      unsafe store(rest &>> 8, to: target)
      done = stop &+ 1
    }
    return unsafe target + (count &- done)
  }

  /// Copies `count` blocks with escapes, and returns the end. As many bytes must follow the blocks.
  @inline(__always)
  static func escapeBlocks(
    _ count: Int, at source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>,
    escapedSlash: UInt8
  ) -> UnsafeMutablePointer<UInt8> {
    var target = unsafe target
    var stops: UInt64 = 0
    for block in 0..<count {
      unsafe copyBlock(source + 16 &* block, to: target + 16 &* block)
      let own = unsafe UInt64(ByteScan.stringStops(of16At: source + 16 &* block, or: escapedSlash))
      stops |= own &<< UInt64(truncatingIfNeeded: 16 &* block)
    }
    var done = 0
    while stops != 0 {
      let stop = stops.trailingZeroBitCount
      stops &= stops &- 1
      unsafe target += stop &- done
      unsafe target = writeEscape(source[stop], to: target)
      done = stop &+ 1
      // All blocks, because a condition on the rest is unpredictable.
      for block in 0..<count {
        unsafe copyBlock(source + done + 16 &* block, to: target + 16 &* block)
      }
    }
    return unsafe target + (16 &* count &- done)
  }

  /// Writes the escape for `byte`, up to six bytes, and returns its end.
  @inline(__always)
  private static func writeEscape(
    _ byte: UInt8, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    // The letters of U+0008 to U+000F: b, t, n, no letter, f, r, no letters.
    let letters: UInt64 = 0x0000_7266_006E_7462
    let letter =
      byte >= 0x20
      ? byte : UInt8(truncatingIfNeeded: letters &>> (UInt64(byte & 7) &<< 3))
    unsafe target[0] = ASCII.backslash
    if byte >= 0x20 || (byte &>> 3 == 1 && letter != 0) {
      unsafe target[1] = letter
      return unsafe target + 2
    }
    unsafe target[1] = UInt8(ascii: "u")
    unsafe target[2] = ASCII.zero
    unsafe target[3] = ASCII.zero
    unsafe target[4] = byte &>> 4 &+ ASCII.zero
    unsafe target[5] = byte & 15 &+ (byte & 15 < 10 ? ASCII.zero : UInt8(ascii: "a") &- 10)
    return unsafe target + 6
  }

  /// Copies a text of at least 16 bytes up to the first byte that needs an escape. Returns the
  /// number of copied bytes. `target` holds as many bytes as `text`.
  ///
  /// Copies and checks 32 bytes at a time, as two halves. The last halves end with the text, so no
  /// step reads or writes beyond it.
  @inline(__always)
  static func copyPlain(
    _ text: ByteView, to target: UnsafeMutablePointer<UInt8>, escapedSlash: UInt8
  ) -> Int {
    let source = unsafe text.start
    var offset = 0
    while offset < text.count {
      let first = min(offset, text.count &- 16)
      let second = min(offset &+ 16, text.count &- 16)
      unsafe copyBlock(source + first, to: target + first)
      unsafe copyBlock(source + second, to: target + second)
      let stops = unsafe ByteScan.stringStops(of16At: source + first, or: escapedSlash)
      let others = unsafe ByteScan.stringStops(of16At: source + second, or: escapedSlash)
      if stops | others != 0 {
        return stops != 0
          ? first &+ stops.trailingZeroBitCount : second &+ others.trailingZeroBitCount
      }
      offset &+= 32
    }
    return text.count
  }
}

extension ByteWriter {
  /// Appends JSON text with escapes in place of the characters beyond ASCII, which only strings have.
  package mutating func appendASCII(ofJSON text: ByteView) {
    for unit in String(decoding: text, as: UTF8.self).utf16 {
      if unit < 0x80 {
        append(UInt8(truncatingIfNeeded: unit))
      } else {
        append("\\u")
        for shift in [12, 8, 4, 0] as [UInt16] {
          let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
          append(digit < 10 ? ASCII.zero + digit : UInt8(ascii: "a") + digit - 10)
        }
      }
    }
  }
}
