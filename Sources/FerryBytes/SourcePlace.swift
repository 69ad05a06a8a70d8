/// A place in an input for people: line, column and the line's text with a caret.
///
/// Made only when an error leaves the outermost call; everything inside counts bytes.
public struct SourcePlace: Equatable, Sendable {
  /// Name of the file, where the caller knows one.
  public var file: String?
  /// From 1; 0 in the binary format, which has no lines.
  public let line: Int
  /// From 1, in Unicode scalars; 0 in the binary format.
  public let column: Int
  /// Bytes from the start of the input.
  public let offset: Int
  /// The line around the place, at most 120 columns of it; empty for binary input.
  public let excerpt: String
  /// Column of the place within ``excerpt``, from 0.
  public let caret: Int

  package init(
    file: String? = nil, line: Int, column: Int, offset: Int, excerpt: String, caret: Int
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.offset = offset
    self.excerpt = excerpt
    self.caret = caret
  }

  /// Finds line, column and excerpt of the byte at `offset` of a text by one scan.
  package init(offset: Int, inText text: ByteView) {
    var cursor = PlaceCursor(text)
    cursor.move(to: offset)
    self.init(cursor, in: text)
  }

  /// The place that `cursor` has come to in `text`.
  package init(_ cursor: PlaceCursor, in text: ByteView) {
    let (offset, lineStart) = (cursor.offset, cursor.lineStart)
    // Lines can be megabytes long: only what can be shown is looked at.
    let limit = min(text.count, offset + 4 * Self.columnsAfter + 1)
    let lineEnd = text[offset..<limit].firstIndex(of: UInt8(ascii: "\n")) ?? limit
    let start = Self.start(in: text, from: lineStart, to: offset)
    let end = Self.end(in: text, from: offset, to: lineEnd)
    let before = (start > lineStart ? "…" : "") + Self.shown(text[start..<offset])
    let after = Self.shown(text[offset..<end]) + (end < lineEnd ? "…" : "")
    self.init(
      line: cursor.line, column: cursor.column, offset: offset, excerpt: before + after,
      caret: before.utf8.count(where: Self.startsScalar))
  }

  /// The same for the byte at `offset` of a string.
  package init(offset: Int, in text: String) {
    var text = text
    self = text.withByteView { SourcePlace(offset: offset, inText: $0) }
  }

  /// A place in input that has no lines.
  package init(binaryOffset offset: Int) {
    self.init(line: 0, column: 0, offset: offset, excerpt: "", caret: 0)
  }

  /// The same place under the offset it has in the text before that was converted to UTF-8.
  package func at(offset: Int) -> SourcePlace {
    SourcePlace(
      file: file, line: line, column: column, offset: offset, excerpt: excerpt, caret: caret)
  }

  // 120 columns with the two ellipses.
  private static let columnsBefore = 78
  private static let columnsAfter = 40

  fileprivate static func startsScalar(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

  /// Where as many columns begin as are shown in front of `end`.
  private static func start(in text: ByteView, from lineStart: Int, to end: Int)
    -> Int
  {
    var (start, columns) = (end, 0)
    // Ill-formed text may have no scalar that starts.
    let limit = max(lineStart, end - 4 * columnsBefore)
    while start > limit, columns < columnsBefore {
      start -= 1
      if startsScalar(text[start]) { columns += 1 }
    }
    return start
  }

  /// Where as many columns end as are shown from `start` on.
  private static func end(in text: ByteView, from start: Int, to lineEnd: Int) -> Int {
    var (end, columns) = (start, 0)
    let limit = min(lineEnd, start + 4 * columnsAfter)
    while end < limit {
      if end == start || startsScalar(text[end]) { columns += 1 }
      if columns > columnsAfter { break }
      end += 1
    }
    return end
  }

  /// What a terminal shows for `bytes`: ill-formed text and what is invisible replaced, each by one
  /// column.
  private static func shown(_ bytes: Slice<ByteView>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isBlank = scalar == "\t" || scalar == "\r"
      text.append(isBlank ? " " : scalar.isInvisible ? "\u{FFFD}" : scalar)
    }
    return String(text)
  }
}

/// Lines and columns of a text, for many offsets that mostly ascend: each byte is looked at once on
/// the way up.
@safe
package struct PlaceCursor {
  private let text: ByteView
  /// Where the cursor is.
  package private(set) var offset = 0
  /// From 1.
  package private(set) var line = 1
  /// From 1, in Unicode scalars.
  package private(set) var column = 1
  /// Where the line starts.
  fileprivate var lineStart = 0

  /// A cursor at the start of `text`, whose memory has to stay where it is.
  package init(_ text: ByteView) { self.text = text }

  /// Goes to `target`, or to the nearest end of the text.
  package mutating func move(to target: Int) {
    if target < offset { (offset, line, column, lineStart) = (0, 1, 1, 0) }
    let target = min(target, text.count)
    while offset < target {
      let byte = text[offset]
      offset += 1
      if byte == UInt8(ascii: "\n") {
        (line, column, lineStart) = (line + 1, 1, offset)
      } else if SourcePlace.startsScalar(byte) {
        column += 1
      }
    }
  }
}

extension SourcePlace: CustomStringConvertible {
  /// `file:line:column`, or `line:column` without a file; `byte 54` in the binary format.
  public var description: String {
    let place = line > 0 ? "\(line):\(column)" : "byte \(offset)"
    return (file.map { $0 + (line > 0 ? ":" : ": ") } ?? "") + place
  }

  /// The excerpt and, below it, a caret; empty where there is no text to show.
  public var drawing: String {
    guard !excerpt.isEmpty else { return "" }
    return excerpt + "\n" + String(repeating: " ", count: caret) + "^"
  }
}
