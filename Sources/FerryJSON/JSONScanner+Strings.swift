import FerryBytes
import FerryTape

extension JSONScanner {
  /// Moves from an opening quote to behind the closing one.
  /// - Returns: whether the string has escapes.
  @inline(__always)
  mutating func skipString() throws(Failure) -> Bool {
    unsafe bytes.cursor += 1
    let stops = ByteScan.stringStops(bytes.load(UInt64.self).littleEndian)
    if stops != 0 {
      unsafe bytes.cursor += stops.trailingZeroBitCount >> 3
      if bytes.byte == ASCII.quote {
        unsafe bytes.cursor += 1
        return false
      }
    }
    return try skipLongString()
  }

  @inline(never)
  private mutating func skipLongString() throws(Failure) -> Bool {
    var hasEscapes = false
    var escapes = EscapeCheck()
    while true {
      if bytes.needsTail { bytes.enterTail() }
      let distance = ByteScan.firstStringStop(bytes.load(SIMD16<UInt8>.self))
      unsafe bytes.cursor += distance
      if distance == 16 { continue }
      switch bytes.byte {
      case ASCII.quote:
        unsafe bytes.cursor += 1
        return hasEscapes
      case ASCII.backslash:
        hasEscapes = true
        try check(&escapes)
        unsafe bytes.cursor += 2
      default:
        throw failure(.controlCharacter)
      }
    }
  }

  private mutating func check(_ escapes: inout EscapeCheck) throws(Failure) {
    do throws(Failure) {
      try unsafe escapes.check(at: bytes.offset + 1, in: input)
    } catch {
      try checkText(upTo: error.offset)
      throw Failure(error.kind, offset: start + error.offset)
    }
  }
}

/// Looks at what backslashes escape (RFC 8259, section 7).
struct EscapeCheck {
  /// Offset of the second half of a surrogate pair that was checked with the first.
  private var pairedEscape = -1

  /// Checks the character at `place`, which a backslash stands before.
  mutating func check(
    at place: Int, in input: UnsafeBufferPointer<UInt8>
  ) throws(Failure) {
    guard place < input.count else {
      throw Failure(.unexpectedEnd, offset: input.count)
    }
    switch unsafe input[place] {
    case ASCII.quote, ASCII.backslash, ASCII.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      if place != pairedEscape { try unsafe checkUnicode(at: place, in: input) }
    default:
      throw Failure(.invalidEscape, offset: place - 1)
    }
  }

  private mutating func checkUnicode(
    at place: Int, in input: UnsafeBufferPointer<UInt8>
  ) throws(Failure) {
    guard let unit = unsafe Self.unit(behind: place, in: input) else {
      let isCutOff = place + 5 > input.count
      throw Failure(
        isCutOff ? .unexpectedEnd : .invalidEscape,
        offset: isCutOff ? input.count : place - 1)
    }
    guard (0xD800..<0xE000).contains(unit) else { return }
    let partner = place + 6
    guard unit < 0xDC00, partner < input.count, unsafe input[partner - 1] == ASCII.backslash,
      unsafe input[partner] == UInt8(ascii: "u"),
      let low = unsafe Self.unit(behind: partner, in: input),
      (0xDC00..<0xE000).contains(low)
    else { throw Failure(.loneSurrogate, offset: place - 1) }
    pairedEscape = partner
  }

  /// The code unit of the four hexadecimal digits behind `place`.
  private static func unit(
    behind place: Int, in input: UnsafeBufferPointer<UInt8>
  ) -> UInt32? {
    guard place + 5 <= input.count else { return nil }
    var unit: UInt32 = 0
    for index in place + 1...place + 4 {
      guard let digit = unsafe ASCII.hexadecimalDigit(input[index]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }
}
