internal import FerryBase

/// A scan that counts the characters of well-formed UTF-8 and finds the first one that YAML 1.2
/// does not allow (section 5.1). Not allowed are U+FFFE, U+FFFF and controls other than tab, line
/// feed, carriage return and U+0085.
struct CharacterScan {
  private(set) var characters = 0
  /// The offset of the first character that is not allowed.
  private(set) var forbidden: Int?
  /// Whether a `#` follows a character that must not touch a comment; see ``GluedComments``.
  private(set) var hasGluedHash = false

  init(_ bytes: ByteView, _ range: Range<Int>) {
    var index = range.lowerBound
    // One glued `#` is enough. After the first, the scan searches for a byte that never occurs in
    // UTF-8.
    var hash = UInt8(ascii: "#")
    while index + 17 <= range.upperBound {
      let block = bytes.load(SIMD16<UInt8>.self, at: index)
      if Self.isPlain(block, hash: hash) {
        characters += 16
        index += 16
        continue
      }
      let next = bytes.load(SIMD16<UInt8>.self, at: index + 1)
      if Self.isSuspicious(block, next, hash: hash) {
        check(bytes, index..<index + 16)
        if forbidden != nil { return }
        if hasGluedHash { hash = 0xFF }
      }
      characters += 16 - Self.continuations(block)
      index += 16
    }
    check(bytes, index..<range.upperBound)
    characters += Self.characters(bytes, index..<range.upperBound)
  }

  /// Returns the number of characters in a range of well-formed UTF-8.
  static func characters(_ bytes: ByteView, _ range: Range<Int>) -> Int {
    var characters = range.count
    var index = range.lowerBound
    while index + 16 <= range.upperBound {
      characters -= continuations(
        bytes.load(SIMD16<UInt8>.self, at: index))
      index += 16
    }
    for position in index..<range.upperBound {
      if bytes[position] & 0xC0 == 0x80 { characters -= 1 }
    }
    return characters
  }

  /// Returns whether a block has only printable ASCII and line feeds, as most blocks do.
  @inline(__always)
  private static func isPlain(_ block: SIMD16<UInt8>, hash: UInt8) -> Bool {
    let controls = block .< SIMD16<UInt8>(repeating: 0x20)
    let lineFeeds = block .== SIMD16<UInt8>(repeating: 0x0A)
    let others = block .>= SIMD16<UInt8>(repeating: 0x7F)
    let hashes = block .== SIMD16<UInt8>(repeating: hash)
    let found =
      unsafe unsafeBitCast(controls, to: SIMD2<UInt64>.self)
      & ~unsafeBitCast(lineFeeds, to: SIMD2<UInt64>.self)
      | unsafeBitCast(others, to: SIMD2<UInt64>.self)
      | unsafeBitCast(hashes, to: SIMD2<UInt64>.self)
    return found[0] | found[1] == 0
  }

  /// Returns whether a block may contain a `#`, a character that is not allowed, or the start of
  /// one. `next` is the block that starts one byte later.
  @inline(__always)
  private static func isSuspicious(
    _ block: SIMD16<UInt8>, _ next: SIMD16<UInt8>, hash: UInt8
  ) -> Bool {
    let controls = block .< SIMD16<UInt8>(repeating: 0x20)
    let lineFeeds = block .== SIMD16<UInt8>(repeating: 0x0A)
    let returns = block .== SIMD16<UInt8>(repeating: 0x0D)
    let tabs = block .== SIMD16<UInt8>(repeating: 0x09)
    let deletes = block .== SIMD16<UInt8>(repeating: 0x7F)
    // U+0080...U+009F are C2 80...9F, U+FFFE and U+FFFF start with EF BF.
    let latin = block .== SIMD16<UInt8>(repeating: 0xC2)
    let latinControls = next .< SIMD16<UInt8>(repeating: 0xA0)
    let lead = block .== SIMD16<UInt8>(repeating: 0xEF)
    let last = next .== SIMD16<UInt8>(repeating: 0xBF)
    let hashes = block .== SIMD16<UInt8>(repeating: hash)
    let allowed =
      unsafe unsafeBitCast(lineFeeds, to: SIMD2<UInt64>.self)
      | unsafeBitCast(returns, to: SIMD2<UInt64>.self)
      | unsafeBitCast(tabs, to: SIMD2<UInt64>.self)
    let found =
      unsafe unsafeBitCast(controls, to: SIMD2<UInt64>.self) & ~allowed
      | unsafeBitCast(deletes, to: SIMD2<UInt64>.self)
      | unsafeBitCast(latin, to: SIMD2<UInt64>.self)
      & unsafeBitCast(latinControls, to: SIMD2<UInt64>.self)
      | unsafeBitCast(lead, to: SIMD2<UInt64>.self)
      & unsafeBitCast(last, to: SIMD2<UInt64>.self)
      | unsafeBitCast(hashes, to: SIMD2<UInt64>.self)
    return found[0] | found[1] != 0
  }

  /// Returns the number of bytes of a block that continue a character: the top bit is set, the next
  /// bit is clear.
  @inline(__always)
  static func continuations(_ block: SIMD16<UInt8>) -> Int {
    let words = marks(block)
    return sum(words[0] &+ words[1])
  }

  /// Returns the same for the 64 bytes at `offset`.
  @inline(__always)
  static func continuations(_ bytes: ByteView, in64At offset: Int) -> Int {
    var words = SIMD2<UInt64>(repeating: 0)
    for part in 0..<4 {
      let block = bytes.load(SIMD16<UInt8>.self, at: offset + 16 * part)
      words = words &+ marks(block)
    }
    return sum(words[0] &+ words[1])
  }

  /// Returns the number of bytes of `word` that continue a character.
  @inline(__always)
  static func continuations(_ word: UInt64) -> Int {
    sum((word & ~(word << 1) & 0x8080_8080_8080_8080) >> 7)
  }

  /// Returns a vector with 1 at the position of each byte that continues a character.
  @inline(__always)
  private static func marks(_ block: SIMD16<UInt8>) -> SIMD2<UInt64> {
    let continues =
      unsafe unsafeBitCast(block, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: -64)
    return unsafe unsafeBitCast(continues, to: SIMD2<UInt64>.self)
      & SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101)
  }

  /// Returns the sum of the eight bytes of `word`. The sum is below 256.
  @inline(__always)
  private static func sum(_ word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x0101_0101_0101_0101) >> 56)
  }

  private mutating func check(_ bytes: ByteView, _ range: Range<Int>) {
    for index in range {
      let byte = bytes[index]
      // The text is well-formed, so the bytes after a lead byte exist.
      let isForbidden =
        switch byte {
        case 0x09, 0x0A, 0x0D: false
        case ..<0x20, 0x7F: true
        case 0xC2: bytes[index + 1] < 0xA0 && bytes[index + 1] != 0x85
        case 0xEF: bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
        default: false
        }
      if byte == UInt8(ascii: "#"), GluedComments.isCandidate(bytes, index) {
        hasGluedHash = true
      }
      if isForbidden {
        forbidden = index
        return
      }
    }
  }
}
