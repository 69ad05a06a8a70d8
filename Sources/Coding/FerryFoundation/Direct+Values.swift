public import FerryBase
public import FerryEssentials

/// The options for Foundation's types in direct coding.
final class FoundationContext: Sendable {
  let decoding: FoundationDecoding
  let encoding: FoundationEncoding

  init(decoding: FoundationDecoding = .init(), encoding: FoundationEncoding = .init()) {
    self.decoding = decoding
    self.encoding = encoding
  }
}

extension Data: DirectDecodable, DirectEncodable {
  /// Reads bytes by the decoder's strategy.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let decoding = reader.context.foundationDecoding
    guard case .base64 = decoding.data, !reader.context.isForeign else {
      self = try reader.readCodable(Data.self)
      return
    }
    try reader.refuseNull(Data.self)
    if let bytes = try reader.readRawBytes() {
      self.init(bytes)
      return
    }
    let start = reader.position
    guard let data = decoding.bytes(of: try reader.readString()) else {
      throw reader.invalid(
        "Encountered Data is not valid Base64.", at: start, expecting: .bytes(in: "base64"))
    }
    self = data
  }

  /// Writes the bytes by the encoder's strategy.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    guard case .base64 = writer.context.foundationEncoding.data, !writer.context.isForeign else {
      return try writer.writeCodable(self)
    }
    try writer.writeRawBytes([UInt8](self))
  }
}

extension URL: DirectDecodable, DirectEncodable {
  /// Reads the text of a URL.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    if reader.context.isForeign {
      self = try reader.readCodable(URL.self)
      return
    }
    try reader.refuseNull(URL.self)
    let start = reader.position
    guard let url = URL(string: try reader.readString()) else {
      throw reader.invalid("Invalid URL string.", at: start, expecting: .url)
    }
    self = url
  }

  /// Writes the text of the URL.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    if writer.context.isForeign { return try writer.writeCodable(self) }
    if writer.context.rules.writesHints { try writer.beginTag("!32") }
    try writer.write(absoluteString)
    if writer.context.rules.writesHints { writer.endTag() }
  }
}

extension UUID: DirectDecodable, DirectEncodable {
  /// Reads a UUID, or its text.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    if let bytes = try reader.readUUID(), bytes.count == 16 {
      self = bytes.withByteView { UUID(uuid: $0.load(uuid_t.self, at: 0)) }
      return
    }
    let start = reader.position
    var text = try reader.readString()
    if let bytes = text.withByteView({ UUIDText.bytes($0) }) {
      self.init(bytes: bytes)
      return
    }
    guard let uuid = UUID(uuidString: text) else {
      throw reader.invalid(
        "Attempted to decode UUID from invalid UUID string.", at: start, expecting: .uuid)
    }
    self = uuid
  }

  /// Writes the UUID. In formats without UUIDs, it is text.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try ByteView.with(bytesOf: uuid) { bytes throws(WireFailure) in
      try unsafe writer.writeUUID(bytes.buffer)
    }
  }
}

extension Decimal: DirectDecodable, DirectEncodable {
  /// Reads a number without loss.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    if reader.context.isForeign {
      self = try reader.readCodable(Decimal.self)
      return
    }
    let start = reader.position
    guard try reader.nextKind() == .number else {
      throw reader.mismatch(Decimal.self, at: start)
    }
    let text = try reader.readNumber().text
    guard let decimal = Decimal(number: text), decimal.isFinite else {
      throw reader.invalid(
        "Number \(text) is not representable as Decimal.", at: start, expecting: .decimal)
    }
    self = decimal
  }

  /// Writes a number without loss.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    if writer.context.isForeign { return try writer.writeCodable(self) }
    guard isFinite else { throw writer.invalid(self, "Unable to encode Decimal.nan directly.") }
    try writer.writeNumber(AnyValue.Number(text: description))
  }
}

extension _WireContext {
  var foundationDecoding: FoundationDecoding {
    (foundation as? FoundationContext)?.decoding ?? FoundationDecoding()
  }

  var foundationEncoding: FoundationEncoding {
    (foundation as? FoundationContext)?.encoding ?? FoundationEncoding()
  }
}

extension WireReader where Self: ~Copyable {
  /// Throws if the next value is null. The error names the requested type, not the type that is
  /// read.
  mutating func refuseNull(_ type: any Any.Type) throws(WireFailure) {
    if try nextKind() == .null { throw mismatch(type, at: position) }
  }

  /// Reads a date from a number or a text, by the strategy of `decoding`.
  package mutating func readDate(_ decoding: FoundationDecoding) throws(WireFailure) -> Date {
    let start = position
    switch decoding.date.form {
    case .reference, .epoch:
      if decoding.readsTaggedText, try nextKind() == .string {
        var text = try readString()
        guard let seconds = text.withByteView({ DateText.seconds(ofTag: $0) }) else {
          throw mismatch(Date.self, at: start)
        }
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
      return decoding.date.form.date(of: try number(decoding))
    case .text(let problem):
      var text = try readString()
      if let seconds = text.withByteView({ decoding.seconds(of: $0) }) {
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
      if let date = decoding.foundationsDate(text) { return date }
      let failure = invalid(problem, at: start)
      throw Problem.Expectation.date(decoding.date).map { expecting($0, failure, at: start) }
        ?? failure
    case .node: return try readCodable(Date.self)
    }
  }

  /// Reads the number of a date.
  private mutating func number(_ decoding: FoundationDecoding) throws(WireFailure) -> Double {
    let start = position
    do throws(WireFailure) {
      return try readDouble()
    } catch {
      throw Problem.Expectation.date(decoding.date).map { expecting($0, error, at: start) } ?? error
    }
  }
}

extension WireWriter where Self: ~Copyable {
  /// Writes a date by the strategy of `encoding`. The error for a date without a text contains the
  /// seconds since 1970, because Foundation traps if it describes such a date.
  package mutating func write(_ date: Date, _ encoding: FoundationEncoding) throws(WireFailure) {
    switch encoding.form {
    case .reference:
      let seconds = date.timeIntervalSinceReferenceDate
      // The encoder's strategy for NaN and the infinities applies to seconds that are not finite.
      if seconds.isFinite { try writeDate(seconds) } else { try write(seconds) }
    case .epoch(let units): try write(units * date.timeIntervalSince1970)
    case .text(let problem):
      guard let text = encoding.text(of: date) else {
        throw invalid(date.timeIntervalSince1970, problem)
      }
      try encoding.writesDateTags ? writeDateText(text) : write(text)
    case .node: try writeCodable(date)
    }
  }
}

extension Date: DirectDecodable, DirectEncodable {
  /// Reads a date by the decoder's strategy.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let decoding = reader.context.foundationDecoding
    if reader.context.isForeign || decoding.readsNodes {
      self = try reader.readCodable(Date.self)
      return
    }
    try reader.refuseNull(Date.self)
    if let seconds = try reader.readDate() {
      self.init(timeIntervalSinceReferenceDate: seconds)
    } else {
      self = try reader.readDate(decoding)
    }
  }

  /// Writes the date by the encoder's strategy.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    if writer.context.isForeign { return try writer.writeCodable(self) }
    try writer.write(self, writer.context.foundationEncoding)
  }
}
