#if YAML
import FerryBytes
import FerryTape
import FerryYAML

/// A YAML file with one document, or none.
final class YAMLSource: DocumentSource {
  private(set) var remark: FailureRemark?

  func read(_ bytes: UnsafeBufferPointer<UInt8>, into tape: inout Tape) throws(Failure) {
    var reader = unsafe YAMLReader(bytes)
    do throws(Failure) {
      guard try reader.readDocument(into: &tape) else { return }
      if let offset = try reader.startOfAnotherDocument() {
        throw Failure(.trailingContent, offset: offset)
      }
    } catch {
      remark =
        error.kind == .trailingContent
        ? FailureRemark(detail: "another document, where one is wanted")
        : reader.remark(on: error)
      throw error
    }
  }

  func offset(ofNode node: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    unsafe YAMLReader.offset(ofNode: node, document: 0, in: bytes)
  }
}

/// One YAML document, or several with `---` in front of each.
final class YAMLSink: DocumentSink {
  private let options: YAMLWriter.Options
  private var writer: YAMLWriter

  init(several: Bool, _ layout: Layout) {
    var options = YAMLWriter.Options(explicitDocumentStart: several)
    // Narrower than two columns is no indentation, wider than nine is beyond libyaml.
    if case .spaces(let width) = layout.indentation { options.indent = min(max(width, 2), 9) }
    self.options = options
    writer = YAMLWriter(options: options)
  }

  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure) {
    try writer.write(document: view, root: root, to: &output)
  }

  func finish(to output: inout ByteWriter) throws(Failure) {
    // Ending a writer consumes it; a fresh one takes its place for the next batch.
    let ended = exchange(&writer, with: YAMLWriter(options: options))
    try ended.finish(to: &output)
  }
}
#endif
