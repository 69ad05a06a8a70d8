package import FerryBase
internal import FerryCoders

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
    do throws(WireFailure) {
      try writer.write(document: view, root: root, to: &output)
    } catch {
      // The emitter is inside of the document, of which the caller removes the part that is written.
      writer = YAMLWriter(options: options)
      throw error
    }
  }

  package func finish(to output: inout ByteWriter) throws(WireFailure) {
    // Ending a writer consumes it.
    let ended = exchange(&writer, with: YAMLWriter(options: options))
    try ended.finish(to: &output)
  }
}
