/// Points in time as text, without a calendar or a formatter.
///
/// The calendar is the Gregorian one, also before 1582, as in ISO 8601 and RFC 3339. Years have
/// four digits. A point in time is the number of seconds since 2001-01-01T00:00:00Z, as in `Date`.
package enum DateText {
  /// The notations of dates.
  package enum Notation {
    /// RFC 3339, section 5.6: `2016-04-24T14:42:42.424+02:00`, also with `t`, `z` or a space.
    case rfc3339
    /// ISO 8601 in the extended format: only `T`, zones also as `+0200` and `+02`, and 24:00:00 as
    /// the end of a day.
    case iso8601
    /// The timestamps of YAML 1.1 (yaml.org/type/timestamp.html): also `2016-04-24` and
    /// `2016-4-24 6:42:42.4 -5`. Without a zone the time is UTC.
    case yaml
  }

  /// The rule for a fraction of seconds.
  package enum Fraction { case optional, required, absent }

  /// Returns the seconds for `text`; `nil` if it is not valid in the notation.
  ///
  /// A fraction has any number of digits, of which the first 18 count. Second 60 is the second
  /// after 59.
  package static func seconds(
    _ text: ByteView, _ notation: Notation, fraction: Fraction = .optional
  ) -> Double? {
    var scanner = DateScanner(text)
    let widths = notation == .yaml ? 1...2 : 2...2
    guard let year = scanner.number(4...4), scanner.take(dash),
      let month = scanner.number(widths), scanner.take(dash), let day = scanner.number(widths),
      1...12 ~= month, 1...days(inMonth: month, of: year) ~= day
    else { return nil }
    let midnight = daysSince2001(year, month, day) * 86400
    if scanner.isAtEnd {
      // A date without a time needs two digits for month and day: `2016-4-24` is text in YAML.
      return notation == .yaml && fraction != .required && text.count == 10
        ? Double(midnight) : nil
    }
    guard scanner.takeSeparator(notation), let hour = scanner.number(widths), scanner.take(colon),
      let minute = scanner.number(2...2), scanner.take(colon), let second = scanner.number(2...2),
      minute < 60, second <= 60,
      let parts = scanner.fraction(fraction, mayBeEmpty: notation == .yaml),
      let zone = scanner.zone(notation), scanner.isAtEnd
    else { return nil }
    let time = hour * 3600 + minute * 60 + second
    guard hour < 24 || notation == .iso8601 && time == 86400 && parts.value == 0 else { return nil }
    let whole = midnight + time - zone
    if notation != .yaml, let seconds = since1970(whole: whole, parts.value, digits: parts.digits) {
      return seconds
    }
    return seconds(whole: whole, parts.value, digits: parts.digits)
  }

  /// Returns the double for a fraction of one to six digits, by way of the double since 1970.
  ///
  /// So `.123` gives the same value as `Date(timeIntervalSince1970: 1700000000.123)`, and dates that
  /// are written with milliseconds come back, although doubles since 2001 are more precise. YAML
  /// needs no such rule, because its dates have as many digits as necessary.
  private static func since1970(whole: Int, _ fraction: UInt64, digits: Int) -> Double? {
    guard 1...6 ~= digits else { return nil }
    let since1970 =
      Double(whole + from1970To2001) + Double(fraction) / EiselLemire.exactPowerOfTen(digits)
    return since1970 - Double(from1970To2001)
  }

  /// Returns the double nearest to `whole` seconds and a fraction of `digits` digits, the last of
  /// which is not 0.
  static func seconds(whole: Int, _ fraction: UInt64, digits: Int) -> Double {
    if fraction == 0 { return Double(whole) }
    // So far from 2001, nine digits are never near the middle of two doubles. The sum is therefore
    // rounded only once.
    if digits <= 9, whole.magnitude >= 1 << 22 {
      return Double(whole) + Double(fraction) / EiselLemire.exactPowerOfTen(digits)
    }
    let scale = (0..<digits).reduce(Int128(1)) { scale, _ in scale * 10 }
    var text = "\(Int128(whole) * scale + Int128(fraction))e-\(digits)"
    return text.withByteView { DecimalParsing.double($0) }
  }

  // MARK: The calendar

  static let dash = UInt8(ascii: "-")
  package static let colon = UInt8(ascii: ":")
  private static let from1970To2001 = 978_307_200

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Both functions count years from the first of March, so the leap day is the last day of a year.
  // They count eras of 400 years, which have 146097 days each.

  /// Days from 0000-03-01 to 2001-01-01.
  private static let days2001 = 730_791

  private static func daysSince2001(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - days2001
  }

  static func civil(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + days2001
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

extension DateText {
  /// The years 0000 to 9999.
  private static let range = -63_145_526_400.0..<252_423_993_600.0

  /// A point in time in whole seconds and a fraction of `digits` digits.
  private struct Parts {
    var whole: Double
    var fraction: Double
    let digits: Int

    /// Returns the parts nearest to `seconds`. Without digits, the seconds are rounded down.
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

    /// The seconds that a reader gets from the text of the parts.
    var seconds: Double {
      var (digits, fraction) = (digits, UInt64(fraction))
      while digits > 0, fraction.isMultiple(of: 10) {
        fraction /= 10
        digits -= 1
      }
      return DateText.seconds(whole: Int(whole), fraction, digits: digits)
    }
  }

  /// Returns the text of a point in time in UTC, such as `2016-04-24T14:42:42.424Z`.
  ///
  /// The time is rounded to 0 to 9 digits of a fraction. Without a fraction it is rounded down to
  /// whole seconds.
  /// - Returns: The text; `nil` if the year does not have four digits or the number is not finite.
  package static func text(_ seconds: Double, fractionDigits: Int = 0) -> String? {
    guard range.contains(seconds) else { return nil }
    return text(Parts(seconds, digits: min(max(fractionDigits, 0), 9)))
  }

  /// Returns the text with the shortest fraction that reads back as exactly `seconds` in YAML, bit for
  /// bit.
  /// - Returns: The text; `nil` if no text with up to 15 digits does.
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
