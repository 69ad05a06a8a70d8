public import FerryBase

/// The options of a ``JSONReader``. The default is strict RFC 8259.
@frozen @usableFromInline
package struct JSONReadingOptions: Sendable, Equatable {
  /// Accepts JSON5 (spec.json5.org): comments, single quotes, unquoted keys, more numbers.
  #if hasFeature(Embedded)
  // The core sets no options. With a constant, programs do not contain the code for JSON5.
  package var json5: Bool {
    get { false }
    set {}
  }
  var isLenient: Bool { false }

  func allows(_ item: JSON.Leniency) -> Bool { false }
  #else
  package var json5 = false { didSet { setLenient() } }
  /// The items of JSON5 that are accepted, besides trailing commas.
  package var leniency = JSON.Leniency() { didSet { setLenient() } }
  /// Whether any item of JSON5 is accepted, besides trailing commas.
  package private(set) var isLenient = false

  private mutating func setLenient() { isLenient = json5 || !leniency.isEmpty }

  /// Whether an item of JSON5 other than trailing commas is accepted.
  package func allows(_ item: JSON.Leniency) -> Bool { json5 || leniency.contains(item) }
  #endif
  /// Accepts a comma after the last element, as Foundation does. JSON5 includes this.
  @usableFromInline package var allowsTrailingCommas = false
  /// Checks skipped values in full. If false, the direct reader checks only their quotes and
  /// brackets; a tape contains all values in any case. With ``followsFoundation``, both readers check
  /// all but the strings and numbers.
  package var checksUnreadValues = true
  /// Computes the double of a decimal while reading it, for a decoder that reads most numbers.
  package var parsesDecimals = false
  /// Treats input that does not begin with a brace as the members of an object without braces.
  package var assumesTopLevelDictionary = false
  /// The meaning of an object with duplicate keys, when reading onto a tape.
  @usableFromInline package var duplicateKeys = DuplicateKeyStrategy.first
  /// Leaves a document to the tape if a text stands in place of a number: it may be one of the texts for
  /// NaN and the infinities.
  package var readsNonFiniteTexts = false
  /// Follows Foundation's rules for numbers, keys and unread values. Keys are equal under canonical
  /// equivalence instead of by their bytes, and JSON5 has no escapes for U+0000.
  #if hasFeature(Embedded)
  @usableFromInline package var followsFoundation: Bool {
    get { false }
    set {}
  }
  #else
  @usableFromInline package var followsFoundation = false
  #endif
  /// Reads the marks of ``UnreadFaults`` as unreadable values.
  var readsFaultMarks = false
  /// The maximum number of nested containers.
  @usableFromInline package var depthLimit: Int

  package init() { depthLimit = OpenContainer.standardLimit }

  /// Whether all text that is read is JSON by RFC 8259, so that a value can be copied to others.
  package var readsOnlyJSON: Bool {
    !isLenient && !allowsTrailingCommas && !assumesTopLevelDictionary && !followsFoundation
  }

  /// The options for JSON5.
  package static var json5: JSONReadingOptions {
    var options = JSONReadingOptions()
    options.json5 = true
    return options
  }
}

