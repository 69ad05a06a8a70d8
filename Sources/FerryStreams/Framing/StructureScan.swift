internal import CFerryScan
import FerryBytes
internal import FerryJSON

/// Finds where a JSON list or map ends, in windows, without reading what is in it.
///
/// It knows strings, escapes and how many brackets are open, nothing else: the reader that gets the
/// record says what is wrong with it. 64 bytes are looked at in one step: bit masks of quotes and
/// brackets, brackets in strings taken out by a running parity of the quotes.
struct StructureScan: Sendable {
  /// Brackets that are open.
  private(set) var depth = 0
  private var isInString = false
  private var escapes = Escapes()
  private let usesWideBlocks: Bool

  init(usesWideBlocks: Bool = Processor.hasWideBlocks) {
    self.usesWideBlocks = usesWideBlocks
  }

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
  mutating func skip(_ window: ByteView, from offset: Int) -> Int {
    let base = unsafe window.start
    var offset = offset
    while window.count - offset >= 64 {
      if let end = unsafe skipBlock(base + offset) { return offset + end }
      offset += 64
    }
    let rest = window.count - offset
    guard rest > 0 else { return offset }
    return MutableByteView.withScratch(64) { block in
      block.store(SIMD64<UInt8>(repeating: 0), at: 0)
      block.copy(ByteView(rebasing: window[offset...]), at: 0)
      return unsafe offset + (skipBlock(UnsafePointer(block.start), count: rest) ?? rest)
    }
  }

  /// Moves on from `offset`, in an element that began at `start`, through all elements that are
  /// lists or maps and have nothing but a comma and blanks between them, and adds them to `elements`.
  /// - Returns: where less than a block is left, in the element at `start`; if ``isOutside``, the
  ///   offset behind the last element, or that of the next one, which is `start` then.
  mutating func passElements(
    of window: ByteView, from offset: Int, start: inout Int,
    to elements: inout [Range<Int>]
  ) -> Int {
    let base = unsafe window.start
    var offset = offset
    // Blocks write down four more than there are.
    let capacity = 64 * Self.blocksAtOnce + 4
    return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: capacity) { buffer in
      guard let brackets = buffer.baseAddress else { return offset }
      while window.count - offset >= 64 {
        let blocks = min((window.count - offset) / 64, Self.blocksAtOnce)
        var count = 0
        offset += unsafe 64 * findBrackets(in: base, from: offset, blocks, brackets, &count)
        for index in 0..<count {
          let place = unsafe brackets[index]
          if unsafe Self.opens(base[place]) {
            depth += 1
            continue
          }
          depth -= 1
          if depth > 0 { continue }
          elements.append(start..<place + 1)
          guard let next = Self.nextElement(in: window, behind: place + 1) else {
            leave()
            return place + 1
          }
          start = next
        }
      }
      return depth > 0 ? offset : start
    }
  }

  /// Blocks whose brackets are looked for before one of them is looked at.
  private static var blocksAtOnce: Int { 64 }

  /// Writes down where the brackets outside of strings are in at most `blocks` blocks of `bytes`,
  /// `count` of them.
  /// - Returns: in how many blocks, one at least.
  private mutating func findBrackets(
    in bytes: UnsafePointer<UInt8>, from offset: Int, _ blocks: Int,
    _ offsets: UnsafeMutablePointer<Int>, _ count: inout Int
  ) -> Int {
    #if arch(x86_64)
    if usesWideBlocks, !escapes.isNextByteEscaped {
      var strings: UInt64 = isInString ? ~0 : 0
      let plain = unsafe ferry_bracket_offsets(
        bytes + offset, blocks, offset, &strings, offsets, &count)
      isInString = strings != 0
      if plain > 0 { return plain }
    }
    #endif
    var (_, brackets, strings) = unsafe masks(bytes + offset)
    isInString = strings >> 63 != 0
    while brackets != 0 {
      unsafe offsets[count] = offset + brackets.trailingZeroBitCount
      count += 1
      brackets &= brackets &- 1
    }
    return 1
  }

  /// Where the list or map begins that comes next, if that is what comes.
  private static func nextElement(
    in window: ByteView, behind end: Int
  ) -> Int? {
    var offset = end
    var hasComma = false
    while offset < window.count {
      let byte = window[offset]
      if byte == 0x2C, !hasComma {
        hasComma = true
      } else if !byte.isBlank {
        return hasComma && (byte == 0x7B || byte == 0x5B) ? offset : nil
      }
      offset += 1
    }
    return nil
  }

  /// Passes 64 bytes, or returns where behind one of them what was entered has ended. Only the first
  /// `count` bytes are of the input, and zeros behind them.
  @inline(__always)
  private mutating func skipBlock(_ bytes: UnsafePointer<UInt8>, count: Int = 64) -> Int? {
    var (quotes, brackets, strings) = unsafe masks(bytes, count)
    if depth == 0, quotes != 0 {
      leave()
      return quotes.trailingZeroBitCount + 1
    }
    while brackets != 0 {
      let place = brackets.trailingZeroBitCount
      brackets &= brackets &- 1
      if unsafe Self.opens(bytes[place]) {
        depth += 1
        continue
      }
      depth -= 1
      if depth == 0 {
        // The rest of the block is looked at again.
        leave()
        return place + 1
      }
    }
    isInString = strings >> 63 != 0
    return nil
  }

  /// The places of quotes, of brackets and of all that is in strings, in 64 bytes. A backslash outside
  /// of a string escapes a byte, too.
  @inline(__always)
  private mutating func masks(
    _ bytes: UnsafePointer<UInt8>, _ count: Int = 64
  ) -> (quotes: UInt64, brackets: UInt64, strings: UInt64) {
    let block = unsafe JSONBlock(bytes)
    var quotes = block.places(of: 0x22)
    if escapes.isNextByteEscaped || block.hasBackslashOrControl {
      let escaped = escapes.places(behind: block.places(of: 0x5C))
      quotes &= ~escaped
      if count < 64 { escapes.isNextByteEscaped = escaped >> UInt64(count) & 1 != 0 }
    }
    var strings = JSONBlock.places(between: quotes)
    if isInString { strings = ~strings }
    return (quotes, block.brackets & ~strings, strings)
  }

  /// Whether a bracket is an opening one.
  @inline(__always)
  private static func opens(_ bracket: UInt8) -> Bool { bracket & 0x04 == 0 }

  /// Forgets all that was entered.
  mutating func leave() {
    depth = 0
    isInString = false
    escapes = Escapes()
  }
}
