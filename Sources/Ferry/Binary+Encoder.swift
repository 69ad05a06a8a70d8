import FerryBinary
import FerryBytes
import FerryCoding
import FerryFoundation
import Synchronization

extension Binary {
  /// Encodes any `Encodable` type as a binary document.
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
      var writing = BinaryWriter.Options()
    }

    private let options: Mutex<Options>

    /// An encoder for the binary format.
    public init() {
      var options = Options()
      options.coding.formatName = "binary"
      options.coding.nonFinite = .native
      self.options = Mutex(options)
    }

    /// Whether text that comes again is written once and referred to; by default it is. Without,
    /// encoding is faster and the document larger.
    public var interning: Bool {
      get { options.withLock { $0.writing.interning } }
      set { options.withLock { $0.writing.interning = newValue } }
    }

    /// Whether a checksum (CRC32C) ends the document; by default not.
    public var checksum: Bool {
      get { options.withLock { $0.writing.checksum } }
      set { options.withLock { $0.writing.checksum = newValue } }
    }

    /// How a `Date` is written; by default as it encodes itself.
    public var dateEncodingStrategy: DateEncodingStrategy {
      get { options.withLock { $0.foundation.date } }
      set { options.withLock { $0.foundation.date = newValue } }
    }

    /// How `Data` is written; by default as the bytes themselves.
    public var dataEncodingStrategy: DataEncodingStrategy {
      get { options.withLock { $0.foundation.data } }
      set { options.withLock { $0.foundation.data = newValue } }
    }

    /// What types find in their encoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
      get { options.withLock { $0.coding.userInfo } }
      set { options.withLock { $0.coding.userInfo = newValue } }
    }

    /// Encodes `value` as a binary document.
    /// What `userInfo` holds is added to the encoder's for this call.
    /// - Throws: `EncodingError`.
    public func encode<T: Encodable>(
      _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [UInt8] {
      try write(value, userInfo) { view, options throws(Failure) in
        let estimate = view.storedByteCount + 8 * view.count
        return try ByteWriter.array(estimate: estimate) { output throws(Failure) in
          var writer = BinaryWriter(options: options)
          try writer.write(document: view, to: &output)
        }
      }
    }

    /// Encodes `value` as a binary document and appends it to `output`.
    /// What `userInfo` holds is added to the encoder's for this call.
    /// - Throws: `EncodingError`; `output` is as before then.
    public func encode<T: Encodable>(
      _ value: T, into output: inout some RangeReplaceableCollection<UInt8>,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws {
      try write(value, userInfo) { view, options throws(Failure) in
        var bytes = ByteWriter()
        var writer = BinaryWriter(options: options)
        try writer.write(document: view, to: &bytes)
        output.append(contentsOf: bytes.bytes)
      }
    }

    private func write<T: Encodable, R>(
      _ value: T, _ userInfo: [CodingUserInfoKey: any Sendable],
      _ body: (TapeView, BinaryWriter.Options) throws(Failure) -> R
    ) throws -> R {
      let options = self.options.withLock { $0 }
      var coding = options.coding
      coding.bridge = options.foundation
      if !userInfo.isEmpty { coding.userInfo.merge(userInfo) { $1 } }
      return try EncodingSession.encode(value, options: coding) { view throws(Failure) in
        try body(view, options.writing)
      }
    }
  }
}
