public import FerryBase
internal import FerryCoding

/// The bytes of a value in a document of a format: checked, and not decoded yet.
///
/// ```swift
/// struct Message: Codable {
///   var kind: String
///   var payload: RawJSON
/// }
/// let order = try message.payload.decode(Order.self)
/// ```
///
/// In JSON, CBOR and MessagePack, the bytes are those of the document, and they are written unchanged.
/// A document of another format is converted, as an ``AnyValue`` is. So are JSON that RFC 8259 does not
/// allow, records of streams, and layouts of all values such as sorted keys.
public struct Raw<Format: CodedFormat>: Hashable, Sendable {
  /// The bytes of the value, which are a document of the format.
  public let bytes: [UInt8]

  /// Creates the value of a document.
  /// - Throws: `DecodingError` if the document is invalid.
  public init(_ document: some Collection<UInt8>) throws {
    self = try Format.Decoder().decode(Raw.self, from: document)
  }

  /// Creates the value that an encoder writes for `value`.
  /// - Throws: `EncodingError`.
  public init<T: Encodable>(
    encoding value: T, with encoder: Format.Encoder = Format.Encoder()
  ) throws {
    try self.init(try encoder.encode(value) as [UInt8])
  }

  /// Decodes a `T` from the bytes.
  /// - Throws: `DecodingError`. Its place is that in the bytes of the value.
  @_disfavoredOverload
  public func decode<T: Decodable>(
    _ type: T.Type, with decoder: Format.Decoder = Format.Decoder()
  ) throws -> T {
    try decoder.decode(type, from: bytes)
  }

  /// Decodes a `T` directly from the bytes.
  /// - Throws: `DecodingError`. Its place is that in the bytes of the value.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, with decoder: Format.Decoder = Format.Decoder()
  ) throws -> T {
    try decoder.decode(type, from: bytes)
  }
}

extension Raw: DirectDecodable {
  /// Reads the bytes of a value, or writes them anew.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let start = reader.position
    if let source = try reader.readSource(of: Format._sourceFormat) {
      bytes = source
      return
    }
    let value = try AnyValue(from: &reader)
    do {
      bytes = try Format.Encoder().encode(value)
    } catch {
      throw reader.failure(invalid: error, at: start)
    }
  }
}

extension Raw: DirectEncodable {
  /// Writes the bytes as they are, or their value.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    if try writer.writeSource(bytes, of: Format._sourceFormat) { return }
    let value: AnyValue
    do {
      value = try decode(AnyValue.self)
    } catch {
      throw writer.failure(error)
    }
    try value.encode(to: &writer)
  }
}

extension Raw: Codable {
  /// Decodes the bytes of a value, or writes them anew.
  public init(from decoder: any Decoder) throws { try self.init(bridging: decoder) }

  /// Encodes the bytes as they are, or their value.
  public func encode(to encoder: any Encoder) throws { try bridge(to: encoder) }
}

extension Raw: CustomStringConvertible {
  /// The text of the value. In formats that are not text, the number of its bytes.
  public var description: String {
    Format.Decoder.self is any TextCoder.Type
      ? String(decoding: bytes, as: UTF8.self) : "\(bytes.count) bytes of \(Format.self)"
  }
}
