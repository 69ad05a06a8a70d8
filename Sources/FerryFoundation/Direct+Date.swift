import FerryBytes
public import FerryTape
public import Foundation

extension WireContext {
  var foundationDecoding: FoundationDecoding {
    (foundation as? FoundationContext)?.decoding ?? FoundationDecoding()
  }

  var dataDecoding: DataDecodingStrategy {
    (foundation as? FoundationContext)?.decoding.data ?? .base64
  }

  var foundationEncoding: FoundationEncoding {
    (foundation as? FoundationContext)?.encoding ?? FoundationEncoding()
  }

  var dataEncoding: DataEncodingStrategy {
    (foundation as? FoundationContext)?.encoding.data ?? .base64
  }
}

extension WireReader where Self: ~Copyable {
  /// Throws if null comes next: the error is about the type that was wanted, not what it is read as.
  mutating func refuseNull(_ type: any Any.Type) throws(Failure) {
    if try nextKind() == .null { throw mismatch(type, at: position) }
  }

  /// Reads the number that a date is.
  fileprivate mutating func number(_ decoding: FoundationDecoding) throws(Failure) -> Double {
    let start = position
    do throws(Failure) {
      return try readDouble()
    } catch {
      throw Expectation.date(decoding.date).map { expecting($0, error, at: start) } ?? error
    }
  }
}

extension Date: DirectDecodable, DirectEncodable {
  /// Reads a date as the decoder's strategy says.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(Failure) {
    let decoding = reader.context.foundationDecoding
    if reader.context.isForeign || decoding.readsNodes {
      self = try reader.readCodable(Date.self)
      return
    }
    try reader.refuseNull(Date.self)
    if let seconds = try reader.readDate() {
      self.init(timeIntervalSinceReferenceDate: seconds)
      return
    }
    let start = reader.position
    switch decoding.date {
    case .deferredToDate: self.init(timeIntervalSinceReferenceDate: try reader.number(decoding))
    case .secondsSince1970: self.init(timeIntervalSince1970: try reader.number(decoding))
    case .millisecondsSince1970:
      self.init(timeIntervalSince1970: try reader.number(decoding) / 1000)
    case .iso8601:
      var text = try reader.readString()
      if let seconds = text.withUTF8({ unsafe decoding.iso8601($0) }) {
        self.init(timeIntervalSinceReferenceDate: seconds)
      } else if let date = decoding.foundationsDate(text) {
        self = date
      } else {
        throw reader.invalid(
          "Expected date string to be ISO8601-formatted.", at: start, expecting: .iso8601)
      }
    case .rfc3339:
      var text = try reader.readString()
      guard let seconds = text.withUTF8({ unsafe DateText.seconds($0, .rfc3339) }) else {
        throw reader.invalid(
          "Expected date string to be formatted as RFC 3339 has it.", at: start,
          expecting: .rfc3339)
      }
      self.init(timeIntervalSinceReferenceDate: seconds)
    case .formatted(let formatter):
      guard let date = formatter.date(from: try reader.readString()) else {
        throw reader.invalid(
          "Date string does not match format expected by formatter.", at: start,
          expecting: .date(formatter))
      }
      self = date
    case .yamlTimestamp, .custom: self = try reader.readCodable(Date.self)
    }
  }

  /// `text`, unless the date has none. The error holds the seconds since 1970, since Foundation traps
  /// where it describes such a date.
  private func text<Writer: WireWriter & ~Copyable>(
    _ text: String?, for writer: borrowing Writer
  ) throws(Failure) -> String {
    guard let text else {
      throw writer.invalid(timeIntervalSince1970, FoundationEncoding.farAway)
    }
    return text
  }

  /// Writes the date as the encoder's strategy says.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(Failure) {
    if writer.context.isForeign { return try writer.writeCodable(self) }
    let encoding = writer.context.foundationEncoding
    switch encoding.date {
    case .deferredToDate:
      let seconds = timeIntervalSinceReferenceDate
      // What is not finite goes by the encoder's strategy for such numbers.
      if seconds.isFinite { try writer.write(date: seconds) } else { try writer.write(seconds) }
    case .secondsSince1970: try writer.write(timeIntervalSince1970)
    case .millisecondsSince1970: try writer.write(1000 * timeIntervalSince1970)
    case .iso8601:
      try writer.write(text(encoding.iso8601(self), for: writer))
    case .rfc3339(let digits):
      let text = DateText.text(timeIntervalSinceReferenceDate, fractionDigits: digits)
      try writer.write(self.text(text, for: writer))
    case .formatted(let formatter): try writer.write(formatter.string(from: self))
    case .yamlTimestamp, .custom: try writer.writeCodable(self)
    }
  }
}
