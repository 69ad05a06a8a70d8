import FerryBytes
import FerryTape

/// Walks JSON text without reading it: the way of a lazy document to one value.
///
/// A scanner goes to a key or an element and skips what lies before it, 64 bytes at a time. Of what
/// it passes it checks the brackets, the strings and the UTF-8, so that it cannot mistake one place
/// for another; it does not look at literals and numbers, and never at anything behind its cursor.
/// Text that was scanned is therefore not known to be valid: ``JSONReader`` tells that.
@safe
package struct JSONScanner: ~Copyable {
  var bytes: ByteReader
  let input: ByteView
  /// Offset of `input` in the document.
  let start: Int
  /// Containers inside each other, at most.
  let depthLimit: Int
  /// Containers that are open at the cursor.
  var depth = 0
  /// Up to here the input is well-formed UTF-8; at the start of a character.
  var checkedEnd = 0

  /// A scanner at the start of a document, or at the value at `offset` of one.
  ///
  /// `document` has to stay where it is as long as the scanner lives.
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

  /// Offset of the cursor in the document.
  package var offset: Int { start + min(bytes.offset, bytes.count) }

  /// Whether only blanks were left.
  package var isAtEnd: Bool { bytes.isAtEnd }

  /// Moves over white space (RFC 8259, section 2).
  @inline(__always)
  mutating func skipBlanks() {
    if bytes.byte > ASCII.space { return }
    bytes.skipJSONWhitespaceRun()
    if bytes.needsTail { bytes.enterTail() }
  }

  // MARK: Failures

  /// A failure at the cursor, or what is wrong with the text before it.
  @inline(never)
  mutating func failure(_ kind: FailureKind) -> WireFailure { placed(bytes.syntaxFailure(kind)) }

  /// `failure`, which counts from the start of the input, or what is wrong with the text before it.
  mutating func placed(_ failure: WireFailure) -> WireFailure {
    do throws(WireFailure) {
      try checkText(upTo: failure.offset)
      return WireFailure(failure.kind, offset: start + failure.offset)
    } catch {
      return error
    }
  }

  /// Makes sure that what lies before `end` is UTF-8; a character that reaches beyond it is left
  /// for later.
  mutating func checkText(upTo end: Int) throws(WireFailure) {
    var end = min(end, input.count)
    // Ill-formed text can be made of continuations only, so the way back is limited.
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

  /// Makes sure that all that the scanner has passed is UTF-8.
  package mutating func checkPassedText() throws(WireFailure) {
    try checkText(upTo: min(bytes.offset, bytes.count))
  }
}

extension JSONScanner {
  /// Moves from an opening quote to behind the closing one.
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
      throw bytes.isAtEnd ? failure(.unexpectedEnd) : placed(error)
    }
  }
}

extension JSONScanner {
  /// Text is checked in spans that are still in the processor's cache.
  private static var textSpan: Int { 1 << 14 }

  /// Moves from inside of a container, before a key or an element, to behind its closing bracket,
  /// or to behind the comma after `elements` elements if that comes first.
  /// - Returns: whether there were that many elements, and a comma behind them.
  mutating func skipContents(isMap: Bool, elements: Int = .max) throws(WireFailure) -> Bool {
    var scan = BlockScan(
      input, isMap: isMap, depthLimit: depthLimit - depth, elements: elements)
    while true {
      // A block before the cursor may have the first bytes of a character.
      if !scan.hasSeenHighBits, scan.isStarted { checkedEnd = min(bytes.offset, bytes.count) }
      try checkText(upTo: bytes.offset)
      scan.hasSeenHighBits = checkedEnd < bytes.offset
      if bytes.isAtEnd { throw failure(.unexpectedEnd) }

      let spanEnd = min(bytes.offset + Self.textSpan, bytes.count)
      switch scan.run(over: &bytes, to: spanEnd) {
      case .atEnd: continue
      case .closed, .counted:
        if !scan.hasSeenHighBits { checkedEnd = max(checkedEnd, scan.blockStart) }
        try checkText(upTo: bytes.offset)
        return scan.elementsLeft == 0
      case .failed(let kind): throw failure(kind)
      case .badEscape(let failure): throw placed(failure)
      }
    }
  }
}
