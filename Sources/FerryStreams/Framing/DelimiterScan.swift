internal import CFerryScan
internal import FerryBytes
internal import FerryJSON

/// Finds every place of a byte.
package enum DelimiterScan {
  /// Bytes of which the places are collected before somebody sees them.
  private static var stride: Int { 4096 }

  /// Calls `body` with the offsets of `byte` in `window` from `start` on, some at a time.
  package static func offsets(
    of byte: UInt8, in window: UnsafeBufferPointer<UInt8>, from start: Int,
    usesWideBlocks: Bool = Processor.hasWideBlocks, _ body: (UnsafeBufferPointer<Int>) -> Void
  ) {
    guard let base = window.baseAddress else { return }
    // Blocks write down two more than there are.
    unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: stride + 2) { buffer in
      guard let offsets = buffer.baseAddress else { return }
      var position = start
      while position < window.count {
        let end = min(window.count, position + stride)
        var count = 0
        #if arch(x86_64)
        if usesWideBlocks {
          let blocks = (end - position) / 64
          count = unsafe ferry_block_offsets(base + position, blocks, byte, position, offsets)
          position += 64 * blocks
        }
        #endif
        while end - position >= 64 {
          var places = unsafe JSONBlock(base + position).places(of: byte)
          while places != 0 {
            unsafe offsets[count] = position + places.trailingZeroBitCount
            count += 1
            places &= places - 1
          }
          position += 64
        }
        while position < end {
          if unsafe base[position] == byte {
            unsafe offsets[count] = position
            count += 1
          }
          position += 1
        }
        unsafe body(UnsafeBufferPointer(start: offsets, count: count))
      }
    }
  }
}
