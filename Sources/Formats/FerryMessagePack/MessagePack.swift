import FerryItems

/// MessagePack (msgpack.org), a binary format with libraries for most languages.
///
/// ```swift
/// let packed = try MessagePack.encode(archive)
/// let archive = try MessagePack.decode(Archive.self, from: packed)
/// ```
///
/// A `Date` is a timestamp, and `Data` is bytes. An `ExtensionValue` is an extension; its type is the
/// bit pattern of the signed type, so 255 is -1. MessagePack has no integers beyond 64 bits and no
/// decimals: a decimal of at most 17 digits becomes the nearest `Double`, and encoding any other such
/// number is an error.
public enum MessagePack: ItemCoding {
  /// A decoder with the default options.
  public static let standardDecoder = Decoder()
  /// An encoder with the default options.
  public static let standardEncoder = Encoder()

  /// Decodes any `Decodable` type from MessagePack.
  public final class Decoder: ItemDecoder, @unchecked Sendable {
    /// Creates a decoder for MessagePack.
    public init() { super.init(.messagePack) }

    /// Whether text that is not UTF-8 is read as bytes; false by default. MessagePack before 2013
    /// had one type for text and bytes. If true, documents are decoded through the tape.
    public var readsRawText: Bool {
      get { documents.reading.withLock { $0.readsRawText } }
      set { documents.reading.change { $0.readsRawText = newValue } }
    }
  }

  /// Encodes any `Encodable` type as MessagePack.
  public final class Encoder: ItemEncoder, @unchecked Sendable {
    /// Creates an encoder for MessagePack.
    public init() { super.init(.messagePack) }

    /// Whether documents use only the types of MessagePack before 2013; false by default. Bytes are
    /// then written as text, and dates and extensions are errors. Such documents are encoded through
    /// the tape.
    public var usesRawText: Bool {
      get { documents.writing.withLock { $0.usesRawText } }
      set { documents.writing.change { $0.usesRawText = newValue } }
    }
  }
}
