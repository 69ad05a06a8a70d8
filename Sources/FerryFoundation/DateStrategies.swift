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
