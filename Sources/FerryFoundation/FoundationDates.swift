import FerryBytes
import Foundation

// Foundation's formatters count days before 1582 by the Julian calendar, have years of five digits,
// and read February 30 as March 1. Its coders' users may rely on that; nobody else should.
extension FoundationDecoding {
  /// Seconds since 2001 of a text in ISO 8601; `nil` for what is not, or what Foundation has to
  /// read.
  func iso8601(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if readsFoundationsDates, unsafe !isUsual(text) { return nil }
    return unsafe DateText.seconds(text, .iso8601)
  }

  /// The date that Foundation reads from `text`, where that is asked for.
  func foundationsDate(_ text: String) -> Date? {
    readsFoundationsDates ? try? Date.ISO8601FormatStyle().parse(text) : nil
  }

  /// Whether a text has the form `2016-04-24T14:42:42Z`, from 1583 on and without a leap second.
  private func isUsual(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 20, unsafe text[10] == UInt8(ascii: "T"),
      unsafe text[17] < UInt8(ascii: "6"),
      unsafe text[0..<4].allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return false }
    return unsafe text[0..<4].lexicographicallyPrecedes("1583".utf8) == false
  }
}

extension FoundationEncoding {
  /// The text of a date in ISO 8601, in whole seconds; `nil` if it has none.
  func iso8601(_ date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate
    guard writesFoundationsDates else { return DateText.text(seconds) }
    if seconds >= Self.startOfGregorianCalendar, let text = DateText.text(seconds) { return text }
    return seconds.isFinite ? date.formatted(Date.ISO8601FormatStyle()) : nil
  }

  /// 1582-10-15, in seconds since 2001.
  private static let startOfGregorianCalendar = -13_197_600_000.0

  /// Why a date has no text.
  static let farAway = "Only a date of the years 0 to 9999 has a text"
}
