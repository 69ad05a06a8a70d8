internal import FerryBase
public import FerryEssentials

/// The format in which a `Date` is read. The cases and their meaning are Foundation's.
///
/// Text is a date of the Gregorian calendar, even before 1582, with a year of four digits.
/// `.iso8601` of the drop-in `JSONDecoder` behaves like Foundation's.
public enum DateDecodingStrategy: Sendable {
  /// Decodes the `Date` itself: seconds since 2001.
  case deferredToDate
  /// Reads a number of seconds since 1970.
  case secondsSince1970
  /// Reads a number of milliseconds since 1970.
  case millisecondsSince1970
  /// Reads date and time in ISO 8601, in any zone, such as `2016-04-24T14:42:42Z` or
  /// `2016-04-24T14:42:42.424+0200`.
  case iso8601
  /// Reads internet date and time (RFC 3339) in any zone, with or without a fraction of a second,
  /// such as `2016-04-24T14:42:42.424+02:00`.
  case rfc3339
  /// Reads a YAML timestamp (yaml.org/type/timestamp.html), such as `2016-04-24`,
  /// `2016-04-24 14:42:42` or `2016-04-24T14:42:42.424+02:00`. Without a zone, it is in UTC. A
  /// number is seconds since 2001. In YAML, quoted text is only a date if it has the tag
  /// `!!timestamp`.
  case yamlTimestamp
  /// Reads the date with the closure.
  @preconcurrency case custom(@Sendable (any Decoder) throws -> Date)
}

/// The format in which a `Date` is written. The cases and their meaning are Foundation's.
///
/// Text is a date of the Gregorian calendar, even before 1582, with a year of four digits. Encoding
/// any other year as ISO 8601 or RFC 3339 is an error. `.iso8601` of the drop-in `JSONEncoder`
/// behaves like Foundation's.
public enum DateEncodingStrategy: Sendable {
  /// Encodes the `Date` itself: seconds since 2001.
  case deferredToDate
  /// Writes a number of seconds since 1970.
  case secondsSince1970
  /// Writes a number of milliseconds since 1970.
  case millisecondsSince1970
  /// Writes date and time in ISO 8601, in UTC and whole seconds, such as `2016-04-24T14:42:42Z`.
  case iso8601
  /// Writes internet date and time (RFC 3339) in UTC, such as `2016-04-24T14:42:42.424Z`.
  /// `fractionDigits` is the number of digits of the fraction of a second, at most 9.
  case rfc3339(fractionDigits: Int)
  /// Writes a YAML timestamp, such as `2016-04-24T14:42:42.5Z`. The fraction has as many digits as
  /// are necessary to read the same date. A date without such a text is a number, seconds since
  /// 2001.
  case yamlTimestamp
  /// Writes the date with the closure. If it writes nothing, the value is an empty object.
  @preconcurrency case custom(@Sendable (Date, any Encoder) throws -> Void)
}

/// The format in which `Data` is read. The cases and their meaning are Foundation's.
public enum DataDecodingStrategy: Sendable {
  /// Decodes the `Data` itself: an array of numbers.
  case deferredToData
  /// Reads base64 text, or plain bytes in formats that have them.
  case base64
  /// Reads the data with the closure.
  @preconcurrency case custom(@Sendable (any Decoder) throws -> Data)
}

/// The format in which `Data` is written. The cases and their meaning are Foundation's.
public enum DataEncodingStrategy: Sendable {
  /// Encodes the `Data` itself: an array of numbers.
  case deferredToData
  /// Writes base64 text, or plain bytes in formats that have them.
  case base64
  /// Writes the data with the closure. If it writes nothing, the value is an empty object.
  @preconcurrency case custom(@Sendable (Data, any Encoder) throws -> Void)
}

