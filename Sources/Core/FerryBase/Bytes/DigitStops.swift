#if arch(x86_64) || arch(arm64)
internal import CFerryScan
#endif

// The bytes that end a run of digits. A mask has one bit for each byte, the lowest bit for the first
// byte:
//
// bytes   12.5,13.75]
// mask    ..1.1..1..1
extension ByteScan {
  /// Returns the mask of the 32 bytes at `place`.
  @inline(__always)
  package static func nonDigits(at place: UnsafePointer<UInt8>) -> UInt32 {
    #if arch(x86_64) || arch(arm64)
    return unsafe ferry_non_digits(place)
    #else
    return unsafe portableNonDigits(at: place)
    #endif
  }

  /// Returns the same in plain Swift, for processors without an instruction that makes a mask.
  package static func portableNonDigits(at place: UnsafePointer<UInt8>) -> UInt32 {
    var mask: UInt32 = 0
    for part in 0..<4 {
      let marks = unsafe nonDigits(DigitScan.word(place + 8 &* part)) &>> 7
      // The product moves the bits of all bytes into the highest byte.
      mask |=
        UInt32(truncatingIfNeeded: (marks &* 0x0102_0408_1020_4080) &>> 56) &<< (8 &* UInt32(part))
    }
    return mask
  }
}
