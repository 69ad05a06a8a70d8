package import FerryBase

extension WireFailure {
  /// The failure of an escape in the text that begins at `start`. If the input ends in the escape,
  /// the text has no closing quote.
  func ofEscape(inTextAt start: Int) -> WireFailure {
    kind == .unexpectedEnd ? WireFailure(.unterminatedString, offset: start - 1) : self
  }
}

/// An escape in a string (RFC 8259, section 7).
package struct JSONEscape {
  /// The character that the escape means.
  package let character: UInt32
  /// The length in bytes.
  package let length: Int

  /// Reads the escape whose backslash is at `text`, which is at `offset` of an input of `end`
  /// bytes.
  @inline(__always)
  package init(_ text: UnsafePointer<UInt8>, at offset: Int, before end: Int) throws(WireFailure) {
    guard offset &+ 1 < end else { throw WireFailure(.unexpectedEnd, offset: end) }
    let escape = unsafe text[1]
    let simple = ByteScan.character(escapedAs: escape)
    if simple != 0 {
      character = UInt32(simple)
      length = 2
      return
    }
    switch escape {
    case UInt8(ascii: "u"):
      guard offset &+ 6 <= end, let unit = unsafe Hexadecimal.value(text + 2, count: 4) else {
        throw unsafe Self.failure(text, digits: 4, at: offset, before: end)
      }
      if unit & 0xF800 != 0xD800 {
        character = unit
        length = 6
        return
      }
      guard unit < 0xDC00, offset &+ 12 <= end, unsafe text[6] == ASCII.backslash,
        unsafe text[7] == UInt8(ascii: "u"), let low = unsafe Hexadecimal.value(text + 8, count: 4),
        low & 0xFC00 == 0xDC00
      else { throw WireFailure(.loneSurrogate, offset: offset) }
      character = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      length = 12
    default: throw WireFailure(.invalidEscape, offset: offset)
    }
  }

  /// Returns the failure of an escape without the digits that it needs after two characters. The
  /// input may end before them.
  static func failure(
    _ text: UnsafePointer<UInt8>, digits: Int, at offset: Int, before end: Int
  ) -> WireFailure {
    let (first, last) = (offset + 2, offset + 2 + digits)
    let isCutOff =
      last > end
      && (min(first, end)..<end).allSatisfy {
        unsafe Hexadecimal.value(of: text[$0 - offset]) != nil
      }
    return isCutOff
      ? WireFailure(.unexpectedEnd, offset: end) : WireFailure(.invalidEscape, offset: offset)
  }
}
