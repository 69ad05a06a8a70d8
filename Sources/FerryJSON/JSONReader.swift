import FerryBytes
import FerryTape

/// What a ``JSONReader`` accepts. The default is RFC 8259 to the letter.
@frozen @usableFromInline
package struct JSONReadingOptions: Sendable, Equatable {
  /// Accepts JSON5 (spec.json5.org): comments, single quotes, unquoted keys, more numbers.
  package var json5 = false
  /// Accepts a comma behind the last element, as Foundation does. Part of JSON5.
  @usableFromInline package var allowsTrailingCommas = false
  /// Checks values that are passed over like the rest. Without, the direct reader goes by their
  /// quotes and brackets; a tape has all values anyway.
  package var checksUnreadValues = true
  /// Works the double of a decimal out while reading it, for a decoder that will ask for most.
  package var parsesDecimals = false
  /// Takes the input for the members of an object that has no braces, unless it begins with one.
  package var assumesTopLevelDictionary = false
  /// Accepts JSON5's escapes for U+0000; Foundation's JSON5 does not.
  package var allowsEscapedNull = true
  /// The meaning of an object with equal keys, on a tape.
  package var duplicateKeys = DuplicateKeyStrategy.first
  /// Whether keys are equal if they look the same, as in Foundation, and not only if their bytes are.
  package var comparesKeysCanonically = false
  /// Containers inside each other, at most.
  @usableFromInline package var depthLimit: Int

  package init() { depthLimit = OpenContainer.standardLimit }

  /// The options for JSON5.
  package static var json5: JSONReadingOptions {
    var options = JSONReadingOptions()
    options.json5 = true
    return options
  }
}

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
  package init(_ input: ByteView, options: JSONReadingOptions = .init()) {
    self.options = options
    bytes = ByteReader(input)
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
    ofNode node: Int, in input: ByteView, options: JSONReadingOptions
  ) -> Int? {
    var node = node
    if options.duplicateKeys == .last { node = originalIndex(of: node, in: input, options) }
    return offset(ofNode: node, in: input, options) { reader, tape throws(WireFailure) in
      if options.assumesTopLevelDictionary { try reader.readDocument(into: &tape) }
      while try reader.readNext(into: &tape) {}
    }
  }

  static func offset(
    ofNode node: Int, in input: ByteView, _ options: JSONReadingOptions,
    _ read: (inout JSONReader, inout Tape) throws(WireFailure) -> Void
  ) -> Int? {
    var reader = JSONReader(input, options: options)
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

// A list at the top is read a group of elements at a time, so that the tape of a document of
// gigabytes is as long as that of a group.
extension JSONReader {
  /// Enters the list that the input is.
  /// - Returns: false if it is something else; then nothing but blanks has been read.
  package mutating func enterList() throws(WireFailure) -> Bool {
    try start()
    guard bytes.byte == ASCII.openBracket else { return false }
    unsafe bytes.cursor += 1
    try skipBlanks()
    return true
  }

  /// Appends a list of elements until `tape` has `wordCount` words, or to the end of the document.
  /// - Returns: whether there are more.
  package mutating func readElements(
    into tape: inout Tape, upTo wordCount: Int, isFirst: Bool
  ) throws(WireFailure) -> Bool {
    try readItems(of: .list, into: &tape, upTo: wordCount, isFirst: isFirst)
  }

  /// Appends a `container` of the elements of a list, up to its bracket, or of the members of an object
  /// without braces, up to the end of the document.
  mutating func readItems(
    of container: NodeKind, into tape: inout Tape, upTo wordCount: Int = .max, isFirst: Bool = true
  ) throws(WireFailure) -> Bool {
    var open = OpenContainer()
    try open.open(container, on: &tape, limit: .max)
    var isBehindComma = !isFirst
    while true {
      if bytes.needsTail { bytes.enterTail() }
      if open.isMap ? bytes.isAtEnd : bytes.byte == ASCII.closeBracket {
        if isBehindComma, !options.json5, !options.allowsTrailingCommas {
          throw bytes.syntaxFailure(.trailingComma)
        }
        if !open.isMap { unsafe bytes.cursor += 1 }
        open.close(on: &tape)
        try finish()
        return false
      }
      if isBehindComma, tape.count >= wordCount {
        open.close(on: &tape)
        return true
      }
      if open.isMap { try readKey(into: &tape) }
      try readValue(into: &tape, in: OpenContainer())
      open.count += 1
      try skipBlanks()
      isBehindComma = bytes.byte == ASCII.comma
      if isBehindComma {
        unsafe bytes.cursor += 1
        try skipBlanks()
      } else if open.isMap ? !bytes.isAtEnd : bytes.byte != ASCII.closeBracket {
        let isBrace = !open.isMap && bytes.byte == ASCII.closeBrace
        throw bytes.syntaxFailure(isBrace ? .mismatchedBracket : .missingComma)
      }
    }
  }

  /// Offset in `input` of the value that became `node` of the group whose first element is at
  /// `start`, by reading up to it again.
  package static func offset(
    ofNode node: Int, inElementsFrom start: Int, of input: ByteView,
    options: JSONReadingOptions
  ) -> Int? {
    offset(ofNode: node, in: input, options) { reader, tape throws(WireFailure) in
      reader.hasStarted = true
      reader.bytes.move(to: start)
      _ = try reader.readElements(into: &tape, upTo: .max, isFirst: true)
    }
  }
}

extension JSONReader {
  /// What `body` makes of the document that `bytes` are; `nil` if they are no JSON, or it throws.
  package static func read<Value>(
    _ bytes: [UInt8], _ body: (TapeView) throws(WireFailure) -> Value?
  ) -> Value? {
    bytes.withByteView { bytes in
      var reader = JSONReader(bytes)
      var tape = Tape()
      do throws(WireFailure) {
        try reader.readDocument(into: &tape)
        return try body(TapeView(tape, input: bytes))
      } catch {
        return nil
      }
    }
  }

  /// The text of the JSON string that `bytes` are; `nil` if they are none.
  package static func string(_ bytes: [UInt8]) -> String? { read(bytes) { $0.text(at: 0) } }
}
