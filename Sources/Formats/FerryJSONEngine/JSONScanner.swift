package import FerryBase

/// A scanner that finds one value of JSON text without reading the rest. Lazy documents use it.
///
/// A scanner moves to a key or an element and skips the values before it, 64 bytes at a time. It
/// checks the brackets, the strings and the UTF-8 of the skipped text, so that it always finds the
/// correct value. It does not check literals and numbers, and it does not look at text after its
/// cursor. Scanned text can therefore still be invalid; ``JSONReader`` checks all of it.
@safe
package struct JSONScanner: ~Copyable {
  var bytes: ByteReader
  let input: ByteView
  /// The offset of `input` in the document.
  let start: Int
  /// The maximum number of nested containers.
  let depthLimit: Int
  /// The number of open containers at the cursor.
  var depth = 0
  /// The offset up to which the input is known to be well-formed UTF-8. It is at the start of a
  /// character.
  var checkedEnd = 0

  /// Creates a scanner at the start of a document, or at the value at `offset` of a document.
  ///
  /// `document` must stay at its address as long as the scanner lives.
  package init(
    _ document: ByteView, from offset: Int = 0,
    depthLimit: Int = OpenContainer.standardLimit
  ) {
    let start = min(max(offset, 0), document.count)
    input = ByteView(rebasing: document[start...])
    self.start = start
    self.depthLimit = depthLimit
    bytes = ByteReader(input)
    if start == 0, input.starts(with: [0xEF, 0xBB, 0xBF]) {
      unsafe bytes.cursor += 3
      checkedEnd = 3
    }
    skipBlanks()
  }

  /// The offset of the cursor in the document.
  package var offset: Int { start + min(bytes.offset, bytes.count) }

  /// Whether the scanner is at the end of the document.
  package var isAtEnd: Bool { bytes.isAtEnd }

  /// Skips white space (RFC 8259, section 2).
  @inline(__always)
  mutating func skipBlanks() {
    if bytes.byte > ASCII.space { return }
    bytes.skipJSONWhitespaceRun()
    if bytes.needsTail { bytes.enterTail() }
  }

  // MARK: Failures

  /// Returns a failure at the cursor, or the failure of invalid text before it.
  @inline(never)
  mutating func failure(_ kind: FailureKind) -> WireFailure { placed(bytes.syntaxFailure(kind)) }

  /// Converts the offset of `failure`, which counts from the start of the input, to an offset in
  /// the document. Returns the failure of invalid text before it instead, if there is any.
  mutating func placed(_ failure: WireFailure) -> WireFailure {
    do throws(WireFailure) {
      try checkText(upTo: failure.offset)
      return WireFailure(failure.kind, offset: start + failure.offset)
    } catch {
      return error
    }
  }

  /// Checks that the text before `end` is UTF-8. A later call checks a character that crosses
  /// `end`.
  mutating func checkText(upTo end: Int) throws(WireFailure) {
    var end = min(end, input.count)
    // Ill-formed text may consist of continuation bytes only, so the number of steps back is
    // limited.
    var steps = 3
    while steps > 0, end > checkedEnd, end < input.count, input[end] & 0xC0 == 0x80 {
      end -= 1
      steps -= 1
    }
    guard end > checkedEnd else { return }
    let text = ByteView(rebasing: input[checkedEnd..<end])
    if let offset = UTF8Validation.firstIllFormedOffset(in: text) {
      throw WireFailure(.invalidUTF8, offset: start + checkedEnd + offset)
    }
    checkedEnd = end
  }

  /// Checks that all text before the cursor is UTF-8.
  package mutating func checkPassedText() throws(WireFailure) {
    try checkText(upTo: min(bytes.offset, bytes.count))
  }
}

extension JSONScanner {
  /// Moves from an opening quote to the position after the closing quote.
  /// - Returns: whether the string has escapes.
  @inline(__always)
  mutating func skipString() throws(WireFailure) -> Bool {
    unsafe bytes.cursor += 1
    let start = bytes.offset
    bytes.skipPlainText()
    let hasEscapes = bytes.byte != ASCII.quote
    if hasEscapes { try skipEscapedText(from: start) }
    unsafe bytes.cursor += 1
    return hasEscapes
  }

  @inline(never)
  private mutating func skipEscapedText(from start: Int) throws(WireFailure) {
    do throws(WireFailure) {
      try bytes.skipEscapedText(from: start)
    } catch {
      throw placed(error)
    }
  }
}

extension JSONScanner {
  /// The length of a span of text that is checked while it is still in the processor's cache.
  private static var textSpan: Int { 1 << 14 }

  /// Moves from the inside of a container, before a key or an element, to the position after its
  /// closing bracket. Stops after the comma that follows `elements` elements if that comes first.
  /// - Returns: whether the container has that many elements and a comma after them.
  mutating func skipContents(isMap: Bool, elements: Int = .max) throws(WireFailure) -> Bool {
    let first = bytes.offset
    var scan = BlockScan(
      input, isMap: isMap, depthLimit: depthLimit - depth, elements: elements)
    while true {
      // A block before the cursor may contain the first bytes of a character.
      if !scan.hasSeenHighBits, scan.isStarted { checkedEnd = min(bytes.offset, bytes.count) }
      try checkText(upTo: bytes.offset)
      scan.hasSeenHighBits = checkedEnd < bytes.offset
      if bytes.isAtEnd { throw failureAtEnd(of: first) }

      let spanEnd = min(bytes.offset + Self.textSpan, bytes.count)
      switch scan.run(over: &bytes, to: spanEnd) {
      case .atEnd: continue
      case .closed, .counted:
        if !scan.hasSeenHighBits { checkedEnd = max(checkedEnd, scan.blockStart) }
        try checkText(upTo: bytes.offset)
        return scan.elementsLeft == 0
      case .failed(let kind): throw bytes.isAtEnd ? failureAtEnd(of: first) : failure(kind)
      case .badEscape(let failure):
        throw failure.kind == .unexpectedEnd ? failureAtEnd(of: first) : placed(failure)
      }
    }
  }

  /// Returns the failure of contents that begin at `first` and have no end: that of an open string,
  /// if there is one.
  @inline(never)
  private mutating func failureAtEnd(of first: Int) -> WireFailure {
    var opening: Int?
    var isEscaped = false
    for offset in first..<input.count {
      if isEscaped {
        isEscaped = false
      } else if input[offset] == ASCII.quote {
        opening = opening == nil ? offset : nil
      } else {
        isEscaped = opening != nil && input[offset] == ASCII.backslash
      }
    }
    return placed(
      opening.map { WireFailure(.unterminatedString, offset: $0) }
        ?? WireFailure(.unexpectedEnd, offset: input.count))
  }
}
