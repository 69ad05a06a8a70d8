import FerryBytes
import FerryCoding
import FerryFoundation
import FerryJSON
import Synchronization

extension JSON {
  /// Decodes any `Decodable` type from JSON text.
  ///
  /// The options have the names and the meaning of Foundation's. One decoder may serve many
  /// threads; each call reads the options once.
  public final class Decoder: Sendable {
    /// How a `Date` is read.
    public typealias DateDecodingStrategy = FerryFoundation.DateDecodingStrategy
    /// How `Data` is read.
    public typealias DataDecodingStrategy = FerryFoundation.DataDecodingStrategy

    /// What becomes of text that stands for a number JSON does not have.
    public enum NonConformingFloatDecodingStrategy: Sendable {
      /// An error.
      case `throw`
      /// These texts stand for the infinities and for NaN.
      case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    private struct Options: Sendable {
      var coding = DecodingOptions()
      var foundation = FoundationDecoding()
      var reading = JSONReadingOptions()
      var nonConformingFloats = NonConformingFloatDecodingStrategy.throw
    }

    private let options: Mutex<Options>

    /// A decoder for RFC 8259, or one that behaves as Foundation's does.
    public init(preset: Preset = .strict) {
      var options = Options()
      options.coding.nonFinite = .throw
      if preset == .foundation {
        options.reading.allowsTrailingCommas = true
        options.coding.rejectsUnderflow = true
      }
      self.options = Mutex(options)
    }

    // MARK: Options

    /// How a `Date` is read; by default as it decodes itself.
    public var dateDecodingStrategy: DateDecodingStrategy {
      get { options.withLock { $0.foundation.date } }
      set { options.withLock { $0.foundation.date = newValue } }
    }

    /// How `Data` is read; by default from base64.
    public var dataDecodingStrategy: DataDecodingStrategy {
      get { options.withLock { $0.foundation.data } }
      set { options.withLock { $0.foundation.data = newValue } }
    }

    /// How texts that stand for NaN and the infinities are read; by default not at all.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
      get { options.withLock { $0.nonConformingFloats } }
      set {
        options.withLock {
          $0.nonConformingFloats = newValue
          switch newValue {
          case .throw: $0.coding.nonFinite = .throw
          case .convertFromString(let positive, let negative, let nan):
            $0.coding.nonFinite = .string(
              positiveInfinity: positive, negativeInfinity: negative, nan: nan)
          }
        }
      }
    }

    /// Whether JSON5 is read; by default not.
    public var allowsJSON5: Bool {
      get { options.withLock { $0.reading.json5 } }
      set {
        options.withLock {
          $0.reading.json5 = newValue
          if newValue, case .throw = $0.nonConformingFloats { $0.coding.nonFinite = .native }
        }
      }
    }

    /// Containers inside each other, at most; 512 by default.
    public var depthLimit: Int {
      get { options.withLock { $0.reading.depthLimit } }
      set { options.withLock { $0.reading.depthLimit = newValue } }
    }

    /// What types find in their decoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
      get { options.withLock { $0.coding.userInfo } }
      set { options.withLock { $0.coding.userInfo = newValue } }
    }

    // MARK: Decoding

    /// Decodes a `T` from JSON text in any contiguous collection of bytes.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    public func decode<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try withBytes(of: bytes) { try decode(type, $0, userInfo) }
    }

    /// Decodes a `T` from JSON text.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    public func decode<T: Decodable>(
      _ type: T.Type, from text: some StringProtocol,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try withBytes(of: text) { try decode(type, $0, userInfo) }
    }

    /// Decodes a `T` from JSON text.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
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
          var reader = JSONReader(input, options: options.reading)
          try reader.readDocument(into: &tape)
        },
        offsetOfNode: { JSONReader.offset(ofNode: $0, in: input, options: options.reading) },
        place: { SourcePlace(offset: $0, inText: UnsafeRawBufferPointer(input)) })
    }
  }
}
