import FerryBytes
import FerryCoding
import FerryJSON
import FerryTape
import Synchronization

extension JSON {
  /// Encodes any `Encodable` type as JSON text.
  ///
  /// Beside the options below it has those of every ``FormatEncoder``: the strategies for dates, data and
  /// keys, ``FormatEncoder/depthLimit`` and ``FormatEncoder/userInfo``.
  public final class Encoder: FormatEncoder, @unchecked Sendable {
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
      /// `/` as it stands, not as `\/`; with ``JSON/Preset/standard`` it always is.
      public static let withoutEscapingSlashes = OutputFormatting(rawValue: 1 << 3)
    }

    /// What becomes of NaN and the infinities.
    public enum NonConformingFloatEncodingStrategy: Sendable {
      /// An error.
      case `throw`
      /// These texts.
      case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    let documents: JSONLayout
    private let nonConformingFloats = Mutex(NonConformingFloatEncodingStrategy.throw)

    /// An encoder for RFC 8259, or one that writes what Foundation's does.
    public convenience init(preset: JSON.Preset = .standard) {
      self.init(preset: preset, isDropIn: false)
    }

    /// The encoder of the drop-in class has Foundation's dates as well, and where a strategy gives several
    /// members one name, the last one counts.
    package init(preset: JSON.Preset, isDropIn: Bool) {
      documents = JSONLayout(escapesSlashes: preset == .foundation)
      super.init(documents, isDropIn ? Self.dropInOptions : Self.standardOptions)
    }

    private static let standardOptions = Options(coding: CodingOptions { $0.nonFinite = .throw })
    private static let dropInOptions: Options = {
      var options = standardOptions
      options.foundation.writesFoundationsDates = true
      options.coding.change { $0.mergesMembers = true }
      return options
    }()

    /// The layout; by default compact, in the order of encoding.
    public var outputFormatting: OutputFormatting {
      get { documents.formatting.withLock { $0 } }
      set { documents.formatting.withLock { $0 = newValue } }
    }

    /// Whether the text is canonical (RFC 8785), so that it can be hashed and signed: the same value is
    /// always the same bytes. Keys are in the order of their UTF-16 code units, numbers are written as
    /// ECMAScript does, and nothing is escaped without need; ``outputFormatting`` has no effect. Sets, and
    /// dictionaries that encode themselves as arrays, are in the order of their elements' bytes.
    public var isCanonical: Bool {
      get { documents.isCanonical.load(ordering: .relaxed) }
      set {
        documents.isCanonical.store(newValue, ordering: .relaxed)
        options.withLock { $0.coding.change { $0.sortsUnordered = newValue } }
      }
    }

    /// What becomes of NaN and the infinities; by default an error.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
      get { nonConformingFloats.withLock { $0 } }
      set {
        nonConformingFloats.withLock { $0 = newValue }
        let strategy: NonFiniteStrategy =
          switch newValue {
          case .throw: .throw
          case .convertToString(let positive, let negative, let nan):
            .string(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
          }
        options.withLock { $0.coding.change { $0.nonFinite = strategy } }
      }
    }

    /// Encodes `value` as JSON text.
    /// What `userInfo` holds is added to the encoder's for this call.
    /// - Throws: `EncodingError`.
    @_disfavoredOverload
    public func string<T: Encodable>(
      _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> String {
      try withDocument(of: value, userInfo) { TapeView.string(validated: $0) }
    }
  }
}

/// Writes JSON text for an encoder.
final class JSONLayout: DocumentEncoding {
  let formatting = Mutex(JSON.Encoder.OutputFormatting())
  let isCanonical = Atomic(false)
  /// Whether `/` is escaped unless the formatting says otherwise.
  let escapesSlashes: Bool
  /// Bytes of the last text that was written directly.
  let lastLength = Atomic(0)

  init(escapesSlashes: Bool) {
    self.escapesSlashes = escapesSlashes
  }

  func write(
    _ view: TapeView, _ options: CodingOptions, to output: inout ByteWriter
  ) throws(WireFailure) {
    if isCanonical.load(ordering: .relaxed) {
      return try CanonicalJSONWriter.write(view, depthLimit: options.depthLimit, to: &output)
    }
    try JSONWriter.write(view, options: settled(options), to: &output)
  }

  /// How the text of a call is laid out; the canonical form has no layout.
  func settled(_ options: CodingOptions) -> JSONWritingOptions {
    let formatting = formatting.withLock { $0 }
    var writing = JSONWritingOptions()
    writing.depthLimit = options.depthLimit
    writing.escapesSlashes = escapesSlashes && !formatting.contains(.withoutEscapingSlashes)
    writing.sortedKeys = formatting.contains(.sortedKeys)
    if formatting.contains(.prettyPrinted) {
      writing.indentation = .spaces(2)
      writing.followsFoundation = true
    }
    return writing
  }
}
