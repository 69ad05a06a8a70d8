import FerryBytes
import FerryCoding
import FerryFoundation
import FerryJSON
import Synchronization

extension JSON {
  /// Encodes any `Encodable` type as JSON text.
  ///
  /// The options have the names and the meaning of Foundation's, but keys come in the order in
  /// which they were encoded. One encoder may serve many threads; each call reads the options once.
  public final class Encoder: Sendable {
    /// How a `Date` is written.
    public typealias DateEncodingStrategy = FerryFoundation.DateEncodingStrategy
    /// How `Data` is written.
    public typealias DataEncodingStrategy = FerryFoundation.DataEncodingStrategy

    /// The layout of the text. Raw values are Foundation's.
    public struct OutputFormatting: OptionSet, Sendable {
      /// The options as bits.
      public let rawValue: UInt
      /// Options from bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// Line breaks, and two spaces in front of each level.
      public static let prettyPrinted = OutputFormatting(rawValue: 1 << 0)
      /// Keys in the order of their UTF-8 bytes.
      public static let sortedKeys = OutputFormatting(rawValue: 1 << 1)
      /// `/` as it stands, not as `\/`.
      public static let withoutEscapingSlashes = OutputFormatting(rawValue: 1 << 3)
    }

    /// What becomes of NaN and the infinities.
    public enum NonConformingFloatEncodingStrategy: Sendable {
      /// An error.
      case `throw`
      /// These texts.
      case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    private struct Options: Sendable {
      var coding = EncodingOptions()
      var foundation = FoundationEncoding()
      var formatting = OutputFormatting()
      var nonConformingFloats = NonConformingFloatEncodingStrategy.throw
    }

    private let options: Mutex<Options>

    /// An encoder with Foundation's defaults; `preset` is there for symmetry with the decoder.
    public init(preset: Preset = .strict) {
      options = Mutex(Options())
    }

    // MARK: Options

    /// The layout; by default compact, in the order of encoding.
    public var outputFormatting: OutputFormatting {
      get { options.withLock { $0.formatting } }
      set { options.withLock { $0.formatting = newValue } }
    }

    /// How a `Date` is written; by default as it encodes itself.
    public var dateEncodingStrategy: DateEncodingStrategy {
      get { options.withLock { $0.foundation.date } }
      set { options.withLock { $0.foundation.date = newValue } }
    }

    /// How `Data` is written; by default as base64.
    public var dataEncodingStrategy: DataEncodingStrategy {
      get { options.withLock { $0.foundation.data } }
      set { options.withLock { $0.foundation.data = newValue } }
    }

    /// What becomes of NaN and the infinities; by default an error.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
      get { options.withLock { $0.nonConformingFloats } }
      set {
        options.withLock {
          $0.nonConformingFloats = newValue
          switch newValue {
          case .throw: $0.coding.nonFinite = .throw
          case .convertToString(let positive, let negative, let nan):
            $0.coding.nonFinite = .string(
              positiveInfinity: positive, negativeInfinity: negative, nan: nan)
          }
        }
      }
    }

    /// Containers inside each other, at most; 512 by default.
    public var depthLimit: Int {
      get { options.withLock { $0.coding.depthLimit } }
      set { options.withLock { $0.coding.depthLimit = newValue } }
    }

    /// What types find in their encoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
      get { options.withLock { $0.coding.userInfo } }
      set { options.withLock { $0.coding.userInfo = newValue } }
    }

    // MARK: Encoding

    /// Encodes `value` as JSON text.
    /// What `userInfo` holds is added to the encoder's for this call.
    /// - Throws: `EncodingError`.
    public func encode<T: Encodable>(
      _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [UInt8] {
      try write(value, userInfo) { view, options throws(Failure) in
        // Twice what is on the tape is more than nearly all text needs; pages not used are free.
        let estimate = 2 * view.storedByteCount + 8 * view.count
        return try ByteWriter.array(estimate: estimate) { output throws(Failure) in
          try JSONWriter.write(view, options: options, to: &output)
        }
      }
    }

    /// Encodes `value` as JSON text and appends it to `output`.
    /// What `userInfo` holds is added to the encoder's for this call.
    /// - Throws: `EncodingError`; `output` is as before then.
    public func encode<T: Encodable>(
      _ value: T, into output: inout some RangeReplaceableCollection<UInt8>,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws {
      try write(value, userInfo) { view, options throws(Failure) in
        var writer = ByteWriter()
        try JSONWriter.write(view, options: options, to: &writer)
        output.append(contentsOf: writer.bytes)
      }
    }

    /// Encodes `value` as JSON text.
    /// What `userInfo` holds is added to the encoder's for this call.
    /// - Throws: `EncodingError`.
    public func string<T: Encodable>(
      _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> String {
      try write(value, userInfo) { view, options throws(Failure) in
        var writer = ByteWriter()
        try JSONWriter.write(view, options: options, to: &writer)
        return TapeView.string(validated: writer.bytes)
      }
    }

    private func write<T: Encodable, R>(
      _ value: T, _ userInfo: [CodingUserInfoKey: any Sendable],
      _ body: (TapeView, JSONWritingOptions) throws(Failure) -> R
    ) throws -> R {
      let options = self.options.withLock { $0 }
      var coding = options.coding
      coding.bridge = options.foundation
      if !userInfo.isEmpty { coding.userInfo.merge(userInfo) { $1 } }
      var writing = JSONWritingOptions()
      writing.depthLimit = coding.depthLimit
      writing.escapesSlashes = !options.formatting.contains(.withoutEscapingSlashes)
      writing.sortedKeys = options.formatting.contains(.sortedKeys)
      if options.formatting.contains(.prettyPrinted) {
        writing.indentation = .spaces(2)
        writing.spacesColons = true
      }
      return try EncodingSession.encode(value, options: coding) { view throws(Failure) in
        try body(view, writing)
      }
    }
  }
}
