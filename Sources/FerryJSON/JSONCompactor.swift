import FerryBytes

/// Copies JSON text without the white space between its tokens, and checks all of it on the way.
///
/// What comes out is what reading the text onto a tape and writing it again would give, at a small
/// part of the cost: numbers keep their text, and so do strings whose escapes are those that a
/// writer writes. Text that needs another spelling is left to a reader and a writer, and so is
/// text that is wrong.
///
/// ```
/// source  {"id": 1, "tags": []}\n
///         ^----- ^- ^-----  ^-^     runs that are copied; blanks are passed over
/// ```
package enum JSONCompactor {
  /// Bytes behind the text that have to be readable, the first of them a line feed, which no token
  /// goes past; and bytes of room that the output needs beyond those of the text.
  package static var padding: Int { 16 }

  /// Copies the one value that `text`, which is well-formed UTF-8, is made of to `output`.
  /// - Returns: how many bytes were copied; nil where that is not enough.
  package static func copy(
    _ text: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    guard let start = text.baseAddress else { return nil }
    var copy = Copy(source: start, run: start, end: start + text.count, target: output)
    guard copy.value() else { return nil }
    return copy.target - output
  }

  private struct Copy {
    var source: UnsafePointer<UInt8>
    /// Where the bytes begin that were passed and not copied yet.
    var run: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var target: UnsafeMutablePointer<UInt8>

    /// Passes a value with everything in it, and the blanks around.
    @inline(__always)
    mutating func value() -> Bool {
      // A bit for each open container, the innermost last: 1 for a map. The first bit ends them.
      var open: UInt64 = 1
      value: while true {
        skipBlanks()
        switch source.pointee {
        case ASCII.quote:
          guard string() else { return false }
        case ASCII.openBrace:
          guard open.leadingZeroBitCount > 0 else { return false }
          source += 1
          skipBlanks()
          if source.pointee == ASCII.closeBrace {
            source += 1
          } else {
            open = open << 1 | 1
            guard key() else { return false }
            continue value
          }
        case ASCII.openBracket:
          guard open.leadingZeroBitCount > 0 else { return false }
          source += 1
          skipBlanks()
          if source.pointee == ASCII.closeBracket {
            source += 1
          } else {
            open <<= 1
            continue value
          }
        case ASCII.minus, ASCII.zero...ASCII.nine:
          guard number() else { return false }
        case UInt8(ascii: "t"):
          guard word(at: 0) == 0x6575_7274 else { return false }
          source += 4
        case UInt8(ascii: "f"):
          guard word(at: 1) == 0x6573_6C61 else { return false }
          source += 5
        case UInt8(ascii: "n"):
          guard word(at: 0) == 0x6C6C_756E else { return false }
          source += 4
        default: return false
        }

        while open != 1 {
          skipBlanks()
          let isMap = open & 1 != 0
          let byte = source.pointee
          if byte == ASCII.comma {
            source += 1
            if isMap {
              skipBlanks()
              guard key() else { return false }
            }
            continue value
          }
          guard byte == (isMap ? ASCII.closeBrace : ASCII.closeBracket) else { return false }
          source += 1
          open >>= 1
        }
        skipBlanks()
        flush()
        return source == end
      }
    }

    // MARK: Tokens

    @inline(__always)
    private mutating func key() -> Bool {
      guard source.pointee == ASCII.quote, string() else { return false }
      skipBlanks()
      guard source.pointee == ASCII.colon else { return false }
      source += 1
      return true
    }

    /// Passes a string whose first quote is next.
    @inline(__always)
    private mutating func string() -> Bool {
      source += 1
      let word = UnsafeRawPointer(source).loadUnaligned(as: UInt64.self)
      let stops = ByteScan.stringStops(word.littleEndian)
      if stops != 0 {
        source += stops.trailingZeroBitCount >> 3
        if source.pointee == ASCII.quote {
          source += 1
          return true
        }
      } else {
        source += 8
      }
      guard let behind = Self.endOfString(source, before: end) else { return false }
      source = behind
      return true
    }

    /// The place behind the string that goes on at `source`; nil where it has to be written anew.
    @inline(never)
    private static func endOfString(
      _ source: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
      var source = source
      while source < end {
        let block = UnsafeRawPointer(source).loadUnaligned(as: SIMD16<UInt8>.self)
        let distance = ByteScan.firstStringStop(block)
        source += distance
        if distance == 16 { continue }
        if source.pointee == ASCII.quote { return source + 1 }
        guard source.pointee == ASCII.backslash else { return nil }
        switch source[1] {
        case ASCII.quote, ASCII.backslash, UInt8(ascii: "b"), UInt8(ascii: "f"),
          UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
          source += 2
        default: return nil
        }
      }
      return nil
    }

    /// Passes a number (RFC 8259, section 6).
    @inline(__always)
    private mutating func number() -> Bool {
      if source.pointee == ASCII.minus { source += 1 }
      if source.pointee == ASCII.zero {
        source += 1
      } else {
        guard digits() else { return false }
      }
      if source.pointee == ASCII.point {
        source += 1
        guard digits() else { return false }
      }
      if source.pointee | 0x20 == UInt8(ascii: "e") {
        source += 1
        if source.pointee == ASCII.plus || source.pointee == ASCII.minus { source += 1 }
        guard digits() else { return false }
      }
      return true
    }

    /// Passes digits; false if there are none.
    @inline(__always)
    private mutating func digits() -> Bool {
      guard ASCII.isDigit(source.pointee) else { return false }
      repeat { source += 1 } while ASCII.isDigit(source.pointee)
      return true
    }

    /// Four bytes from `offset` on.
    @inline(__always)
    private func word(at offset: Int) -> UInt32 {
      UnsafeRawPointer(source + offset).loadUnaligned(as: UInt32.self).littleEndian
    }

    // MARK: Runs

    @inline(__always)
    private mutating func skipBlanks() {
      if source.pointee <= ASCII.space { skipBlankRun() }
    }

    @inline(never)
    private mutating func skipBlankRun() {
      flush()
      while source < end, ASCII.isWhitespace(source.pointee) { source += 1 }
      run = source
    }

    /// Copies what was passed, in blocks that may reach into the padding.
    @inline(__always)
    private mutating func flush() {
      let count = source - run
      var offset = 0
      while offset < count {
        let block = UnsafeRawPointer(run + offset).loadUnaligned(as: SIMD16<UInt8>.self)
        UnsafeMutableRawPointer(target + offset).storeBytes(of: block, as: SIMD16<UInt8>.self)
        offset += 16
      }
      target += count
      run = source
    }
  }
}
