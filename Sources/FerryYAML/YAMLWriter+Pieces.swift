import FerryBytes
import FerryTape

/// A document whose containers are opened and closed by the caller, so that it need not be on one
/// tape. What is written has to nest as in a tape: in a map, a key comes before each value.
extension YAMLWriter {
  /// Starts the next document of the stream.
  package mutating func startDocument(to output: inout ByteWriter) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.startDocument()
    }
  }

  /// Opens a map or a list.
  package mutating func open(isMap: Bool, to output: inout ByteWriter) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.emitter.start(isMap: isMap, isFlow: writer.options.flowStyle)
    }
  }

  /// Closes what was opened last.
  package mutating func close(isMap: Bool, to output: inout ByteWriter) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.emitter.end(isMap: isMap)
    }
  }

  /// Writes the text at `root` as a key.
  package mutating func write(
    key root: Int, of view: TapeView, to output: inout ByteWriter
  ) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.writeKey(root, of: view)
    }
  }

  /// Writes the value at `root` with all that is in it.
  package mutating func write(
    value root: Int, of view: TapeView, to output: inout ByteWriter
  ) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.write(root, of: view)
    }
  }

  /// Ends the document.
  package mutating func endDocument(to output: inout ByteWriter) throws(WireFailure) {
    try lend(&output) { writer throws(WireFailure) in
      try writer.emitter.endDocument()
      try writer.emitter.flush()
    }
  }
}
