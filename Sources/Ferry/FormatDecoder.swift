import FerryBytes
public import FerryCoding
import FerryFoundation
import FerryModels
public import FerryPath
public import FerryTape
import Synchronization

/// What the decoders of all formats share: the options and the ways in.
///
/// The options have the names and the meaning of Foundation's. One decoder may serve many threads;
/// each call reads the options once.
public class FormatDecoder: @unchecked Sendable {
  // Sendable: stored properties are constants that are Sendable themselves.

  /// How names become keys; `[String: T]` keys are left alone.
  public enum KeyDecodingStrategy: Sendable {
    /// A key is called what it is called.
    case useDefaultKeys
    /// `user_name` is `userName`, by Foundation's rule: words behind the first are capitalised,
    /// so `image_url` is `imageUrl`.
    case convertFromSnakeCase
    /// A key is called what the style makes of it, acronyms whole, so with `.snakeCase` the key
    /// `imageURL` is found under `image_url`; failing that, under its own name.
    case style(KeyStyle)
    /// What the closure makes of the way to the name.
    @preconcurrency case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  struct Options: Sendable {
    /// As each call gets them, the bridge to Foundation's types included.
    var coding: CodingOptions
    var foundation = FoundationDecoding() { didSet { setBridge() } }
    var keys = KeyDecodingStrategy.useDefaultKeys

    init(coding: CodingOptions) {
      self.coding = coding
      setBridge()
    }

    private mutating func setBridge() {
      let bridge = MappedDecoding(foundation)
      coding.change { $0.decodingBridge = bridge }
    }
  }

  let options: Mutex<Options>
  private let documents: any DocumentDecoding

  /// Options are put together once for all decoders of a kind: many programs make a decoder for
  /// each document.
  init(_ documents: any DocumentDecoding, _ options: Options) {
    self.documents = documents
    self.options = Mutex(options)
  }

  // MARK: Options

  /// How a `Date` is read; by default as it decodes itself, in YAML as a timestamp.
  public final var dateDecodingStrategy: DateDecodingStrategy {
    get { options.withLock { $0.foundation.date } }
    set { options.withLock { $0.foundation.date = newValue } }
  }

  /// How `Data` is read; by default from base64, or from the bytes where the format has them.
  public final var dataDecodingStrategy: DataDecodingStrategy {
    get { options.withLock { $0.foundation.data } }
    set { options.withLock { $0.foundation.data = newValue } }
  }

  /// How names become keys; by default not at all.
  public final var keyDecodingStrategy: KeyDecodingStrategy {
    get { options.withLock { $0.keys } }
    set {
      options.withLock {
        $0.keys = newValue
        $0.coding.change { $0.keys = newValue.conversion }
      }
    }
  }

  /// The meaning of a key that the model does not ask for; ``UnknownKeyStrategy/ignore`` by default.
  /// With ``UnknownKeyStrategy/error``, direct coding goes through the tape.
  public final var unknownKeys: UnknownKeyStrategy {
    get { options.withLock { $0.coding.rejectsUnknownKeys ? .error : .ignore } }
    set { options.withLock { $0.coding.change { $0.rejectsUnknownKeys = newValue == .error } } }
  }

  /// Containers inside each other, at most; 512 by default.
  public final var depthLimit: Int {
    get { options.withLock { $0.coding.depthLimit } }
    set { options.withLock { $0.coding.change { $0.depthLimit = newValue } } }
  }

  /// What types find in their decoder's `userInfo`.
  @preconcurrency public final var userInfo: [CodingUserInfoKey: any Sendable] {
    get { options.withLock { $0.coding.userInfo } }
    set { options.withLock { $0.coding.change { $0.userInfo = newValue } } }
  }

  // MARK: Decoding

  /// Decodes a `T` from a document in any contiguous collection of bytes.
  /// What `userInfo` holds is added to the decoder's for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  @inlinable
  public final func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    // Inlinable, so that the bytes are lent where the types are known.
    try withBytes(of: bytes) { try decode(type, $0, userInfo) }
  }

  /// Decodes a `T` from a document in borrowed memory.
  /// What `userInfo` holds is added to the decoder's for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  @inlinable
  public final func decode<T: Decodable>(
    _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try withBytes(of: span) { try decode(type, $0, userInfo) }
  }

  /// Decodes a `T` from a document in memory that stays where it is during the call.
  @usableFromInline
  package final func decode<T: Decodable>(
    _ type: T.Type, _ input: ByteView,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    try documents.decode(type, from: input, options(with: userInfo))
  }

  /// Decodes a value directly from a tape.
  @usableFromInline
  final func decode<T: DirectDecodable>(
    _ reading: DirectReading<T>, _ input: ByteView,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    var options = options(with: userInfo)
    options.change { $0.directReading = reading }
    return try documents.decode(DirectValue<T>.self, from: input, options).value
  }

  /// The options of one call.
  package final func options(with userInfo: [CodingUserInfoKey: any Sendable]) -> CodingOptions {
    options.withLock { $0.coding }.adding(userInfo)
  }
}

/// What a format brings to its decoder.
protocol DocumentDecoding: Sendable {
  /// Decodes the document that `input` is.
  func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ options: CodingOptions
  ) throws -> T
}

extension FormatDecoder.KeyDecodingStrategy {
  fileprivate var conversion: KeyConversion {
    switch self {
    case .useDefaultKeys: .exact
    case .convertFromSnakeCase: .snakeCase
    case .style(let style): .styled(style)
    case .custom(let convert): .custom(convert)
    }
  }
}

/// Lends the bytes of `input` where they lie; only a collection without contiguous storage is
/// copied.
@inlinable
func withBytes<Bytes: Collection<UInt8>, R>(
  of input: Bytes, _ body: (ByteView) throws -> R
) throws -> R {
  if let result = try input.withContiguousBytes(body) { return result }
  return try Array(input).withByteView(body)
}

/// Lends the bytes of `span`.
@inlinable
func withBytes<R>(
  of span: RawSpan, _ body: (ByteView) throws -> R
) throws -> R {
  try span.withByteView(body)
}
