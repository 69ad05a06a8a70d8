internal import FerryBase
internal import FerryCoding
import FerryJSON
import Synchronization

extension JSON {
  /// Encodes any `Encodable` type as JSON text.
  ///
  /// It also has the options of every ``FormatEncoder``: the strategies for dates, data and keys,
  /// ``FormatEncoder/depthLimit`` and ``FormatEncoder/userInfo``.
  public final class Encoder: FormatEncoder, @unchecked Sendable {
    /// The layout of the text. The raw values are the same as Foundation's.
    public struct OutputFormatting: OptionSet, Sendable {
      /// The options as bits.
      public let rawValue: UInt
      /// Creates options from bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// Adds line breaks, and two spaces of indentation per level.
      public static let prettyPrinted = OutputFormatting(rawValue: 1 << 0)
      /// Sorts keys by their UTF-8 bytes.
      public static let sortedKeys = OutputFormatting(rawValue: 1 << 1)
      /// Writes `/` as it is, not as `\/`. ``JSON/Preset/standard`` always does.
      public static let withoutEscapingSlashes = OutputFormatting(rawValue: 1 << 3)
    }

    /// The encoding of NaN and the infinities.
    public enum NonConformingFloatEncodingStrategy: Sendable {
      /// Throws an error.
      case `throw`
      /// Writes these texts.
      case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    let documents: JSONLayout
    let calls = DirectCalls<DirectOptions>()
    private let nonConformingFloats = Mutex(NonConformingFloatEncodingStrategy.throw)

    /// Creates an encoder for RFC 8259, or one that writes the same text as Foundation's.
    public convenience init(preset: JSON.Preset = .standard) {
      self.init(preset: preset, isDropIn: false)
    }

    /// Creates an encoder, optionally for the drop-in class. The drop-in encoder writes dates as
    /// Foundation does. If its strategy gives several members one name, the last member counts.
    package init(preset: JSON.Preset, isDropIn: Bool) {
      documents = JSONLayout(escapesSlashes: preset == .foundation)
      super.init(
        documents, isDropIn ? Self.dropInOptions : Self.standardOptions, keeping: calls)
    }

    private static let standardOptions = Options(coding: CodingOptions { $0.nonFinite = .throw })
    private static let dropInOptions: Options = {
      var options = standardOptions
      options.foundation.writesFoundationsDates = true
      options.coding.change { $0.mergesMembers = true }
      return options
    }()

    /// The layout; by default compact, with keys in the order of encoding.
    public var outputFormatting: OutputFormatting {
      get { documents.formatting.withLock { $0 } }
      set { documents.formatting.change { $0 = newValue } }
    }

    /// Whether the text is canonical (RFC 8785), so that it can be hashed and signed; false by
    /// default. Equal values then give equal bytes. Keys are sorted by their UTF-16 code units,
    /// numbers are written as in ECMAScript, and only necessary characters are escaped.
    /// ``outputFormatting`` has no effect. Sets, and dictionaries that encode themselves as arrays,
    /// are sorted by the bytes of their elements.
    public var isCanonical: Bool {
      get { documents.isCanonical.load(ordering: .relaxed) }
      set {
        documents.isCanonical.store(newValue, ordering: .relaxed)
        options.change { $0.coding.change { $0.sortsUnordered = newValue } }
      }
    }

    /// The encoding of NaN and the infinities; an error by default.
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
        options.change { $0.coding.change { $0.nonFinite = strategy } }
      }
    }

    /// Encodes `value` as JSON text.
    /// Adds the entries of `userInfo` to the encoder's own for this call.
    /// - Throws: `EncodingError`.
    @_disfavoredOverload
    public func string<T: Encodable>(
      _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> String {
      try withDocument(of: value, userInfo) { TapeView.string(validated: $0) }
    }
  }
}

/// A writer of JSON text for an encoder.
final class JSONLayout: DocumentEncoding {
  let formatting = VersionedOptions(JSON.Encoder.OutputFormatting())
  let isCanonical = Atomic(false)
  /// Whether `/` is escaped if the formatting does not forbid it.
  let escapesSlashes: Bool
  /// The length in bytes of the previous text that was written directly.
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

  /// Returns the layout of a call's text. The canonical form has no layout.
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
