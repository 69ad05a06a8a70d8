public import FerryBase
public import FerryCoders
public import FerryItems

/// The bytes of a CBOR item, see `Raw`.
public typealias RawCBOR = Raw<CBOR>

/// CBOR (RFC 8949), the binary format of WebAuthn, COSE and digital wallets.
///
/// ```swift
/// let packed = try CBOR.encode(archive)
/// let archive = try CBOR.decode(Archive.self, from: packed)
/// ```
///
/// A `Date` has tag 1, or tag 0 if the encoder's strategy writes text. Every strategy reads the tags
/// 0, 1, 100 and 1004. A UUID has tag 37. Integers beyond 64 bits have tags 2 and 3, up to 1024 bytes.
/// Decimals that no `Double` holds have tag 4, and an `AnyValue` keeps the tag of each decimal that it
/// was decoded from. `Data` is bytes, and text in base64 or base64url is read as well (tags 34 and
/// 33). A URL is text and a set is an array; their tags 32 and 258 are read as well, and written on
/// request.
public enum CBOR: CodedFormat {
  /// CBOR.
  public static var _sourceFormat: _SourceFormat { .cbor }

  /// A deterministic encoding: `.core` (RFC 8949, section 4.2.1) or `.lengthFirst` (section 4.2.3).
  public typealias DeterministicEncoding = FerryItems.DeterministicEncoding

  /// Decodes any `Decodable` type from CBOR.
  ///
  /// The decoder reads all of CBOR. A tag without a type in Swift is a part of an `AnyValue`: 18(0)
  /// is `.tagged("!18", 0)`, and the simple value 99 is `.tagged("!simple", 99)`. Any other type
  /// decodes the value without the tag. The decoder refuses references to earlier values (tags 25 and
  /// 29).
  public struct Decoder: ItemDecoder {
    /// The settled options, shared by copies.
    @_documentation(visibility: internal)
    public var _state: _DecoderState { willSet { ItemDecoding.check(newValue) } }

    /// Creates a decoder for CBOR.
    public init() { _state = Self.standard }

    private static let standard: _DecoderState = ItemDecoding.state(.cbor)

    /// The deterministic encoding that a document must have; none by default. Such documents are
    /// decoded through the tape.
    public var requiredEncoding: DeterministicEncoding? {
      get { reading.order }
      set { changeReading { $0.order = newValue } }
    }

    /// Whether an `AnyValue` keeps tags that are hints, such as 32 of a URL; false by default. It
    /// always keeps the other tags. If true, documents are decoded through the tape.
    public var keepsHints: Bool {
      get { reading.keepsHints }
      set { changeReading { $0.keepsHints = newValue } }
    }
  }

  /// Encodes any `Encodable` type as CBOR.
  ///
  /// The tag of an `AnyValue` must be `!` and a number. An `ExtensionValue` must be a simple value.
  public struct Encoder: ItemEncoder {
    /// The settled options, shared by copies.
    @_documentation(visibility: internal)
    public var _state: _EncoderState { willSet { ItemEncoding.check(newValue) } }

    /// Creates an encoder for CBOR.
    public init() { _state = Self.standard }

    private static let standard: _EncoderState = ItemEncoding.state(.cbor)

    /// The deterministic encoding of documents; none by default. Such documents are encoded through
    /// the tape.
    public var deterministicEncoding: DeterministicEncoding? {
      get { writing.order }
      set {
        changeWriting {
          $0.order = newValue
        } coding: {
          $0.sortsUnordered = newValue != nil
        }
      }
    }

    /// Whether a URL has tag 32 and a set has tag 258; false by default. Some libraries decode no
    /// value with a tag that they do not know.
    public var writesHints: Bool {
      get { _state.coding.rules.writesHints }
      set { change { $0.coding.change { $0.rules.writesHints = newValue } } }
    }

    /// Whether arrays and objects have an indefinite length; false by default.
    public var writesIndefiniteLengths: Bool {
      get { writing.hasIndefiniteLengths }
      set { changeWriting { $0.hasIndefiniteLengths = newValue } }
    }
  }
}
