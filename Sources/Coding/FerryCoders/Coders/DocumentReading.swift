package import FerryBase
package import FerryCoding

/// The part of a decoder that depends on its format: its own options, and reading.
@usableFromInline
package protocol DocumentReading: Sendable {
  /// The location of the records in a stream.
  associatedtype Records: RecordArrangement = ConsecutiveRecords

  /// Whether locations have a line and a column. Others are offsets.
  static var isText: Bool { get }

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
  @usableFromInline package static var isText: Bool { false }

  @usableFromInline
  package func isDirect(_ records: Records) -> Bool { true }
}

// A format whose documents are read onto the tape in one pass.
extension DocumentReading where Self: TapeSource {
  @usableFromInline
  package func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ coding: CodingOptions
  ) throws -> T {
    var (source, cursor) = (self, PlaceCursor(input, isText: Self.isText))
    return try DecodingSession.decode(type, from: &source, &cursor, options: coding)
  }

  /// Returns the source of a document, of which the first access reads all.
  @usableFromInline
  package func documentSource(
    of bytes: any DocumentBytes, _ state: DecoderState<Self>
  ) -> DocumentSource {
    DocumentSource(bytes, TapeDocuments(state))
  }
}
