#if YAML
import FerryBytes
internal import FerryTape

/// The documents of a YAML stream, told apart by their marks.
///
/// A line that begins with `---` or `...` and white space is a mark wherever it stands: no scalar may
/// contain one (YAML 1.2.2, section 9.1.2). So lines are all that has to be looked at.
package struct DocumentFraming: Framing {
  private var scanned = 0
  /// Where the document that is not complete begins, its directives and comments included.
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
    // A mark needs its whole line; of other lines, the start is enough, but the end is wanted.
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
      // Another mark where no document is open is none of the next document's.
      if isInDocument || !hasDirectives { documentStart = next }
      isInDocument = false
      hasDirectives = false
    } else if !isInDocument {
      if first == 0x25 {
        hasDirectives = true
      } else {
        isInDocument = Self.hasContent(window, line)
      }
    }
  }

  /// Whether a line is three times its first byte, and then white space or nothing.
  private static func isMark(_ window: ByteView, _ line: Range<Int>) -> Bool {
    let start = line.lowerBound
    guard line.count >= 3, window[start + 1] == window[start],
      window[start + 2] == window[start]
    else { return false }
    return line.count == 3 || window[start + 3].isBlank
  }

  /// Whether there is more than white space, a byte order mark and a comment.
  private static func hasContent(_ window: ByteView, _ line: Range<Int>) -> Bool {
    var start = line.lowerBound
    if window[line].starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    guard let first = window[start..<line.upperBound].first(where: { !$0.isBlank }) else {
      return false
    }
    return first != 0x23
  }
}
#endif
