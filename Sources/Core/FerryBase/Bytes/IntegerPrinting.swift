/// Conversion of integers to decimal digits, eight at a time (SIMD within a register).
@usableFromInline package enum IntegerPrinting {
  /// The number of bytes that ``write(_:to:)-(UInt64,_)`` needs for any value.
  @inlinable package static var capacity: Int { 20 }

  /// Writes `value` to memory of at least ``capacity`` bytes and returns the number of digits.
  @inlinable package static func write(_ value: UInt64, to memory: MutableByteView) -> Int {
    assert(memory.count >= capacity, "the text may be longer than the memory")
    return unsafe write(value, to: memory.start)
  }

  /// Writes `value` to memory of at least ``capacity`` bytes and returns the number of bytes.
  @inlinable package static func write(_ value: Int64, to memory: MutableByteView) -> Int {
    assert(memory.count >= capacity, "the text may be longer than the memory")
    return unsafe write(value, to: memory.start)
  }

  /// Writes `value` and returns the number of digits.
  ///
  /// The function may overwrite the bytes after the digits, up to ``capacity``.
  @inlinable package static func write(_ value: UInt64, to p: UnsafeMutablePointer<UInt8>) -> Int {
    if value < 100 { return unsafe writePair(value, to: p) }
    if value < 100_000_000 { return unsafe writeLeading(value, to: p) }
    let (upper, last) = value.quotientAndRemainder(dividingBy: 100_000_000)
    if upper < 100 {
      // Identifiers and times in seconds are this long.
      let count = unsafe writePair(upper, to: p)
      unsafe store(digits(last), to: p + count)
      return count &+ 8
    }
    if upper < 100_000_000 {
      let count = unsafe writeLeading(upper, to: p)
      unsafe store(digits(last), to: p + count)
      return count &+ 8
    }
    let (first, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
    let count = unsafe writeLeading(first, to: p)
    unsafe store(digits(middle), to: p + count)
    unsafe store(digits(last), to: p + count + 8)
    return count &+ 16
  }

  /// Writes `value` with a minus sign if it is negative, and returns the number of bytes.
  ///
  /// The function may overwrite the bytes after the digits, up to ``capacity``.
  @inlinable package static func write(_ value: Int64, to p: UnsafeMutablePointer<UInt8>) -> Int {
    if value >= 0 { return unsafe write(UInt64(bitPattern: value), to: p) }
    unsafe p[0] = 0x2D
    return unsafe write(0 &- UInt64(bitPattern: value), to: p + 1) &+ 1
  }

  /// Writes the digits of 0...99 without a leading zero into 2 bytes and returns their number.
  @inlinable @inline(__always) static func writePair(
    _ value: UInt64, to p: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let tens = (value &* 103) &>> 10
    let isShort: UInt64 = value < 10 ? 1 : 0
    let text = (tens | (value &- tens &* 10) &<< 8 | DigitScan.zeros) &>> (isShort &<< 3)
    unsafe UnsafeMutableRawPointer(p).storeBytes(
      of: UInt16(truncatingIfNeeded: text).littleEndian, as: UInt16.self)
    return Int(truncatingIfNeeded: 2 &- isShort)
  }

  /// Writes the digits of 1...99999999 without leading zeros into 8 bytes and returns their number.
  @inlinable @inline(__always) static func writeLeading(
    _ value: UInt64, to p: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let word = digits(value)
    let zeroBits = UInt64(truncatingIfNeeded: word.trailingZeroBitCount & 0x38)
    unsafe UnsafeMutableRawPointer(p).storeBytes(
      of: ((word | DigitScan.zeros) &>> zeroBits).littleEndian, as: UInt64.self)
    return Int(truncatingIfNeeded: 8 &- zeroBits &>> 3)
  }

  /// Stores eight digits (0...9 each) as text.
  @inlinable @inline(__always) static func store(
    _ digits: UInt64, to p: UnsafeMutablePointer<UInt8>
  ) {
    unsafe UnsafeMutableRawPointer(p).storeBytes(
      of: (digits | DigitScan.zeros).littleEndian, as: UInt64.self)
  }

  /// Returns the eight decimal digits of a number below 10^8, the first one in the lowest byte.
  @inlinable @inline(__always) static func digits(_ value: UInt64) -> UInt64 {
    // The value is split into two lanes of four digits, then four of two, then eight of one. Each
    // step divides all lanes with one multiplication by a reciprocal that is exact for their range.
    let upper = value / 10000
    let fours = upper | (value &- upper &* 10000) &<< 32
    let hundreds = (fours &* 10486) &>> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) &<< 8
  }
}

