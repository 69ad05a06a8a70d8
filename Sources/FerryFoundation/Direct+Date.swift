public import FerryTape
public import Foundation

extension WireContext {
  var dateDecoding: DateDecodingStrategy {
    (foundation as? FoundationContext)?.decoding.date ?? .deferredToDate
  }

  var dataDecoding: DataDecodingStrategy {
    (foundation as? FoundationContext)?.decoding.data ?? .base64
  }

  var dateEncoding: DateEncodingStrategy {
    (foundation as? FoundationContext)?.encoding.date ?? .deferredToDate
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
}

extension Date: DirectDecodable, DirectEncodable {
  /// Reads a date as the decoder's strategy says.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(Failure) {
    let strategy = reader.context.dateDecoding
    var isElsewhere = reader.context.isForeign
    if case .custom = strategy { isElsewhere = true }
    if isElsewhere {
      self = try reader.readCodable(Date.self)
      return
    }
    try reader.refuseNull(Date.self)
    if let seconds = try reader.readDate() {
      self.init(timeIntervalSinceReferenceDate: seconds)
      return
    }
    let start = reader.position
    switch strategy {
    case .deferredToDate: self.init(timeIntervalSinceReferenceDate: try reader.readDouble())
    case .secondsSince1970: self.init(timeIntervalSince1970: try reader.readDouble())
    case .millisecondsSince1970: self.init(timeIntervalSince1970: try reader.readDouble() / 1000)
    case .iso8601:
      let text = try reader.readString()
      guard let date = InternetDate.date(text) ?? (try? Date.ISO8601FormatStyle().parse(text))
      else { throw reader.invalid("Expected date string to be ISO8601-formatted.", at: start) }
      self = date
    case .rfc3339:
      guard let date = InternetDate.date(try reader.readString(), anyForm: true) else {
        throw reader.invalid(
          "Expected date string to be formatted as RFC 3339 has it.", at: start)
      }
      self = date
    case .formatted(let formatter):
      guard let date = formatter.date(from: try reader.readString()) else {
        throw reader.invalid("Date string does not match format expected by formatter.", at: start)
      }
      self = date
    case .custom: self = try reader.readCodable(Date.self)
    }
  }

  /// Text has no date that is infinitely far away.
  private var finiteSeconds: Double {
    get throws(Failure) {
      guard timeIntervalSince1970.isFinite else { throw Failure(.notRepresentable, offset: -1) }
      return timeIntervalSince1970
    }
  }

  /// Writes the date as the encoder's strategy says.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(Failure) {
    if writer.context.isForeign { return try writer.writeCodable(self) }
    switch writer.context.dateEncoding {
    case .deferredToDate:
      let seconds = timeIntervalSinceReferenceDate
      // What is not finite goes by the encoder's strategy for such numbers.
      if seconds.isFinite { try writer.write(date: seconds) } else { try writer.write(seconds) }
    case .secondsSince1970: try writer.write(timeIntervalSince1970)
    case .millisecondsSince1970: try writer.write(1000 * timeIntervalSince1970)
    case .iso8601:
      let seconds = try finiteSeconds
      let text = InternetDate.usualText(seconds)
      try writer.write(text ?? formatted(Date.ISO8601FormatStyle()))
    case .rfc3339(let digits):
      guard let text = InternetDate.text(try finiteSeconds, fractionDigits: digits) else {
        throw Failure(.notRepresentable, offset: -1)
      }
      try writer.write(text)
    case .formatted(let formatter): try writer.write(formatter.string(from: self))
    case .custom: try writer.writeCodable(self)
    }
  }
}
