internal import FerryCoding
import FerryJSON

extension JSON {
  /// Decodes any `Decodable` type from JSON text.
  ///
  /// It also has the options of every ``FormatDecoder``: the strategies for dates, data and keys,
  /// ``FormatDecoder/unknownKeys``, ``FormatDecoder/depthLimit`` and ``FormatDecoder/userInfo``.
  public final class Decoder: FormatDecoder, @unchecked Sendable {
    /// The meaning of text in place of a number that JSON cannot represent.
    public enum NonConformingFloatDecodingStrategy: Sendable {
      /// Throws an error.
      case `throw`
      /// Reads these texts as the infinities and NaN.
      case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    let documents: JSONDocuments
    let calls = DirectCalls<DirectOptions>()

    /// The options of a call, with those of JSON.
    package var settledOptions: (CodingOptions, JSONReadingOptions) {
      documents.settled(options(with: [:]))
    }

    /// Creates a decoder for RFC 8259, or one that behaves like Foundation's.
    public init(preset: JSON.Preset = .standard) {
      documents = JSONDocuments(preset: preset)
      super.init(
        documents, preset == .foundation ? Self.foundationOptions : Self.standardOptions,
        keeping: calls)
    }

    private static let standardOptions = options(followsFoundation: false)
    private static let foundationOptions = options(followsFoundation: true)

    private static func options(followsFoundation: Bool) -> Options {
      let options = CodingOptions {
        $0.nonFinite = .throw
        $0.followsFoundation = followsFoundation
      }
      var result = Options(coding: options)
      result.foundation.readsFoundationsDates = followsFoundation
      return result
    }

    // MARK: Options

    /// The texts that are read as NaN and the infinities; none by default.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
      get { documents.settings.withLock { $0.nonConformingFloats } }
      set { documents.settings.change { $0.nonConformingFloats = newValue } }
    }

    /// Whether JSON5 (spec.json5.org) is accepted; false by default.
    public var allowsJSON5: Bool {
      get { documents.settings.withLock { $0.reading.json5 } }
      set { documents.settings.change { $0.reading.json5 = newValue } }
    }

    /// Whether input that does not begin with a brace is read as the members of an object; false by
    /// default. If true, empty input is an empty object.
    public var assumesTopLevelDictionary: Bool {
      get { documents.settings.withLock { $0.reading.assumesTopLevelDictionary } }
      set { documents.settings.change { $0.reading.assumesTopLevelDictionary = newValue } }
    }

    /// Whether a comma after the last element or member is accepted; by default only with
    /// Foundation's preset. JSON5 always accepts it.
    public var allowsTrailingCommas: Bool {
      get { documents.settings.withLock { $0.reading.allowsTrailingCommas } }
      set { documents.settings.change { $0.reading.allowsTrailingCommas = newValue } }
    }

    /// The meaning of an object with equal keys, which RFC 8259, section 4, leaves open;
    /// ``DuplicateKeyStrategy/first`` by default. With the other two, direct coding goes through
    /// the tape.
    public var duplicateKeys: DuplicateKeyStrategy {
      get { documents.settings.withLock { $0.reading.duplicateKeys } }
      set { documents.settings.change { $0.reading.duplicateKeys = newValue } }
    }

    /// Whether unread values are checked as well, so that an invalid document never decodes. True by
    /// default, except with Foundation's preset.
    ///
    /// If false, direct coding skips unread values by their quotes and brackets, which is faster if
    /// many values are skipped. Coding through the tape always checks the whole document. With
    /// Foundation's preset, both ways check all but the strings and numbers of unread values.
    public var checksUnreadValues: Bool {
      get { documents.settings.withLock { $0.reading.checksUnreadValues } }
      set { documents.settings.change { $0.reading.checksUnreadValues = newValue } }
    }

    // MARK: Decoding

    /// Decodes a `T` from JSON text.
    /// Adds the entries of `userInfo` to the decoder's own for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    @_disfavoredOverload
    @inlinable
    public func decode<T: Decodable>(
      _ type: T.Type, from text: some StringProtocol,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try decode(type, from: text.utf8, userInfo: userInfo)
    }
  }
}