/// Conversion of runs of decimal digits to integers, eight at a time.
///
/// Words contain text with the first byte lowest.
@usableFromInline package enum DigitScan {
  /// Returns the number in the lowest `count` bytes of `word`, which must be 1 to 8 digits.
  @inlinable @inline(__always) package static func number(_ word: UInt64, count: Int) -> UInt64 {
    // The digits move to the end of the word, after leading zeros.
    number((word ^ zeros) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
  }

  /// Returns the number of the `count` digits at `p`; `nil` if a byte is not a digit or there are
  /// no digits.
  ///
  /// The count must not exceed 19. No other bytes are read.
  @inlinable @inline(__always) package static func number(
    _ p: UnsafePointer<UInt8>, count: Int
  ) -> UInt64? {
    if count < 4 {
      var value: UInt64 = 0
      for index in 0..<max(count, 0) {
        let digit = unsafe p[index] &- 0x30
        guard digit < 10 else { return nil }
        value = value &* 10 &+ UInt64(digit)
      }
      return count > 0 ? value : nil
    }
    if count <= 8 {
      // The digits move to the end of the word, after leading zeros.
      let digits =
        unsafe (shortWord(p, count) ^ zeros) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
      return others(digits) == 0 ? number(digits) : nil
    }
    // The last word overlaps the one before it. Digits that were already used become zeros.
    let first = unsafe word(p) ^ zeros
    let last = unsafe word(p + count - 8) ^ zeros
    let checks = others(first) | others(last)
    if count < 16 {
      guard checks == 0 else { return nil }
      let taken = UInt64(truncatingIfNeeded: 128 &- 8 &* count)
      return number(first) &* powerOfTen(count &- 8) &+ number((last &>> taken) &<< taken)
    }
    let middle = unsafe word(p + 8) ^ zeros
    guard checks | others(middle) == 0 else { return nil }
    let taken = UInt64(truncatingIfNeeded: 184 &- 8 &* count)
    let value = number(first) &* 100_000_000 &+ number(middle)
    // The shift has two steps, because a shift by 64 would be a shift by 0.
    let rest = (((last &>> 8) &>> taken) &<< taken) &<< 8
    return value &* powerOfTen(count &- 16) &+ number(rest)
  }

  /// Appends the digits at `p` to `value`, which wraps around beyond 19 digits, and moves `p`
  /// behind them.
  ///
  /// No bytes at or after `end` are read.
  @inlinable @inline(__always) static func accumulate(
    _ value: inout UInt64, _ p: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) {
    while true {
      let left = unsafe end - p
      let word = unsafe left >= 8 ? word(p) : shortWord(p, left)
      // Among zero and all bytes of a number, only digits have this bit.
      let others = ~word & 0x1010_1010_1010_1010
      if others == 0 {
        value = value &* 100_000_000 &+ number(word ^ zeros)
        unsafe p += 8
        continue
      }
      let count = others.trailingZeroBitCount &>> 3
      // The shift has two steps, because a shift by 64 would be a shift by 0.
      let bits = UInt64(truncatingIfNeeded: 8 &* count)
      let aligned = ((word ^ zeros) &<< 8) &<< (56 &- bits)
      value = value &* powerOfTen(count) &+ number(aligned)
      unsafe p += count
      return
    }
  }

  /// Returns the exponent at `p`, which starts with an optional sign. Large exponents are limited
  /// to a value that no text of real size can compensate.
  @inlinable @inline(__always) static func exponent(
    _ p: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Int {
    var p = unsafe p
    guard unsafe p < end else { return 0 }
    let isNegative = unsafe p[0] == 0x2D
    if unsafe isNegative || p[0] == 0x2B { unsafe p += 1 }
    let value =
      unsafe end - p <= 8
      ? Int(truncatingIfNeeded: number(p, count: end - p) ?? 0) : longExponent(p, end)
    return isNegative ? 0 &- value : value
  }

  /// Returns the exponent of more than 8 digits at `p`.
  @usableFromInline @inline(never) static func longExponent(
    _ p: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Int {
    var value = 0
    for position in unsafe 0..<end - p where value < Int.max / 20 {
      value = unsafe value &* 10 &+ Int(p[position] & 0x0F)
    }
    return value
  }

  /// The text "0" in each of eight bytes.
  @inlinable static var zeros: UInt64 { 0x3030_3030_3030_3030 }

  /// Returns the eight bytes at `p`.
  @inlinable @inline(__always) static func word(_ p: UnsafePointer<UInt8>) -> UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
  }

  /// Returns the `count` bytes at `p`, 0 to 8, followed by zero bytes.
  @inlinable @inline(__always) static func shortWord(
    _ p: UnsafePointer<UInt8>, _ count: Int
  ) -> UInt64 {
    let last = UInt64(truncatingIfNeeded: 8 &* count)
    if count >= 4 {
      let raw = unsafe UnsafeRawPointer(p)
      let low = unsafe UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self))
      let high = unsafe UInt32(littleEndian: (raw + count - 4).loadUnaligned(as: UInt32.self))
      return UInt64(low) | UInt64(high) &<< (last &- 32)
    }
    guard count > 0 else { return 0 }
    // With fewer than three bytes, some of these loads read the same byte.
    let half = count &>> 1
    let middle = unsafe UInt64(p[half]) &<< UInt64(truncatingIfNeeded: 8 &* half)
    return unsafe UInt64(p[0]) | middle | UInt64(p[count &- 1]) &<< (last &- 8)
  }

  /// Returns a nonzero bit for each byte of `digits` that is not 0...9. Only the lowest such byte
  /// is certain.
  @inlinable @inline(__always) static func others(_ digits: UInt64) -> UInt64 {
    // Adding 6 sets a bit in the upper half of every byte above 9, unless one was already set. A
    // carry out of a byte affects only later ones.
    (digits &+ 0x0606_0606_0606_0606 | digits) & 0xF0F0_F0F0_F0F0_F0F0
  }

  /// Returns the number with the eight digits (0...9) in `digits`.
  @inlinable @inline(__always) static func number(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ digits &>> 8
    let even = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let odd = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (even &+ odd) &>> 32
  }

  /// Returns 10^`exponent` for 0...19.
  @inlinable @inline(__always) package static func powerOfTen(_ exponent: Int) -> UInt64 {
    // The optimizer turns the switch into a constant table; an array would be a heap object.
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    case 9: 1_000_000_000
    case 10: 10_000_000_000
    case 11: 100_000_000_000
    case 12: 1_000_000_000_000
    case 13: 10_000_000_000_000
    case 14: 100_000_000_000_000
    case 15: 1_000_000_000_000_000
    case 16: 10_000_000_000_000_000
    case 17: 100_000_000_000_000_000
    case 18: 1_000_000_000_000_000_000
    default: 10_000_000_000_000_000_000
    }
  }
}
