import FerryBytes
import FerryCoding
import FerryJSON
import Synchronization

extension JSON {
  /// Decodes any `Decodable` type from JSON text.
  public final class Decoder: FormatDecoder, @unchecked Sendable {
    /// What becomes of text that stands for a number JSON does not have.
    public enum NonConformingFloatDecodingStrategy: Sendable {
      /// An error.
      case `throw`
      /// These texts stand for the infinities and for NaN.
      case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    let documents: Documents

    /// A decoder for RFC 8259, or one that behaves as Foundation's does.
    public init(preset: Preset = .strict) {
      var options = DecodingOptions()
      options.nonFinite = .throw
      options.rejectsUnderflow = preset == .foundation
      documents = Documents()
      documents.settings.withLock { $0.reading.allowsTrailingCommas = preset == .foundation }
      super.init(documents, options)
    }

    /// How texts that stand for NaN and the infinities are read; by default not at all.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
      get { documents.settings.withLock { $0.nonConformingFloats } }
      set { documents.settings.withLock { $0.nonConformingFloats = newValue } }
    }

    /// Whether JSON5 is read; by default not.
    public var allowsJSON5: Bool {
      get { documents.settings.withLock { $0.reading.json5 } }
      set { documents.settings.withLock { $0.reading.json5 = newValue } }
    }

    /// Decodes a `T` from JSON text.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    @_disfavoredOverload
    public func decode<T: Decodable>(
      _ type: T.Type, from text: some StringProtocol,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try decode(type, from: text.utf8, userInfo: userInfo)
    }
  }
}

extension JSON.Decoder {
  struct Settings: Sendable {
    var reading = JSONReadingOptions()
    var nonConformingFloats = NonConformingFloatDecodingStrategy.throw
  }

  final class Documents: DocumentDecoding {
    let settings = Mutex(Settings())

    /// The options of a call with those that JSON has alone.
    func settled(_ options: DecodingOptions) -> (DecodingOptions, JSONReadingOptions) {
      let settings = settings.withLock { $0 }
      var reading = settings.reading
      reading.depthLimit = options.depthLimit
      reading.parsesDecimals = true
      var options = options
      if case .convertFromString(let positive, let negative, let nan) =
        settings.nonConformingFloats
      {
        options.nonFinite = .string(
          positiveInfinity: positive, negativeInfinity: negative, nan: nan)
      } else if reading.json5 {
        // JSON5 has numbers for them.
        options.nonFinite = .native
      }
      return (options, reading)
    }

    func decode<T: Decodable>(
      _ type: T.Type, from input: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions
    ) throws -> T {
      let (options, reading) = settled(options)
      return try DecodingSession.decode(
        type, input: input, options: options,
        read: { tape throws(Failure) in
          var reader = JSONReader(input, options: reading)
          try reader.readDocument(into: &tape)
        },
        offsetOfNode: { JSONReader.offset(ofNode: $0, in: input, options: reading) },
        place: { SourcePlace(offset: $0, inText: UnsafeRawBufferPointer(input)) })
    }
  }
}
