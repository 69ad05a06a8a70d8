#if FERRY_YAML
internal import FerryBase
internal import FerryCoding
import FerryStreams
internal import FerryYAML
import Synchronization

extension YAML {
  /// Decodes any `Decodable` type from YAML 1.2.
  ///
  /// Errors carry a report for the author of the document: `print(error.problem)` of a
  /// `DecodingError` shows file, line, column, path, the line with a caret and a hint.
  ///
  /// It also has the options of every ``FormatDecoder``: the strategies for dates, data and keys,
  /// ``FormatDecoder/unknownKeys``, ``FormatDecoder/depthLimit`` and ``FormatDecoder/userInfo``.
  public final class Decoder: FormatDecoder, @unchecked Sendable {
    fileprivate let documents: Documents

    /// Creates a decoder for YAML.
    public init(preset: Preset = .standard) {
      documents = Documents()
      documents.settings.withLock { settings in
        settings.rules.resolvesTimestamps = true
        settings.rules.keepsCollectionTags = true
        settings.rules.ownTags = preset == .strict ? .refuse : .keep
        if preset == .strict { settings.rules.schema.insert(.strict) }
        if preset == .yaml11 { settings.rules.schema.insert(.yaml11) }
      }
      super.init(documents, preset == .strict ? Self.strictOptions : Self.standardOptions)
    }

    private static let standardOptions = options(rejectsUnknownKeys: false)
    private static let strictOptions = options(rejectsUnknownKeys: true)

    private static func options(rejectsUnknownKeys: Bool) -> Options {
      let options = CodingOptions {
        $0.formatName = "YAML"
        $0.hasPlainText = true
        $0.rejectsUnknownKeys = rejectsUnknownKeys
      }
      var result = Options(coding: options)
      result.foundation.date = .yamlTimestamp
      return result
    }

    // MARK: Options

    /// The limits for a document; ``YAML/Limits/trusted`` by default. Setting a preset also sets
    /// ``FormatDecoder/depthLimit``.
    public var limits: Limits {
      get { Limits(settings.limits) }
      set {
        documents.settings.withLock { $0.limits = newValue.reading }
        depthLimit = newValue.depth
      }
    }

    /// The meaning of merge keys, that is, of a plain key `<<`. By default they merge.
    public var mergeKeyStrategy: MergeKeyStrategy {
      get { documents.settings.withLock { MergeKeyStrategy($0.rules.mergeKeys) } }
      set { documents.settings.withLock { $0.rules.mergeKeys = newValue.rule } }
    }

    /// The meaning of an object with equal keys, which YAML 1.2 forbids. By default it is an error
    /// that names both locations.
    public var duplicateKeys: DuplicateKeyStrategy {
      get { documents.settings.withLock { $0.rules.duplicateKeys } }
      set { documents.settings.withLock { $0.rules.duplicateKeys = newValue } }
    }

    /// Whether ambiguous scalars are errors; false by default. Ambiguous are numbers with leading
    /// zeros, and plain numbers, truth values and nulls in place of text. By default, `1.10` as a
    /// `String` is "1.10".
    public var rejectsAmbiguousScalars: Bool {
      get { documents.settings.withLock { $0.rules.schema.contains(.strict) } }
      set { documents.settings.withLock { $0.rules.schema.set(.strict, newValue) } }
    }

    /// Whether the words and numbers of YAML 1.1 are also accepted; false by default. Examples are
    /// `yes`, `off`, `0b101`, `1_000`, `1:30`, and `017` for 15.
    public var acceptsYAML11: Bool {
      get { documents.settings.withLock { $0.rules.schema.contains(.yaml11) } }
      set { documents.settings.withLock { $0.rules.schema.set(.yaml11, newValue) } }
    }

    /// Whether a null in place of a `String` is read as empty text; by default it is an error.
    public var decodesNullAsEmptyString: Bool {
      get { documents.settings.withLock { $0.rules.schema.contains(.nullIsEmptyText) } }
      set { documents.settings.withLock { $0.rules.schema.set(.nullIsEmptyText, newValue) } }
    }

