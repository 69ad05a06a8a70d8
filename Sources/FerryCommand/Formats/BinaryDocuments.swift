import FerryBinary
import FerryBytes
import FerryTape

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
