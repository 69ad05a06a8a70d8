internal import FerryBase
package import FerryCoding
import FerryEssentials

/// A bridge that encodes Foundation's value types in their usual form in documents.
package struct FoundationEncoding: EncodingBridge {
  package var date = DateEncodingStrategy.deferredToDate
  package var data = DataEncodingStrategy.base64
  /// Whether `.iso8601` writes the same text as Foundation's encoder.
  package var writesFoundationsDates = false
  /// Whether a date as text, or as a number of seconds since 1970, has its tag of CBOR.
  package var writesDateTags = false

  package init() {}

  package init(_ date: DateEncodingStrategy) { self.date = date }

  package var forEmbeddedJSON: any EncodingBridge {
    var bridge = self
    bridge.writesDateTags = false
    return bridge
  }

  /// The same options for direct coding.
  package var context: (any AnyObject & Sendable)? { FoundationContext(encoding: self) }

  package func encodes(_ type: any Encodable.Type) -> Bool {
    type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
      || type == UUID.self
  }

  package func encode<T: Encodable>(_ value: T, to encoder: TapeEncoder) throws {
    // The casts are safe, because each of these types is `T`. A cast at run time would cost as much
    // as the date.
    if T.self == Date.self {
      try encode(date: unsafe unsafeBitCast(value, to: Date.self), to: encoder)
    } else if T.self == Data.self {
      try encode(data: unsafe unsafeBitCast(value, to: Data.self), to: encoder)
    } else if T.self == URL.self {
      let text = unsafe unsafeBitCast(value, to: URL.self).absoluteString
      if encoder.writesHints {
        try AnyValue.tagged("!32", .string(text)).encode(to: encoder)
      } else {
        try encoder.encode(text)
      }
    } else if T.self == UUID.self {
      try ByteView.with(bytesOf: unsafe unsafeBitCast(value, to: UUID.self).uuid) {
        try encoder.encode(uuid: $0)
      }
    } else if T.self == Decimal.self {
      try encode(decimal: unsafe unsafeBitCast(value, to: Decimal.self), to: encoder)
    } else {
      try value.encode(to: encoder)
    }
  }

  private func encode(decimal value: Decimal, to encoder: TapeEncoder) throws {
    guard value.isFinite else {
      throw encoder.invalid(value, "Unable to encode Decimal.nan directly.")
    }
    try encoder.encode(numberText: value.description)
  }

  /// The form of dates. The node of a date becomes a number with a tag, in seconds since 1970.
  var form: DateForm {
    if case .epoch(1) = date.form, writesDateTags { return .reference }
    return date.form
  }

  private func encode(date value: Date, to encoder: TapeEncoder) throws {
    if case .custom(let encode) = date { return try encode(value, encoder) }
    switch form {
    case .reference: try encode(seconds: value, to: encoder)
    case .epoch(let units): try encoder.encode(units * value.timeIntervalSince1970)
    case .text(let problem):
      // The error contains the seconds since 1970, because Foundation traps if it describes such a
      // date.
      guard let text = text(of: value) else {
        throw encoder.invalid(value.timeIntervalSince1970, problem)
      }
      try encode(dateText: text, to: encoder)
    case .node:
      guard let text = text(of: value) else { return try encode(seconds: value, to: encoder) }
      if writesDateTags { return try encode(dateText: text, to: encoder) }
      try encoder.encode(plainText: text)
    }
  }

  private func encode(dateText text: String, to encoder: TapeEncoder) throws {
    guard writesDateTags else { return try encoder.encode(text) }
    try AnyValue.tagged("!0", .string(text)).encode(to: encoder)
  }

  private func encode(seconds value: Date, to encoder: TapeEncoder) throws {
    let seconds = value.timeIntervalSinceReferenceDate
    // The encoder's strategy for NaN and the infinities applies to seconds that are not finite.
    guard seconds.isFinite else { return try value.encode(to: encoder) }
    try encoder.encode(date: seconds)
  }

  private func encode(data value: Data, to encoder: TapeEncoder) throws {
    switch data {
    case .deferredToData: try value.encode(to: encoder)
    case .custom(let encode): try encode(value, encoder)
    case .base64:
      try value.withByteView { try encoder.encode(bytes: $0) }
    }
  }
}
