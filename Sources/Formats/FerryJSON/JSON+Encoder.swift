public import FerryBase
public import FerryCoders
package import FerryCoding
public import FerryJSONEngine

extension JSON {
  /// Encodes any `Encodable` type as JSON text.
  public struct Encoder: FormatEncoder, TextCoder {
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
      /// Writes characters beyond ASCII as escapes, such as `\u00e9`.
      public static let escapesNonASCII = OutputFormatting(rawValue: 1 << 16)
      /// Ends the document with a line break.
      public static let finalNewline = OutputFormatting(rawValue: 1 << 17)
    }

    /// The encoding of NaN and the infinities.
    public enum NonConformingFloatEncodingStrategy: Sendable {
      /// Throws an error.
      case `throw`
      /// Writes null.
      case null
      /// Writes these texts.
      case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    @usableFromInline var state: EncoderState<JSONWriting>

    /// The settled options, shared by copies.
    @_documentation(visibility: internal)
    public var _state: _EncoderState {
      get { state }
      set { state = .of(newValue) }
    }

    /// Creates an encoder for RFC 8259.
    public init() { state = Self.standard }

    /// Creates an encoder for JSON with the options of a preset.
    public init(preset: JSON.Preset) {
      state = preset == .foundation ? Self.foundation : Self.standard
    }

    /// Creates an encoder for the drop-in class. It writes dates as Foundation does. If its strategy
    /// gives several members one name, the last member counts.
    package static let dropIn: Encoder = {
      var encoder = Encoder(preset: .foundation)
      encoder.change {
        $0.foundation.writesFoundationsDates = true
        $0.coding.change { $0.mergesMembers = true }
      }
      return encoder
    }()

    // Created once, because many programs make an encoder for each document.
    private static let standard = state(.standard)
    private static let foundation = state(.foundation)

    private static func state(_ preset: JSON.Preset) -> EncoderState<JSONWriting> {
      EncoderState(
        EncodingSettings(coding: CodingOptions { $0.nonFinite = .throw }),
        JSONWriting(escapesSlashes: preset == .foundation))
    }

    /// The layout; by default compact, with keys in the order of encoding.
    public var outputFormatting: OutputFormatting {
      get { state.writing.formatting }
      set { state = state.changingFormat { $0.formatting = newValue } }
    }

    /// The white space of each level with ``OutputFormatting/prettyPrinted``; two spaces by default.
    /// Other characters than spaces and tabs are left out.
    public var indentation: String {
      get { state.writing.indentation }
      set {
        state = state.changingFormat { $0.indentation = newValue.filter { " \t".contains($0) } }
      }
    }

    /// Whether the text is canonical (RFC 8785), so that it can be hashed and signed; false by
    /// default. Equal values then give equal bytes. Keys are sorted by their UTF-16 code units,
    /// numbers are written as in ECMAScript, and only necessary characters are escaped.
    /// ``outputFormatting`` has no effect. Sets, and dictionaries that encode themselves as arrays,
    /// are sorted by the bytes of their elements.
    public var isCanonical: Bool {
      get { state.writing.isCanonical }
      set {
        state = state.changingFormat {
          $0.isCanonical = newValue
        } coding: {
          $0.sortsUnordered = newValue
        }
      }
    }

    /// The encoding of NaN and the infinities; an error by default.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
      get { state.writing.nonConformingFloats }
      set { state = state.changingFormat { $0.nonConformingFloats = newValue } }
    }

    /// Writes `source` directly.
    @_documentation(visibility: internal)
    @inlinable @specialized(where Source == TableSource)
    public func _encode<Source: _Direct.Source>(
      from source: Source, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> [UInt8]? {
      try encodeDirectly(userInfo) { writer throws(WireFailure) in try source.write(to: &writer) }
    }

    @usableFromInline
    func encodeDirectly(
      _ userInfo: [CodingUserInfoKey: any Sendable],
      _ write: (inout JSONWireWriter) throws(WireFailure) -> Void
    ) throws -> [UInt8]? {
      try state.encodeDirectly(
        userInfo, { buffer, writing, context in writing.writer(buffer, context) }, write,
        finish: { writer, writing, count in
          var writer = writer
          if writing.formatting.contains(.finalNewline) { writer.output.append("\n") }
          return writer.finish(&count)
        })
    }
  }
}

extension JSON {
  /// Encodes `value` as a text with a layout.
  ///
  /// ```swift
  /// print(try JSON.string(model, formatting: .prettyPrinted))
  /// ```
  /// - Throws: `EncodingError`.
  public static func string<T: Encodable>(
    _ value: T, formatting: Encoder.OutputFormatting
  ) throws -> String {
    try Encoder { $0.outputFormatting = formatting }.string(value)
  }
}

/// The options of an encoder of JSON.
@usableFromInline
package struct JSONWriting: DocumentWriting {
  var formatting = JSON.Encoder.OutputFormatting()
  var isCanonical = false
  var indentation = "  "
  var nonConformingFloats = JSON.Encoder.NonConformingFloatEncodingStrategy.throw
  /// Whether `/` is escaped if the formatting does not forbid it.
  let escapesSlashes: Bool
  /// The layout of the text. The canonical form has none.
  private(set) var options = JSONWritingOptions()

  init(escapesSlashes: Bool) { self.escapesSlashes = escapesSlashes }

  @usableFromInline
  package mutating func settle(_ coding: inout CodingOptions) {
    options = JSONWritingOptions()
    options.depthLimit = coding.depthLimit
    options.escapesSlashes = escapesSlashes && !formatting.contains(.withoutEscapingSlashes)
    options.sortedKeys = formatting.contains(.sortedKeys)
    // A layout that concerns all values has to lay out each of them.
    let copies = !isCanonical && !options.sortedKeys
    coding.change { $0.rules.sourceFormat = copies ? .json : .none }
    if formatting.contains(.prettyPrinted) {
      options.indentation = indentation == "  " ? .spaces(2) : .text(indentation)
      options.followsFoundation = true
    }
    options.escapesNonASCII = formatting.contains(.escapesNonASCII)
    if case .null = nonConformingFloats {
      options.nonFinite = .null
      coding.change { $0.nonFinite = .native }
    }
    if case .convertToString(let positive, let negative, let nan) = nonConformingFloats {
      coding.change {
        $0.nonFinite = .string(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
      }
    }
  }

  @usableFromInline
  package func isDirect(_ coding: CodingOptions) -> Bool {
    if case .convertToString = nonConformingFloats { return false }
    guard case .exact = coding.keys, !isCanonical else { return false }
    return formatting.isSubset(of: [.prettyPrinted, .withoutEscapingSlashes, .finalNewline])
  }

  @usableFromInline
  package func write(_ view: TapeView, to output: inout ByteWriter) throws(WireFailure) {
    if isCanonical {
      return try CanonicalJSONWriter.write(view, depthLimit: options.depthLimit, to: &output)
    }
    try JSONWireWriter.write(view, options: options, to: &output)
    if formatting.contains(.finalNewline) { output.append("\n") }
  }

  /// Returns a writer at the start of `buffer`.
  @usableFromInline
  func writer(_ buffer: MutableByteView, _ context: _WireContext) -> JSONWireWriter {
    JSONWireWriter(ByteWriter(borrowing: buffer), options: options, context: context)
  }
}
