import FerryBytes
import FerryCoding
import FerryFoundation
import FerryModels
public import FerryPath
import Synchronization

/// What the encoders of all formats share: the options and the ways out.
///
/// The options have the names and the meaning of Foundation's, but keys come in the order in which
/// they were encoded. One encoder may serve many threads; each call reads the options once.
public class FormatEncoder: @unchecked Sendable {
  // Sendable: stored properties are constants that are Sendable themselves.

  /// How keys become names; `[String: T]` keys are left alone. Two members that become one name are
  /// an `EncodingError` that names both.
  public enum KeyEncodingStrategy: Sendable {
    /// A key is called what it is called.
    case useDefaultKeys
    /// `userName` becomes `user_name`, by Foundation's rule.
    case convertToSnakeCase
    /// A key is called what the style makes of it, acronyms whole, so with `.snakeCase` the key
    /// `imageURLs` becomes `image_urls`.
    case style(KeyStyle)
    /// What the closure makes of the way to the key.
    @preconcurrency case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  struct Options: Sendable {
    /// As each call gets them, the bridge to Foundation's types included.
    var coding: CodingOptions
    var foundation = FoundationEncoding() { didSet { setBridge() } }
    var keys = KeyEncodingStrategy.useDefaultKeys

    init(coding: CodingOptions) {
      self.coding = coding
      setBridge()
    }

    private mutating func setBridge() {
      let bridge = MappedEncoding(foundation)
      coding.change { $0.encodingBridge = bridge }
    }
  }

  let options: Mutex<Options>
  private let documents: any DocumentEncoding

  /// Options are put together once for all encoders of a kind: many programs make an encoder for
  /// each document.
  init(_ documents: any DocumentEncoding, _ options: Options) {
    self.documents = documents
    self.options = Mutex(options)
  }

  // MARK: Options

  /// How a `Date` is written; by default as it encodes itself, in YAML as a timestamp.
  public final var dateEncodingStrategy: DateEncodingStrategy {
    get { options.withLock { $0.foundation.date } }
    set { options.withLock { $0.foundation.date = newValue } }
  }

  /// How `Data` is written; by default as base64, or as the bytes where the format has them.
  public final var dataEncodingStrategy: DataEncodingStrategy {
    get { options.withLock { $0.foundation.data } }
    set { options.withLock { $0.foundation.data = newValue } }
  }

  /// How keys become names; by default not at all.
  public final var keyEncodingStrategy: KeyEncodingStrategy {
    get { options.withLock { $0.keys } }
    set {
      options.withLock {
        $0.keys = newValue
        $0.coding.change { $0.keys = newValue.conversion }
      }
    }
  }

  /// Containers inside each other, at most; 512 by default.
  public final var depthLimit: Int {
    get { options.withLock { $0.coding.depthLimit } }
    set { options.withLock { $0.coding.change { $0.depthLimit = newValue } } }
  }

  /// What types find in their encoder's `userInfo`.
  @preconcurrency public final var userInfo: [CodingUserInfoKey: any Sendable] {
    get { options.withLock { $0.coding.userInfo } }
    set { options.withLock { $0.coding.change { $0.userInfo = newValue } } }
  }

  // MARK: Encoding

  /// Encodes `value` as a document.
  /// What `userInfo` holds is added to the encoder's for this call.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public final func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    let options = options(with: userInfo)
    return try EncodingSession.encode(value, options: options) { view throws(WireFailure) in
      // Twice what is on the tape is more than nearly all documents need; pages that are not
      // written to are free.
      let estimate = 2 * view.storedByteCount + 8 * view.count
      return try ByteWriter.array(estimate: estimate) { output throws(WireFailure) in
        try documents.write(view, options, to: &output)
      }
    }
  }

  /// Encodes `value` as a document and appends it to `output`.
  /// What `userInfo` holds is added to the encoder's for this call.
  /// - Throws: `EncodingError`; `output` is as before then.
  @_disfavoredOverload
  public final func encode<T: Encodable>(
    _ value: T, into output: inout some RangeReplaceableCollection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    try withDocument(of: value, userInfo) { output.append(contentsOf: $0) }
  }

  /// Encodes `value` and lends the document to `body`.
  final func withDocument<T: Encodable, R>(
    of value: T, _ userInfo: [CodingUserInfoKey: any Sendable],
    _ body: (ByteView) -> R
  ) throws -> R {
    let options = options(with: userInfo)
    return try EncodingSession.encode(value, options: options) { view throws(WireFailure) in
      var output = ByteWriter()
      try documents.write(view, options, to: &output)
      return body(output.bytes)
    }
  }

  /// The options of one call.
  final func options(with userInfo: [CodingUserInfoKey: any Sendable]) -> CodingOptions {
    options.withLock { $0.coding }.adding(userInfo)
  }
}

/// What a format brings to its encoder.
protocol DocumentEncoding: Sendable {
  /// Appends the document for a finished tape to `output`.
  func write(
    _ view: TapeView, _ options: CodingOptions, to output: inout ByteWriter
  ) throws(WireFailure)
}

extension FormatEncoder.KeyEncodingStrategy {
  fileprivate var conversion: KeyConversion {
    switch self {
    case .useDefaultKeys: .exact
    case .convertToSnakeCase: .snakeCase
    case .style(let style): .styled(style)
    case .custom(let convert): .custom(convert)
    }
  }
}

/// The same bytes in memory of about their size: an array made for an estimate may have far more.
@usableFromInline
func withoutSpareMemory(_ bytes: [UInt8]) -> [UInt8] {
  bytes.capacity > 2 * bytes.count + 4096 ? bytes.withByteView(Array.init) : bytes
}
