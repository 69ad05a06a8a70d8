import FerryBytes
import FerryCoding
import FerryJSON
import FerryTape
import Synchronization

/// Writes JSON text for an encoder.
final class JSONLayout: DocumentEncoding {
  let formatting = Mutex(JSONTextEncoder.OutputFormatting())
  let isCanonical: Bool
  /// Bytes of the last text that was written directly.
  let lastLength = Atomic(0)

  init(isCanonical: Bool) {
    self.isCanonical = isCanonical
  }

  func write(
    _ view: TapeView, _ options: CodingOptions, to output: inout ByteWriter
  ) throws(WireFailure) {
    if isCanonical {
      return try CanonicalJSONWriter.write(view, depthLimit: options.depthLimit, to: &output)
    }
    try JSONWriter.write(view, options: settled(options), to: &output)
  }

  /// How the text of a call is laid out; the canonical form has no layout.
  func settled(_ options: CodingOptions) -> JSONWritingOptions {
    let formatting = formatting.withLock { $0 }
    var writing = JSONWritingOptions()
    writing.depthLimit = options.depthLimit
    writing.escapesSlashes = !formatting.contains(.withoutEscapingSlashes)
    writing.sortedKeys = formatting.contains(.sortedKeys)
    if formatting.contains(.prettyPrinted) {
      writing.indentation = .spaces(2)
      writing.followsFoundation = true
    }
    return writing
  }
}
