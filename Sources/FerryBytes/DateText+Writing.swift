extension DateText {
  /// The years 0000 to 9999.
  private static let range = -63_145_526_400.0..<252_423_993_600.0

  /// A point in time in whole seconds and so many digits of a fraction.
  private struct Parts {
    var whole: Double
    var fraction: Double
    let digits: Int

    /// The parts that come nearest to `seconds`; without digits the last whole second before.
    init(_ seconds: Double, digits: Int) {
      let scale = EiselLemire.exactPowerOfTen(digits)
      whole = seconds.rounded(.down)
      fraction = digits == 0 ? 0 : ((seconds - whole) * scale).rounded()
      self.digits = digits
      if digits > 0, fraction == scale {
        whole += 1
        fraction = 0
      }
    }

    /// What is read where the parts are written.
    var seconds: Double {
      var (digits, fraction) = (digits, UInt64(fraction))
      while digits > 0, fraction.isMultiple(of: 10) {
        fraction /= 10
        digits -= 1
      }
      return DateText.seconds(whole: Int(whole), fraction, digits: digits)
    }
  }

  /// The text of a point in time in UTC, such as `2016-04-24T14:42:42.424Z`.
  ///
  /// The time is rounded to 0 to 9 digits of a fraction; without a fraction it is cut to whole seconds.
  /// - Returns: `nil` for years that do not have four digits, and for what is not finite.
  package static func text(_ seconds: Double, fractionDigits: Int = 0) -> String? {
    guard range.contains(seconds) else { return nil }
    return text(Parts(seconds, digits: min(max(fractionDigits, 0), 9)))
  }

  /// The text with the fewest digits of a fraction that is read as `seconds`, bit for bit.
  /// - Returns: `nil` if no text of up to 15 digits is.
  package static func exactText(_ seconds: Double) -> String? {
    guard range.contains(seconds) else { return nil }
    for digits in 0...15 {
      let parts = Parts(seconds, digits: digits)
      if parts.seconds.bitPattern == seconds.bitPattern { return text(parts) }
    }
    return nil
  }

  private static func text(_ parts: Parts) -> String? {
    guard range.contains(parts.whole) else { return nil }
    let total = Int(parts.whole)
    let day = Int((parts.whole / 86400).rounded(.down))
    let time = total - day * 86400
    let (year, month, dayOfMonth) = civil(daysSince2001: day)
    return unsafe String(unsafeUninitializedCapacity: 40) { buffer in
      var count = 0
      func put(_ byte: UInt8) {
        unsafe buffer[count] = byte
        count += 1
      }
      func put(_ value: Int, _ width: Int) {
        var divisor = (1..<width).reduce(1) { divisor, _ in divisor * 10 }
        while divisor > 0 {
          put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
          divisor /= 10
        }
      }
      put(year, 4)
      put(dash)
      put(month, 2)
      put(dash)
      put(dayOfMonth, 2)
      put(UInt8(ascii: "T"))
      put(time / 3600, 2)
      put(colon)
      put(time / 60 % 60, 2)
      put(colon)
      put(time % 60, 2)
      if parts.digits > 0 {
        put(UInt8(ascii: "."))
        put(Int(parts.fraction), parts.digits)
      }
      put(UInt8(ascii: "Z"))
      return count
    }
  }
}
