public import FerryBase
public import FerryCoding
package import FerryFoundation
import FerryModels

/// The base class of the decoders of all formats: options and decoding functions.
///
/// The options have the names and the meaning of Foundation's. Many threads can use one decoder;
/// each call reads the options once.
open class FormatDecoder: @unchecked Sendable {
  // Sendable: all stored properties are constants of Sendable types.

  /// The conversion of names in the document to keys. The keys of a `[String: T]` stay unchanged.
  public enum KeyDecodingStrategy: Sendable {
    /// Uses the names as they are.
    case useDefaultKeys
    /// Converts `user_name` to `userName`. As in Foundation, words after the first are capitalised:
    /// `image_url` becomes `imageUrl`.
    case convertFromSnakeCase
    /// Looks each key up under the name that the style gives it, with acronyms as one word: with
    /// `.snakeCase`, the key `imageURL` is found under `image_url`. If that name is missing, the
    /// key's own name is used.
    case style(KeyStyle)
    /// Uses the key that the closure returns for the coding path to the name.
    @preconcurrency case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  package struct Options: Sendable {
    /// The options of a call, with the bridge to Foundation's types.
    package var coding: CodingOptions
    package var foundation = FoundationDecoding() { didSet { setBridge() } }
    var keys = KeyDecodingStrategy.useDefaultKeys

    package init(coding: CodingOptions) {
      self.coding = coding
      setBridge()
    }

    /// Adds another bridge around that of this module.
    var outerBridge: (@Sendable (any DecodingBridge) -> any DecodingBridge)? {
      didSet { setBridge() }
    }

    private mutating func setBridge() {
      let bridge = MappedDecoding(foundation)
      let outer = outerBridge?(bridge) ?? bridge
      coding.change { $0.decodingBridge = outer }
    }
  }

  /// Returns whether the decoder uses a bridge of this type.
  package final func bridges(_ type: (some DecodingBridge).Type) -> Bool {
    options.withLock { $0.coding.decodingBridge.map { Swift.type(of: $0) == type } ?? false }
  }

  /// Adds a bridge around the decoder's own, in place of an earlier one.
  package final func addBridge(
    _ bridge: (@Sendable (any DecodingBridge) -> any DecodingBridge)?
  ) {
    options.change { $0.outerBridge = bridge }
  }

  package let options: VersionedOptions<Options>
  private let documents: any DocumentDecoding
  private let calls: (any KeptCalls)?

  /// The options are created once for all decoders of a kind, because many programs make a decoder
  /// for each document.
  package init(
    _ documents: any DocumentDecoding, _ options: Options, keeping calls: (any KeptCalls)? = nil
  ) {
    self.documents = documents
    self.calls = calls
    self.options = VersionedOptions(options)
  }

  // MARK: Options

  /// The format of a `Date`. By default the type decodes itself; in YAML, it is a timestamp.
  public final var dateDecodingStrategy: DateDecodingStrategy {
    get { options.withLock { $0.foundation.date } }
    set { options.change { $0.foundation.date = newValue } }
  }

  /// The format of `Data`: base64 by default, or plain bytes in formats that have them.
  public final var dataDecodingStrategy: DataDecodingStrategy {
    get { options.withLock { $0.foundation.data } }
    set { options.change { $0.foundation.data = newValue } }
  }

  /// The conversion of names to keys; none by default.
  public final var keyDecodingStrategy: KeyDecodingStrategy {
    get { options.withLock { $0.keys } }
    set {
      options.change {
        $0.keys = newValue
        $0.coding.change { $0.keys = newValue.conversion }
      }
    }
  }

  /// The meaning of a key that the model does not use; ``UnknownKeyStrategy/ignore`` by default.
  /// With ``UnknownKeyStrategy/error``, direct coding goes through the tape.
  public final var unknownKeys: UnknownKeyStrategy {
    get { options.withLock { $0.coding.rejectsUnknownKeys ? .error : .ignore } }
    set { options.change { $0.coding.change { $0.rejectsUnknownKeys = newValue == .error } } }
  }

  /// The maximum depth of nested containers; 512 by default.
  public final var depthLimit: Int {
    get { options.withLock { $0.coding.depthLimit } }
    set { options.change { $0.coding.change { $0.depthLimit = newValue } } }
  }

  /// The values that types find in `userInfo` of their decoder.
  @preconcurrency public final var userInfo: [CodingUserInfoKey: any Sendable] {
    get { options.withLock { $0.coding.userInfo } }
    set {
      options.change { $0.coding.change { $0.userInfo = newValue } }
      // Calls that are kept would keep the former values alive.
      calls?.removeAll()
    }
  }

  // MARK: Decoding

  /// Decodes a `T` from a document in any contiguous collection of bytes.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
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
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  @inlinable
  public final func decode<T: Decodable>(
    _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try withBytes(of: span) { try decode(type, $0, userInfo) }
  }

  /// Decodes a `T` from a document in memory that does not move during the call.
  @usableFromInline
  package final func decode<T: Decodable>(
    _ type: T.Type, _ input: ByteView,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    try documents.decode(type, from: input, options(with: userInfo))
  }

  /// Decodes a `T` through the tape. An `AnyValue` is taken from the tape as it is, without the calls
  /// of a reader.
  @usableFromInline @inline(never)
  package final func decodeThroughTape<T: DirectDecodable>(
    _ type: T.Type, _ input: ByteView, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    let options = options(with: userInfo)
    if T.self == AnyValue.self,
      let value = try documents.decode(AnyValue.self, from: input, options) as? T
    {
      return value
    }
    return try documents.decode(DirectValue<T>.self, from: input, options).value
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

  /// Returns the options of one call.
  package final func options(with userInfo: [CodingUserInfoKey: any Sendable]) -> CodingOptions {
    options.withLock { $0.coding }.adding(userInfo)
  }
}

/// The part of a decoder that depends on its format.
package protocol DocumentDecoding: Sendable {
  /// Decodes the document in `input`.
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

/// Lends the bytes of `input`. Only a collection without contiguous storage is copied.
@inlinable
package func withBytes<Bytes: Collection<UInt8>, R>(
  of input: Bytes, _ body: (ByteView) throws -> R
) throws -> R {
  if let result = try input.withContiguousStorageIfAvailable({ try body(unsafe ByteView($0)) }) {
    return consume result
  }
  return try Array(input).withByteView(body)
}

/// Lends the bytes of `span`.
@inlinable
package func withBytes<R>(
  of span: RawSpan, _ body: (ByteView) throws -> R
) throws -> R {
  try span.withByteView(body)
}
