package import FerryBase

/// A scan of the contents of a container, 64 bytes at a time.
///
/// In each block, the quotes determine which bytes are inside strings. The scan then takes the
/// brackets outside of strings one by one. Escaped quotes do not end a string, and an error in a
/// string ends the scan. Where the processor can, the scan skips many blocks at a time until a
/// block needs a closer look.
@safe
package struct BlockScan {
  /// The reason why a run ended, which determines the position of the cursor.
  package enum Verdict {
    /// The run reached its end offset.
    case atEnd
    /// The scan closed the container. The cursor is after its bracket.
    case closed
    /// The last element to skip ended. The cursor is after the comma that follows it.
    case counted
    /// The cursor is at an error.
    case failed(FailureKind)
    /// An escape is invalid. The cursor has no meaning; the failure's offset counts from the start
    /// of the input.
    case badEscape(WireFailure)
  }

  /// The number of elements still to skip; `Int.max` for all elements.
  package private(set) var elementsLeft: Int
  /// The offset of the block in which a run ended.
  private(set) var blockStart = 0
  /// Whether a block before that one had bytes beyond ASCII.
  package var hasSeenHighBits = false
  /// Whether the scan has looked at any block.
  private(set) var isStarted = false

  private let input: ByteView
  private var open = OpenBrackets()
  private let depthLimit: Int
  private let skipsPlainBlocks: Bool
  /// All ones if the next block begins inside a string.
  private var inString: UInt64 = 0
  private var escapes = Escapes()
  /// The offset up to which escapes have been checked.
  private var checkedEscapes = 0

  /// Creates a scan inside a container. At most `depthLimit` further containers may be open at a
  /// time.
  package init(
    _ input: ByteView, isMap: Bool, depthLimit: Int, elements: Int = .max,
    skipsPlainBlocks: Bool = OpenBrackets.skipsPlainBlocks
  ) {
    self.input = input
    open.push(isMap: isMap)
    self.depthLimit = depthLimit
    self.skipsPlainBlocks = skipsPlainBlocks
    elementsLeft = elements
  }

  /// Scans from the cursor of `bytes` until something ends the scan or the offset `end` is reached.
  mutating func run(over bytes: inout ByteReader, to end: Int) -> Verdict {
    while bytes.offset < end {
      if bytes.needsTail { bytes.enterTail() }
      // Blocks that begin before the limit are inside the input, and the tail ends with zeros.
      let stop = unsafe min(bytes.limit, bytes.cursor + (end - bytes.offset))
      let verdict = unsafe run(&bytes.cursor, to: stop, offset: bytes.offset)
      if case .atEnd = verdict { continue }
      return verdict
    }
    return .atEnd
  }

  /// Scans the blocks from `cursor`, which is at `offset` of the input, as long as they begin
  /// before `end`.
  @inline(never)
  package mutating func run(
    _ cursor: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, offset: Int
  ) -> Verdict {
    isStarted = true
    let start = unsafe cursor
    var position = unsafe cursor
    var inString = self.inString
    var highBits: UInt64 = 0
    var wasPlain = !escapes.isNextByteEscaped
    defer {
      self.inString = inString
      if highBits != 0 { hasSeenHighBits = true }
    }
    while unsafe position < end {
      if skipsPlainBlocks, wasPlain {
        // The last block may extend beyond `end`, where the reader has zeros.
        let rest = unsafe ByteView(start: position, count: (end - position + 63) & ~63)
        let blocks = open.skipPlainBlocks(
          at: rest, limit: depthLimit, elementsLeft: &elementsLeft, inString: &inString,
          highBits: &highBits)
        unsafe position += 64 &* blocks
        if unsafe position >= end { break }
      }
      let block = unsafe JSONBlock(position)
      var quotes = block.places(of: ASCII.quote)
      let isPlain = !block.hasBackslashOrControl && !escapes.isNextByteEscaped
      var backslashes: UInt64 = 0
      var escaped: UInt64 = 0
      if !isPlain {
        backslashes = block.places(of: ASCII.backslash)
        escaped = escapes.places(behind: backslashes)
        quotes &= ~escaped
      }
      let strings = JSONBlock.places(between: quotes) ^ inString
      let brackets = block.brackets & ~strings
      var place = 64
      var verdict = Verdict.atEnd
      if elementsLeft != .max, open.depth == 1 || brackets != 0 {
        verdict = count(block, brackets, outside: ~strings, &place)
      } else {
        verdict = unsafe take(brackets, of: position, &place)
      }
      let suspects =
        isPlain ? 0 : escaped | backslashes & ~strings | block.controls & strings
      if suspects != 0 {
        let passed: UInt64 = place < 64 ? (1 << UInt64(place)) &- 1 : ~0
        let blockOffset = unsafe offset &+ (position - start)
        if let failed = look(
          at: suspects & passed, escaped: escaped, inStrings: strings, offset: blockOffset, &place)
        {
          unsafe cursor = position + place
          return failed
        }
      }
      if place < 64 {
        blockStart = unsafe offset &+ (position - start)
        if case .failed = verdict { place -= 1 }
        unsafe cursor = position + place + 1
        return verdict
      }
      highBits |= block.highBits
      inString = 0 &- (strings >> 63)
      wasPlain = backslashes | suspects == 0
      unsafe position += 64
    }
    unsafe cursor = position
    return .atEnd
  }

  // MARK: Brackets

  /// Processes the brackets of the block at `bytes`.
  @inline(__always)
  private mutating func take(
    _ found: UInt64, of bytes: UnsafePointer<UInt8>, _ place: inout Int
  ) -> Verdict {
    var brackets = found
    while brackets != 0 {
      let next = brackets.trailingZeroBitCount
      brackets &= brackets &- 1
      if let verdict = unsafe open.step(over: bytes[next], limit: depthLimit) {
        place = next
        return verdict
      }
    }
    return .atEnd
  }

  /// Processes the brackets of a block and the commas between the counted elements.
  @inline(never)
  private mutating func count(
    _ block: JSONBlock, _ found: UInt64, outside: UInt64, _ place: inout Int
  ) -> Verdict {
    let commas = block.places(of: ASCII.comma) & outside
    var brackets = found
    var behind = ~0 as UInt64
    while true {
      if open.depth == 1 {
        let before = brackets == 0 ? ~0 : (brackets & (0 &- brackets)) &- 1
        var own = commas & behind & before
        let count = own.nonzeroBitCount
        if count >= elementsLeft {
          for _ in 1..<elementsLeft { own &= own &- 1 }
          elementsLeft = 0
          place = own.trailingZeroBitCount
          return .counted
        }
        elementsLeft &-= count
      }
      if brackets == 0 { return .atEnd }
      let next = brackets.trailingZeroBitCount
      brackets &= brackets &- 1
      behind = (~1 as UInt64) << UInt64(next)
      if let verdict = unsafe open.step(over: block.bytes[next], limit: depthLimit) {
        place = next
        return verdict
      }
    }
  }

  // MARK: Strings

  /// Checks escaped characters, backslashes outside of strings and control characters inside
  /// strings.
  @inline(never)
  private mutating func look(
    at suspects: UInt64, escaped: UInt64, inStrings strings: UInt64, offset: Int,
    _ place: inout Int
  ) -> Verdict? {
    let base = unsafe input.start
    var left = suspects
    while left != 0 {
      let next = left.trailingZeroBitCount
      let bit = left & (0 &- left)
      guard escaped & bit != 0 else {
        place = next
        return .failed(strings & bit == 0 ? .unexpectedCharacter : .controlCharacter)
      }
      left &= left &- 1
      let backslash = offset + next - 1
      // The second half of a surrogate pair was checked with the first half.
      if backslash < checkedEscapes { continue }
      do throws(WireFailure) {
        let escape = try unsafe JSONEscape(
          base + backslash, at: backslash, before: input.count)
        checkedEscapes = backslash + escape.length
      } catch {
        return .badEscape(error)
      }
    }
    return nil
  }
}
