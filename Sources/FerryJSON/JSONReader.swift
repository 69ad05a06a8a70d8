import FerryBytes
import FerryTape

/// Reads JSON text (RFC 8259) into a tape, in one pass.
///
/// Where the RFC leaves a choice:
/// - a byte order mark at the start is skipped (section 8.1 allows it);
/// - a surrogate escape without its partner is an error (section 8.2), since no `String` holds one;
/// - duplicate keys are kept in order (section 4), unless the options exclude them;
/// - numbers keep their text, so range and precision (section 6) are the decoder's question.
///
/// Strings and numbers become ranges of the input; only keys with escapes are copied.
@frozen @usableFromInline
package struct JSONReader: ~Copyable {
  @usableFromInline var bytes: ByteReader
  @usableFromInline let options: JSONReadingOptions
  var hasStarted = false

  /// A reader at the start of `input`, which has to stay where it is as long as the reader lives.
  package init(_ input: UnsafeBufferPointer<UInt8>, options: JSONReadingOptions = .init()) {
    self.options = options
    bytes = unsafe ByteReader(input)
  }

  /// Offset of the next byte in the input.
  package var offset: Int { min(bytes.offset, bytes.count) }

  /// Appends the one value that the input is made of.
  package mutating func readDocument(into tape: inout Tape) throws(WireFailure) {
    try start()
    let root = tape.count
    if options.assumesTopLevelDictionary, bytes.byte != ASCII.openBrace {
      _ = try readItems(of: .map, into: &tape)
    } else {
      try readValue(into: &tape, in: OpenContainer())
      try finish()
    }
    if options.duplicateKeys != .first { try settleDuplicateKeys(from: root, on: &tape) }
  }

  /// Appends the next of several values (NDJSON, RFC 7464 sequences, values side by side).
  /// - Returns: false at the end of the input.
  package mutating func readNext(into tape: inout Tape) throws(WireFailure) -> Bool {
    try start()
    while bytes.byte == ASCII.recordSeparator {
      unsafe bytes.cursor += 1
      try skipBlanks()
    }
    if bytes.isAtEnd { return false }
    try readValue(into: &tape, in: OpenContainer())
    return true
  }

  /// Offset in `input` of the value that became `node`, by reading up to it again: errors are rare,
  /// so no memory is spent on the places of values.
  package static func offset(
    ofNode node: Int, in input: UnsafeBufferPointer<UInt8>, options: JSONReadingOptions
  ) -> Int? {
    var node = node
    if options.duplicateKeys == .last { node = unsafe originalIndex(of: node, in: input, options) }
    return unsafe offset(ofNode: node, in: input, options) { reader, tape throws(WireFailure) in
      if options.assumesTopLevelDictionary { try reader.readDocument(into: &tape) }
      while try reader.readNext(into: &tape) {}
    }
  }

  static func offset(
    ofNode node: Int, in input: UnsafeBufferPointer<UInt8>, _ options: JSONReadingOptions,
    _ read: (inout JSONReader, inout Tape) throws(WireFailure) -> Void
  ) -> Int? {
    var reader = unsafe JSONReader(input, options: options)
    var tape = Tape(wordLimit: node)
    do throws(WireFailure) {
      try read(&reader, &tape)
      return nil
    } catch {
      // The node that does not fit is the one that is looked for.
      return error.kind == .nodeLimit ? error.offset : nil
    }
  }

  /// Moves in front of the next value, at the start behind a byte order mark.
  mutating func start() throws(WireFailure) {
    if !hasStarted {
      hasStarted = true
      try bytes.startJSON()
    }
    try skipBlanks()
  }

  /// Makes sure that nothing but blanks is left.
  mutating func finish() throws(WireFailure) {
    try skipBlanks()
    if !bytes.isAtEnd { throw bytes.syntaxFailure(.trailingContent) }
  }

  mutating func skipBlanks() throws(WireFailure) {
    bytes.skipJSONWhitespace()
    if options.json5 { try skipJSON5Blanks() }
  }
}
