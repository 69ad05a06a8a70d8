package import FerryBase

/// A way to write the records of one format.
@usableFromInline
package protocol RecordWriting: AnyObject {
  /// Appends the record at `root` to `output`.
  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure)
  /// Appends a record that is a document already. Returns `false` if the format has records of another
  /// form.
  func append(document: ByteView, to output: inout ByteWriter) -> Bool
  /// Appends the data that the writer holds back.
  func flush(to output: inout ByteWriter)
  /// Appends the end of the stream.
  func finish(to output: inout ByteWriter) throws(WireFailure)
}

extension RecordWriting {
  package func append(document: ByteView, to output: inout ByteWriter) -> Bool { false }
  package func flush(to output: inout ByteWriter) {}
  package func finish(to output: inout ByteWriter) {}
}
