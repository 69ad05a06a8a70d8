package import FerryBase
package import FerryCoding

/// The part of an encoder that depends on its format: its own options, and writing.
@usableFromInline
package protocol DocumentWriting: Sendable {
  /// The layout of written records.
  associatedtype RecordLayout: RecordArrangement = ConsecutiveRecords

  /// Takes over what the options of all formats say, and the other way round.
  mutating func settle(_ coding: inout CodingOptions)

  /// Whether direct coding supports the options.
  func isDirect(_ coding: CodingOptions) -> Bool

  /// Writes the tape as a document.
  func write(_ view: TapeView, to output: inout ByteWriter) throws(WireFailure)

  /// Returns a writer of records.
  func recordWriting(_ layout: RecordLayout) -> any RecordWriting
}
