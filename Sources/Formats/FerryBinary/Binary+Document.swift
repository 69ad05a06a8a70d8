internal import FerryBase
internal import FerryBinaryEngine
package import FerryCoders
internal import FerryCoding
import Synchronization

extension BinaryReading {
  /// Returns the source of a document in `bytes`. A path skips the values before its target, however
  /// large they are. A path into an array in a packed form reads this array. A checksum is verified
  /// first.
  @usableFromInline
  package func documentSource(
    of bytes: any DocumentBytes, _ state: DecoderState<BinaryReading>
  ) -> DocumentSource {
    let documents = BinaryDocuments(state)
    return DocumentSource(bytes, documents, scanned: documents)
  }
}

/// A binary document in which paths skip the values before their target.
private final class BinaryDocuments: DocumentFormat, ScannedFormat {
  private let state: DecoderState<BinaryReading>
  private let knownHead = Mutex<BinaryHead?>(nil)

  init(_ state: DecoderState<BinaryReading>) { self.state = state }

  var coding: CodingOptions { state.coding }

  private func scanner(
    _ input: ByteView, at offset: Int
  ) throws(WireFailure) -> BinaryScanner {
    BinaryScanner(
      input, try head(of: input), at: offset == 0 ? nil : offset, depthLimit: coding.depthLimit)
  }

  private func head(of input: ByteView) throws(WireFailure) -> BinaryHead {
    if let head = knownHead.withLock({ $0 }) { return head }
    let head = try BinaryHead(input)
    knownHead.withLock { $0 = head }
    return head
  }

  func scan(
    _ path: WirePath, from offset: Int, in input: ByteView,
    _ body: (Int, [WirePath.Step], ArraySlice<WirePath.Step>) -> Bool
  ) throws(WireFailure) {
    var scanner = try scanner(input, at: offset)
    try path.forEachMatch(in: &scanner, body)
  }

  func kind(at offset: Int, in input: ByteView) throws(WireFailure) -> AnyValue.Kind {
    try scanner(input, at: offset).kind()
  }

  func validate(_ input: ByteView) throws { _ = try DocumentTape(self, at: 0, of: input) }

  func read(_ input: ByteView, at part: Int, into tape: inout Tape) throws(WireFailure) {
    guard part > 0 else { return try state.reading.read(input, into: &tape) }
    try BinaryReader.readValue(
      at: part, of: input, head(of: input), depthLimit: coding.depthLimit, into: &tape)
  }

  var isText: Bool { false }

  func source(of part: Int) -> any TapeSource { BinaryPart(document: self, offset: part) }

  func decode<T: Decodable>(
    _ type: T.Type, at offset: Int, in input: ByteView, _ options: CodingOptions
  ) throws -> T {
    var part = BinaryPart(document: self, offset: offset)
    var cursor = PlaceCursor(input, isText: false)
    return try DecodingSession.decode(type, from: &part, &cursor, options: options)
  }
}

/// The reader of a value of a document.
private struct BinaryPart: TapeSource {
  let document: BinaryDocuments
  let offset: Int

  func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    try document.read(input, at: offset, into: &tape)
  }
}
