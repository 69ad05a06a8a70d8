public import FerryCoders
public import FerryBase
package import FerryCoding

extension YAML {
  /// Decodes any `Decodable` type from YAML 1.2. A second document after the first is an error.
  ///
  /// Errors carry a report for the author of the document: `print(error.problem)` of a
  /// `DecodingError` shows file, line, column, path, the line with a caret and a hint.
  public struct Decoder: FormatDecoder, TextCoder {
    @usableFromInline var state: DecoderState<Settings>

    /// The settled options, shared by copies.
    @_documentation(visibility: internal)
    public var _state: _DecoderState {
      get { state }
      set { state = .of(newValue) }
    }

    /// Creates a decoder for YAML.
    public init() { self.init(preset: .standard) }

    /// Creates a decoder for YAML with the options of a preset.
    public init(preset: Preset) {
      state =
        switch preset {
        case .standard: Self.standard
        case .strict: Self.strict
        case .yaml11: Self.yaml11
        }
    }

    // Created once, because many programs make a decoder for each document.
    private static let standard = state(.standard)
    private static let strict = state(.strict)
    private static let yaml11 = state(.yaml11)

    private static func state(_ preset: Preset) -> DecoderState<Settings> {
      var settings = DecodingSettings(
        coding: CodingOptions {
          $0.formatName = "YAML"
          $0.hasPlainText = true
          $0.rules.rejectsUnknownKeys = preset == .strict
        })
      settings.foundation.date = .yamlTimestamp
      return DecoderState(settings, Settings(preset))
    }

    // MARK: Options

    /// The limits for a document; ``YAML/Limits/trusted`` by default. Setting a preset also sets
    /// ``FormatDecoder/depthLimit``.
    public var limits: Limits {
      get { Limits(settings.limits) }
      set {
        changeSettings { $0.limits = newValue.reading }
        depthLimit = newValue.depth
      }
    }

    /// The meaning of merge keys, that is, of a plain key `<<`. By default they merge.
    public var mergeKeyStrategy: MergeKeyStrategy {
      get { MergeKeyStrategy(settings.rules.mergeKeys) }
      set { changeSettings { $0.rules.mergeKeys = newValue.rule } }
    }

    /// The meaning of an object with equal keys, which YAML 1.2 forbids. By default it is an error
    /// that names both locations.
    public var duplicateKeys: DuplicateKeyStrategy {
      get { settings.rules.duplicateKeys }
      set { changeSettings { $0.rules.duplicateKeys = newValue } }
    }

    /// Whether ambiguous scalars are errors; false by default. Ambiguous are numbers with leading
    /// zeros, and plain numbers, truth values and nulls in place of text. By default, `1.10` as a
    /// `String` is "1.10".
    public var rejectsAmbiguousScalars: Bool {
      get { settings.rules.schema.contains(.strict) }
      set { changeSettings { $0.rules.schema.set(.strict, newValue) } }
    }

    /// Whether plain scalars have the types of YAML 1.1; false by default. Examples are `yes`, `off`,
    /// `0b101`, `1_000`, `1:30`, and `017` for 15. As in YAML 1.1, `0o17` and `1e5` are text.
    public var acceptsYAML11: Bool {
      get { settings.rules.schema.contains(.yaml11) }
      set { changeSettings { $0.rules.schema.set(.yaml11, newValue) } }
    }

    /// Whether a null in place of a `String` is read as empty text; by default it is an error.
    public var decodesNullAsEmptyString: Bool {
      get { settings.rules.schema.contains(.nullIsEmptyText) }
      set { changeSettings { $0.rules.schema.set(.nullIsEmptyText, newValue) } }
    }

    // MARK: Decoding

