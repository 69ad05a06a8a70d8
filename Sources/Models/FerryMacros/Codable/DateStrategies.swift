#if !hasFeature(Embedded)
public import FerryEssentials
import FerryFoundation

/// A date in ISO 8601: `2016-04-24T14:42:42Z`. Fractions of a second and any offset from UTC can be
/// read.
///
/// The calendar is the Gregorian one, also before 1582. Years have four digits. Writing a date of
/// another year is an error.
public struct _InternetDate: WireStrategy, Sendable {
  /// Whether milliseconds are written. The date is rounded to milliseconds.
  let writesMilliseconds: Bool

  /// Reads a date from text.
  public func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> Date {
    try reader.readDate(FoundationDecoding(.iso8601))
  }

  /// Writes a date as text. The error for a date without a text holds its seconds since 1970,
  /// because Foundation traps when it describes such a date.
  public func write<Writer: WireWriter & ~Copyable>(
    _ value: Date, to writer: inout Writer
  ) throws(WireFailure) {
    let digits = writesMilliseconds ? 3 : 0
    try writer.write(value, FoundationEncoding(.rfc3339(fractionDigits: digits)))
  }
}

/// A date as the number of units since the beginning of 1970.
public struct _EpochDate: WireStrategy, Sendable {
  /// The number of units in a second.
  let unitsPerSecond: Double

  /// Reads a date from a number.
  public func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> Date {
    try reader.readDate(
      FoundationDecoding(unitsPerSecond == 1 ? .secondsSince1970 : .millisecondsSince1970))
  }

  /// Writes a date as a number.
  public func write<Writer: WireWriter & ~Copyable>(
    _ value: Date, to writer: inout Writer
  ) throws(WireFailure) {
    let number = value.timeIntervalSince1970 * unitsPerSecond
    do throws(WireFailure) {
      try writer.write(number)
    } catch {
      throw writer.failure(error, of: number)
    }
  }
}

extension WireStrategy where Self == _InternetDate {
  /// A date as `2016-04-24T14:42:42Z`.
  public static var iso8601: _InternetDate { _InternetDate(writesMilliseconds: false) }
  /// A date as `2016-04-24T14:42:42.424Z`.
  public static var iso8601WithMilliseconds: _InternetDate {
    _InternetDate(writesMilliseconds: true)
  }
}

extension WireStrategy where Self == _EpochDate {
  /// A date as seconds since 1970.
  public static var secondsSince1970: _EpochDate { _EpochDate(unitsPerSecond: 1) }
  /// A date as milliseconds since 1970.
  public static var millisecondsSince1970: _EpochDate { _EpochDate(unitsPerSecond: 1000) }
}
#endif
