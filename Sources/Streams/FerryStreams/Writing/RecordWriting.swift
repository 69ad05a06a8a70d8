package import FerryBinary
package import FerryBase
package import FerryJSON
#if FERRY_YAML
package import FerryYAML
#endif

/// A writer of JSON records.
package final class JSONRecordWriting: RecordWriting {
  /// The text around the records.
  package enum Layout {
    case lines, sequence, array
  }

  private let layout: Layout
  private let options: JSONWritingOptions
  private var isEmpty = true

  package init(_ layout: Layout, _ options: JSONWritingOptions) {
    self.layout = layout
    self.options = options
  }

  package func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure)
  {
    begin(on: &output)
    try JSONWriter.write(view, root: root, options: options, to: &output)
    end(on: &output)
  }

  /// Appends the text before a record.
  package func begin(on output: inout ByteWriter) {
    switch layout {
    case .lines: break
    case .sequence: output.append("\u{1E}")
    case .array: output.append(isEmpty ? "[" : ",")
    }
    if layout == .array, options.indentation != .none { output.append("\n") }
  }

  /// Appends the text behind a complete record.
  package func end(on output: inout ByteWriter) {
    if layout != .array { output.append("\n") }
    isEmpty = false
  }

  package func finish(to output: inout ByteWriter) {
    guard layout == .array else { return }
    if isEmpty { output.append("[") }
    output.append(options.indentation == .none || isEmpty ? "]\n" : "\n]\n")
  }
}

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

#if FERRY_YAML
/// A writer of YAML documents.
package final class YAMLRecordWriting: RecordWriting {
  private let options: YAMLWriter.Options
  private var writer: YAMLWriter

  package init(_ options: YAMLWriter.Options) {
    self.options = options
    writer = YAMLWriter(options: options)
  }

  package func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure)
  {
    try writer.write(document: view, root: root, to: &output)
  }

  package func finish(to output: inout ByteWriter) throws(WireFailure) {
    // Ending a writer consumes it.
    let ended = exchange(&writer, with: YAMLWriter(options: options))
    try ended.finish(to: &output)
  }
}
#endif