/// A reader that reads JSON text (RFC 8259) onto a tape, in one pass.
///
/// It makes these choices where the RFC allows several:
/// - A byte order mark at the start is skipped (section 8.1 allows it).
/// - A surrogate escape without its partner is an error (section 8.2), because a `String` cannot
///   hold it.
/// - Duplicate keys stay in order (section 4), unless the options exclude them.
/// - Numbers keep their text, so the decoder determines range and precision (section 6).
///
/// Strings and numbers become ranges of the input. Only texts with escapes are copied.
@frozen @usableFromInline
package struct JSONReader: ~Copyable {
  @usableFromInline var bytes: ByteReader
  @usableFromInline let options: JSONReadingOptions
  @usableFromInline var indentation: Indentation
  var hasStarted = false

  /// Creates a reader at the start of `input`, which must stay at its address as long as the reader
  /// lives.
  package init(_ input: ByteView, options: JSONReadingOptions = .init()) {
    self.init(ByteReader(input), options: options)
  }

  init(_ bytes: consuming ByteReader, options: JSONReadingOptions) {
    self.options = options
    self.bytes = bytes
    indentation = Indentation()
  }

  /// The offset of the next byte in the input.
  package var offset: Int { min(bytes.offset, bytes.count) }

  /// Appends the one value that the input consists of.
  package mutating func readDocument(into tape: inout Tape) throws(WireFailure) {
    let root = tape.count
    if root == 0 { tape.source = (0, bytes.offset) }
    do throws(WireFailure) {
      try readWholeDocument(into: &tape)
    } catch {
      guard options.followsFoundation, !options.checksUnreadValues else { throw error }
      try readDeferringFaults(after: error, from: root, into: &tape)
    }
    if options.duplicateKeys != .first { try settleDuplicateKeys(from: root, on: &tape) }
  }

  mutating func readWholeDocument(into tape: inout Tape) throws(WireFailure) {
    try start()
    if options.assumesTopLevelDictionary, bytes.byte != ASCII.openBrace {
      _ = try readItems(of: .map, into: &tape)
    } else {
      try readValue(into: &tape, in: OpenContainer())
      try finish()
    }
  }

  /// Appends the next of several values (NDJSON, RFC 7464 sequences, concatenated values).
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

  /// Moves to the next value. At the start of the input, skips a byte order mark.
  mutating func start() throws(WireFailure) {
    if !hasStarted {
      hasStarted = true
      try bytes.startJSON()
    }
    try skipBlanks()
  }

  /// Checks that only white space is left.
  mutating func finish() throws(WireFailure) {
    try skipBlanks()
    if !bytes.isAtEnd { throw bytes.syntaxFailure(.trailingContent) }
  }

  mutating func skipBlanks() throws(WireFailure) {
    bytes.skipJSONWhitespace()
    if options.isLenient { try skipJSON5Blanks() }
  }
}

// A top-level array can be read in groups of elements. The tape then only needs memory for one
// group, even if the document has gigabytes.
extension JSONReader {
  /// Enters the array that the input consists of.
  /// - Returns: false if the input is not an array; only white space has been read then.
  package mutating func enterList() throws(WireFailure) -> Bool {
    try start()
    guard bytes.byte == ASCII.openBracket else { return false }
    unsafe bytes.cursor += 1
    try skipBlanks()
    return true
  }

  /// Appends an array of elements until `tape` has `wordCount` words, or up to the end of the
  /// document.
  /// - Returns: whether more elements follow.
  package mutating func readElements(
    into tape: inout Tape, upTo wordCount: Int, isFirst: Bool
  ) throws(WireFailure) -> Bool {
    try readItems(of: .list, into: &tape, upTo: wordCount, isFirst: isFirst)
  }

  /// Appends a `container` of the elements of an array, up to its bracket, or of the members of an
  /// object without braces, up to the end of the document.
  mutating func readItems(
    of container: NodeKind, into tape: inout Tape, upTo wordCount: Int = .max, isFirst: Bool = true
  ) throws(WireFailure) -> Bool {
    var open = OpenContainer()
    // The container has no bracket.
    tape.source = tape.count == 0 ? (1, bytes.offset) : nil
    do throws(WireFailure) {
      try open.open(container, on: &tape, limit: .max)
    } catch {
      throw WireFailure(error.kind, offset: bytes.offset)
    }
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

  /// Returns the offset in `input` of the value that became `node` in a group whose first element
  /// is at `start`. Reads the group again up to that value.
  package static func offset(
    ofNode node: Int, inElementsFrom start: Int, of input: ByteView,
    options: JSONReadingOptions
  ) -> Int? {
    Tape.offset(ofNode: node) { tape throws(WireFailure) in
      var reader = JSONReader(input, options: options)
      reader.hasStarted = true
      reader.bytes.move(to: start)
      _ = try reader.readElements(into: &tape, upTo: .max, isFirst: true)
    }
  }
}

extension JSONReader {
  /// Reads `bytes` as a JSON document and returns the result of `body`; `nil` if the JSON is
  /// invalid or `body` throws.
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

  /// Returns the text of the JSON string in `bytes`; `nil` if `bytes` is not a JSON string.
  package static func string(_ bytes: [UInt8]) -> String? { read(bytes) { $0.text(at: 0) } }
}
