/// Text of numbers with units, such as `1h30m` and `1.5 GB`.
///
/// All numbers are exact: a number of units is an integer and a decimal fraction, never a double.
struct UnitText {
  /// A number with its unit.
  struct Part {
    let whole: Int128
    /// The fraction times 10 to the power of 18.
    let fraction: Int128
    let unit: Substring

    /// The number times the size of its unit; nil if that is no integer, or too large.
    func product(_ size: Int128) -> Int128? {
      // A size of attoseconds is a multiple of 10 to the power of 9, and the fraction times the
      // rest fits.
      let (factor, divisor) =
        size % 1_000_000_000 == 0 ? (size / 1_000_000_000, scale / 1_000_000_000) : (size, scale)
      let (quotient, rest) = (fraction * factor).quotientAndRemainder(dividingBy: divisor)
      let (product, isTooLarge) = whole.multipliedReportingOverflow(by: size)
      // Sums of such products do not overflow.
      guard rest == 0, !isTooLarge, product < .max / 16 else { return nil }
      return product + quotient
    }
  }

  static let scale: Int128 = 1_000_000_000_000_000_000

  /// The parts of the text, at least one; nil if the text has another form. Blanks may be between a
  /// number and its unit. Only the last part may lack its unit.
  let parts: [Part]
  let isNegative: Bool

  init?(_ text: String) {
    var rest = text[...]
    isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    var parts: [Part] = []
    while !rest.isEmpty {
      let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
      guard let (whole, fraction) = Self.number(digits) else { return nil }
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      if unit.isEmpty, !rest.isEmpty { return nil }
      parts.append(Part(whole: whole, fraction: fraction, unit: unit))
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
  }

  /// Returns the parts of a number with at most 18 digits after the point; nil for other text.
  private static func number(_ text: Substring) -> (whole: Int128, fraction: Int128)? {
    let point = text.firstIndex(of: ".") ?? text.endIndex
    let fraction = text[point...].dropFirst()
    guard !text[..<point].isEmpty, point == text.endIndex || !fraction.isEmpty,
      text[..<point].count <= 19, fraction.count <= 18, !fraction.contains(".")
    else { return nil }
    let padded = fraction + String(repeating: "0", count: 18 - fraction.count)
    guard let whole = Int128(text[..<point]), let fraction = Int128(padded) else { return nil }
    return (whole, fraction)
  }

  /// Returns the digits of a number of units, without zeros at the end.
  private static func digits(_ attoseconds: Int128, of unit: Int128) -> String {
    let (whole, part) = attoseconds.quotientAndRemainder(dividingBy: unit)
    // Small units have no more digits than attoseconds.
    let rest = part * (scale / unit)
    guard rest != 0 else { return "\(whole)" }
    let digits = "\(rest)"
    var fraction = String(repeating: "0", count: 18 - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(whole).\(fraction)"
  }
}

// MARK: - Durations

extension UnitText {
  private static let seconds: [(unit: String, attoseconds: Int128)] = [
    ("d", 86_400 * scale), ("h", 3_600 * scale), ("m", 60 * scale), ("s", scale),
    ("ms", scale / 1_000), ("us", scale / 1_000_000), ("ns", scale / 1_000_000_000),
  ]

  /// The duration that the text is; nil for another text. The units come from large to small, each
  /// at most once, as in Go.
  static func duration(_ text: String) -> Duration? {
    guard let text = UnitText(text) else { return nil }
    var sum: Int128 = 0
    var previous = -1
    for part in text.parts {
      let unit = part.unit == "µs" || part.unit == "μs" ? "us" : part.unit
      guard let index = seconds.firstIndex(where: { $0.unit == unit }), index > previous else {
        // Zero is the same in every unit.
        let isZero = part.whole == 0 && part.fraction == 0
        guard text.parts.count == 1, unit.isEmpty, isZero else { return nil }
        return .zero
      }
      previous = index
      guard let product = part.product(seconds[index].attoseconds) else { return nil }
      sum += product
    }
    // A duration has 64 bits of seconds.
    let (whole, rest) = (text.isNegative ? -sum : sum).quotientAndRemainder(dividingBy: scale)
    guard let whole = Int64(exactly: whole) else { return nil }
    return Duration(secondsComponent: whole, attosecondsComponent: Int64(rest))
  }

  /// Returns the text of a duration: `1h30m`, `1m2.5s`, `250ms`.
  static func text(of duration: Duration) -> String {
    let (whole, atto) = duration.components
    let total = Int128(whole) * scale + Int128(atto)
    guard total != 0 else { return "0s" }
    var rest = total < 0 ? -total : total
    var text = total < 0 ? "-" : ""
    if rest < scale {
      // The largest unit that is not larger than the duration, or the smallest one.
      let unit =
        seconds.dropFirst(4).first { $0.attoseconds <= rest } ?? ("ns", scale / 1_000_000_000)
      return text + digits(rest, of: unit.attoseconds) + unit.unit
    }
    for (unit, size) in seconds[1...2] where rest >= size {
      text += "\(rest / size)\(unit)"
      rest %= size
    }
    return rest == 0 ? text : text + digits(rest, of: scale) + "s"
  }
}

// MARK: - Sizes

extension UnitText {
  /// The units of 1000 and those of 1024, from small to large.
  private static let prefixes = ["k", "M", "G", "T", "P", "E"]

  /// The number of bytes that the text is; nil for another text, or for one with parts of a byte.
  static func byteCount(_ text: String) -> Int? {
    guard let text = UnitText(text), text.parts.count == 1, !text.isNegative,
      let size = unitSize(text.parts[0].unit)
    else { return nil }
    return text.parts[0].product(size).flatMap { Int(exactly: $0) }
  }

  /// The number of bytes in a unit: `B`, `kB`, `MB`, `KiB`, and without `B` as in Kubernetes.
  private static func unitSize(_ unit: Substring) -> Int128? {
    if unit.isEmpty || unit == "B" { return 1 }
    var name = unit.hasSuffix("B") ? unit.dropLast() : unit
    let base: Int128 = name.hasSuffix("i") ? 1_024 : 1_000
    if base == 1_024 { name.removeLast() }
    if name == "K" { name = "k" }
    guard let power = prefixes.firstIndex(of: String(name)) else { return nil }
    return (0...power).reduce(1) { size, _ in size * base }
  }

  /// Returns the text of a number of bytes in the unit with the smallest integer: `64MiB`, `1500MB`.
  static func text(ofBytes count: Int) -> String {
    var best = (number: count, unit: "")
    // A negative number has no unit, because text of a size has no sign.
    if count < 0 { return "\(count)" }
    for (base, suffix) in [(1_024, "iB"), (1_000, "B")] {
      var rest = count
      for prefix in prefixes where rest != 0 && rest % base == 0 {
        rest /= base
        let letter = suffix == "iB" && prefix == "k" ? "K" : prefix
        if rest.magnitude < best.number.magnitude { best = (rest, letter + suffix) }
      }
    }
    return "\(best.number)\(best.unit)"
  }
}
