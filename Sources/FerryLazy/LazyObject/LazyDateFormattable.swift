internal import FerryTape
public import Foundation

/// Says how the dates of a ``LazyObject`` are written.
///
/// Conform to one of the five protocols below, or to this one for a format of one's own; a formatter
/// is better made once than for each date:
///
/// ```swift
/// class Retirement: LazyObject, ISO8601Formattable {
///   var date: Date? { try? dateFor(#function) }
/// }
/// ```
public protocol LazyDateFormattable {
  /// The date that `value`, a `String`, `Int` or `Double`, stands for.
  /// - Throws: any error for a value that is no date; ``LazyMappingError`` will do.
  static func convertToDate(value: Any?) throws -> Date
  /// What stands for `date`: a `String` or a number.
  static func convertFromDate(_ date: Date) throws -> Any
}

extension LazyDateFormattable {
  /// A format that does not say how dates are written cannot be set.
  public static func convertFromDate(_ date: Date) throws -> Any {
    throw LazyMappingError.customError(message: "\(Self.self) does not write dates")
  }
}

/// Dates such as `2016-04-24T14:42:42.424Z`: ISO 8601 with milliseconds.
public protocol ISO8601Formattable: LazyDateFormattable {}
/// Dates such as `2016-04-24T14:42:42Z`: RFC 3339.
public protocol RFC3339Formattable: LazyDateFormattable {}
/// Dates such as `Sun, 24 Apr 2016 14:42:42 +0000`: RFC 1123.
public protocol RFC1123Formattable: LazyDateFormattable {}
/// Dates such as `Sunday, 24-Apr-16 14:42:42 UTC`: RFC 850.
public protocol RFC850Formattable: LazyDateFormattable {}
/// Seconds since 1970, as a number or as its text.
public protocol EpochFormattable: LazyDateFormattable {}

extension ISO8601Formattable {
  /// Reads the date, with or without a fraction of a second.
  public static func convertToDate(value: Any?) throws -> Date {
    try LazyDateFormats.internet(value)
  }

  /// Writes the date with milliseconds.
  public static func convertFromDate(_ date: Date) throws -> Any {
    date.formatted(LazyDateFormats.withFraction)
  }
}

extension RFC3339Formattable {
  /// Reads the date, with or without a fraction of a second.
  public static func convertToDate(value: Any?) throws -> Date {
    try LazyDateFormats.internet(value)
  }

  /// Writes the date in whole seconds.
  public static func convertFromDate(_ date: Date) throws -> Any {
    date.formatted(LazyDateFormats.wholeSeconds)
  }
}

extension RFC1123Formattable {
  /// Reads the date; the zone is an offset or `GMT`.
  public static func convertToDate(value: Any?) throws -> Date {
    try LazyDateFormats.date(value, LazyDateFormats.rfc1123, LazyDateFormats.rfc1123Named)
  }

  /// Writes the date.
  public static func convertFromDate(_ date: Date) throws -> Any {
    LazyDateFormats.rfc1123.string(from: date)
  }
}

extension RFC850Formattable {
  /// Reads the date; a year of two digits is the one nearest to now, less than 20 years ahead.
  public static func convertToDate(value: Any?) throws -> Date {
    try LazyDateFormats.date(value, LazyDateFormats.rfc850)
  }

  /// Writes the date.
  public static func convertFromDate(_ date: Date) throws -> Any {
    LazyDateFormats.rfc850.string(from: date)
  }
}

extension EpochFormattable {
  /// Reads the date.
  public static func convertToDate(value: Any?) throws -> Date {
    guard let bridged = AnyValue(bridging: value), let seconds = Double.converted(from: bridged),
      seconds.isFinite
    else { throw LazyMappingError.unexpectedType(value, expected: Date.self) }
    return Date(timeIntervalSince1970: seconds)
  }

  /// Writes the seconds.
  public static func convertFromDate(_ date: Date) throws -> Any { date.timeIntervalSince1970 }
}

/// The formatters, each made once.
enum LazyDateFormats {
  static let wholeSeconds = Date.ISO8601FormatStyle()
  static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  static let rfc1123 = formatter("EEE, dd MMM yyyy HH:mm:ss Z")
  static let rfc1123Named = formatter("EEE, dd MMM yyyy HH:mm:ss zzz")
  static let rfc850 = formatter("EEEE, dd-MMM-yy HH:mm:ss zzz")

  private static func formatter(_ pattern: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.isLenient = false
    formatter.dateFormat = pattern
    return formatter
  }

  static func internet(_ value: Any?) throws -> Date {
    guard let text = value as? String else {
      throw LazyMappingError.unexpectedType(value, expected: Date.self)
    }
    let style = text.utf8.contains(UInt8(ascii: ".")) ? withFraction : wholeSeconds
    // A date ends with its zone; what follows it is not read by everyone.
    guard let last = text.utf8.last, last == UInt8(ascii: "Z") || last <= UInt8(ascii: "9"),
      let date = try? style.parse(text)
    else { throw LazyMappingError.unexpectedType(value, expected: Date.self) }
    return date
  }

  static func date(_ value: Any?, _ formatters: DateFormatter...) throws -> Date {
    guard let text = value as? String,
      let date = formatters.lazy.compactMap({ $0.date(from: text) }).first
    else { throw LazyMappingError.unexpectedType(value, expected: Date.self) }
    return date
  }
}

extension LazyDateFormattable where Self: LazyObject {
  /// The date at `path`, in the format of the object. It is converted once.
  /// - Throws: ``LazyMappingError``: `keyPathValueNotFoundError`, `dateError`, or the format's own.
  public func dateFor(_ path: some LazyPath) throws -> Date {
    try converted(path) { document in
      let value = try document.decode(AnyValue.self)
      do {
        return try Self.convertToDate(value: value.bridged)
      } catch LazyMappingError.unexpectedTypeError {
        throw LazyMappingError.dateError(keyPath: path.text, value: value)
      }
    }
  }

  /// Puts a date at `path`, in the format of the object; `nil` removes what is there.
  /// - Throws: an error if the format does not write dates.
  public func setDate(_ date: Date?, setter path: some LazyPath) throws {
    let object = try date.map { try Self.convertFromDate($0) }
    try set(object.flatMap { AnyValue(bridging: $0) }, isPresent: object != nil, at: path)
  }
}
