public import FerryBase
public import FerryCoders
internal import FerryCoding
public import FerryJSONEngine

extension JSON {
  /// Decodes any `Decodable` type from JSON text.
  public struct Decoder: FormatDecoder, TextCoder {
    /// The meaning of text in place of a number that JSON cannot represent.
    public enum NonConformingFloatDecodingStrategy: Sendable {
      /// Throws an error.
      case `throw`
      /// Reads these texts as the infinities and NaN.
      case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    @usableFromInline var state: DecoderState<JSONReading>

    /// The settled options, shared by copies.
    @_documentation(visibility: internal)
    public var _state: _DecoderState {
      get { state }
      set { state = .of(newValue) }
    }

    /// Creates a decoder for RFC 8259.
    public init() { state = Self.standard }

    /// Creates a decoder for JSON with the options of a preset.
    public init(preset: JSON.Preset) {
      state =
        switch preset {
        case .standard: Self.standard
        case .strict: Self.strict
        case .foundation: Self.foundation
        }
    }

    // Created once, because many programs make a decoder for each document.
    private static let standard = state(.standard)
    private static let strict = state(.strict)
    private static let foundation = state(.foundation)

    private static func state(_ preset: JSON.Preset) -> DecoderState<JSONReading> {
      var settings = DecodingSettings(
        coding: CodingOptions {
          $0.nonFinite = .throw
          $0.rules.rejectsUnknownKeys = preset == .strict
          $0.rules.followsFoundation = preset == .foundation
        })
      settings.foundation.readsFoundationsDates = preset == .foundation
      return DecoderState(settings, JSONReading(preset: preset))
    }

    /// The reading of documents.
    package var reading: JSONReading { state.reading }

    /// The options of the reader of streams, documents and layers.
    package var readingOptions: JSONReadingOptions { state.reading.checkingFoundation.options }

    // MARK: Options

    /// The texts that are read as NaN and the infinities; none by default.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
      get { state.reading.nonConformingFloats }
      set { state = state.changingFormat { $0.nonConformingFloats = newValue } }
    }

    /// The deviations from RFC 8259 that are accepted: trailing commas with Foundation's preset, and
    /// nothing by default.
    ///
    /// With items other than trailing commas, documents are decoded through the tape.
    public var leniency: JSON.Leniency {
      get {
        let options = state.reading.options
        if options.json5 { return .json5 }
        return options.leniency.union(options.allowsTrailingCommas ? .trailingCommas : [])
      }
      set {
        state = state.changingFormat {
          $0.options.json5 = false
          $0.options.leniency = newValue.subtracting(.trailingCommas)
          $0.options.allowsTrailingCommas = newValue.contains(.trailingCommas)
        }
      }
    }

    /// Whether JSON5 (spec.json5.org) is accepted, whatever ``leniency`` was; false by default.
    public var allowsJSON5: Bool {
      get { leniency == .json5 }
      set {
        state = state.changingFormat {
          if !newValue, !$0.options.json5, leniency == .json5 { $0.options.leniency = [] }
          $0.options.json5 = newValue
        }
      }
    }

    /// Whether input that does not begin with a brace is read as the members of an object; false by
    /// default. If true, empty input is an empty object.
    public var assumesTopLevelDictionary: Bool {
      get { state.reading.options.assumesTopLevelDictionary }
      set { state = state.changingFormat { $0.options.assumesTopLevelDictionary = newValue } }
    }

    /// Whether a comma after the last element or member is accepted; by default only with
    /// Foundation's preset. JSON5 always accepts it.
    public var allowsTrailingCommas: Bool {
      get { state.reading.options.allowsTrailingCommas }
      set { state = state.changingFormat { $0.options.allowsTrailingCommas = newValue } }
    }

    /// The meaning of an object with equal keys, which RFC 8259, section 4, leaves open;
    /// ``DuplicateKeyStrategy/first`` by default. With the other two, a document with equal keys or a
    /// dictionary is decoded through the tape.
    public var duplicateKeys: DuplicateKeyStrategy {
      get { state.reading.options.duplicateKeys }
      set { state = state.changingFormat { $0.options.duplicateKeys = newValue } }
    }

    /// Whether unread values are checked as well, so that an invalid document never decodes. True by
    /// default, except with Foundation's preset.
    ///
    /// If false, direct coding skips unread values by their quotes and brackets, which is faster if
    /// many values are skipped. Coding through the tape always checks the whole document. With
    /// Foundation's preset, both ways check all but the strings and numbers of unread values.
    public var checksUnreadValues: Bool {
      get { state.reading.options.checksUnreadValues }
      set { state = state.changingFormat { $0.options.checksUnreadValues = newValue } }
    }

    // MARK: Decoding

    /// Reads a document directly into `target`.
    @_documentation(visibility: internal)
    @inlinable @specialized(where Target == TableTarget)
    public func _decode<Target: _Direct.Target>(
      into target: Target, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> Bool {
      try state.read(target, from: span) { input, read in
        try decodeDirectly(input, userInfo, read)
      }
    }

    @usableFromInline
    func decodeDirectly(
      _ input: ByteView, _ userInfo: [CodingUserInfoKey: any Sendable],
      _ read: (inout JSONWireReader) throws(WireFailure) -> Void
    ) throws -> Bool {
      try state.decodeDirectly(
        input, userInfo,
        { input, reading, context throws(WireFailure) in try reading.reader(input, context) }, read,
        finish: { reader throws(WireFailure) in try reader.finish() })
    }

    /// Decodes records directly.
    @_documentation(visibility: internal)
    @inlinable
    public func _decodeRecords<T: DirectDecodable>(
      _ bytes: RawSpan, at ranges: [Range<Int>], into records: _DecodedRecords<T>
    ) {
      records.decode(bytes, at: ranges) { input throws(WireFailure) in
        try state.reading.reader(input, state.makeContext())
      }
    }
  }
}

extension JSONReading {
  /// Returns a reader at the start of `input`.
  @usableFromInline
  func reader(_ input: ByteView, _ context: _WireContext) throws(WireFailure) -> JSONWireReader {
    try JSONWireReader(input, options: options, context: context)
  }
}
