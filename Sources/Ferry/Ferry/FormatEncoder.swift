public import FerryBase
package import FerryCoding
package import FerryFoundation
import FerryModels

/// The base class of the encoders of all formats: options and encoding functions.
///
/// The options have the names and the meaning of Foundation's, but keys stay in the order of
/// encoding. Many threads can use one encoder; each call reads the options once.
open class FormatEncoder: @unchecked Sendable {
  // Sendable: all stored properties are constants of Sendable types.

  /// The conversion of keys to names in the document. The keys of a `[String: T]` stay unchanged.
  /// If two members get the same name, encoding throws an `EncodingError` that names both.
  public enum KeyEncodingStrategy: Sendable {
    /// Uses the keys as they are.
    case useDefaultKeys
    /// Converts `userName` to `user_name`, by Foundation's rule.
    case convertToSnakeCase
    /// Converts keys by the style, with acronyms as one word: with `.snakeCase`, the key
    /// `imageURLs` becomes `image_urls`.
    case style(KeyStyle)
    /// Uses the key that the closure returns for the coding path to the key.
    @preconcurrency case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  package struct Options: Sendable {
    /// The options of a call, with the bridge to Foundation's types.
    package var coding: CodingOptions
    package var foundation = FoundationEncoding() { didSet { setBridge() } }
    var keys = KeyEncodingStrategy.useDefaultKeys

    package init(coding: CodingOptions) {
      self.coding = coding
      setBridge()
    }

    private mutating func setBridge() {
      let bridge = MappedEncoding(foundation)
      coding.change { $0.encodingBridge = bridge }
    }
  }

  package let options: VersionedOptions<Options>
  private let documents: any DocumentEncoding
  private let calls: (any KeptCalls)?

  /// The options are created once for all encoders of a kind, because many programs make an encoder
  /// for each document.
  package init(
    _ documents: any DocumentEncoding, _ options: Options, keeping calls: (any KeptCalls)? = nil
  ) {
    self.documents = documents
    self.calls = calls
    self.options = VersionedOptions(options)
  }

  // MARK: Options

  /// The format of a `Date`. By default the type encodes itself; in YAML, it is a timestamp.
  public final var dateEncodingStrategy: DateEncodingStrategy {
    get { options.withLock { $0.foundation.date } }
    set { options.change { $0.foundation.date = newValue } }
  }

  /// The format of `Data`: base64 by default, or plain bytes in formats that have them.
  public final var dataEncodingStrategy: DataEncodingStrategy {
    get { options.withLock { $0.foundation.data } }
    set { options.change { $0.foundation.data = newValue } }
  }

  /// The conversion of keys to names; none by default.
  public final var keyEncodingStrategy: KeyEncodingStrategy {
    get { options.withLock { $0.keys } }
    set {
      options.change {
        $0.keys = newValue
        $0.coding.change { $0.keys = newValue.conversion }
      }
    }
  }

  /// The maximum depth of nested containers; 512 by default.
  public final var depthLimit: Int {
    get { options.withLock { $0.coding.depthLimit } }
    set { options.change { $0.coding.change { $0.depthLimit = newValue } } }
  }

  /// The values that types find in `userInfo` of their encoder.
  @preconcurrency public final var userInfo: [CodingUserInfoKey: any Sendable] {
    get { options.withLock { $0.coding.userInfo } }
    set {
      options.change { $0.coding.change { $0.userInfo = newValue } }
      // Calls that are kept would keep the former values alive.
      calls?.removeAll()
    }
  }

  // MARK: Encoding

  /// Encodes `value` as a document.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public final func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    let options = options(with: userInfo)
    return try EncodingSession.encode(value, options: options) { view throws(WireFailure) in
      // Nearly all documents need less than twice the bytes on the tape.
      let estimate = 2 * view.storedByteCount + 8 * view.count
      var failure: WireFailure?
      let bytes = document(estimate: estimate) { buffer, count in
        var output = ByteWriter(borrowing: buffer)
        do throws(WireFailure) {
          try documents.write(view, options, to: &output)
          return output.finish(&count)
        } catch {
          failure = error
          return nil
        }
      }
      if let failure { throw failure }
      return bytes
    }
  }

  /// Encodes `value` as a document and appends it to `output`.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`. `output` is unchanged in that case.
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

  /// Encodes `value` through the tape, which supports all options and reports errors. An `AnyValue`
  /// is put on the tape as it is, without the calls of a writer.
  @usableFromInline @inline(never)
  package final func encodeThroughTape<T: DirectEncodable>(
    _ value: T, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    func encode(_ value: some Encodable) throws -> [UInt8] {
      try self.encode(value, userInfo: userInfo)
    }
    if T.self == AnyValue.self, let value = value as? AnyValue { return try encode(value) }
    return try encode(DirectValue(value))
  }

  /// Returns the options of one call.
  package final func options(with userInfo: [CodingUserInfoKey: any Sendable]) -> CodingOptions {
    options.withLock { $0.coding }.adding(userInfo)
  }
}

/// The part of an encoder that depends on its format.
package protocol DocumentEncoding: Sendable {
  /// Appends the document on a finished tape to `output`.
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

/// Returns the bytes that `write` writes to the memory that it gets. `write` sets the number of
/// bytes, or returns the bytes if they did not fit. `estimate` is their expected number.
@inlinable
package func document(
  estimate: Int, _ write: (MutableByteView, inout Int) -> [UInt8]?
) -> [UInt8] {
  // A copy from the stack costs less than an array without contents, whose memory has spare bytes.
  // The standard library allocates more than 1024 bytes on the heap.
  if estimate <= 960 {
    return MutableByteView.withScratch(1024) { buffer in
      var count = 0
      return write(buffer, &count) ?? Array(buffer.prefix(count))
    }
  }
  // The document is written to the array's own memory, unless it outgrows the estimate. Unused
  // pages cost nothing.
  var outgrown: [UInt8]?
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: estimate) { buffer, count in
    outgrown = write(unsafe MutableByteView(buffer), &count)
  }
  return outgrown ?? bytes
}

/// Returns the same bytes in memory of about their size. The capacity of an array from an estimate
/// may be far larger.
@usableFromInline
package func withoutSpareMemory(_ bytes: [UInt8]) -> [UInt8] {
  bytes.capacity > 2 * bytes.count + 4096 ? bytes.withByteView(Array.init) : bytes
}