    /// Decodes a `T` directly, from the tape that libyaml fills.
    @_documentation(visibility: internal)
    @inlinable
    public func _decode<T: DirectDecodable>(
      byCode type: T.Type, from bytes: some Collection<UInt8>,
      userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> T {
      try withBytes(of: bytes) { try decode(DirectReading(type), $0, userInfo) }
    }

    @usableFromInline
    func decode<T: DirectDecodable>(
      _ reading: DirectReading<T>, _ input: ByteView, _ userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> T {
      var options = options(with: userInfo)
      options.change { $0.directReading = reading }
      return try settings.decode(DirectValue<T>.self, from: input, options).value
    }

    /// Decodes a `T` from each document of a stream. Errors name `file`.
    /// Adds the entries of `userInfo` to the decoder's own for this call.
    /// - Throws: `DecodingError`, whose ``Problem`` has the line and column.
    @_disfavoredOverload
    public func decodeAll<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>, file: String? = nil,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [T] {
      var values: [T] = []
      try decodeEach(type, from: bytes, file: file, userInfo: userInfo) { values.append($0) }
      return values
    }

    /// Decodes a `T` from each document of a stream.
    /// Adds the entries of `userInfo` to the decoder's own for this call.
    /// - Throws: `DecodingError`, whose ``Problem`` has the line and column.
    @_disfavoredOverload
    public func decodeAll<T: Decodable>(
      _ type: T.Type, from text: some StringProtocol,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [T] {
      try decodeAll(type, from: text.utf8, userInfo: userInfo)
    }

    /// Decodes a `T` from each document of a stream and passes it to `body`, so that only a few
    /// values are in memory at a time. Errors name `file`.
    /// Adds the entries of `userInfo` to the decoder's own for this call.
    /// - Throws: `DecodingError`, whose ``Problem`` has the line and column, or the error of `body`.
    public func decodeEach<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>, file: String? = nil,
      userInfo: [CodingUserInfoKey: any Sendable] = [:], _ body: (T) throws -> Void
    ) throws {
      let options = options(with: userInfo)
      let settings = self.settings
      try withBytes(of: bytes) { input in
        var stream = YAMLDocumentStream(input, options, settings, file: file)
        try stream.each(type, body)
      }
    }

    /// Decodes a `T` from a document. A second document after it is an error. Errors name `file`.
    /// Adds the entries of `userInfo` to the decoder's own for this call.
    /// - Throws: `DecodingError`, whose problem has file, line and column.
    package func decode<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>, file: String,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      var options = options(with: userInfo)
      options.change { $0.file = file }
      return try withBytes(of: bytes) { try settings.decode(type, from: $0, options) }
    }
  }
}

extension YAML.Decoder {
  /// The settings of the reader.
  package var settings: Settings { state.reading }

  @usableFromInline
  package struct Settings: DocumentReading {
    var limits = YAMLReader.Limits()
    package var rules = YAMLReader.Rules()
    /// The handlers of tags.
    package var tagResolver: (any YAMLTagResolver)?

    fileprivate init(_ preset: YAML.Preset) {
      rules.resolvesTimestamps = true
      rules.keepsCollectionTags = true
      rules.ownTags = preset == .strict ? .refuse : .keep
      if preset == .strict { rules.schema.insert(.strict) }
      if preset == .yaml11 { rules.schema.insert(.yaml11) }
    }

    @usableFromInline
    package mutating func settle(_ coding: inout CodingOptions) { limits.depth = coding.depthLimit }

    @usableFromInline
    package func isDirect(_ coding: CodingOptions) -> Bool { true }

    @usableFromInline package static var holdsLosses: Bool { false }

    @usableFromInline
    package func decode<T: Decodable>(
      _ type: T.Type, from input: ByteView, _ coding: CodingOptions
    ) throws -> T {
      var stream = YAMLDocumentStream(input, coding, self, file: coding.file)
      return try stream.only(type)
    }

    /// The rules, with the tags that have handlers.
    var allRules: YAMLReader.Rules {
      guard let tagResolver else { return rules }
      var rules = rules
      rules.knownTags.formUnion(tagResolver.tags)
      return rules
    }

    /// Returns settings under which these tags and those with handlers have a meaning, but stay.
    package func knowing(_ tags: Set<String> = []) -> Settings {
      var settings = self
      settings.rules.knownTags = allRules.knownTags.union(tags)
      settings.tagResolver = nil
      return settings
    }

    /// Returns document number `document` of a stream. It must have been read with these settings,
    /// because they affect the numbers of the nodes.
    package func source(document: Int = 0) -> YAMLSource {
      YAMLSource(document: document, limits: limits, rules: allRules)
    }
  }

  /// Changes the settings of the reader.
  package mutating func changeSettings(_ change: (inout Settings) -> Void) {
    state = state.changingFormat(change)
  }
}

extension OptionSet {
  fileprivate mutating func set(_ member: Element, _ isMember: Bool) {
    if isMember { insert(member) } else { remove(member) }
  }
}
