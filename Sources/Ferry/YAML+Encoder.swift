#if YAML
import FerryBytes
import FerryCoding
import FerryFoundation
import FerryYAML
import Synchronization

extension YAML {
  /// Encodes any `Encodable` type as a YAML document in block style.
  ///
  /// One encoder may serve many threads; each call reads the options once.
  public final class Encoder: Sendable {
    /// How a `Date` is written.
    public typealias DateEncodingStrategy = FerryFoundation.DateEncodingStrategy
    /// How `Data` is written.
    public typealias DataEncodingStrategy = FerryFoundation.DataEncodingStrategy

    private struct Options: Sendable {
      var coding = EncodingOptions()
      var foundation = FoundationEncoding()
      var writing = YAMLWriter.Options()
    }

    private let options: Mutex<Options>

    /// An encoder for YAML 1.2 that 1.1 readers understand as well.
    public init() {
      var options = Options()
      options.coding.formatName = "YAML"
      options.coding.nonFinite = .native
      self.options = Mutex(options)
    }

    /// Whether keys come in the order of their UTF-8 bytes; by default in the order of encoding.
    public var sortedKeys: Bool {
      get { options.withLock { $0.writing.sortedKeys } }
      set { options.withLock { $0.writing.sortedKeys = newValue } }
    }

    /// Spaces for each level; 2 by default.
    public var indent: Int {
      get { options.withLock { $0.writing.indent } }
      set { options.withLock { $0.writing.indent = newValue } }
    }

    /// How a `Date` is written; by default as it encodes itself.
    public var dateEncodingStrategy: DateEncodingStrategy {
      get { options.withLock { $0.foundation.date } }
      set { options.withLock { $0.foundation.date = newValue } }
    }

    /// How `Data` is written; by default as `!!binary`.
    public var dataEncodingStrategy: DataEncodingStrategy {
      get { options.withLock { $0.foundation.data } }
      set { options.withLock { $0.foundation.data = newValue } }
    }

    /// What types find in their encoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
      get { options.withLock { $0.coding.userInfo } }
      set { options.withLock { $0.coding.userInfo = newValue } }
    }

    // MARK: Encoding

    /// Encodes `value` as a document.
    /// What `userInfo` holds is added to the encoder's for this call.
    /// - Throws: `EncodingError`.
    public func encode<T: Encodable>(
      _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [UInt8] {
      try write(value, userInfo) { Array($0) }
    }

    /// Encodes `value` as a document and appends it to `output`.
    /// What `userInfo` holds is added to the encoder's for this call.
    /// - Throws: `EncodingError`; `output` is as before then.
    public func encode<T: Encodable>(
      _ value: T, into output: inout some RangeReplaceableCollection<UInt8>,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws {
      try write(value, userInfo) { output.append(contentsOf: $0) }
    }

    /// Encodes `value` as a document.
    /// What `userInfo` holds is added to the encoder's for this call.
    /// - Throws: `EncodingError`.
    public func string<T: Encodable>(
      _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> String {
      try write(value, userInfo) { TapeView.string(validated: $0) }
    }

    private func write<T: Encodable, R>(
      _ value: T, _ userInfo: [CodingUserInfoKey: any Sendable],
      _ body: (UnsafeBufferPointer<UInt8>) -> R
    ) throws -> R {
      let options = self.options.withLock { $0 }
      var coding = options.coding
      coding.bridge = options.foundation
      if !userInfo.isEmpty { coding.userInfo.merge(userInfo) { $1 } }
      return try EncodingSession.encode(value, options: coding) { view throws(Failure) in
        var writer = YAMLWriter(options: options.writing)
        var bytes = ByteWriter(capacity: view.storedByteCount + 4 * view.count)
        try writer.write(document: view, to: &bytes)
        try writer.finish(to: &bytes)
        return body(bytes.bytes)
      }
    }
  }
}
#endif
