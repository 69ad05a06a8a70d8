#if arch(x86_64)
internal import CFerryScan
#endif

/// What the processor can do beyond the least of its kind.
package enum Processor {
  #if arch(x86_64)
  /// Whether it looks at blocks of 64 bytes at once, as `CFerryScan` does.
  package static let hasWideBlocks = ferry_has_wide_blocks() != 0
  #else
  package static let hasWideBlocks = false
  #endif
}
