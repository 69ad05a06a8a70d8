import FerryBinary
import FerryBytes
import FerryTape

/// The source for a binary input, which its first bytes call a document or a record file.
func makeBinarySource(_ input: Input) throws(CommandError) -> any DocumentSource {
  if BinaryReader.looksLikeRecordFile(input.bytes) { return RecordFileSource(input) }
  return BinarySource(input)
}

/// One binary document.
final class BinarySource: DocumentSource {
  let series = DocumentSeries.one
  let scope: DocumentScope
  private var isAtEnd = false

  init(_ input: Input) {
    scope = DocumentScope(bytes: input.bytes)
  }

  func next(into tape: inout Tape) throws(Failure) -> Bool {
    guard !isAtEnd else { return false }
    isAtEnd = true
    var reader = BinaryReader(scope.bytes)
    try reader.readDocument(into: &tape)
    return true
  }

  func offset(ofNode node: Int, in scope: DocumentScope) -> Int? {
    BinaryReader.offset(ofNode: node, in: scope.bytes)
  }
}

/// One document after the other in frames.
final class RecordFileSource: DocumentSource {
  let series = DocumentSeries.many
  let recovers = true
  private(set) var scope: DocumentScope
  private var reader: RecordFileReader
  private var hasFailed = false

  init(_ input: Input) {
    scope = DocumentScope(bytes: input.bytes)
    reader = RecordFileReader(input.bytes)
  }

  func next(into tape: inout Tape) throws(Failure) -> Bool {
    if hasFailed {
      hasFailed = false
      guard reader.skipDamage() else { return false }
    }
    do throws(Failure) {
      guard try reader.readNext(into: &tape) else { return false }
      scope.number += 1
      return true
    } catch {
      hasFailed = true
      throw error
    }
  }

  func offset(ofNode node: Int, in scope: DocumentScope) -> Int? { reader.offset(ofNode: node) }
}

/// The one document of a binary file.
final class BinarySink: DocumentSink {
  private var writer = BinaryWriter()

  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure) {
    try writer.write(document: view, root: root, to: &output)
  }

  func finish(to output: inout ByteWriter) {}
}

/// Several documents as a record file.
final class RecordFileSink: DocumentSink {
  private var writer = RecordFileWriter()

  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure) {
    try writer.append(view, root: root, to: &output)
  }

  func interrupt(to output: inout ByteWriter) {
    writer.flush(to: &output)
  }

  func finish(to output: inout ByteWriter) {
    writer.finish(to: &output)
  }
}
