import FerryBytes
import FerryTape

extension JSONWriter {
  /// Writes a text node as a JSON string (RFC 8259, section 7).
  @inline(__always)
  func writeText(_ node: Node, to output: inout ByteWriter) {
    // The slash if it is to be escaped, else a byte that is escaped anyway.
    let escapedSlash = options.escapesSlashes ? ASCII.slash : ASCII.quote
    if node.kind == .escapedText {
      unsafe view.withText(node) { unsafe output.appendJSON($0, escapedSlash: escapedSlash) }
    } else {
      unsafe output.appendJSON(view.stored(node), escapedSlash: escapedSlash)
    }
  }
}
