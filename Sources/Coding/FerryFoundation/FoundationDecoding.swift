package import FerryBase
package import FerryCoding
import FerryEssentials

extension Date: DateType {}

/// A bridge that decodes Foundation's value types from their usual form in documents.
package struct FoundationDecoding: DecodingBridge {
  package var date = DateDecodingStrategy.deferredToDate
  package var data = DataDecodingStrategy.base64
  /// Whether `.iso8601` accepts the same text as Foundation's decoder.
  package var readsFoundationsDates = false

  /// Whether a date may be text in RFC 3339, and data may be text in base64url, whatever the
  /// strategy. CBOR has tags for such text.
  package var readsTaggedText = false

  package init() {}

  package init(_ date: DateDecodingStrategy) { self.date = date }

  /// Whether dates are read only from nodes of a tape, by closures or by the style of the text.
  var readsNodes: Bool { if case .node = date.form { true } else { false } }

  /// The same options for direct coding.
  package var context: (any AnyObject & Sendable)? { FoundationContext(decoding: self) }

  package func decodes(_ type: any Decodable.Type) -> Bool {
    type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
      || type == UUID.self
  }

  package func decode<T: Decodable>(_ type: T.Type, from decoder: TapeDecoder) throws -> T {
    // The casts are safe, because each of these types is `T`. A cast at run time would cost as much
    // as the date.
    if type == UUID.self { return unsafe unsafeBitCast(try decodeUUID(from: decoder), to: T.self) }
    if decoder.decodeNil() { throw decoder.mismatch(type) }
    do {
      return try value(type, from: decoder)
    } catch let error as DecodingError {
      throw expectation(of: type).map { error.expecting($0, at: decoder.node) } ?? error
    }
  }

  private func expectation(of type: any Any.Type) -> Problem.Expectation? {
    if type == Date.self { return .date(date) }
    if type == URL.self { return .url }
    if type == Data.self, case .base64 = data { return .bytes(in: "base64") }
    return type == Decimal.self ? .decimal : nil
  }

  private func value<T: Decodable>(_ type: T.Type, from decoder: TapeDecoder) throws -> T {
    if type == Date.self { return unsafe unsafeBitCast(try decodeDate(from: decoder), to: T.self) }
    if type == Data.self { return unsafe unsafeBitCast(try decodeData(from: decoder), to: T.self) }
    if type == URL.self { return unsafe unsafeBitCast(try decodeURL(from: decoder), to: T.self) }
    if type == Decimal.self {
      return unsafe unsafeBitCast(try decodeDecimal(from: decoder), to: T.self)
    }
    return try T(from: decoder)
  }

  private func decodeDate(from decoder: TapeDecoder) throws -> Date {
    if case .custom(let decode) = date { return try decode(decoder) }
    if let seconds = decoder.date { return Date(timeIntervalSinceReferenceDate: seconds) }
    switch date.form {
    case .reference, .epoch:
      if readsTaggedText, let text = decoder.withText({ DateText.seconds(ofTag: $0) }),
        let seconds = text
      {
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
      // `Date(from:)` does the same through containers.
      return date.form.date(of: try decoder.decode(Double.self))
    case .text(let problem):
      // Text in the usual form is read without a formatter, also in Foundation's mode.
      let seconds = decoder.withText { self.seconds(of: $0) }
      if let seconds = seconds?.flatMap(\.self) {
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
      guard let date = foundationsDate(try decoder.decode(String.self)) else {
        throw decoder.corrupted(problem)
      }
      return date
    case .node:
      let seconds = decoder.withPlainText { self.seconds(of: $0) }
      guard let seconds = try? seconds?.flatMap(\.self) ?? decoder.decode(Double.self) else {
        throw decoder.mismatch(Date.self)
      }
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
  }

  private func decodeUUID(from decoder: TapeDecoder) throws -> UUID {
    // The readers and encoders guarantee 16 bytes, the size of the tuple.
    let uuid = decoder.withUUID { UUID(uuid: $0.load(uuid_t.self, at: 0)) }
    if let uuid { return uuid }
    // Text in the usual form is read without a scanner. Foundation reads all other text.
    let bytes = decoder.withText { UUIDText.bytes($0) }
    if let bytes = bytes?.flatMap(\.self) { return UUID(bytes: bytes) }
    do {
      return try UUID(from: decoder)
    } catch let error as DecodingError {
      throw error.expecting(.uuid, at: decoder.node)
    }
  }

  private func decodeData(from decoder: TapeDecoder) throws -> Data {
    switch data {
    case .deferredToData: return try Data(from: decoder)
    case .custom(let decode): return try decode(decoder)
    case .base64:
      if let data = decoder.withBytes({ Data($0) }) { return data }
      guard let data = bytes(of: try decoder.decode(String.self)) else {
        throw decoder.corrupted("Encountered Data is not valid Base64.")
      }
      return data
    }
  }

  /// Returns the bytes of base64 text.
  func bytes(of text: String) -> Data? {
    Data(base64Encoded: text) ?? (readsTaggedText ? Data(base64URL: text) : nil)
  }

  private func decodeURL(from decoder: TapeDecoder) throws -> URL {
    guard let url = URL(string: try decoder.decode(String.self)) else {
      throw decoder.corrupted("Invalid URL string.")
    }
    return url
  }

  private func decodeDecimal(from decoder: TapeDecoder) throws -> Decimal {
    guard let text = decoder.numberText else { throw decoder.mismatch(Decimal.self) }
    guard let decimal = Decimal(number: text), decimal.isFinite else {
      throw decoder.corrupted("Number \(text) is not representable as Decimal.")
    }
    return decimal
  }
}

// These initialisers read the usual forms of values, without the scanners and locales that
// Foundation uses for every form.

extension Decimal {
  /// Creates the decimal for `text`, a JSON number.
  init?(number text: String) {
    if let short = Decimal(short: text) { self = short } else { self.init(string: text) }
  }

  /// Creates the decimal for up to 18 digits, with or without a point.
  private init?(short text: String) {
    var digits: UInt64 = 0
    var count = 0
    var places: Int?
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    for byte in rest {
      if byte == UInt8(ascii: "."), places == nil {
        places = 0
        continue
      }
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10, count < 18 else { return nil }
      digits = digits * 10 + UInt64(digit)
      count += 1
      if let some = places { places = some + 1 }
    }
    guard count > 0, digits > 0 else { return nil }
    self.init(
      sign: isNegative ? .minus : .plus, exponent: -(places ?? 0), significand: Decimal(digits))
  }
}

extension Data {
  /// Creates the bytes of text in base64url without padding (RFC 4648, section 5).
  init?(base64URL text: String) {
    var letters: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"): letters.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): letters.append(UInt8(ascii: "/"))
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
      default: letters.append(byte)
      }
    }
    while !letters.count.isMultiple(of: 4) { letters.append(UInt8(ascii: "=")) }
    let padded = Data(letters)
    self.init(base64Encoded: padded)
    // The bits behind the last byte must be 0.
    if base64EncodedData() != padded { return nil }
  }
}

extension UUID {
  /// Creates the UUID from 16 bytes.
  init(bytes: SIMD16<UInt8>) {
    // The cast is safe: both types are 16 consecutive bytes.
    self.init(uuid: unsafe unsafeBitCast(bytes, to: uuid_t.self))
  }
}

// The names of Foundation's types in reports.
extension Problem.Expectation {
  package static let uuid = form("a UUID", hint: "write hexadecimal digits in groups of 8-4-4-4-12")
  package static let url = form("a URL", hint: nil)
  package static let decimal = form("a number that Decimal can hold", hint: nil)
  static let iso8601 = form("a date in ISO 8601", hint: "write `2001-12-14T21:59:43Z`")
  static let rfc3339 = form("a date in RFC 3339", hint: "write `2001-12-14T21:59:43Z`")

  /// Returns the expectation of bytes in a text form, such as base64.
  package static func bytes(in name: String) -> Problem.Expectation {
    form("bytes in \(name)", hint: nil)
  }

  /// Returns the expectation of a date as a number of units, such as seconds, since a year.
  private static func date(as units: String, since year: Int) -> Problem.Expectation {
    form(
      "a date as a number of \(units) since \(year)",
      hint: "to read dates from text, set `dateDecodingStrategy`, or `@As` on the property")
  }

  /// Returns the expectation of a date for `strategy`; `nil` if the strategy's own code describes
  /// the error.
  static func date(_ strategy: DateDecodingStrategy) -> Problem.Expectation? {
    switch strategy {
    case .deferredToDate: date(as: "seconds", since: 2001)
    case .secondsSince1970: date(as: "seconds", since: 1970)
    case .millisecondsSince1970: date(as: "milliseconds", since: 1970)
    case .iso8601: iso8601
    case .rfc3339: rfc3339
    case .yamlTimestamp, .custom: nil
    }
  }
}
