/// Finds where a JSON list or map ends, in windows, without reading what is in it.
///
/// It knows strings, escapes and how many brackets are open, nothing else: the reader that gets the
/// record says what is wrong with it. 64 bytes are looked at in one step: bit masks of quotes and
/// brackets, brackets in strings taken out by a running parity of the quotes.
struct StructureScan: Sendable {
  /// Brackets that are open.
  var depth = 0
  private var isInString = false
  /// Whether the next byte belongs to an escape.
  private var isEscaped = false

  /// Whether nothing is open: the next byte stands between values.
  var isOutside: Bool { depth == 0 && !isInString }

  /// Enters a string, a list or a map with its first byte; false if `byte` starts none.
  mutating func enter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22: isInString = true
    case 0x5B, 0x7B: depth += 1
    default: return false
    }
    return true
  }

  /// Moves on from `offset` until what was entered ends.
  /// - Returns: the offset behind its last byte; the window's count if it does not end there, which
  ///   ``isOutside`` tells.
  mutating func skip(_ window: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int {
    guard let base = window.baseAddress else { return offset }
    var offset = offset
    while window.count - offset >= 64 {
      if depth == 0 { return unsafe skipBytes(window, from: offset) }
      if let end = unsafe skipBlock(base + offset) { return offset + end }
      offset += 64
    }
    return unsafe skipBytes(window, from: offset)
  }

  /// The same byte by byte: for the end of a window, and for strings outside of brackets.
  private mutating func skipBytes(_ window: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset < window.count {
      let byte = unsafe window[offset]
      offset += 1
      let wasEscaped = isEscaped
      // A backslash outside of a string is one, too: blocks of bytes do not tell them apart, and
      // where a chunk ends must not matter.
      isEscaped = byte == 0x5C && !wasEscaped
      if byte == 0x22 {
        guard !wasEscaped else { continue }
        isInString.toggle()
        if isOutside { return offset }
      } else if !isInString {
        switch byte {
        case 0x5B, 0x7B: depth += 1
        case 0x5D, 0x7D:
          depth -= 1
          if depth == 0 { return offset }
        default: break
        }
      }
    }
    return offset
  }

  /// Passes 64 bytes, or returns where among them the outermost bracket was closed.
  @inline(__always)
  private mutating func skipBlock(_ block: UnsafePointer<UInt8>) -> Int? {
    let raw = unsafe UnsafeRawPointer(block)
    let a = unsafe raw.loadUnaligned(as: SIMD16<UInt8>.self)
    let b = unsafe raw.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
    let c = unsafe raw.loadUnaligned(fromByteOffset: 32, as: SIMD16<UInt8>.self)
    let d = unsafe raw.loadUnaligned(fromByteOffset: 48, as: SIMD16<UInt8>.self)

    var quotes = Self.mask(a, b, c, d, 0x22)
    let backslashes = Self.mask(a, b, c, d, 0x5C)
    if backslashes != 0 || isEscaped { quotes &= ~escaped(backslashes) }
    // Bit i: whether the number of quotes up to and with byte i is odd.
    var strings = quotes
    strings ^= strings << 1
    strings ^= strings << 2
    strings ^= strings << 4
    strings ^= strings << 8
    strings ^= strings << 16
    strings ^= strings << 32
    if isInString { strings = ~strings }
    isInString = strings >> 63 != 0

    // With bit 5 set, both opening brackets are 0x7B and both closing ones 0x7D.
    let bit = SIMD16<UInt8>(repeating: 0x20)
    let (e, f, g, h) = (a | bit, b | bit, c | bit, d | bit)
    let opens = Self.mask(e, f, g, h, 0x7B) & ~strings
    var closes = Self.mask(e, f, g, h, 0x7D) & ~strings
    if closes == 0 {
      if opens != 0 { depth += opens.nonzeroBitCount }
      return nil
    }
    // Brackets that are closed one after the other; those opened before each are counted.
    var counted = 0
    while closes != 0 {
      let position = closes.trailingZeroBitCount
      let opened = opens != 0 ? (opens & (1 << UInt64(position) &- 1)).nonzeroBitCount : 0
      depth += opened - counted - 1
      counted = opened
      if depth == 0 {
        // The rest of the block is looked at again.
        isInString = false
        isEscaped = false
        return position + 1
      }
      closes &= closes &- 1
    }
    if opens != 0 { depth += opens.nonzeroBitCount - counted }
    return nil
  }

  /// The bytes that a backslash takes its meaning from: those behind an odd number of backslashes.
  @inline(never)
  private mutating func escaped(_ backslashes: UInt64) -> UInt64 {
    var escaped: UInt64 = isEscaped ? 1 : 0
    isEscaped = false
    var left = backslashes & ~escaped
    while left != 0 {
      let position = left.trailingZeroBitCount
      if position == 63 {
        isEscaped = true
        break
      }
      escaped |= 1 << UInt64(position + 1)
      // The escaped byte may itself be a backslash, which then escapes nothing.
      left &= ~(3 << UInt64(position))
    }
    return escaped
  }

  /// Bit i is set if byte i is `byte`.
  @inline(__always)
  private static func mask(
    _ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ c: SIMD16<UInt8>, _ d: SIMD16<UInt8>, _ byte: UInt8
  ) -> UInt64 {
    let x = unsafe unsafeBitCast(a .== SIMD16<UInt8>(repeating: byte), to: SIMD2<UInt64>.self)
    let y = unsafe unsafeBitCast(b .== SIMD16<UInt8>(repeating: byte), to: SIMD2<UInt64>.self)
    let z = unsafe unsafeBitCast(c .== SIMD16<UInt8>(repeating: byte), to: SIMD2<UInt64>.self)
    let w = unsafe unsafeBitCast(d .== SIMD16<UInt8>(repeating: byte), to: SIMD2<UInt64>.self)
    if x[0] | x[1] | y[0] | y[1] | z[0] | z[1] | w[0] | w[1] == 0 { return 0 }
    let low = bits(x[0]) | bits(x[1]) << 8 | bits(y[0]) << 16 | bits(y[1]) << 24
    let high = bits(z[0]) | bits(z[1]) << 8 | bits(w[0]) << 16 | bits(w[1]) << 24
    return low | high << 32
  }

  /// One bit for each of eight bytes that are all ones or zero: byte i keeps its bit i, and the
  /// product adds all of them up in the highest byte.
  @inline(__always)
  private static func bits(_ lanes: UInt64) -> UInt64 {
    ((lanes & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) >> 56
  }
}
