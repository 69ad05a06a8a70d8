#if YAML
import FerryBytes
import FerryTape
import FerryYAML

/// A YAML file with any number of documents.
final class YAMLSource: DocumentSource {
  let series = DocumentSeries.counted
  private(set) var scope: DocumentScope
  private var reader: YAMLReader
  private var count = 0

  init(_ input: Input) {
    scope = DocumentScope(bytes: input.bytes)
    reader = YAMLReader(input.bytes)
  }

  var problem: String? { reader.problem }

  func next(into tape: inout Tape) throws(Failure) -> Bool {
    scope.number = count
    count += 1
    return try reader.readDocument(into: &tape)
  }

  func offset(ofNode node: Int, in scope: DocumentScope) -> Int? {
    YAMLReader.offset(ofNode: node, document: scope.number, in: scope.bytes)
  }
}

/// One YAML document, or several with `---` in front of each.
final class YAMLSink: DocumentSink {
  private var writer: YAMLWriter

  init(several: Bool, _ layout: Layout) {
    var options = YAMLWriter.Options(explicitDocumentStart: several)
    // Narrower than two columns is no indentation, wider than nine is beyond libyaml.
    if case .spaces(let width) = layout.indentation { options.indent = min(max(width, 2), 9) }
    writer = YAMLWriter(options: options)
  }

  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure) {
    try writer.write(document: view, root: root, to: &output)
  }

  func finish(to output: inout ByteWriter) throws(Failure) {
    // Ending a writer consumes it, so a fresh one, which costs nothing, takes its place.
    let ended = exchange(&writer, with: YAMLWriter())
    try ended.finish(to: &output)
  }
}
#endif
