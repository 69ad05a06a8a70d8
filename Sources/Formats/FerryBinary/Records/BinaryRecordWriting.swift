package import FerryBase
package import FerryBinaryEngine
internal import FerryCoders

/// A writer of record files of the binary format.
package final class BinaryRecordWriting: RecordWriting {
  private var writer: RecordFileWriter

  package init(_ options: BinaryWriter.Options) {
    writer = RecordFileWriter(options: options)
  }

  /// Creates a writer that continues the file of `index`, at the offset where its frames end.
  package init(continuing index: RecordFileIndex, _ options: BinaryWriter.Options) {
    writer = RecordFileWriter(continuing: index, options: options)
  }

  package func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure)
  {
    try writer.append(view, root: root, to: &output)
  }

  package func flush(to output: inout ByteWriter) { writer.flush(to: &output) }

  package func finish(to output: inout ByteWriter) { writer.finish(to: &output) }
}
