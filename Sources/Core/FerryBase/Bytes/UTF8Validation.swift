#if arch(x86_64) || arch(arm64)
internal import CFerryScan
#endif

/// Validation of UTF-8 (Unicode 3.9, table 3-7).
///
/// The code checks blocks of 16 bytes, or of 64 if the processor supports it. It has no branches on
/// their contents, so text in all scripts takes the same time. ASCII has a shorter path.
@usableFromInline package enum UTF8Validation {
  /// Returns the offset of the first byte of the first ill-formed sequence, or `nil` for
  /// well-formed text.
  ///
  /// No bytes outside of `text` are read.
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

  /// Returns the same offset for a text whose first `asciiCount` bytes are ASCII.
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
    if unsafe isShortASCII(base, from: offset, count) { return nil }
    #if arch(wasm32)
    // WebAssembly has vectors only as an extension. Without them, the code below is long and slow.
    offset = endOfSequences(text, from: offset, reaching: count)
    return offset < count ? offset : nil
    #else
    guard count >= 20 else {
      offset = endOfSequences(text, from: offset, reaching: count)
      return offset < count ? offset : nil
    }
    // Blocks read three bytes before their start, and the test for ASCII reads four.
    if offset < 4 {
      offset = endOfSequences(text, from: offset, reaching: 4)
      if offset < 4 { return offset }
    }
    #if arch(x86_64) || arch(arm64)
    if usesWideBlocks {
      let start = unsafe (base + offset).assumingMemoryBound(to: UInt8.self)
      let blocks = unsafe ferry_well_formed_blocks(start, (count &- offset) / 64)
      // A wide block checks a lead together with the byte after it, but the blocks below check it
      // at its own offset. So the blocks below repeat the last byte. They also locate errors in the
      // first wide block that is not well-formed.
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
    // The last blocks overlap others, so that they do not read past the end.
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
    #endif
  }

  /// Returns the end of the whole blocks of 64 bytes from `start` on that are ASCII.
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

  /// Returns whether fewer than 64 bytes from `start` on are left, and are ASCII.
  @inline(__always) private static func isShortASCII(
    _ base: UnsafeRawPointer, from start: Int, _ count: Int
  ) -> Bool {
    guard count &- start < 64, count >= 16 else { return false }
    // The last block may overlap the one before it.
    var words = unsafe (base + (count &- 16)).loadUnaligned(as: SIMD2<UInt64>.self)
    var offset = start
    while count &- offset > 16 {
      unsafe words |= (base + offset).loadUnaligned(as: SIMD2<UInt64>.self)
      offset &+= 16
    }
    return (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// Returns nonzero bits for the bytes among the 16 at `p` that cannot follow the bytes before
  /// them.
  ///
  /// The function also reads the three bytes before `p`. A sequence that continues after the block
  /// is not an error of this block.
  @inline(__always) private static func errors(_ p: UnsafeRawPointer) -> SIMD2<UInt64> {
    let bytes = unsafe p.loadUnaligned(as: SIMD16<UInt8>.self)
    let previous = unsafe (p - 1).loadUnaligned(as: SIMD16<UInt8>.self)
    let second = unsafe (p - 2).loadUnaligned(as: SIMD16<UInt8>.self)
    let third = unsafe (p - 3).loadUnaligned(as: SIMD16<UInt8>.self)
    let isContinuation = isBelow(bytes, -64)
    let mustContinue =
      isAtLeast(previous, 0xC0) | isAtLeast(second, 0xE0) | isAtLeast(third, 0xF0)
    // Leads of overlong forms of two bytes, and of values beyond U+10FFFF.
    let isNeverLead =
      isEqual(bytes & SIMD16<UInt8>(repeating: 0xFE), 0xC0) | isAtLeast(bytes, 0xF5)
    // After four leads, the second byte has a narrower range. It excludes overlong forms of three
    // and four bytes, surrogates, and values from U+110000 on.
    let isBelowA0 = isBelow(bytes, -96)
    let isBelow90 = isBelow(bytes, -112)
    let isOutOfRange =
      isEqual(previous, 0xE0) & isBelowA0 | isEqual(previous, 0xED) & ~isBelowA0
      | isEqual(previous, 0xF0) & isBelow90 | isEqual(previous, 0xF4) & ~isBelow90
    return isContinuation ^ mustContinue | isNeverLead | isOutOfRange
  }

  /// Returns zero only if ``errors(_:)`` does, for half the cost. This is sufficient for most text
  /// in most scripts.
  ///
  /// The function checks sequences of two and three bytes if the lead does not restrict the second
  /// byte. It returns nonzero bits for all other sequences in this block or reaching into it.
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

  // Both operands of a comparison have explicit vector types, and masks are combined as words. The
  // generic forms compile to loops over the lanes.

  /// Returns all ones in the lanes that are `limit` or more.
  @inline(__always) private static func isAtLeast(
    _ bytes: SIMD16<UInt8>, _ limit: UInt8
  ) -> SIMD2<UInt64> {
    unsafe unsafeBitCast(bytes .>= SIMD16<UInt8>(repeating: limit), to: SIMD2<UInt64>.self)
  }

  /// Returns all ones in the lanes that are equal to `other`.
  @inline(__always) private static func isEqual(
    _ bytes: SIMD16<UInt8>, _ other: UInt8
  ) -> SIMD2<UInt64> {
    unsafe unsafeBitCast(bytes .== SIMD16<UInt8>(repeating: other), to: SIMD2<UInt64>.self)
  }

  /// Returns all ones in the lanes that are less than `limit` as signed numbers; 0x80 is the
  /// smallest.
  @inline(__always) private static func isBelow(
    _ bytes: SIMD16<UInt8>, _ limit: Int8
  ) -> SIMD2<UInt64> {
    let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
    return unsafe unsafeBitCast(signed .< SIMD16<Int8>(repeating: limit), to: SIMD2<UInt64>.self)
  }

  /// Returns the start of the last sequence before `offset` if the sequence is incomplete there;
  /// otherwise `offset`.
  ///
  /// At least three bytes must precede `offset`. They must be well-formed except for a missing end.
  private static func startOfUnfinishedSequence(_ base: UnsafeRawPointer, offset: Int) -> Int {
    for (distance, lead) in [(1, 0xC0), (2, 0xE0), (3, 0xF0)] as [(Int, UInt8)]
    where unsafe base.load(fromByteOffset: offset - distance, as: UInt8.self) >= lead {
      return offset - distance
    }
    return offset
  }

  /// Returns the start of the ill-formed sequence at or after `offset`, or of the one that reaches
  /// up to it.
  @inline(never) private static func illFormedOffset(
    _ text: ByteView, before offset: Int
  ) -> Int? {
    let base = unsafe UnsafeRawPointer(text.start)
    let start = unsafe startOfUnfinishedSequence(base, offset: offset)
    return endOfSequences(text, from: start, reaching: text.count)
  }

  /// Returns the end of the well-formed sequences from `start` on: the first end at or after
  /// `limit`. Returns an offset below `limit` if an ill-formed sequence begins there.
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
