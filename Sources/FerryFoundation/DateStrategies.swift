public import Foundation

/// How a `Date` is read. The cases and their meaning are Foundation's.
public enum DateDecodingStrategy: Sendable {
  /// As `Date` decodes itself: seconds since 2001.
  case deferredToDate
  /// Seconds since 1970, a number.
  case secondsSince1970
  /// Milliseconds since 1970, a number.
  case millisecondsSince1970
  /// Internet date and time (RFC 3339) without fractions, such as `2016-04-24T14:42:42Z`.
  case iso8601
  /// Internet date and time (RFC 3339) with a fraction of a second or without, in any zone, such as
  /// `2016-04-24T14:42:42.424+02:00`.
  case rfc3339
  /// Text that the formatter reads.
  case formatted(DateFormatter)
  /// What the closure reads.
  @preconcurrency case custom(@Sendable (any Decoder) throws -> Date)
}

/// How a `Date` is written. The cases and their meaning are Foundation's.
public enum DateEncodingStrategy: Sendable {
  /// As `Date` encodes itself: seconds since 2001.
  case deferredToDate
  /// Seconds since 1970, a number.
  case secondsSince1970
  /// Milliseconds since 1970, a number.
  case millisecondsSince1970
  /// Internet date and time (RFC 3339) without fractions, such as `2016-04-24T14:42:42Z`.
  case iso8601
  /// Internet date and time (RFC 3339) in UTC with so many digits of a fraction of a second, at most
  /// 9, such as `2016-04-24T14:42:42.424Z`.
  case rfc3339(fractionDigits: Int)
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