/// The form of a date in a document. A strategy uses one form for reading and one for writing, both
/// on a tape and in direct coding.
enum DateForm {
  /// Seconds since 2001. Some formats have a type for them.
  case reference
  /// A number of units since 1970. The payload is the number of units per second.
  case epoch(unitsPerSecond: Double)
  /// Text. The payload is the error for invalid text.
  case text(problem: String)
  /// A form that needs a node of a tape: a closure's input, or the style of a text.
  case node
}

extension DateForm {
  /// Returns the date for the number of a document.
  func date(of number: Double) -> Date {
    if case .epoch(let units) = self { return Date(timeIntervalSince1970: number / units) }
    return Date(timeIntervalSinceReferenceDate: number)
  }
}

extension DateDecodingStrategy {
  var form: DateForm {
    switch self {
    case .deferredToDate: .reference
    case .secondsSince1970: .epoch(unitsPerSecond: 1)
    case .millisecondsSince1970: .epoch(unitsPerSecond: 1000)
    case .iso8601: .text(problem: "Expected date string to be ISO8601-formatted.")
    case .rfc3339: .text(problem: "Expected date string to be formatted as RFC 3339 has it.")
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
    case .iso8601, .rfc3339:
      .text(problem: "Only a date of the years 0 to 9999 has a text")
    case .yamlTimestamp, .custom: .node
    }
  }
}

// Foundation's formatters use the Julian calendar before 1582, accept years of five digits, and
// read February 30 as March 1. Only the drop-in coders keep this behaviour.
extension FoundationDecoding {
  /// Returns the seconds since 2001 for the text of a date. Returns `nil` for any other text, and
  /// for text that Foundation must read.
  func seconds(of text: ByteView) -> Double? {
    let seconds: Double? =
      switch date {
      case .iso8601 where readsFoundationsDates && !isUsual(text): nil
      case .iso8601: DateText.seconds(text, .iso8601)
      case .rfc3339: DateText.seconds(text, .rfc3339)
      case .yamlTimestamp: DateText.seconds(text, .yaml)
      default: nil
      }
    return seconds ?? (readsTaggedText ? DateText.seconds(ofTag: text) : nil)
  }

  /// Returns the date that Foundation reads from `text`, if the options use Foundation.
  func foundationsDate(_ text: String) -> Date? {
    switch date {
    case .iso8601 where readsFoundationsDates: try? Date.ISO8601FormatStyle().parse(text)
    default: nil
    }
  }

  /// Returns whether a text has the form `2016-04-24T14:42:42Z`, from 1583 on and without a leap
  /// second.
  private func isUsual(_ text: ByteView) -> Bool {
    guard text.count == 20, text[10] == UInt8(ascii: "T"),
      text[17] < UInt8(ascii: "6"),
      text[0..<4].allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return false }
    return text[0..<4].lexicographicallyPrecedes("1583".utf8) == false
  }
}

extension DateText {
  /// Returns the seconds since 2001 for the text of a date with a tag in CBOR: date and time, or a
  /// date alone (RFC 3339).
  static func seconds(ofTag text: ByteView) -> Double? {
    seconds(text, text.count == 10 ? .yaml : .rfc3339)
  }
}

extension FoundationEncoding {
  /// Returns the text of a date; `nil` if the date has no text in this format.
  func text(of value: Date) -> String? {
    let seconds = value.timeIntervalSinceReferenceDate
    switch date {
    case .rfc3339(let digits): return DateText.text(seconds, fractionDigits: digits)
    case .yamlTimestamp: return DateText.exactText(seconds)
    case .iso8601 where !writesFoundationsDates: return DateText.text(seconds)
    case .iso8601:
      if seconds >= Self.startOfGregorianCalendar, let text = DateText.text(seconds) { return text }
      return seconds.isFinite ? Date.ISO8601FormatStyle().format(value) : nil
    default: return nil
    }
  }

  /// The date 1582-10-15, in seconds since 2001.
  private static let startOfGregorianCalendar = -13_197_600_000.0
}
