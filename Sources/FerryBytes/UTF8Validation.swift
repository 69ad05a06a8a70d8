#if arch(x86_64)
internal import CFerryScan
#endif

/// UTF-8 well-formedness (Unicode 3.9, table 3-7).
///
/// Blocks of 16 bytes, or of 64 where the processor looks at so many at once, are judged without a
/// branch on their contents, so text in any script, and any mixture, takes the same time; ASCII has a
/// shorter way.
@usableFromInline package enum UTF8Validation {
  /// The offset of the first byte of the first ill-formed sequence, or `nil` for well-formed text.
  ///
  /// Nothing outside of `text` is read.
  @inlinable package static func firstIllFormedOffset(in text: ByteView) -> Int? {
    let base = unsafe UnsafeRawPointer(text.start)
    let count = text.count
    var offset = 0
    while count &- offset >= 16, offset < 64 {
      let words = unsafe (base + offset).loadUnaligned(as: SIMD2<UInt64>.self)
      if (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 { break }
      offset &+= 16
    }
    return offset == count ? nil : firstIllFormedOffset(in: text, after: offset)
  }

  /// The same, given that the first `offset` bytes are ASCII.
  @usableFromInline @inline(never) static func firstIllFormedOffset(
    in text: ByteView, after asciiCount: Int
  ) -> Int? {
    firstIllFormedOffset(
      in: text, after: asciiCount, usesWideBlocks: Processor.hasWideBlocks)
  }

  package static func firstIllFormedOffset(
    in text: ByteView, after asciiCount: Int, usesWideBlocks: Bool
  ) -> Int? {
    let base = unsafe UnsafeRawPointer(text.start)
    let count = text.count
    var offset = unsafe endOfASCII(base, from: asciiCount, count)
    if offset == count { return nil }
    guard count >= 20 else {
      offset = endOfSequences(text, from: offset, reaching: count)
      return offset < count ? offset : nil
    }
    // Blocks look three bytes back, and the look for ASCII four.
    if offset < 4 {
      offset = endOfSequences(text, from: offset, reaching: 4)
      if offset < 4 { return offset }
    }
    #if arch(x86_64)
    if usesWideBlocks {
      let start = unsafe (base + offset).assumingMemoryBound(to: UInt8.self)
      let blocks = unsafe ferry_well_formed_blocks(start, (count &- offset) / 64)
      // Wide blocks judge a lead with the byte behind it, those below where it stands: the last byte
      // is left to them, and what is wrong in the first block that is not well-formed.
      if blocks > 0 { offset &+= 64 &* blocks &- 1 }
    }
    #endif
    while count &- offset >= 32 {
      let block = unsafe base + offset
      let words = unsafe block.loadUnaligned(as: SIMD4<UInt64>.self)
      let highBits = (words[0] | words[1] | words[2] | words[3]) & 0x8080_8080_8080_8080
      let before = unsafe (block - 4).loadUnaligned(as: UInt32.self) & 0x8080_8080
      if highBits | UInt64(before) != 0 {
        let suspects = unsafe suspects(block) | suspects(block + 16)
        if suspects[0] | suspects[1] != 0 {
          let errors = unsafe errors(block) | errors(block + 16)
          if errors[0] | errors[1] != 0 { return illFormedOffset(text, before: offset) }
        }
        offset &+= 32
      } else {
        offset = unsafe endOfASCII(base, from: offset &+ 32, count)
      }
    }
    // The blocks of the rest overlap others rather than reach past the end.
    if count &- offset > 16 {
      let errors = unsafe errors(base + offset)
      if errors[0] | errors[1] != 0 { return illFormedOffset(text, before: offset) }
    }
    if count > offset {
      let errors = unsafe errors(base + (count &- 16))
      if errors[0] | errors[1] != 0 { return illFormedOffset(text, before: offset) }
    }
    let boundary = unsafe startOfUnfinishedSequence(base, offset: count)
    return boundary < count ? boundary : nil
  }

  /// The end of the whole blocks of 64 bytes from `start` on that are ASCII.
  @inline(__always) private static func endOfASCII(
    _ base: UnsafeRawPointer, from start: Int, _ count: Int
  ) -> Int {
    var offset = start
    while count &- offset >= 64 {
      let first = unsafe (base + offset).loadUnaligned(as: SIMD4<UInt64>.self)
      let second = unsafe (base + offset + 32).loadUnaligned(as: SIMD4<UInt64>.self)
      let words = first | second
      if (words[0] | words[1] | words[2] | words[3]) & 0x8080_8080_8080_8080 != 0 { break }
      offset &+= 64
    }
    return offset
  }

  /// Not zero where one of the 16 bytes at `p` cannot follow the bytes before it.
  ///
  /// The three bytes before `p` are read, too. A sequence that the block does not finish is no
  /// error of this block.
  @inline(__always) private static func errors(_ p: UnsafeRawPointer) -> SIMD2<UInt64> {
    let bytes = unsafe p.loadUnaligned(as: SIMD16<UInt8>.self)
    let previous = unsafe (p - 1).loadUnaligned(as: SIMD16<UInt8>.self)
    let second = unsafe (p - 2).loadUnaligned(as: SIMD16<UInt8>.self)
    let third = unsafe (p - 3).loadUnaligned(as: SIMD16<UInt8>.self)
    let isContinuation = isBelow(bytes, -64)
    let mustContinue =
      isAtLeast(previous, 0xC0) | isAtLeast(second, 0xE0) | isAtLeast(third, 0xF0)
    // Leads of overlong forms of two bytes, and of what lies beyond U+10FFFF.
    let isNeverLead =
      isEqual(bytes & SIMD16<UInt8>(repeating: 0xFE), 0xC0) | isAtLeast(bytes, 0xF5)
    // The second byte has a narrower range after four leads: overlong forms of three and four
    // bytes, surrogates, and again U+110000 and up.
    let isBelowA0 = isBelow(bytes, -96)
    let isBelow90 = isBelow(bytes, -112)
    let isOutOfRange =
      isEqual(previous, 0xE0) & isBelowA0 | isEqual(previous, 0xED) & ~isBelowA0
      | isEqual(previous, 0xF0) & isBelow90 | isEqual(previous, 0xF4) & ~isBelow90
    return isContinuation ^ mustContinue | isNeverLead | isOutOfRange
  }

  /// Zero only if ``errors(_:)`` is, for half of the price: tells most text in most scripts at
  /// once.
  ///
  /// It judges sequences of two and three bytes whose leads leave the second byte free, and
  /// suspects all others, in this block or reaching into it.
  @inline(__always) private static func suspects(_ p: UnsafeRawPointer) -> SIMD2<UInt64> {
    let bytes = unsafe p.loadUnaligned(as: SIMD16<UInt8>.self)
    let previous = unsafe (p - 1).loadUnaligned(as: SIMD16<UInt8>.self)
    let second = unsafe (p - 2).loadUnaligned(as: SIMD16<UInt8>.self)
    let third = unsafe (p - 3).loadUnaligned(as: SIMD16<UInt8>.self)
    let isContinuation = isBelow(bytes, -64)
    let mustContinue = isAtLeast(previous, 0xC0) | isAtLeast(second, 0xE0)
    let isSpecial =
      isEqual(bytes & SIMD16<UInt8>(repeating: 0xFE), 0xC0) | isAtLeast(bytes, 0xF0)
      | isAtLeast(third, 0xF0) | isEqual(previous, 0xE0) | isEqual(previous, 0xED)
    return isContinuation ^ mustContinue | isSpecial
  }

  // Both operands of a comparison are spelt out as vectors, and the masks combined as words: the
  // generic forms of either compile to loops over the lanes.

  /// All ones in the lanes that are `limit` or more.
  @inline(__always) private static func isAtLeast(
    _ bytes: SIMD16<UInt8>, _ limit: UInt8
  ) -> SIMD2<UInt64> {
    unsafe unsafeBitCast(bytes .>= SIMD16<UInt8>(repeating: limit), to: SIMD2<UInt64>.self)
  }

  /// All ones in the lanes that are `other`.
  @inline(__always) private static func isEqual(
    _ bytes: SIMD16<UInt8>, _ other: UInt8
  ) -> SIMD2<UInt64> {
    unsafe unsafeBitCast(bytes .== SIMD16<UInt8>(repeating: other), to: SIMD2<UInt64>.self)
  }

  /// All ones in the lanes that are less than `limit` as signed numbers, where 0x80 is the least.
  @inline(__always) private static func isBelow(
    _ bytes: SIMD16<UInt8>, _ limit: Int8
  ) -> SIMD2<UInt64> {
    let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
    return unsafe unsafeBitCast(signed .< SIMD16<Int8>(repeating: limit), to: SIMD2<UInt64>.self)
  }

  /// Where the last sequence before `offset` begins if that is not its end, else `offset`.
  ///
  /// At least three bytes must lie before `offset`, and be well-formed but for a missing end.
  private static func startOfUnfinishedSequence(_ base: UnsafeRawPointer, offset: Int) -> Int {
    for (distance, lead) in [(1, 0xC0), (2, 0xE0), (3, 0xF0)] as [(Int, UInt8)]
    where unsafe base.load(fromByteOffset: offset - distance, as: UInt8.self) >= lead {
      return offset - distance
    }
    return offset
  }

  /// The ill-formed sequence at or after `offset`, or the one that reaches up to it.
  @inline(never) private static func illFormedOffset(
    _ text: ByteView, before offset: Int
  ) -> Int? {
    let base = unsafe UnsafeRawPointer(text.start)
    let start = unsafe startOfUnfinishedSequence(base, offset: offset)
    return endOfSequences(text, from: start, reaching: text.count)
  }

  /// The end of the well-formed sequences from `start` on, the first one at or after `limit`; less
  /// than `limit` when an ill-formed sequence begins there.
  private static func endOfSequences(
    _ text: ByteView, from start: Int, reaching limit: Int
  ) -> Int {
    var offset = start
    while offset < limit {
      let lead = text[offset]
      if lead < 0x80 {
        offset &+= 1
        continue
      }
      guard lead >= 0xC2, lead <= 0xF4 else { return offset }
      let width = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      guard text.count &- offset >= width else { return offset }
      let second = text[offset &+ 1]
      let lowest: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
      let highest: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
      guard second >= lowest, second <= highest else { return offset }
      for index in 2..<max(width, 2) where text[offset &+ index] & 0xC0 != 0x80 {
        return offset
      }
      offset &+= width
    }
    return offset
  }
}
