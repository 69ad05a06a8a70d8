package import FerryBase
package import FerryCoders
package import FerryCoding
package import FerryJSONEngine

/// The options of a decoder of JSON. Text in UTF-16 and UTF-32 is converted to a UTF-8 copy.
@usableFromInline
package struct JSONReading: TapeReading {
  package var options = JSONReadingOptions()
  var nonConformingFloats = JSON.Decoder.NonConformingFloatDecodingStrategy.throw

  init(preset: JSON.Preset) {
    options.allowsTrailingCommas = preset == .foundation
    options.followsFoundation = preset == .foundation
    options.checksUnreadValues = preset != .foundation
    if preset == .strict { options.duplicateKeys = .error }
    options.parsesDecimals = true
  }

  @usableFromInline
  package mutating func settle(_ coding: inout CodingOptions) {
    options.depthLimit = coding.depthLimit
    if options.readsOnlyJSON, options.duplicateKeys != .last {
      coding.change { $0.sources = JSONSources() }
    }
    options.readsNonFiniteTexts = false
    if case .convertFromString(let positive, let negative, let nan) = nonConformingFloats {
      options.readsNonFiniteTexts = true
      coding.change {
        $0.nonFinite = .string(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
      }
    } else if options.allows(.nonFiniteNumbers) {
      // There are literals for NaN and the infinities.
      coding.change { $0.nonFinite = .native }
    }
  }

  @usableFromInline
  package func isDirect(_ coding: CodingOptions) -> Bool {
    guard case .exact = coding.keys else { return false }
    return !options.isLenient && !options.assumesTopLevelDictionary
  }

  @usableFromInline package static var holdsLosses: Bool { false }

  /// The same for streams and documents. Foundation has neither, so Foundation's preset checks all
  /// values there.
  var checkingFoundation: JSONReading {
    var reading = self
    if options.followsFoundation { reading.options.checksUnreadValues = true }
    return reading
  }

  @usableFromInline package static var isText: Bool { true }

  @usableFromInline
  package func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    var reader = JSONReader(input, options: options)
    try reader.readDocument(into: &tape)
  }

  @usableFromInline
  package func offset(ofNode node: Int, in input: ByteView) -> Int? {
    JSONReader.offset(ofNode: node, in: input, options: options)
  }

  @usableFromInline
  package func offsets(in input: ByteView) -> [Int] {
    JSONReader.offsets(in: input, options: options)
  }

  /// Checks the document in `input` with all its values.
  func validate(_ input: ByteView, _ coding: CodingOptions) throws {
    var checking = self
    checking.options.checksUnreadValues = true
    try checking.withDocument(in: input, coding, file: nil) { _ in }
  }

  /// Passes the call with the tape of the document in `input` to `body`. Locations name `file`.
  package func withDocument<R>(
    in input: ByteView, _ coding: CodingOptions, file: String?,
    _ body: (DecodingCall) throws -> R
  ) throws -> R {
    try withText(of: input, coding) { text, place in
      try withTape(
        of: text, coding,
        place: { offset in
          var place = place(offset)
          place.file = file
          return place
        }, body)
    }
  }

  @usableFromInline
  package func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ coding: CodingOptions
  ) throws -> T {
    try withText(of: input, coding) { try decodeText(type, from: $0, coding, place: $1) }
  }

  /// Passes UTF-8 text to `body`, with a function that returns the location of an offset.
  private func withText<R>(
    of input: ByteView, _ coding: CodingOptions,
    _ body: (ByteView, (Int) -> SourcePlace) throws -> R
  ) throws -> R {
    let encoding =
      options.followsFoundation
      ? TextEncoding(foundationOf: input) : TextEncoding(of: input)
    if let encoding { return try withText(of: input, in: encoding, coding, body) }
    var cursor = PlaceCursor(input)
    return try body(input) { cursor.place(of: $0) }
  }

  /// Decodes UTF-8 text.
  private func decodeText<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ coding: CodingOptions, place: (Int) -> SourcePlace
  ) throws -> T {
    if JSONWireReader.readsScalarList(type),
      let list = JSONWireReader.scalarList(type, from: input, options)
    {
      return list
    }
    if input.count > Self.groupedByteCount {
      do {
        let value = try decodeInGroups(type, from: input, coding, place: place)
        if let value { return value }
      } catch let error as DecodingError where error.problem?.category == .syntax {
        // The value with the fault may be unread.
        guard !options.checksUnreadValues else { throw error }
      }
    }
    return try decode(type, from: input, coding, place: place)
  }

  /// Returns the problem of a failure, with hints about options and coders of this module.
  @usableFromInline
  package func problem(_ failure: WireFailure, in input: ByteView) -> Problem {
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

  /// Converts text in another encoding. Locations are those in the original text.
  @inline(never)
  private func withText<R>(
    of input: ByteView, in encoding: TextEncoding, _ coding: CodingOptions,
    _ body: (ByteView, (Int) -> SourcePlace) throws -> R
  ) throws -> R {
    var text = ByteWriter(capacity: input.count)
    let illFormed = encoding.convert(input, to: &text)
    let converted = text.bytes
    let place = { (offset: Int) in
      SourcePlace(offset: offset, inText: converted)
        .at(offset: encoding.offset(ofConverted: offset, in: converted))
    }
    // Foundation drops an incomplete unit at the end.
    let isCut = illFormed.map { input.count - $0 < encoding.width } ?? false
    guard illFormed == nil || isCut && coding.followsFoundation,
      !converted.starts(with: Self.mark)
    else {
      let failure = Problem(
        .invalidUTF8, place: place(illFormed == nil ? 0 : converted.count),
        detail: "the text is not valid \(encoding.name)")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], failure,
          text: coding.followsFoundation ? "The given data was not valid JSON." : nil))
    }
    return try body(converted, place)
  }
}

/// The bytes of values of JSON.
struct JSONSources: SourceFinding {
  /// Whether the documents are the data of server-sent events.
  var isOfEvents = false
  var format: _SourceFormat { .json }

  func offsets(
    of view: TapeView, in nodes: Range<Int>, at offset: Int, in input: ByteView
  ) -> [Int] {
    JSONReader.offsets(
      of: view, from: nodes.lowerBound, to: nodes.upperBound,
      in: ByteView(rebasing: input[offset...])
    ).map { offset + $0 }
  }

  func source(at offset: Int, in input: ByteView) -> [UInt8]? {
    let source = JSONReader.source(at: offset, in: input)
    return isOfEvents ? source.map(EventFraming.data) : source
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

extension JSONReading {
  /// The minimum size, in bytes, of a document that is decoded in groups.
  static let groupedByteCount = 1 << 18

  /// Decodes a long array in groups. Returns `nil` if the type or the options do not allow it.
  @inline(never)
  func decodeInGroups<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ coding: CodingOptions, place: (Int) -> SourcePlace
  ) throws -> T? {
    // The check of unknown keys needs the model's keys for the whole document.
    guard !coding.rejectsUnknownKeys, !options.assumesTopLevelDictionary,
      options.duplicateKeys == .first, let list = type as? any GroupDecodable.Type
    else { return nil }
    return try list.decode(from: input, coding, options, place: place) as? T
  }
}
