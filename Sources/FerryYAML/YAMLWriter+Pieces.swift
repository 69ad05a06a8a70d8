import FerryBytes
import FerryTape

/// A document whose containers are opened and closed by the caller, so that it need not be on one
/// tape. What is written has to nest as in a tape: in a map, a key comes before each value.
extension YAMLWriter {
  /// Starts the next document of the stream.
  package mutating func startDocument(to output: inout ByteWriter) throws(Failure) {
    emitter.exchange(&output)
    defer { emitter.exchange(&output) }
    try startDocument()
  }

  /// Opens a map or a list.
  package mutating func open(isMap: Bool, to output: inout ByteWriter) throws(Failure) {
    emitter.exchange(&output)
    defer { emitter.exchange(&output) }
    try isMap
      ? emitter.startMap(isFlow: options.flowStyle) : emitter.startList(isFlow: options.flowStyle)
  }

  /// Closes what was opened last.
  package mutating func close(isMap: Bool, to output: inout ByteWriter) throws(Failure) {
    emitter.exchange(&output)
    defer { emitter.exchange(&output) }
    try isMap ? emitter.endMap() : emitter.endList()
  }

  /// Writes the text at `root` as a key.
  package mutating func write(
    key root: Int, of view: TapeView, to output: inout ByteWriter
  ) throws(Failure) {
    emitter.exchange(&output)
    defer { emitter.exchange(&output) }
    try writeKey(root, of: view)
  }

  /// Writes the value at `root` with all that is in it.
  package mutating func write(
    value root: Int, of view: TapeView, to output: inout ByteWriter
  ) throws(Failure) {
    emitter.exchange(&output)
    defer { emitter.exchange(&output) }
    try write(root, of: view)
  }

  /// Ends the document.
  package mutating func endDocument(to output: inout ByteWriter) throws(Failure) {
    emitter.exchange(&output)
    defer { emitter.exchange(&output) }
    try emitter.endDocument()
    try emitter.flush()
  }
}
