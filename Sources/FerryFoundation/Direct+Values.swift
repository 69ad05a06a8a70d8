public import FerryTape
public import Foundation

extension Data: DirectDecodable, DirectEncodable {
  /// Reads bytes as the decoder's strategy says.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    guard case .base64 = reader.context.dataDecoding, !reader.context.isForeign else {
      self = try reader.readCodable(Data.self)
      return
    }
    try reader.refuseNull(Data.self)
    if let bytes = try reader.readRawBytes() {
      self.init(bytes)
      return
    }
    let start = reader.position
    guard let data = Data(base64Encoded: try reader.readString()) else {
      throw reader.invalid(
        "Encountered Data is not valid Base64.", at: start, expecting: .bytes(in: "base64"))
    }
    self = data
  }

  /// Writes the bytes as the encoder's strategy says.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    guard case .base64 = writer.context.dataEncoding, !writer.context.isForeign else {
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
    try writer.write(absoluteString)
  }
}

extension UUID: DirectDecodable, DirectEncodable {
  /// Reads a UUID, or the text of one.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    if let bytes = try reader.readUUID(), bytes.count == 16 {
      self = unsafe bytes.withUnsafeBytes { unsafe UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      return
    }
    let start = reader.position
    var text = try reader.readString()
    if let bytes = text.withUTF8({ unsafe UUIDText.bytes($0) }) {
      self.init(bytes: bytes)
      return
    }
    guard let uuid = UUID(uuidString: text) else {
      throw reader.invalid(
        "Attempted to decode UUID from invalid UUID string.", at: start, expecting: .uuid)
    }
    self = uuid
  }

  /// Writes the UUID, as text where the format has no UUIDs.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try unsafe withUnsafeBytes(of: uuid) { bytes throws(WireFailure) in
      try unsafe writer.writeUUID(bytes.assumingMemoryBound(to: UInt8.self))
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
