import FerryBinary
import FerryBytes
import FerryJSON
import FerryTape

/// The bytes that documents take in JSON without white space, and in the binary format.
final class DocumentSizes {
  private(set) var json = 0
  private(set) var binary = 0
  private var output = ByteWriter()
  let several: Bool
  private var records = RecordFileWriter()

  /// Sizes for `several` documents, a line and a record each, or for one.
  init(several: Bool) {
    self.several = several
  }

  /// Counts the document at `root`.
  func add(_ view: TapeView, _ root: Int) throws(Failure) {
    var options = JSONWritingOptions()
    options.nonFinite = .null
    output.clear()
    try JSONWriter.write(view, root: root, options: options, to: &output)
    json += output.count + 1
    output.clear()
    if several {
      try records.append(view, root: root, to: &output)
    } else {
      var writer = BinaryWriter()
      try writer.write(document: view, root: root, to: &output)
    }
    binary += output.count
  }

  /// Counts what ends the documents.
  func finish() {
    guard several else { return }
    output.clear()
    records.finish(to: &output)
    binary += output.count
  }
}
