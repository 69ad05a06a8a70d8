import Foundation

/// Internet date and time (RFC 3339, section 5.6) as text, without a calendar or a formatter.
package enum InternetDate {
  /// The seconds since 1970 that `text` stands for; `nil` if it is no date and time with a zone.
  ///
  /// A fraction of a second may have any number of digits; second 60 is the one behind 59.
  package static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard text.count >= 20, unsafe text[4] == dash, unsafe text[7] == dash,
      unsafe text[13] == colon, unsafe text[16] == colon,
      unsafe text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " "),
      let year = unsafe number(text, 0, 4), let month = unsafe number(text, 5, 2),
      let day = unsafe number(text, 8, 2),
      let hour = unsafe number(text, 11, 2), let minute = unsafe number(text, 14, 2),
      let second = unsafe number(text, 17, 2),
      1...12 ~= month, 1...days(inMonth: month, of: year) ~= day, hour < 24, minute < 60,
      second <= 60
    else { return nil }
    var position = 19
    guard let fraction = unsafe fraction(text, &position), let zone = unsafe zone(text, &position),
      position == text.count
    else { return nil }
    let whole = daysSince1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - zone
    return Double(whole) + fraction
  }

  /// The date that `text` stands for: in the usual form `2016-04-24T14:42:42Z`, or in any form.
  static func date(_ text: String, anyForm: Bool = false) -> Date? {
    var text = text
    return text.withUTF8 { unsafe isUsual($0) || anyForm ? seconds($0) : nil }
      .map { Date(timeIntervalSince1970: $0) }
  }

  /// Seconds since 1970 at which the Gregorian calendar begins; Foundation's formatters count days
  /// before it by the Julian one, RFC 3339 does not.
  static let startOfGregorianCalendar = -12_219_292_800.0

  /// Whether the text has the usual form and a year for which nobody needs a formatter.
  static func isUsual(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 20, unsafe text[10] == UInt8(ascii: "T"),
      unsafe text[17] < UInt8(ascii: "6"),
      let year = unsafe number(text, 0, 4)
    else { return false }
    return year > 1582
  }

  /// The text of a date in the usual form; `nil` if that takes a formatter.
  static func usualText(_ seconds: Double) -> String? {
    seconds < startOfGregorianCalendar ? nil : text(seconds, fractionDigits: 0)
  }

  /// The text of a date, its fraction cut after `fractionDigits` digits; `nil` for years that do not
  /// have four digits.
  package static func text(_ seconds: Double, fractionDigits: Int) -> String? {
    // From the year 1 to the end of the year 9999.
    guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
    let digits = min(max(fractionDigits, 0), 9)
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    // What is written comes nearest to the date, so that it is the same date when it is read.
    var whole = seconds.rounded(.down)
    var fraction = digits == 0 ? 0 : ((seconds - whole) * scale).rounded()
    if fraction == scale, digits > 0 {
      whole += 1
      fraction = 0
    }
    guard whole < 253_402_300_800 else { return nil }
    let total = Int(whole)
    let day = Int((whole / 86400).rounded(.down))
    let time = total - day * 86400
    let (year, month, dayOfMonth) = civil(day)
    return unsafe String(unsafeUninitializedCapacity: 32) { room in
      var count = 0
      func put(_ byte: UInt8) {
        unsafe room[count] = byte
        count += 1
      }
      func put(_ value: Int, _ width: Int) {
        var divisor = (1..<width).reduce(1) { divisor, _ in divisor * 10 }
        while divisor > 0 {
          put(zero + UInt8(truncatingIfNeeded: value / divisor % 10))
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
      if digits > 0 {
        put(UInt8(ascii: "."))
        put(Int(fraction), digits)
      }
      put(UInt8(ascii: "Z"))
      return count
    }
  }

  // MARK: Parts

  private static let dash = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")
  private static let zero = UInt8(ascii: "0")

  private static func number(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ width: Int
  ) -> Int? {
    guard start + width <= text.count else { return nil }
    var value = 0
    for index in start..<start + width {
      let digit = unsafe text[index] &- zero
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  private static func fraction(
    _ text: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> Double? {
    guard unsafe text[position] == UInt8(ascii: ".") else { return 0 }
    position += 1
    let start = position
    var digits = 0.0
    var scale = 1.0
    while position < text.count, unsafe text[position] &- zero < 10 {
      // No double has room for more beside the seconds.
      if position - start < 15 {
        digits = unsafe digits * 10 + Double(text[position] - zero)
        scale *= 10
      }
      position += 1
    }
    return position > start ? digits / scale : nil
  }

  /// Seconds that the zone is ahead of UTC.
  private static func zone(_ text: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Int? {
    guard position < text.count else { return nil }
    let sign = unsafe text[position]
    if sign | 0x20 == UInt8(ascii: "z") {
      position += 1
      return 0
    }
    guard sign == UInt8(ascii: "+") || sign == dash, position + 6 <= text.count,
      unsafe text[position + 3] == colon, let hours = unsafe number(text, position + 1, 2),
      let minutes = unsafe number(text, position + 4, 2), hours < 24, minutes < 60
    else { return nil }
    position += 6
    return (sign == dash ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Both count from the first of March, so that the leap day is the last of a year, and in eras of
  // 400 years, which have 146097 days each.

  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
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
