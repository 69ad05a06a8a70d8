#if YAML
import FerryBytes
import FerryTape
import FerryYAML

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
