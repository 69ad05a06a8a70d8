internal import FerryBase
internal import FerryCoding
import FerryJSON

/// A reader of JSON text for a decoder. Text in UTF-16 and UTF-32 is converted to a UTF-8 copy.
final class JSONDocuments: DocumentDecoding {
  struct Settings: Sendable {
    var reading = JSONReadingOptions()
    var nonConformingFloats = JSON.Decoder.NonConformingFloatDecodingStrategy.throw
  }

  let settings: VersionedOptions<Settings>

  init(preset: JSON.Preset) {
    var settings = Settings()
    settings.reading.allowsTrailingCommas = preset == .foundation
    settings.reading.followsFoundation = preset == .foundation
    settings.reading.checksUnreadValues = preset != .foundation
    self.settings = VersionedOptions(settings)
  }

  /// Returns the options for streams and documents, with those of JSON. Foundation has neither, so
  /// Foundation's preset checks all values there.
  func settled(_ options: CodingOptions) -> (CodingOptions, JSONReadingOptions) {
    var (options, settings) = merged(options)
    if settings.reading.followsFoundation { settings.reading.checksUnreadValues = true }
    return (options, settings.reading)
  }

  private func merged(_ options: CodingOptions) -> (CodingOptions, Settings) {
    var settings = settings.withLock { $0 }
    settings.reading.depthLimit = options.depthLimit
    settings.reading.parsesDecimals = true
    var options = options
    if case .convertFromString(let positive, let negative, let nan) = settings.nonConformingFloats {
      options.change {
        $0.nonFinite = .string(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
      }
    } else if settings.reading.json5 {
      // JSON5 has literals for NaN and the infinities.
      options.change { $0.nonFinite = .native }
    }
    return (options, settings)
  }

  func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ options: CodingOptions
  ) throws -> T {
    let (options, settings) = merged(options)
    return try decode(type, from: input, options, settings)
  }

  /// Checks the document in `input` with all its values.
  func validate(_ input: ByteView, _ options: CodingOptions) throws {
    var (options, settings) = merged(options)
    settings.reading.checksUnreadValues = true
    _ = try decode(Valid.self, from: input, options, settings)
  }

  /// A type that decodes from any valid value.
  private struct Valid: Decodable {
    init(from decoder: any Decoder) {}
  }

  private func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ options: CodingOptions, _ settings: Settings
  ) throws -> T {
    let encoding =
      settings.reading.followsFoundation
      ? TextEncoding(foundationOf: input) : TextEncoding(of: input)
    if let encoding {
      return try decode(type, from: input, in: encoding, options, settings)
    }
    var cursor = PlaceCursor(input)
    return try decode(type, from: input, options, settings) { cursor.place(of: $0) }
  }

  private func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ options: CodingOptions,
    _ settings: Settings, place: (Int) -> SourcePlace
  ) throws -> T {
    if JSONWireReader.readsScalarList(type),
      let list = JSONWireReader.scalarList(
        type, from: input, settings.reading)
    {
      return list
    }
    if input.count > Self.groupedByteCount {
      do {
        let value = try decodeInGroups(type, from: input, options, settings, place: place)
        if let value { return value }
      } catch let error as DecodingError where error.problem?.category == .syntax {
        // The value with the fault may be unread.
        guard !settings.reading.checksUnreadValues else { throw error }
      }
    }
    let reading = settings.reading
    return try DecodingSession.decode(
      type, input: input, options: options,
      read: { tape throws(WireFailure) in
        var reader = JSONReader(input, options: reading)
        try reader.readDocument(into: &tape)
      },
      offsetOfNode: { JSONReader.offset(ofNode: $0, in: input, options: reading) },
      offsets: { JSONReader.offsets(in: input, options: reading) },
      place: place,
      problem: { Self.problem($0, in: input, reading) })
  }

  /// Returns the problem of a failure, with hints about options and coders of this module.
  static func problem(
    _ failure: WireFailure, in input: ByteView, _ options: JSONReadingOptions
  ) -> Problem {
    var problem = JSONReader.problem(failure, in: input, options: options)
    switch failure.kind {
    case .trailingContent:
      problem.advice = "to read several documents, call `JSON.stream`"
    case .invalidUTF8, .unexpectedCharacter:
      // The first byte of all documents of the binary format (Format.md, "Document").
      guard input.first == 0xB5 else { break }
      problem.advice = "to decode a document of the binary format, use `Binary`"
    default: break
    }
    return problem
  }

  /// The byte order mark in UTF-8. A text in another encoding has its mark only once.
  private static var mark: [UInt8] { [0xEF, 0xBB, 0xBF] }

  /// Decodes text in another encoding. Locations are those in the original text.
  @inline(never)
  private func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, in encoding: TextEncoding,
    _ options: CodingOptions, _ settings: Settings
  ) throws -> T {
    var text = ByteWriter(capacity: input.count)
    let illFormed = encoding.convert(input, to: &text)
    let converted = text.bytes
    let place = { (offset: Int) in
      SourcePlace(offset: offset, inText: converted)
        .at(offset: encoding.offset(ofConverted: offset, in: converted))
    }
    // Foundation drops an incomplete unit at the end.
    let isCut = illFormed.map { input.count - $0 < encoding.width } ?? false
    guard illFormed == nil || isCut && options.followsFoundation,
      !converted.starts(with: Self.mark)
    else {
      let failure = Problem(
        .invalidUTF8, place: place(illFormed == nil ? 0 : converted.count),
        detail: "the text is not valid \(encoding.name)")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], failure,
          text: options.followsFoundation ? "The given data was not valid JSON." : nil))
    }
    return try decode(type, from: converted, options, settings, place: place)
  }
}

