/// A scanner of the text of a date.
@safe
struct DateScanner {
  private let text: ByteView
  private var position = 0

  init(_ text: ByteView) { self.text = text }

  var isAtEnd: Bool { position == text.count }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private static let zero = UInt8(ascii: "0")

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Reads as many digits as possible, up to the maximum width. Returns `nil` if they are fewer
  /// than the minimum width.
  mutating func number(_ widths: ClosedRange<Int>) -> Int? {
    var value = 0
    var width = 0
    while width < widths.upperBound, let digit = next.map({ $0 &- Self.zero }), digit < 10 {
      value = value * 10 + Int(digit)
      width += 1
      position += 1
    }
    return width < widths.lowerBound ? nil : value
  }

  /// Reads the separator between date and time.
  mutating func takeSeparator(_ notation: DateText.Notation) -> Bool {
    if take(UInt8(ascii: "T")) { return true }
    switch notation {
    case .iso8601: return false
    case .rfc3339: return take(UInt8(ascii: "t")) || take(UInt8(ascii: " "))
    case .yaml: return take(UInt8(ascii: "t")) || takeBlanks()
    }
  }

  private mutating func takeBlanks() -> Bool {
    let start = position
    while take(UInt8(ascii: " ")) || take(UInt8(ascii: "\t")) {}
    return position > start
  }

  /// Reads the digits after a full stop, as a number without trailing zeros; 0 if there is no
  /// fraction. Digits after the 18th are ignored.
  mutating func fraction(
    _ rule: DateText.Fraction, mayBeEmpty: Bool
  ) -> (value: UInt64, digits: Int)? {
    guard take(UInt8(ascii: ".")) else { return rule == .required ? nil : (0, 0) }
    if rule == .absent { return nil }
    let start = position
    var value: UInt64 = 0
    var digits = 0
    var zeros = 0
    while let digit = next.map({ $0 &- Self.zero }), digit < 10 {
      position += 1
      guard digit > 0 else {
        zeros += 1
        continue
      }
      if digits + zeros < 18 {
        for _ in 0...zeros { value *= 10 }
        value += UInt64(digit)
        digits += zeros + 1
      }
      zeros = 0
    }
    return position > start || mayBeEmpty ? (value, digits) : nil
  }

  /// Reads a time zone and returns its distance from UTC in seconds, positive east of it.
  mutating func zone(_ notation: DateText.Notation) -> Int? {
    let isYAML = notation == .yaml
    // In YAML, blanks may precede a zone, and the zone may be missing if there are no blanks.
    if isYAML, isAtEnd { return 0 }
    if isYAML { _ = takeBlanks() }
    if take(UInt8(ascii: "Z")) || !isYAML && take(UInt8(ascii: "z")) { return 0 }
    let isBehind = take(DateText.dash)
    guard isBehind || take(UInt8(ascii: "+")), let hours = number(isYAML ? 1...2 : 2...2),
      hours < 24
    else { return nil }
    var minutes: Int? = 0
    if take(DateText.colon) {
      minutes = number(2...2)
    } else if notation == .rfc3339 {
      return nil
    } else if notation == .iso8601, !isAtEnd {
      minutes = number(2...2)
    }
    guard let minutes, minutes < 60 else { return nil }
    return (isBehind ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
