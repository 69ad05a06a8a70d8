import Ferry
import FerryForeignValues
public import Foundation

/// The format of the dates of a ``LazyObject``.
///
/// Conform to one of the five protocols below, or to this one for your own format. In your own
/// format, create a formatter once, not for each date.
///
/// ```swift
/// class Retirement: LazyObject, ISO8601Formattable {
///   var date: Date? { try? dateFor(#function) }
/// }
/// ```
public protocol LazyDateFormattable {
  /// Returns the date of `value`, which is a `String`, `Int` or `Double`.
  /// - Throws: Any error for an invalid date, for example a ``LazyMappingError``.
  static func convertToDate(value: Any?) throws -> Date
  /// Returns the value of `date` in a document: a `String` or a number.
  static func convertFromDate(_ date: Date) throws -> Any
}

extension LazyDateFormattable {
  /// Throws an error: by default, a format does not write dates.
  public static func convertFromDate(_ date: Date) throws -> Any {
    throw LazyMappingError.customError(message: "\(Self.self) does not write dates")
  }
}

/// Dates such as `2016-04-24T14:42:42.424Z`: ISO 8601 with a fraction of a second.
///
/// The fraction, of any number of digits, and the zone, `Z` or an offset such as `+02:00` or
/// `+0200`, are required. For dates in whole seconds, use ``RFC3339Formattable``.
public protocol ISO8601Formattable: LazyDateFormattable {}
/// Dates such as `2016-04-24T14:42:42Z`: RFC 3339, with an optional fraction of a second. Offsets
/// of ISO 8601, such as `+0200`, are also accepted.
public protocol RFC3339Formattable: LazyDateFormattable {}
/// Dates such as `Sun, 24 Apr 2016 14:42:42 +0000`: RFC 1123.
public protocol RFC1123Formattable: LazyDateFormattable {}
/// Dates such as `Sunday, 24-Apr-16 14:42:42 UTC`: RFC 850.
public protocol RFC850Formattable: LazyDateFormattable {}
/// Seconds since 1970, as a number or as numeric text.
public protocol EpochFormattable: LazyDateFormattable {}

extension ISO8601Formattable {
  /// Reads the date, which must have a fraction of a second.
  public static func convertToDate(value: Any?) throws -> Date {
    try LazyDateFormats.internet(value, LazyDateFormats.iso8601, hasFraction: true)
  }

  /// Writes the date with milliseconds.
  /// - Throws: `customError` for a date whose year does not have four digits.
  public static func convertFromDate(_ date: Date) throws -> Any {
    try LazyDateFormats.internetText(date, fractionDigits: 3)
  }
}

extension RFC3339Formattable {
  /// Reads the date, with or without a fraction of a second.
  public static func convertToDate(value: Any?) throws -> Date {
    try LazyDateFormats.internet(value, LazyDateFormats.rfc3339, LazyDateFormats.iso8601)
  }

  /// Writes the date in whole seconds.
  /// - Throws: `customError` for a date whose year does not have four digits.
  public static func convertFromDate(_ date: Date) throws -> Any {
    try LazyDateFormats.internetText(date, fractionDigits: 0)
  }
}

extension RFC1123Formattable {
  /// Reads the date. The zone is an offset or `GMT`. A year of two digits is an error, because RFC
  /// 1123 requires four.
  public static func convertToDate(value: Any?) throws -> Date {
    let year = (value as? String)?.split(separator: " ").dropFirst(3).first
    guard year?.count == 4 else {
      throw LazyMappingError.unexpectedType(value, expected: Date.self)
    }
    return try LazyDateFormats.date(value, LazyDateFormats.rfc1123, LazyDateFormats.rfc1123Named)
  }

  /// Writes the date.
  public static func convertFromDate(_ date: Date) throws -> Any {
    LazyDateFormats.rfc1123.string(from: date)
  }
}

extension RFC850Formattable {
  /// Reads the date. A year of two digits is the nearest one, less than 20 years in the future.
  public static func convertToDate(value: Any?) throws -> Date {
    try LazyDateFormats.date(value, LazyDateFormats.rfc850)
  }

  /// Writes the date.
  /// - Throws: `customError` for a date whose two-digit year would be read as another year.
  public static func convertFromDate(_ date: Date) throws -> Any {
    let text = LazyDateFormats.rfc850.string(from: date)
    let second = date.timeIntervalSince1970.rounded(.down)
    guard LazyDateFormats.rfc850.date(from: text)?.timeIntervalSince1970 == second else {
      throw LazyMappingError.customError(message: "'\(text)' decodes to another date")
    }
    return text
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

/// The formatters and decoders. Each is created once.
enum LazyDateFormats {
  static let iso8601 = JSON.Decoder { $0.dateDecodingStrategy = .iso8601 }
  static let rfc3339 = JSON.Decoder { $0.dateDecodingStrategy = .rfc3339 }
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

  static func internet(
    _ value: Any?, _ decoders: JSON.Decoder..., hasFraction: Bool = false
  ) throws -> Date {
    guard let text = value as? String, !hasFraction || text.contains("."),
      let date = decoders.lazy.compactMap({ try? $0.decode(Date.self, from: .string(text)) }).first
    else { throw LazyMappingError.unexpectedType(value, expected: Date.self) }
    return date
  }

  static func internetText(_ date: Date, fractionDigits: Int) throws -> String {
    let encoder = JSON.Encoder {
      $0.dateEncodingStrategy = .rfc3339(fractionDigits: fractionDigits)
    }
    guard let text = try? AnyValue(encoding: date, with: encoder).string else {
      throw LazyMappingError.customError(
        message: "\(date.timeIntervalSince1970) s since 1970 has no year of four digits")
    }
    return text
  }

  static func date(_ value: Any?, _ formatters: DateFormatter...) throws -> Date {
    guard let text = value as? String,
      let date = formatters.lazy.compactMap({ $0.date(from: text) }).first
    else { throw LazyMappingError.unexpectedType(value, expected: Date.self) }
    return date
  }
}

extension LazyDateFormattable where Self: LazyObject {
  /// Returns the date at `path`, in the format of the object. The value is converted once.
  /// - Throws: ``LazyMappingError``: `keyPathValueNotFoundError`, `dateError`, or an error of the
  ///   format.
  public func dateFor(_ path: some LazyPath) throws -> Date { try date(at: path, in: Self.self) }

  /// Sets the date at `path`, in the format of the object; `nil` removes the value.
  /// - Throws: An error if the format does not write dates, or cannot write this one.
  ///   ``LazyMappingError`` if the path leads beyond the end of an array.
  public func setDate(_ date: Date?, setter path: some LazyPath) throws {
    let value = try date.flatMap { AnyValue(bridging: try Self.convertFromDate($0)) }
    guard try set(value, isPresent: date != nil, at: path) else {
      throw LazyMappingError.customError(message: "cannot put a date at '\(path.text)'")
    }
  }
}

extension LazyObject {
  /// The format of the dates of the class; `nil` if the class has no format.
  static var dateFormat: (any LazyDateFormattable.Type)? { self as? any LazyDateFormattable.Type }

  func date(
    at path: some LazyPath, in format: any LazyDateFormattable.Type
  ) throws -> Date {
    try converted(path) { document in
      let value = try document.decode(AnyValue.self)
      do {
        return try format.convertToDate(value: value.foundation)
      } catch LazyMappingError.unexpectedTypeError {
        throw LazyMappingError.dateError(keyPath: path.text, value: value)
      }
    }
  }
}
