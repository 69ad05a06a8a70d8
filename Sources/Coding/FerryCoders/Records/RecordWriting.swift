package import FerryBase

/// A way to write the records of one format.
@usableFromInline
package protocol RecordWriting: AnyObject {
  /// Appends the record at `root` to `output`.
  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure)
  /// Whether a document of the encoder is a record, so that ``append(document:to:)`` can be called.
  var takesDocuments: Bool { get }
  /// Appends a record that is a document already.
  func append(document: ByteView, to output: inout ByteWriter)
  /// Appends the data that the writer holds back.
  func flush(to output: inout ByteWriter)
  /// Appends the end of the stream.
  func finish(to output: inout ByteWriter) throws(WireFailure)
}

extension RecordWriting {
  package var takesDocuments: Bool { false }
  package func append(document: ByteView, to output: inout ByteWriter) {}
  package func flush(to output: inout ByteWriter) {}
  package func finish(to output: inout ByteWriter) {}
}
