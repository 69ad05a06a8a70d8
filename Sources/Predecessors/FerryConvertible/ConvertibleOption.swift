import Ferry
import FerryFoundationObjects
public import Foundation

/// A setting for one conversion. If there are several of one type, the first one counts.
public protocol ConvertibleOption: Sendable {}

extension [any ConvertibleOption] {
  /// Returns the first option of a type, or `standard` without such an option.
  public func first<Option: ConvertibleOption>(
    of type: Option.Type = Option.self, or standard: Option
  ) -> Option {
    for case let option as Option in self { return option }
    return standard
  }
}

/// The encoding of text in `Data`; UTF-8 by default.
public struct TextEncodingOption: ConvertibleOption {
  /// The encoding.
  public let encoding: String.Encoding

  /// Creates an option for an encoding.
  public init(_ encoding: String.Encoding) { self.encoding = encoding }
}

/// The format of a `Date`; ISO 8601 by default.
public enum DateOption: ConvertibleOption {
  /// Internet date and time (RFC 3339).
  case iso8601
  /// Seconds since 1970.
  case secondsSince1970
  /// Milliseconds since 1970.
  case millisecondsSince1970
  /// Text in the format of the formatter.
  case formatted(DateFormatter)

  var decoding: DateDecodingStrategy {
    switch self {
    case .iso8601: .iso8601
    case .secondsSince1970: .secondsSince1970
    case .millisecondsSince1970: .millisecondsSince1970
    case .formatted(let formatter): .formatted(formatter)
    }
  }

  var encoding: DateEncodingStrategy {
    switch self {
    case .iso8601: .iso8601
    case .secondsSince1970: .secondsSince1970
    case .millisecondsSince1970: .millisecondsSince1970
    case .formatted(let formatter): .formatted(formatter)
    }
  }
}

/// The file format of an image; PNG by default.
public enum ImageOption: ConvertibleOption {
  /// PNG.
  case png
  /// JPEG, with a quality from 0 to 1.
  case jpeg(quality: Double)
}

/// An error of a conversion.
public struct ConversionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The requested type.
  public let type: String
  /// The reason of the failure.
  public let problem: String

  init(_ type: Any.Type, _ problem: String) {
    self.type = "\(type)"
    self.problem = problem
  }

  /// The type and the problem.
  public var description: String { "cannot convert to \(type): \(problem)" }
}
