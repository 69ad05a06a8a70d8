package import FerryTape
import Foundation

// How reports name the values of Foundation's types.
extension Expectation {
  package static let uuid = form("a UUID", hint: "write hexadecimal digits in groups of 8-4-4-4-12")
  package static let url = form("a URL", hint: nil)
  package static let decimal = form("a number that Decimal can hold", hint: nil)
  static let iso8601 = form("a date in ISO 8601", hint: "write `2001-12-14T21:59:43Z`")
  static let rfc3339 = form("a date in RFC 3339", hint: "write `2001-12-14T21:59:43Z`")

  /// Bytes in a text form, such as base64.
  package static func bytes(in name: String) -> Expectation { form("bytes in \(name)", hint: nil) }

  /// A date that is a number of units, such as seconds, since a year.
  private static func date(as units: String, since year: Int) -> Expectation {
    form(
      "a date as a number of \(units) since \(year)",
      hint: "to read dates from text, set `dateDecodingStrategy`, or `@As` on the property")
  }

  /// A date as `formatter` writes it.
  static func date(_ formatter: DateFormatter) -> Expectation {
    form("a date in the format `\(formatter.dateFormat ?? "")`", hint: nil)
  }

  /// A date as `strategy` reads it; `nil` where the strategy's own code words the error.
  static func date(_ strategy: DateDecodingStrategy) -> Expectation? {
    switch strategy {
    case .deferredToDate: date(as: "seconds", since: 2001)
    case .secondsSince1970: date(as: "seconds", since: 1970)
    case .millisecondsSince1970: date(as: "milliseconds", since: 1970)
    case .iso8601: iso8601
    case .rfc3339: rfc3339
    case .formatted(let formatter): date(formatter)
    case .yamlTimestamp, .custom: nil
    }
  }
}
