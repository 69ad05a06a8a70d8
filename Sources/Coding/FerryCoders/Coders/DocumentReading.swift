package import FerryBase
package import FerryCoding

/// The part of a decoder that depends on its format: its own options, and reading.
@usableFromInline
package protocol DocumentReading: Sendable {
  /// The location of the records in a stream.
  associatedtype Records: RecordArrangement = ConsecutiveRecords

  /// Takes over what the options of all formats say, and the other way round.
  mutating func settle(_ coding: inout CodingOptions)

  /// Whether direct coding supports the options.
  func isDirect(_ coding: CodingOptions) -> Bool

  /// Whether losses are reported when the document is known to be valid.
  static var holdsLosses: Bool { get }

  /// Decodes the document in `input` through the tape.
  func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ coding: CodingOptions
  ) throws -> T

  /// Returns the source of a document in `bytes`, whose values the decoder with `state` decodes.
  func documentSource(
    of bytes: any DocumentBytes, _ state: DecoderState<Self>
  ) -> DocumentSource

  /// Returns the format of records in a stream.
  func recordFormat(_ records: Records) -> RecordFormat

  /// Whether direct coding of records supports their arrangement.
  func isDirect(_ records: Records) -> Bool
}

extension DocumentReading {
  @usableFromInline
  package func isDirect(_ records: Records) -> Bool { true }
}

/// A reader that reads a document or a record again to find locations, so that it stores none.
@usableFromInline
package protocol Rereading: Sendable {
  /// Appends the document or record in `input` to the tape.
  func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure)

  /// Returns the offset of the value that becomes `node` of the tape.
  func offset(ofNode node: Int, in input: ByteView) -> Int?

  /// Returns the offsets of all values in one pass; none if the format cannot find them.
  func offsets(in input: ByteView) -> [Int]
}

extension Rereading {
  @usableFromInline
  package func offset(ofNode node: Int, in input: ByteView) -> Int? {
    Tape.offset(ofNode: node) { tape throws(WireFailure) in try read(input, into: &tape) }
  }

  @usableFromInline package func offsets(in input: ByteView) -> [Int] { [] }
}

/// A format whose documents are read onto the tape in one pass.
@usableFromInline
package protocol TapeReading: DocumentReading, Rereading {
  /// Whether locations have a line and a column. Others are offsets.
  static var isText: Bool { get }

  /// Returns the problem of a failure to read `input`.
  func problem(_ failure: WireFailure, in input: ByteView) -> Problem
}

extension TapeReading {
  @usableFromInline package static var isText: Bool { false }

  @usableFromInline
  package func problem(_ failure: WireFailure, in input: ByteView) -> Problem { Problem(failure) }

  @usableFromInline
  package func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ coding: CodingOptions
  ) throws -> T {
    var cursor = PlaceCursor(input)
    return try decode(type, from: input, coding) { Self.place(of: $0, &cursor) }
  }

  /// Decodes a `T` from the document in `input`, whose locations are those that `place` returns.
  package func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ coding: CodingOptions, place: (Int) -> SourcePlace
  ) throws -> T {
    try withTape(of: input, for: type, coding, place: place) { try $0.document(type, at: 0) }
  }

  /// Passes the call with the tape of the document in `input` to `body`. Errors have the locations
  /// that `place` returns.
  package func withTape<R>(
    of input: ByteView, for type: any Any.Type = AnyValue.self, _ coding: CodingOptions,
    place: (Int) -> SourcePlace, _ body: (DecodingCall) throws -> R
  ) throws -> R {
    try DecodingSession.withTape(
      of: input, for: type, options: coding,
      read: { tape throws(WireFailure) in try read(input, into: &tape) },
      offsetOfNode: { offset(ofNode: $0, in: input) }, offsets: { offsets(in: input) },
      place: place, problem: { problem($0, in: input) }, body)
  }

  /// Returns the source of a document, of which the first access reads all.
  @usableFromInline
  package func documentSource(
    of bytes: any DocumentBytes, _ state: DecoderState<Self>
  ) -> DocumentSource {
    DocumentSource(bytes, TapeDocuments(state))
  }

  /// Returns the location of an offset in the text of the cursor.
  static func place(of offset: Int, _ cursor: inout PlaceCursor) -> SourcePlace {
    isText ? cursor.place(of: offset) : SourcePlace(binaryOffset: offset)
  }
}
