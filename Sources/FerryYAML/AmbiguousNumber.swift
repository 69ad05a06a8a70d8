/// Text that YAML 1.1 or 1.2, or a reader between the two, takes for a number or a date.
enum AmbiguousNumber {
  /// Whether `text`, which starts with a digit, a sign or a full stop, is one.
  static func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    if unsafe text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") { index = 1 }
    guard index < text.count else { return false }
    if unsafe text[index] == UInt8(ascii: ".") {
      // ruamel.yaml stumbles over `._`.
      return unsafe isNotFinite(text, from: index) || isDecimal(text, from: index)
        || index + 1 < text.count && text[index + 1] == UInt8(ascii: "_")
    }
    guard unsafe isDigit(text[index]) else { return false }
    if unsafe text[index] == UInt8(ascii: "0"), index + 1 < text.count,
      unsafe isRadix(text, from: index + 1)
    {
      return true
    }
    return unsafe isDecimal(text, from: index) || isSexagesimal(text, from: index)
      || index == 0 && isDate(text)
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// `.inf` and `.nan` in any spelling.
  private static func isNotFinite(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    guard text.count == start + 4 else { return false }
    switch unsafe (text[start + 1] | 0x20, text[start + 2] | 0x20, text[start + 3] | 0x20) {
    case (0x69, 0x6E, 0x66), (0x6E, 0x61, 0x6E): return true
    default: return false
    }
  }

  /// `0x1F`, `0o17`, `0b1`, each with `_` between the digits; `start` is behind the zero.
  private static func isRadix(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    let letter = unsafe text[start] | 0x20
    switch letter {
    case UInt8(ascii: "x"), UInt8(ascii: "o"), UInt8(ascii: "b"): break
    default: return false
    }
    guard start + 1 < text.count else { return false }
    return unsafe text[(start + 1)...].allSatisfy { byte in
      isDigit(byte) || byte == UInt8(ascii: "_")
        || letter == UInt8(ascii: "x") && (byte | 0x20) &- 0x61 < 6
    }
  }

  /// Digits, `_` and any number of full stops (as in the float of YAML 1.1), then an exponent.
  private static func isDecimal(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var index = start
    var hasDigit = false
    while index < text.count {
      let byte = unsafe text[index]
      if isDigit(byte) {
        hasDigit = true
      } else if byte != UInt8(ascii: "_"), byte != UInt8(ascii: ".") {
        break
      }
      index += 1
    }
    guard hasDigit, index < text.count else { return hasDigit }
    guard unsafe text[index] | 0x20 == UInt8(ascii: "e") else { return false }
    index += 1
    if index < text.count,
      unsafe text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-")
    {
      index += 1
    }
    return unsafe index < text.count
      && text[index...].allSatisfy { isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// `22:22`, `1:30:00.5`.
  private static func isSexagesimal(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var hasColon = false
    for position in start..<text.count {
      let byte = unsafe text[position]
      if byte == UInt8(ascii: ":") {
        hasColon = true
      } else if !isDigit(byte), byte != UInt8(ascii: "_"), byte != UInt8(ascii: ".") {
        return false
      }
    }
    return hasColon
  }

  /// `2001-12-14`, and whatever starts so and goes on with `T`, `t` or white space.
  private static func isDate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    func digits(_ count: ClosedRange<Int>) -> Bool {
      let start = index
      while index < text.count, unsafe isDigit(text[index]) { index += 1 }
      return count.contains(index - start)
    }
    func dash() -> Bool {
      guard index < text.count, unsafe text[index] == UInt8(ascii: "-") else { return false }
      index += 1
      return true
    }
    guard digits(4...4), dash(), digits(1...2), dash(), digits(1...2) else { return false }
    if index == text.count { return true }
    switch unsafe text[index] {
    case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " "), UInt8(ascii: "\t"): return true
    default: return false
    }
  }
}
