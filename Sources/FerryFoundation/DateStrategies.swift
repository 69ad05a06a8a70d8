import FerryBytes
import FerryTape
public import Foundation

/// How a `Date` is read. The cases and their meaning are Foundation's.
///
/// Text stands for a date of the Gregorian calendar, also before 1582, with a year of four digits;
/// `.iso8601` of the drop-in `JSONDecoder` does as Foundation's.
public enum DateDecodingStrategy: Sendable {
  /// As `Date` decodes itself: seconds since 2001.
  case deferredToDate
  /// Seconds since 1970, a number.
  case secondsSince1970
  /// Milliseconds since 1970, a number.
  case millisecondsSince1970
  /// Date and time as ISO 8601 has them, in any zone, such as `2016-04-24T14:42:42Z` or
  /// `2016-04-24T14:42:42.424+0200`.
  case iso8601
  /// Internet date and time (RFC 3339) with a fraction of a second or without, in any zone, such as
  /// `2016-04-24T14:42:42.424+02:00`.
  case rfc3339
  /// A timestamp of YAML (yaml.org/type/timestamp.html), such as `2016-04-24`,
  /// `2016-04-24 14:42:42` or `2016-04-24T14:42:42.424+02:00`; without a zone it is in UTC. A number
  /// is seconds since 2001. In YAML, text in quotes is no date unless it has the tag `!!timestamp`.
  case yamlTimestamp
  /// Text that the formatter reads.
  case formatted(DateFormatter)
  /// What the closure reads.
  @preconcurrency case custom(@Sendable (any Decoder) throws -> Date)
}

/// How a `Date` is written. The cases and their meaning are Foundation's.
///
/// Text has the Gregorian calendar, also before 1582, and years of four digits: encoding another
/// date as ISO 8601 or RFC 3339 is an error. `.iso8601` of the drop-in `JSONEncoder` does as
/// Foundation's.
public enum DateEncodingStrategy: Sendable {
  /// As `Date` encodes itself: seconds since 2001.
  case deferredToDate
  /// Seconds since 1970, a number.
  case secondsSince1970
  /// Milliseconds since 1970, a number.
  case millisecondsSince1970
  /// Date and time as ISO 8601 has them, in UTC and whole seconds, such as `2016-04-24T14:42:42Z`.
  case iso8601
  /// Internet date and time (RFC 3339) in UTC with so many digits of a fraction of a second, at most
  /// 9, such as `2016-04-24T14:42:42.424Z`.
  case rfc3339(fractionDigits: Int)
  /// A timestamp of YAML with as many digits of a fraction of a second as bring the same date back,
  /// such as `2016-04-24T14:42:42.5Z`. A date that has no such text is a number, seconds since 2001.
  case yamlTimestamp
  /// Text that the formatter writes.
  case formatted(DateFormatter)
  /// What the closure writes; an empty object if it writes nothing.
  @preconcurrency case custom(@Sendable (Date, any Encoder) throws -> Void)
}

/// How `Data` is read. The cases and their meaning are Foundation's.
public enum DataDecodingStrategy: Sendable {
  /// As `Data` decodes itself: a list of numbers.
  case deferredToData
  /// Base64 text, or the bytes themselves where the format has them.
  case base64
  /// What the closure reads.
  @preconcurrency case custom(@Sendable (any Decoder) throws -> Data)
}

/// How `Data` is written. The cases and their meaning are Foundation's.
public enum DataEncodingStrategy: Sendable {
  /// As `Data` encodes itself: a list of numbers.
  case deferredToData
  /// Base64 text, or the bytes themselves where the format has them.
  case base64
  /// What the closure writes; an empty object if it writes nothing.
  @preconcurrency case custom(@Sendable (Data, any Encoder) throws -> Void)
}

/// What a date is in a document. A strategy has one form for reading and one for writing, over a tape
/// and in direct coding.
enum DateForm {
  /// Seconds since 2001, which formats may have a type for.
  case reference
  /// A number of units since 1970, so many in a second.
  case epoch(unitsPerSecond: Double)
  /// Text, with what an error says of another text.
  case text(problem: String)
  /// Something that only nodes of a tape show: what a closure reads, or the style of a text.
  case node
}

extension DateDecodingStrategy {
  var form: DateForm {
    switch self {
    case .deferredToDate: .reference
    case .secondsSince1970: .epoch(unitsPerSecond: 1)
    case .millisecondsSince1970: .epoch(unitsPerSecond: 1000)
    case .iso8601: .text(problem: "Expected date string to be ISO8601-formatted.")
    case .rfc3339: .text(problem: "Expected date string to be formatted as RFC 3339 has it.")
    case .formatted: .text(problem: "Date string does not match format expected by formatter.")
    case .yamlTimestamp, .custom: .node
    }
  }
}

extension DateEncodingStrategy {
  var form: DateForm {
    switch self {
    case .deferredToDate: .reference
    case .secondsSince1970: .epoch(unitsPerSecond: 1)
    case .millisecondsSince1970: .epoch(unitsPerSecond: 1000)
    case .iso8601, .rfc3339, .formatted:
      .text(problem: "Only a date of the years 0 to 9999 has a text")
    case .yamlTimestamp, .custom: .node
    }
  }
}

// Foundation's formatters count days before 1582 by the Julian calendar, have years of five digits,
// and read February 30 as March 1. Its coders' users may rely on that; nobody else should.
extension FoundationDecoding {
  /// Seconds since 2001 of the text of a date; `nil` for what is not, or what Foundation has to read.
  func seconds(of text: ByteView) -> Double? {
    switch date {
    case .iso8601 where readsFoundationsDates && !isUsual(text): nil
    case .iso8601: DateText.seconds(text, .iso8601)
    case .rfc3339: DateText.seconds(text, .rfc3339)
    case .yamlTimestamp: DateText.seconds(text, .yaml)
    default: nil
    }
  }

  /// The date that Foundation reads from `text`, where that is asked for.
  func foundationsDate(_ text: String) -> Date? {
    switch date {
    case .iso8601 where readsFoundationsDates: try? Date.ISO8601FormatStyle().parse(text)
    case .formatted(let formatter): formatter.date(from: text)
    default: nil
    }
  }

  /// Whether a text has the form `2016-04-24T14:42:42Z`, from 1583 on and without a leap second.
  private func isUsual(_ text: ByteView) -> Bool {
    guard text.count == 20, text[10] == UInt8(ascii: "T"),
      text[17] < UInt8(ascii: "6"),
      text[0..<4].allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return false }
    return text[0..<4].lexicographicallyPrecedes("1583".utf8) == false
  }
}

extension FoundationEncoding {
  /// The text of a date; `nil` if it has none.
  func text(of value: Date) -> String? {
    let seconds = value.timeIntervalSinceReferenceDate
    switch date {
    case .formatted(let formatter): return formatter.string(from: value)
    case .rfc3339(let digits): return DateText.text(seconds, fractionDigits: digits)
    case .yamlTimestamp: return DateText.exactText(seconds)
    case .iso8601 where !writesFoundationsDates: return DateText.text(seconds)
    case .iso8601:
      if seconds >= Self.startOfGregorianCalendar, let text = DateText.text(seconds) { return text }
      return seconds.isFinite ? value.formatted(Date.ISO8601FormatStyle()) : nil
    default: return nil
    }
  }

  /// 1582-10-15, in seconds since 2001.
  private static let startOfGregorianCalendar = -13_197_600_000.0
}
