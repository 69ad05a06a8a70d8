internal import FerryJSON

/// Finds where a JSON list or map ends, in windows, without reading what is in it.
///
/// It knows strings, escapes and how many brackets are open, nothing else: the reader that gets the
/// record says what is wrong with it. 64 bytes are looked at in one step: bit masks of quotes and
/// brackets, brackets in strings taken out by a running parity of the quotes.
struct StructureScan: Sendable {
  /// Brackets that are open.
  var depth = 0
  private var isInString = false
  private var escapes = Escapes()

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
      let wasEscaped = escapes.isNextByteEscaped
      // A backslash outside of a string is one, too: blocks of bytes do not tell them apart, and
      // where a chunk ends must not matter.
      escapes.isNextByteEscaped = byte == 0x5C && !wasEscaped
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

  /// Passes 64 bytes, or returns where behind one of them the outermost bracket was closed.
  @inline(__always)
  private mutating func skipBlock(_ bytes: UnsafePointer<UInt8>) -> Int? {
    let block = unsafe JSONBlock(bytes)
    var quotes = block.places(of: 0x22)
    if escapes.isNextByteEscaped || block.hasBackslashOrControl {
      quotes &= ~escapes.places(behind: block.places(of: 0x5C))
    }
    var strings = JSONBlock.places(between: quotes)
    if isInString { strings = ~strings }
    var brackets = block.brackets & ~strings
    while brackets != 0 {
      let place = brackets.trailingZeroBitCount
      brackets &= brackets &- 1
      // What tells closing brackets from opening ones.
      guard unsafe bytes[place] & 0x04 != 0 else {
        depth += 1
        continue
      }
      depth -= 1
      if depth == 0 {
        // The rest of the block is looked at again.
        isInString = false
        escapes = Escapes()
        return place + 1
      }
    }
    isInString = strings >> 63 != 0
    return nil
  }
}