/// A type that a long document can be decoded to in groups of elements: an array.
protocol GroupDecodable {
  static func decode(
    from input: ByteView, _ options: CodingOptions,
    _ reading: JSONReadingOptions, place: (Int) -> SourcePlace
  ) throws -> Self?
}

extension Array: GroupDecodable where Element: Decodable {
  /// Decodes the elements of the array in `input`. Returns `nil` for any other value.
  static func decode(
    from input: ByteView, _ options: CodingOptions,
    _ reading: JSONReadingOptions, place: (Int) -> SourcePlace
  ) throws -> [Element]? {
    var reading = reading
    // The array itself is one level.
    reading.depthLimit -= 1
    var reader = JSONReader(input, options: reading)
    // Ordinary decoding reports errors before the array.
    guard reading.depthLimit >= 0, (try? reader.enterList()) == true else { return nil }
    var start = reader.offset
    var end = start
    var isFirst = true
    return try DecodingSession.decodeElements(
      of: [Element].self, input: input, options: options,
      read: { tape, wordCount throws(WireFailure) in
        start = reader.offset
        let hasMore = try reader.readElements(into: &tape, upTo: wordCount, isFirst: isFirst)
        isFirst = false
        end = reader.offset
        return hasMore
      },
      elementsLeft: { count in
        // The estimate has a small reserve, because growing the array costs more.
        Int(Double(input.count - end) / Double(end) * Double(count) * 1.02) + 16
      },
      offsetOfNode: {
        JSONReader.offset(ofNode: $0, inElementsFrom: start, of: input, options: reading)
      },
      place: place)
  }
}

extension JSONDocuments {
  /// The minimum size, in bytes, of a document that is decoded in groups.
  static let groupedByteCount = 1 << 18

  /// Decodes a long array in groups. Returns `nil` if the type or the options do not allow it.
  @inline(never)
  func decodeInGroups<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ options: CodingOptions,
    _ settings: Settings, place: (Int) -> SourcePlace
  ) throws -> T? {
    // The check of unknown keys needs the model's keys for the whole document.
    guard !options.rejectsUnknownKeys, !settings.reading.assumesTopLevelDictionary,
      settings.reading.duplicateKeys == .first, let list = type as? any GroupDecodable.Type
    else { return nil }
    return try list.decode(from: input, options, settings.reading, place: place) as? T
  }
}
