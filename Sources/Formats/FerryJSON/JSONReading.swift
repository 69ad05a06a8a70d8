package import FerryBase
package import FerryCoders
package import FerryCoding
package import FerryJSONEngine

/// The options of a decoder of JSON. Text in UTF-16 and UTF-32 is converted to a UTF-8 copy.
@usableFromInline
package struct JSONReading: DocumentReading, TapeSource {
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
    try options.read(input, into: &tape)
  }

  @usableFromInline
  package func offset(ofNode node: Int, in input: ByteView) -> Int? {
    options.offset(ofNode: node, in: input)
  }

  @usableFromInline
  package func offsets(in input: ByteView) -> [Int] { options.offsets(in: input) }

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
    try withText(of: input, coding, file: file) { cursor in
      var source = self
      return try DecodingSession.withTape(from: &source, &cursor, options: coding, body)
    }
  }

  @usableFromInline
  package func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ coding: CodingOptions
  ) throws -> T {
    try withText(of: input, coding) { try decodeText(type, from: &$0, coding) }
  }

  /// Passes UTF-8 text to `body`.
  private func withText<R>(
    of input: ByteView, _ coding: CodingOptions, file: String? = nil,
    _ body: (inout PlaceCursor) throws -> R
  ) throws -> R {
    let encoding =
      options.followsFoundation
      ? TextEncoding(foundationOf: input) : TextEncoding(of: input)
    if let encoding { return try withText(of: input, in: encoding, coding, file, body) }
    var cursor = PlaceCursor(input, file: file)
    return try body(&cursor)
  }

  /// Decodes UTF-8 text.
  private func decodeText<T: Decodable>(
    _ type: T.Type, from cursor: inout PlaceCursor, _ coding: CodingOptions
  ) throws -> T {
    let input = cursor.input
    if JSONWireReader.readsScalarList(type),
      let list = JSONWireReader.scalarList(type, from: input, options)
    {
      return list
    }
    if input.count > Self.groupedByteCount {
      do {
        if let value = try decodeInGroups(type, from: &cursor, coding) { return value }
      } catch let error as DecodingError where error.problem?.category == .syntax {
        // The value with the fault may be unread.
        guard !options.checksUnreadValues else { throw error }
      }
    }
    var source = self
    return try DecodingSession.decode(type, from: &source, &cursor, options: coding)
  }

  /// Returns the problem of a failure, with hints about options and coders of this module.
  @usableFromInline
  package func problem(_ failure: WireFailure, in input: ByteView) -> Problem {
    var problem = options.problem(failure, in: input)
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
    of input: ByteView, in encoding: TextEncoding, _ coding: CodingOptions, _ file: String?,
    _ body: (inout PlaceCursor) throws -> R
  ) throws -> R {
    var text = ByteWriter(capacity: input.count)
    let illFormed = encoding.convert(input, to: &text)
    var cursor = PlaceCursor(text.bytes, file: file, convertedFrom: encoding)
    // Foundation drops an incomplete unit at the end.
    let isCut = illFormed.map { input.count - $0 < encoding.width } ?? false
    guard illFormed == nil || isCut && coding.rules.followsFoundation,
      !text.bytes.starts(with: Self.mark)
    else {
      let failure = Problem(
        .invalidUTF8, place: cursor.place(of: illFormed == nil ? 0 : text.bytes.count),
        detail: "the text is not valid \(encoding.name)")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], failure,
          text: coding.rules.followsFoundation ? "The given data was not valid JSON." : nil))
    }
    return try body(&cursor)
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
