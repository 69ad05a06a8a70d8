import FerryBinary
import FerryBytes
import FerryCoding
import FerryFoundation
import Synchronization

extension Binary {
  /// Decodes any `Decodable` type from a binary document.
  ///
  /// One decoder may serve many threads; each call reads the options once.
  public final class Decoder: Sendable {
    /// How a `Date` is read.
    public typealias DateDecodingStrategy = FerryFoundation.DateDecodingStrategy
    /// How `Data` is read.
    public typealias DataDecodingStrategy = FerryFoundation.DataDecodingStrategy

    private struct Options: Sendable {
      var coding = DecodingOptions()
      var foundation = FoundationDecoding()
    }

    private let options: Mutex<Options>

    /// A decoder for the binary format.
    public init() {
      var options = Options()
      options.coding.formatName = "binary"
      self.options = Mutex(options)
    }

    /// How a `Date` is read; by default as it decodes itself.
    public var dateDecodingStrategy: DateDecodingStrategy {
      get { options.withLock { $0.foundation.date } }
      set { options.withLock { $0.foundation.date = newValue } }
    }

    /// How `Data` is read; by default from the bytes themselves.
    public var dataDecodingStrategy: DataDecodingStrategy {
      get { options.withLock { $0.foundation.data } }
      set { options.withLock { $0.foundation.data = newValue } }
    }

    /// What types find in their decoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
      get { options.withLock { $0.coding.userInfo } }
      set { options.withLock { $0.coding.userInfo = newValue } }
    }

    /// Decodes a `T` from a binary document in any contiguous collection of bytes.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` holds the byte offset.
    public func decode<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try withBytes(of: bytes) { try decode(type, $0, userInfo) }
    }

    /// Decodes a `T` from a binary document.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` holds the byte offset.
    public func decode<T: Decodable>(
      _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try withBytes(of: span) { try decode(type, $0, userInfo) }
    }

    private func decode<T: Decodable>(
      _ type: T.Type, _ input: UnsafeBufferPointer<UInt8>,
      _ userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> T {
      let options = self.options.withLock { $0 }
      var coding = options.coding
      coding.bridge = options.foundation
      if !userInfo.isEmpty { coding.userInfo.merge(userInfo) { $1 } }
      return try DecodingSession.decode(
        type, input: input, options: coding,
        read: { tape throws(Failure) in
          var reader = BinaryReader(input)
          try reader.readDocument(into: &tape)
        },
        offsetOfNode: { BinaryReader.offset(ofNode: $0, in: input) },
        place: { SourcePlace(binaryOffset: $0) })
    }
  }
}
