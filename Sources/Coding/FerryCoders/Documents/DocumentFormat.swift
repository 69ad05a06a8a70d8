package import FerryBase
package import FerryCoding

/// The part of a ``Document`` that depends on its format: functions to find and read values.
///
/// A part of a document is a value that is read onto a tape of its own. It is given by its offset.
/// The part at offset 0 is the document.
package protocol DocumentFormat: Sendable {
  /// The options of a call.
  var coding: CodingOptions { get }
  /// Reads a part of the input onto the tape. Throws a `WireFailure`, or the error that was made
  /// from one.
  func read(_ input: ByteView, at part: Int, into tape: inout Tape) throws
  /// Whether locations have a line and a column.
  var isText: Bool { get }
  /// Returns the reader of a part, which finds its locations.
  func source(of part: Int) -> any TapeSource
}

extension DocumentFormat {
  package func read(_ input: ByteView, at part: Int, into tape: inout Tape) throws {
    var source = source(of: part)
    try source.read(input, into: &tape)
  }
}

/// A format in whose bytes a ``ValueScanner`` follows paths.
package protocol ScannedFormat: Sendable {
  /// Calls `body` with the offset of every value at `path` below the value at `offset`, as
  /// ``WirePath/forEachMatch(in:_:)`` does. Parts have the rest of the path.
  func scan(
    _ path: WirePath, from offset: Int, in input: ByteView,
    _ body: (Int, [WirePath.Step], ArraySlice<WirePath.Step>) -> Bool
  ) throws(WireFailure)
  /// Returns the kind of the value at an offset.
  func kind(at offset: Int, in input: ByteView) throws(WireFailure) -> AnyValue.Kind
  /// Decodes the value at an offset. For the offset 0, it reads the whole document. Throws a
  /// `WireFailure` of the scanner, or the error of decoding.
  func decode<T: Decodable>(
    _ type: T.Type, at offset: Int, in input: ByteView, _ options: CodingOptions
  ) throws -> T
  /// Checks the whole document.
  func validate(_ input: ByteView) throws
}

/// The documents of a format that is read onto the tape in one pass.
package struct TapeDocuments<Reading: DocumentReading & TapeSource>: DocumentFormat {
  private let state: DecoderState<Reading>

  package init(_ state: DecoderState<Reading>) { self.state = state }

  package var coding: CodingOptions { state.coding }

  package var isText: Bool { Reading.isText }

  package func source(of part: Int) -> any TapeSource { state.reading }
}
