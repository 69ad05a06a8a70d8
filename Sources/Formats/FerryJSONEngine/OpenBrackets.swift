internal import FerryBase

#if arch(x86_64) || arch(arm64)
internal import CFerryScan
#endif

/// The kinds of the open brackets, one bit each: 1 for an object.
package struct OpenBrackets {
  private(set) var depth = 0
  private var kinds: UInt64 = 0
  /// The kinds of the outer brackets, 64 in each word.
  private var outer: [UInt64] = []

  @inline(__always) var isMap: Bool { kinds & 1 != 0 }

  @inline(__always)
  mutating func push(isMap: Bool) {
    if depth != 0, depth & 63 == 0 { outer.append(kinds) }
    kinds = kinds &<< 1 | (isMap ? 1 : 0)
    depth &+= 1
  }

  @inline(__always)
  mutating func pop() {
    depth &-= 1
    kinds &>>= 1
    if depth != 0, depth & 63 == 0, let last = outer.popLast() { kinds = last }
  }

  /// Opens or closes a bracket. Returns a verdict if that ends the scan.
  @inline(__always)
  mutating func step(over bracket: UInt8, limit: Int) -> BlockScan.Verdict? {
    let isBrace = bracket & 0x20 != 0
    if bracket & 0x04 == 0 {
      if depth > limit { return .failed(.depthLimit) }
      push(isMap: isBrace)
      return nil
    }
    if isMap != isBrace { return .failed(.mismatchedBracket) }
    pop()
    return depth == 0 ? .closed : nil
  }
}

// MARK: Many blocks at once

#if arch(x86_64) || arch(arm64)
extension OpenBrackets {
  /// Whether the processor can skip many blocks at once.
  package static let skipsPlainBlocks = Processor.hasWideBlocks

  /// Skips whole blocks of 64 bytes of `blocks` as long as the blocks need no closer look and the
  /// kinds of the open brackets fit in one word.
  /// - Returns: the number of skipped blocks.
  @inline(__always)
  mutating func skipPlainBlocks(
    at blocks: ByteView, limit: Int, elementsLeft: inout Int,
    inString: inout UInt64, highBits: inout UInt64
  ) -> Int {
    guard depth <= 64 else { return 0 }
    var state = ferry_plain_blocks(
      in_string: inString, kinds: kinds, depth: UInt64(depth - 1),
      depth_limit: UInt64(min(63, max(limit, 0))),
      elements_left: UInt64(elementsLeft), high_bits: highBits)
    let skipped = unsafe ferry_skip_plain_blocks(blocks.start, blocks.count / 64, &state)
    inString = state.in_string
    kinds = state.kinds
    depth = Int(state.depth) + 1
    elementsLeft = Int(state.elements_left)
    highBits = state.high_bits
    return skipped
  }
}
#else
extension OpenBrackets {
  package static let skipsPlainBlocks = false

  mutating func skipPlainBlocks(
    at blocks: ByteView, limit: Int, elementsLeft: inout Int,
    inString: inout UInt64, highBits: inout UInt64
  ) -> Int { 0 }
}
#endif
