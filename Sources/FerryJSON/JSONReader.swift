import FerryBytes
import FerryTape

/// Reads JSON text (RFC 8259) into a tape, in one pass.
///
/// Where the RFC leaves a choice:
/// - a byte order mark at the start is skipped (section 8.1 allows it);
/// - a surrogate escape without its partner is an error (section 8.2), since no `String` holds one;
/// - duplicate keys are kept in order (section 4): who looks keys up decides;
/// - numbers keep their text, so range and precision (section 6) are the decoder's question.
///
/// Strings and numbers become ranges of the input; only keys with escapes are copied.
@safe
package struct JSONReader: ~Copyable {
  var bytes: ByteReader
  let options: JSONReadingOptions
  let input: UnsafeBufferPointer<UInt8>
  var hasStarted = false

  /// A reader at the start of `input`, which has to stay where it is as long as the reader lives.
  package init(_ input: UnsafeBufferPointer<UInt8>, options: JSONReadingOptions = .init()) {
    unsafe self.input = input
    self.options = options
    bytes = unsafe ByteReader(input)
  }

  /// Offset of the next byte in the input.
  package var offset: Int { min(bytes.offset, bytes.count) }

  /// Appends the one value that the input is made of.
  package mutating func readDocument(into tape: inout Tape) throws(Failure) {
    try start()
    try skipBlanks()
    if options.assumesTopLevelDictionary, bytes.byte != ASCII.openBrace {
      try readMembers(into: &tape)
    } else {
      try readValue(into: &tape)
    }
    try skipBlanks()
    if !bytes.isAtEnd { throw failure(.trailingContent) }
  }

  /// Appends the next of several values (NDJSON, RFC 7464 sequences, values side by side).
  /// - Returns: false at the end of the input.
  package mutating func readNext(into tape: inout Tape) throws(Failure) -> Bool {
    try start()
    try skipBlanks()
    while bytes.byte == ASCII.recordSeparator {
      unsafe bytes.cursor += 1
      try skipBlanks()
    }
    if bytes.isAtEnd { return false }
    try readValue(into: &tape)
    return true
  }

  /// Offset in `input` of the value that became `node`, by reading up to it again: errors are rare,
  /// so no memory is spent on the places of values.
  package static func offset(
    ofNode node: Int, in input: UnsafeBufferPointer<UInt8>, options: JSONReadingOptions
  ) -> Int? {
    var reader = unsafe JSONReader(input, options: options)
    var tape = Tape(wordLimit: node)
    do throws(Failure) {
      // The node that does not fit is the one that is looked for.
      if options.assumesTopLevelDictionary { try reader.readDocument(into: &tape) }
      while try reader.readNext(into: &tape) {}
    } catch {
      if error.kind == .nodeLimit { return reader.tokenStart }
    }
    return nil
  }

  /// Offset of the value or key that was being read when a failure was thrown.
  var tokenStart = 0

  mutating func start() throws(Failure) {
    guard !hasStarted else { return }
    hasStarted = true
    if let offset = unsafe UTF8Validation.firstIllFormedOffset(in: UnsafeRawBufferPointer(input)) {
      throw Failure(.invalidUTF8, offset: offset)
    }
    if bytes.load(UInt32.self).littleEndian & 0xFF_FFFF == 0xBF_BBEF { unsafe bytes.cursor += 3 }
  }

  /// A failure at the cursor; at the end of the input, that is what went wrong.
  @inline(never)
  func failure(_ kind: FailureKind) -> Failure {
    bytes.isAtEnd ? Failure(.unexpectedEnd, offset: bytes.count) : Failure(kind, offset: offset)
  }

  // MARK: Values

  mutating func readValue(into tape: inout Tape) throws(Failure) {
    do throws(Failure) {
      try readItems(into: &tape)
    } catch {
      // The tape knows nodes only; the place is where the reader is.
      throw error.offset < 0 ? Failure(error.kind, offset: tokenStart) : error
    }
  }

  /// Reads one value with everything in it.
  ///
  /// The cursor is a local variable here and in what is inlined, so that it stays in a register;
  /// whatever is called out of line gets it and gives it back through `bytes`.
  private mutating func readItems(into tape: inout Tape) throws(Failure) {
    var open = OpenContainer()
    var cursor = unsafe bytes.cursor
    value: while true {
      if unsafe cursor >= bytes.limit { unsafe enterTail(&cursor) }
      tokenStart = unsafe bytes.offset(of: cursor)
      switch unsafe cursor.pointee {
      case ASCII.quote:
        try unsafe readString(&cursor, into: &tape)

      case ASCII.openBrace:
        if open.depth >= options.depthLimit { throw unsafe failure(.depthLimit, at: cursor) }
        try open.open(.map, on: &tape, limit: .max)
        unsafe cursor += 1
        try unsafe skipBlanks(&cursor)
        if unsafe cursor.pointee != ASCII.closeBrace {
          try unsafe readKey(&cursor, into: &tape)
          continue value
        }
        unsafe cursor += 1
        open.close(on: &tape)

      case ASCII.openBracket:
        if open.depth >= options.depthLimit { throw unsafe failure(.depthLimit, at: cursor) }
        try open.open(.list, on: &tape, limit: .max)
        unsafe cursor += 1
        try unsafe skipBlanks(&cursor)
        if unsafe cursor.pointee != ASCII.closeBracket { continue value }
        unsafe cursor += 1
        open.close(on: &tape)

      case ASCII.minus, ASCII.zero...ASCII.nine:
        try unsafe readNumber(&cursor, into: &tape)

      case UInt8(ascii: "t"):
        try unsafe readLiteral("true", .true, &cursor, into: &tape)
      case UInt8(ascii: "f"):
        try unsafe readLiteral("false", .false, &cursor, into: &tape)
      case UInt8(ascii: "n"):
        try unsafe readLiteral("null", .null, &cursor, into: &tape)

      default:
        unsafe bytes.cursor = cursor
        try readUnusualValue(into: &tape)
        unsafe cursor = bytes.cursor
      }

      // Behind a value: close what ends here, up to the next one.
      while true {
        if open.header < 0 {
          unsafe bytes.cursor = cursor
          return
        }
        open.count &+= 1
        unsafe skipWhitespace(&cursor)
        let closing = open.isMap ? ASCII.closeBrace : ASCII.closeBracket
        if unsafe cursor.pointee != ASCII.comma && cursor.pointee != closing {
          unsafe bytes.cursor = cursor
          try skipUnusual(before: open)
          unsafe cursor = bytes.cursor
        }
        if unsafe cursor.pointee == ASCII.comma {
          unsafe cursor += 1
          try unsafe skipBlanks(&cursor)
          if unsafe cursor.pointee != closing {
            if open.isMap { try unsafe readKey(&cursor, into: &tape) }
            continue value
          }
          guard options.json5 || options.allowsTrailingCommas else {
            throw unsafe failure(.trailingComma, at: cursor)
          }
        }
        unsafe cursor += 1
        // Brackets alone can go on for longer than may be looked ahead.
        if unsafe cursor >= bytes.limit { unsafe enterTail(&cursor) }
        open.close(on: &tape)
      }
    }
  }

  /// Reads a key, the colon and the blanks behind it.
  @inline(__always)
  mutating func readKey(
    _ cursor: inout UnsafePointer<UInt8>, into tape: inout Tape
  ) throws(Failure) {
    if unsafe cursor >= bytes.limit { unsafe enterTail(&cursor) }
    tokenStart = unsafe bytes.offset(of: cursor)
    if unsafe cursor.pointee == ASCII.quote {
      try unsafe readString(&cursor, isKey: true, into: &tape)
    } else {
      unsafe bytes.cursor = cursor
      try readUnusualKey(into: &tape)
      unsafe cursor = bytes.cursor
    }
    if unsafe cursor.pointee != ASCII.colon {
      try unsafe skipBlanks(&cursor)
      if unsafe cursor.pointee != ASCII.colon { throw unsafe failure(.missingColon, at: cursor) }
    }
    unsafe cursor += 1
    // Most writers put nothing or one space here.
    if unsafe cursor.pointee == ASCII.space { unsafe cursor += 1 }
    try unsafe skipBlanks(&cursor)
  }

  @inline(__always)
  private mutating func readLiteral(
    _ text: StaticString, _ kind: NodeKind, _ cursor: inout UnsafePointer<UInt8>,
    into tape: inout Tape
  ) throws(Failure) {
    for index in 0..<text.utf8CodeUnitCount where unsafe cursor[index] != text.utf8Start[index] {
      throw unsafe failure(.invalidLiteral, at: cursor + index)
    }
    try unsafe tape.append(Node(kind, payload: bytes.offset(of: cursor)))
    unsafe cursor += text.utf8CodeUnitCount
  }

  /// A failure at `cursor`.
  @inline(never)
  mutating func failure(_ kind: FailureKind, at cursor: UnsafePointer<UInt8>) -> Failure {
    unsafe bytes.cursor = cursor
    return failure(kind)
  }

  /// Moves `cursor` over to the tail.
  @inline(never)
  mutating func enterTail(_ cursor: inout UnsafePointer<UInt8>) {
    unsafe bytes.cursor = cursor
    bytes.enterTail()
    unsafe cursor = bytes.cursor
  }
}
