public import FerryBase
public import FerryCoders
public import FerryItems

/// The bytes of a MessagePack value, see `Raw`.
public typealias RawMessagePack = Raw<MessagePack>

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
public enum MessagePack: CodedFormat {
  /// MessagePack.
  public static var _sourceFormat: _SourceFormat { .messagePack }

  /// Decodes any `Decodable` type from MessagePack.
  public struct Decoder: ItemDecoder {
    /// The settled options, shared by copies.
    @_documentation(visibility: internal)
    public var _state: _DecoderState { willSet { ItemDecoding.check(newValue) } }

    /// Creates a decoder for MessagePack.
    public init() { _state = Self.standard }

    private static let standard: _DecoderState = ItemDecoding.state(.messagePack)

    /// Whether text that is not UTF-8 is read as bytes; false by default. MessagePack before 2013
    /// had one type for text and bytes. If true, documents are decoded through the tape.
    public var readsRawText: Bool {
      get { reading.readsRawText }
      set { changeReading { $0.readsRawText = newValue } }
    }
  }

  /// Encodes any `Encodable` type as MessagePack.
  public struct Encoder: ItemEncoder {
    /// The settled options, shared by copies.
    @_documentation(visibility: internal)
    public var _state: _EncoderState { willSet { ItemEncoding.check(newValue) } }

    /// Creates an encoder for MessagePack.
    public init() { _state = Self.standard }

    private static let standard: _EncoderState = ItemEncoding.state(.messagePack)

    /// Whether documents use only the types of MessagePack before 2013; false by default. Bytes are
    /// then written as text, and dates and extensions are errors. Such documents are encoded through
    /// the tape.
    public var usesRawText: Bool {
      get { writing.usesRawText }
      set { changeWriting { $0.usesRawText = newValue } }
    }
  }
}
