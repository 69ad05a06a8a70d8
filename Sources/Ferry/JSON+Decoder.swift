import FerryCoding
import FerryJSON

extension JSON {
  /// Decodes any `Decodable` type from JSON text.
  ///
  /// Beside the options below it has those of every ``FormatDecoder``: the strategies for dates, data and
  /// keys, ``FormatDecoder/unknownKeys``, ``FormatDecoder/depthLimit`` and ``FormatDecoder/userInfo``.
  public final class Decoder: FormatDecoder, @unchecked Sendable {
    /// What becomes of text that stands for a number JSON does not have.
    public enum NonConformingFloatDecodingStrategy: Sendable {
      /// An error.
      case `throw`
      /// These texts stand for the infinities and for NaN.
      case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    let documents: JSONDocuments

    /// The options of a call, with those that JSON has alone.
    package var settledOptions: (CodingOptions, JSONReadingOptions) {
      documents.settled(options(with: [:]))
    }

    /// A decoder for RFC 8259, or one that behaves as Foundation's does.
    public init(preset: JSON.Preset = .standard) {
      documents = JSONDocuments(preset: preset)
      super.init(documents, preset == .foundation ? Self.foundationOptions : Self.strictOptions)
    }

    private static let strictOptions = options(followsFoundation: false)
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

    /// How texts that stand for NaN and the infinities are read; by default not at all.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
      get { documents.settings.withLock { $0.nonConformingFloats } }
      set { documents.settings.withLock { $0.nonConformingFloats = newValue } }
    }

    /// Whether JSON5 (spec.json5.org) is read; by default not.
    public var allowsJSON5: Bool {
      get { documents.settings.withLock { $0.reading.json5 } }
      set { documents.settings.withLock { $0.reading.json5 = newValue } }
    }

    /// Whether input that does not begin with a brace is taken for the members of an object, so that
    /// nothing at all is an empty object; by default not.
    public var assumesTopLevelDictionary: Bool {
      get { documents.settings.withLock { $0.reading.assumesTopLevelDictionary } }
      set { documents.settings.withLock { $0.reading.assumesTopLevelDictionary = newValue } }
    }

    /// Whether a comma behind the last element or member is read; by default only with Foundation's
    /// preset. JSON5 has it always.
    public var allowsTrailingCommas: Bool {
      get { documents.settings.withLock { $0.reading.allowsTrailingCommas } }
      set { documents.settings.withLock { $0.reading.allowsTrailingCommas = newValue } }
    }

    /// The meaning of an object with equal keys, ``DuplicateKeyStrategy/first`` by default: RFC 8259,
    /// section 4, leaves it open. With the other two, direct coding goes through the tape.
    public var duplicateKeys: DuplicateKeyStrategy {
      get { documents.settings.withLock { $0.reading.duplicateKeys } }
      set { documents.settings.withLock { $0.reading.duplicateKeys = newValue } }
    }

    /// Whether values that a model does not ask for are checked like the rest; by default they are, so
    /// that no invalid document decodes.
    ///
    /// If false, direct coding skips them by their quotes and brackets, which is faster if much is
    /// skipped. Coding through the tape reads a document before it asks the model, and
    /// checks all of it.
    public var checksUnreadValues: Bool {
      get { documents.settings.withLock { $0.reading.checksUnreadValues } }
      set { documents.settings.withLock { $0.reading.checksUnreadValues = newValue } }
    }

    // MARK: Decoding

    /// Decodes a `T` from JSON text.
    /// What `userInfo` holds is added to the decoder's for this call.
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
