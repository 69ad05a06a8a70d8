import FerryCoding
public import FerryFoundation
import FerryBase
public import Foundation

extension DateDecodingStrategy {
  /// Reads text with the formatter.
  public static func formatted(_ formatter: DateFormatter) -> DateDecodingStrategy {
    .custom { decoder in
      let container = try decoder.singleValueContainer()
      if let date = formatter.date(from: try container.decode(String.self)) { return date }
      let error = DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "Date string does not match format expected by formatter.")
      guard let decoder = decoder as? TapeDecoder else { throw error }
      throw error.expecting(
        .form("a date in the format `\(formatter.dateFormat ?? "")`", hint: nil), at: decoder.node)
    }
  }
}

extension DateEncodingStrategy {
  /// Writes text with the formatter.
  public static func formatted(_ formatter: DateFormatter) -> DateEncodingStrategy {
    .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(formatter.string(from: date))
    }
  }
}
