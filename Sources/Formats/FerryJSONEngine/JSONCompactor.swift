package import FerryBase

/// A copier of JSON text that removes the white space between tokens and checks the text.
///
/// The result is the same as reading the text onto a tape and writing it again, at a small part of
/// the cost. Numbers keep their text. Strings keep their text if it has only those escapes that a
/// writer writes. The copier returns nil for text that needs another spelling and for invalid text;
/// use a reader and a writer for those.
///
/// ```
/// source  {"id": 1, "tags": []}\n
///         ^----- ^- ^-----  ^-^     runs that are copied; white space is skipped
/// ```
package enum JSONCompactor {
  /// The number of readable bytes that must follow the text. The output needs as many bytes beyond
  /// the length of the text. The first readable byte is a line feed, which ends every token.
  package static var padding: Int { 16 }

  /// Copies `text`, which is well-formed UTF-8 and consists of one value, to `output`.
  /// - Returns: the number of copied bytes; nil if the text needs a reader and a writer.
  package static func copy(
    _ text: ByteView, to output: MutableByteView
  ) -> Int? {
    assert(output.count >= text.count + padding, "the value may be longer than the memory")
    let start = unsafe text.start
    var copy = unsafe Copy(
      source: start, run: start, end: start + text.count, target: output.start)
    guard copy.value() else { return nil }
    return unsafe copy.target - output.start
  }

  @safe
  private struct Copy {
    var source: UnsafePointer<UInt8>
    /// The start of the bytes that were checked but not copied yet.
    var run: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var target: UnsafeMutablePointer<UInt8>

    /// Processes a value with its contents, and the white space around it.
    @inline(__always)
    mutating func value() -> Bool {
      // One bit for each open container, the innermost last: 1 for an object. A 1 bit before them
      // marks the end.
      var open: UInt64 = 1
      value: while true {
        skipBlanks()
        switch unsafe source.pointee {
        case ASCII.quote:
          guard string() else { return false }
        case ASCII.openBrace:
          guard open.leadingZeroBitCount > 0 else { return false }
          unsafe source += 1
          skipBlanks()
          if unsafe source.pointee == ASCII.closeBrace {
            unsafe source += 1
          } else {
            open = open << 1 | 1
            guard key() else { return false }
            continue value
          }
        case ASCII.openBracket:
          guard open.leadingZeroBitCount > 0 else { return false }
          unsafe source += 1
          skipBlanks()
          if unsafe source.pointee == ASCII.closeBracket {
            unsafe source += 1
          } else {
            open <<= 1
            continue value
          }
        case ASCII.minus, ASCII.zero...ASCII.nine:
          guard number() else { return false }
        case UInt8(ascii: "t"):
          guard unsafe JSONLiteral.isTrue(source) else { return false }
          unsafe source += 4
        case UInt8(ascii: "f"):
          guard unsafe JSONLiteral.isFalse(source) else { return false }
          unsafe source += 5
        case UInt8(ascii: "n"):
          guard unsafe JSONLiteral.isNull(source) else { return false }
          unsafe source += 4
        default: return false
        }

        while open != 1 {
          skipBlanks()
          let isMap = open & 1 != 0
          let byte = unsafe source.pointee
          if byte == ASCII.comma {
            unsafe source += 1
            if isMap {
              skipBlanks()
              guard key() else { return false }
            }
            continue value
          }
          guard byte == (isMap ? ASCII.closeBrace : ASCII.closeBracket) else { return false }
          unsafe source += 1
          open >>= 1
        }
        skipBlanks()
        flush()
        return unsafe source == end
      }
    }

    // MARK: Tokens

    @inline(__always)
    private mutating func key() -> Bool {
      guard unsafe source.pointee == ASCII.quote, string() else { return false }
      skipBlanks()
      guard unsafe source.pointee == ASCII.colon else { return false }
      unsafe source += 1
      return true
    }

    /// Processes a string whose opening quote is next.
    @inline(__always)
    private mutating func string() -> Bool {
      unsafe source += 1
      let word = unsafe UnsafeRawPointer(source).loadUnaligned(as: UInt64.self)
      let stops = ByteScan.stringStops(word.littleEndian)
      if stops != 0 {
        unsafe source += stops.trailingZeroBitCount >> 3
        if unsafe source.pointee == ASCII.quote {
          unsafe source += 1
          return true
        }
      } else {
        unsafe source += 8
      }
      guard let behind = unsafe Self.endOfString(source, before: end) else { return false }
      unsafe source = behind
      return true
    }

    /// Returns the position after the string that continues at `source`; nil if the string needs
    /// another spelling.
    @inline(never)
    private static func endOfString(
      _ source: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
      var source = unsafe source
      while unsafe source < end {
        let distance = unsafe ByteScan.firstStringStop(at: source)
        unsafe source += distance
        if distance == 16 { continue }
        if unsafe source.pointee == ASCII.quote { return unsafe source + 1 }
        guard unsafe source.pointee == ASCII.backslash else { return nil }
        switch unsafe source[1] {
        case ASCII.quote, ASCII.backslash, UInt8(ascii: "b"), UInt8(ascii: "f"),
          UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
          unsafe source += 2
        default: return nil
        }
      }
      return nil
    }

    /// Processes a number (RFC 8259, section 6).
    @inline(__always)
    private mutating func number() -> Bool {
      if unsafe source.pointee == ASCII.minus { unsafe source += 1 }
      if unsafe source.pointee == ASCII.zero {
        unsafe source += 1
      } else {
        guard digits() else { return false }
      }
      if unsafe source.pointee == ASCII.point {
        unsafe source += 1
        guard digits() else { return false }
      }
      if unsafe source.pointee | 0x20 == UInt8(ascii: "e") {
        unsafe source += 1
        if unsafe source.pointee == ASCII.plus || source.pointee == ASCII.minus {
          unsafe source += 1
        }
        guard digits() else { return false }
      }
      return true
    }

    /// Processes digits. Returns false if no digit is next.
    @inline(__always)
    private mutating func digits() -> Bool {
      guard unsafe ASCII.isDigit(source.pointee) else { return false }
      repeat { unsafe source += 1 } while unsafe ASCII.isDigit(source.pointee)
      return true
    }

    // MARK: Runs

    @inline(__always)
    private mutating func skipBlanks() {
      if unsafe source.pointee <= ASCII.space { skipBlankRun() }
    }

    @inline(never)
    private mutating func skipBlankRun() {
      flush()
      while unsafe source < end, unsafe source.pointee.isBlank { unsafe source += 1 }
      unsafe run = source
    }

    /// Copies the checked bytes in blocks that may extend into the padding.
    @inline(__always)
    private mutating func flush() {
      let count = unsafe source - run
      var offset = 0
      while offset < count {
        let block = unsafe UnsafeRawPointer(run + offset).loadUnaligned(as: SIMD16<UInt8>.self)
        unsafe UnsafeMutableRawPointer(target + offset).storeBytes(
          of: block, as: SIMD16<UInt8>.self)
        offset += 16
      }
      unsafe target += count
      unsafe run = source
    }
  }
}
