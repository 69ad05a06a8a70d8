package import FerryCoders
package import FerryBase

/// A framing of the documents of a YAML stream, which marks separate.
///
/// A line is a mark if it begins with `---` or `...`, followed by white space or the end of the
/// line. No scalar may contain such a line (YAML 1.2.2, section 9.1.2). So the framing examines
/// only the start of lines.
package struct DocumentFraming: Framing {
  private var scanned = 0
  /// The offset where the incomplete document begins, including its directives and comments.
  private var documentStart = 0
  private var isInDocument = false
  private var hasDirectives = false

  package init() {}

  package func mayEnd(with byte: UInt8) -> Bool { byte == 0x0A }

  package mutating func drop(_ count: Int) {
    scanned -= count
    documentStart -= count
  }

  package mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    // A mark needs its whole line. Other lines only need their start, but the next line begins
    // behind their end.
    while let end = window.firstIndex(of: 0x0A, from: scanned) {
      pass(window, scanned..<end, next: end + 1, to: &found)
      scanned = end + 1
    }
    if isLast {
      if scanned < window.count {
        pass(window, scanned..<window.count, next: window.count, to: &found)
      }
      if isInDocument || hasDirectives { found.ranges.append(documentStart..<window.count) }
      documentStart = window.count
      scanned = window.count
    }
    return documentStart
  }

  @inline(__always)
  private mutating func pass(
    _ window: ByteView, _ line: Range<Int>, next: Int,
    to found: inout RecordRanges
  ) {
    guard line.count > 0 else { return }
    let first = window[line.lowerBound]
    if first == 0x2D, Self.isMark(window, line) {
      if isInDocument {
        found.ranges.append(documentStart..<line.lowerBound)
        documentStart = line.lowerBound
      }
      isInDocument = true
    } else if first == 0x2E, Self.isMark(window, line) {
      if isInDocument { found.ranges.append(documentStart..<next) }
      // Outside of a document, a mark does not belong to the next document.
      if isInDocument || !hasDirectives { documentStart = next }
      isInDocument = false
      hasDirectives = false
    } else if !isInDocument {
      let text = Self.withoutByteOrderMark(window, line)
      if text.count > 0, window[text.lowerBound] == 0x25 {
        hasDirectives = true
      } else {
        isInDocument = Self.hasContent(window, text)
      }
    }
  }

  /// Whether a line begins with its first byte three times, followed by white space or the end.
  private static func isMark(_ window: ByteView, _ line: Range<Int>) -> Bool {
    let start = line.lowerBound
    guard line.count >= 3, window[start + 1] == window[start],
      window[start + 2] == window[start]
    else { return false }
    return line.count == 3 || window[start + 3].isBlank
  }

  private static func withoutByteOrderMark(_ window: ByteView, _ line: Range<Int>) -> Range<Int> {
    let hasMark = window[line].starts(with: [0xEF, 0xBB, 0xBF])
    return hasMark ? line.lowerBound + 3..<line.upperBound : line
  }

  /// Whether a line contains more than white space and a comment.
  private static func hasContent(_ window: ByteView, _ line: Range<Int>) -> Bool {
    guard let first = window[line].first(where: { !$0.isBlank }) else { return false }
    return first != 0x23
  }
}