    // MARK: Decoding

    /// Decodes a `T` from a document. A second document after it is an error.
    /// Adds the entries of `userInfo` to the decoder's own for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    @_disfavoredOverload
    public func decode<T: Decodable>(
      _ type: T.Type, from text: some StringProtocol,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try decode(type, from: text.utf8, userInfo: userInfo)
    }

    /// Decodes a `T` from each document of a stream. Errors name `file`.
    /// Adds the entries of `userInfo` to the decoder's own for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
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
    /// - Throws: `DecodingError`, whose `place` is the line and column.
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
    /// - Throws: `DecodingError`, whose `place` is the line and column, or the error of `body`.
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
    public func decode<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>, file: String,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try decode(type, from: bytes, file: file, userInfo: userInfo, settings)
    }

    /// Decodes a `T` from a document that is read with `settings`.
    package func decode<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>, file: String,
      userInfo: [CodingUserInfoKey: any Sendable], _ settings: Settings
    ) throws -> T {
      let options = options(with: userInfo)
      return try withBytes(of: bytes) { input in
        var stream = YAMLDocumentStream(input, options, settings, file: file)
        return try stream.only(type)
      }
    }
  }
}

extension YAML.Decoder {
  /// The current settings of the reader.
  package var settings: Settings {
    var settings = documents.settings.withLock { $0 }
    settings.limits.depth = depthLimit
    return settings
  }

  package struct Settings: Sendable {
    var limits = YAMLReader.Limits()
    var rules = YAMLReader.Rules()
    /// The handlers of tags.
    package var tagResolver: (any YAMLTagResolver)?

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

    /// Returns the byte offset in `input` of the value that became `node` of document number
    /// `document`. The document must have been read with these settings, because they affect the
    /// node numbers.
    func offset(
      ofNode node: Int, document: Int = 0, in input: ByteView
    ) -> Int? {
      YAMLReader.offset(
        ofNode: node, document: document, in: input, limits: limits, rules: allRules)
    }

    /// Returns the byte offsets of all nodes of a document in `input`.
    package func offsets(document: Int = 0, in input: ByteView) -> [Int] {
      YAMLReader.offsets(document: document, in: input, limits: limits, rules: allRules)
    }
  }

  /// Changes the settings of the reader.
  package func changeSettings(_ change: (inout Settings) -> Void) {
    documents.settings.withLock { change(&$0) }
  }

  fileprivate final class Documents: DocumentDecoding {
    let settings = Mutex(Settings())

    func decode<T: Decodable>(
      _ type: T.Type, from input: ByteView, _ options: CodingOptions
    ) throws -> T {
      var settings = settings.withLock { $0 }
      settings.limits.depth = options.depthLimit
      var stream = YAMLDocumentStream(input, options, settings, file: nil)
      return try stream.only(type)
    }
  }
}

extension OptionSet {
  fileprivate mutating func set(_ member: Element, _ isMember: Bool) {
    if isMember { insert(member) } else { remove(member) }
  }
}

extension YAML.Decoder {
  /// Decodes a `T` from a file with one document. Errors name the file by `path`.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose problem has file, line and column; ``Problem`` if
  ///   the file cannot be read.
  public func decode<T: Decodable>(
    _ type: T.Type, contentsOf path: String, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try decode(
      type, from: DescriptorSource.contents(of: path), file: path, userInfo: userInfo)
  }
}

extension YAML {
  /// Decodes a `T` from a file with one document. Errors name the file by `path`.
  /// - Throws: `DecodingError`, whose problem has file, line and column; ``Problem`` if
  ///   the file cannot be read.
  public static func decode<T: Decodable>(_ type: T.Type, contentsOf path: String) throws -> T {
    try Decoder().decode(type, contentsOf: path)
  }
}
#endif
