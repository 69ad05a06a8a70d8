package import FerryBase
internal import FerryCoders
package import FerryJSONEngine

/// A writer of JSON records.
package final class JSONRecordWriting: RecordWriting {
  private let layout: JSON.RecordLayout
  private let options: JSONWritingOptions
  package let takesDocuments: Bool
  private var isEmpty = true

  package init(
    _ layout: JSON.RecordLayout, _ options: JSONWritingOptions, takesDocuments: Bool = false
  ) {
    self.layout = layout
    self.options = options
    self.takesDocuments = takesDocuments
  }

  package func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure)
  {
    begin(on: &output)
    try JSONWireWriter.write(view, root: root, options: options, to: &output)
    end(on: &output)
  }

  package func append(document: ByteView, to output: inout ByteWriter) {
    begin(on: &output)
    output.append(document)
    end(on: &output)
  }

  /// Appends the text before a record.
  private func begin(on output: inout ByteWriter) {
    switch layout {
    case .lines: break
    case .sequence: output.append("\u{1E}")
    case .serverSentEvents: output.append("data: ")
    case .array: output.append(isEmpty ? "[" : ",")
    }
    if layout == .array, options.indentation != .none { output.append("\n") }
  }

  /// Appends the text behind a complete record.
  private func end(on output: inout ByteWriter) {
    if layout != .array { output.append("\n") }
    if layout == .serverSentEvents { output.append("\n") }
    isEmpty = false
  }

  package func finish(to output: inout ByteWriter) {
    guard layout == .array else { return }
    if isEmpty { output.append("[") }
    output.append(options.indentation == .none || isEmpty ? "]\n" : "\n]\n")
  }
}
