import FerryBytes
import FerryTape
import Foundation

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
  func seconds(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    switch date {
    case .iso8601 where unsafe readsFoundationsDates && !isUsual(text): nil
    case .iso8601: unsafe DateText.seconds(text, .iso8601)
    case .rfc3339: unsafe DateText.seconds(text, .rfc3339)
    case .yamlTimestamp: unsafe DateText.seconds(text, .yaml)
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
  private func isUsual(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 20, unsafe text[10] == UInt8(ascii: "T"),
      unsafe text[17] < UInt8(ascii: "6"),
      unsafe text[0..<4].allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return false }
    return unsafe text[0..<4].lexicographicallyPrecedes("1583".utf8) == false
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
