internal import FerryCoders
internal import CFerryScan
internal import FerryBase
internal import FerryJSONEngine

/// A search for the end of a JSON array or object in windows, which does not read its contents.
///
/// The search tracks strings, escapes and the number of open brackets. The reader that receives the
/// record reports all other errors. Each step examines 64 bytes with bit masks of quotes and
/// brackets. A running parity of the quotes removes the brackets in strings.
struct StructureScan: Sendable {
  /// The number of open brackets.
  private(set) var depth = 0
  private var isInString = false
  private var escapes = Escapes()
  private let usesWideBlocks: Bool

  init(usesWideBlocks: Bool = Processor.hasWideBlocks) {
    self.usesWideBlocks = usesWideBlocks
  }

  /// Whether no bracket and no string is open. The next byte is then between values.
  var isOutside: Bool { depth == 0 && !isInString }

  /// Enters a string, an array or an object with its first byte. Returns `false` for any other
  /// byte.
  mutating func enter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22: isInString = true
    case 0x5B, 0x7B: depth += 1
    default: return false
    }
    return true
  }

  /// Moves from `offset` to the end of the value that was entered.
  /// - Returns: the offset behind the last byte of the value. If the value does not end in the
  ///   window, returns the size of the window, and ``isOutside`` is `false`.
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

  /// Skips elements that are arrays or objects with only a comma and white space between them, and
  /// adds them to `elements`. The search begins at `offset`, in the element that began at `start`.
  /// - Returns: the offset where less than a block is left, in the element at `start`. If
  ///   ``isOutside`` is true, returns the offset behind the last element, or the offset of the next
  ///   one. The latter equals `start`.
  mutating func passElements(
    of window: ByteView, from offset: Int, start: inout Int,
    to elements: inout [Range<Int>]
  ) -> Int {
    let base = unsafe window.start
    var offset = offset
    // The C function writes four more entries than there are brackets.
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

  /// The number of blocks that are searched for brackets before any bracket is used.
  private static var blocksAtOnce: Int { 64 }

  /// Writes the offsets of the brackets outside of strings in at most `blocks` blocks of `bytes`.
  /// Sets `count` to the number of these brackets.
  /// - Returns: the number of blocks that were searched, at least one.
  private mutating func findBrackets(
    in bytes: UnsafePointer<UInt8>, from offset: Int, _ blocks: Int,
    _ offsets: UnsafeMutablePointer<Int>, _ count: inout Int
  ) -> Int {
    #if arch(x86_64) || arch(arm64)
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

  /// Returns the offset of the next element, if it is an array or an object.
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

  /// Skips 64 bytes, or returns the offset behind the end of the entered value. Only the first
  /// `count` bytes belong to the input. Zeros follow them.
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
        // The rest of the block is scanned again.
        leave()
        return place + 1
      }
    }
    isInString = strings >> 63 != 0
    return nil
  }

  /// Returns the masks of quotes, of brackets and of all bytes in strings, for 64 bytes. A
  /// backslash outside of a string escapes a byte as well.
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

  /// Leaves everything that was entered.
  mutating func leave() {
    depth = 0
    isInString = false
    escapes = Escapes()
  }
}
