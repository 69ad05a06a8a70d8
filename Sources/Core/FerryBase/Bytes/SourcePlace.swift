/// A location in an input for people: line, column, and the line's text with a caret.
///
/// It is computed only when an error leaves the outermost call. All inner code uses byte offsets.
public struct SourcePlace: Equatable, Sendable {
  /// The name of the file, if the caller knows it.
  public var file: String?
  /// The line, from 1; 0 in the binary format, which has no lines, and for a file as a whole.
  public let line: Int
  /// The column, from 1, in Unicode scalars; 0 without a line.
  public let column: Int
  /// The offset from the start of the input in bytes; -1 for a file as a whole.
  public let offset: Int
  /// The line around the location, at most 120 columns of it; empty for binary input.
  public let excerpt: String
  /// The column of the location within ``excerpt``, from 0.
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

  /// Finds the line, column and excerpt of the byte at `offset` of a text in one scan. A byte order
  /// mark at the start of the text has no column, unless `text` is only a part of another one.
  package init(offset: Int, inText text: ByteView, isPart: Bool = false) {
    var cursor = PlaceCursor(text, isPart: isPart)
    self = cursor.place(of: offset)
  }

  /// Creates the location of `cursor` in its text.
  init(_ cursor: PlaceCursor) {
    let (text, lineStart) = (cursor.input, cursor.lineStart)
    let offset = max(cursor.offset, lineStart)
    // Lines can be megabytes long, so the code reads only the visible part.
    let limit = min(text.count, offset + 4 * Self.columnsAfter + 1)
    let lineEnd = text[offset..<limit].firstIndex(of: UInt8(ascii: "\n")) ?? limit
    let start = Self.start(in: text, from: lineStart, to: offset)
    let end = Self.end(in: text, from: offset, to: lineEnd)
    let before = (start > lineStart ? "…" : "") + Self.shown(text[start..<offset])
    let after = Self.shown(text[offset..<end]) + (end < lineEnd ? "…" : "")
    self.init(
      file: cursor.file, line: cursor.line, column: cursor.column, offset: cursor.offset,
      excerpt: before + after,
      caret: before.utf8.count(where: Self.startsScalar))
  }

  /// Finds the line, column and excerpt of the byte at `offset` of a string.
  package init(offset: Int, in text: String) {
    var text = text
    self = text.withByteView { SourcePlace(offset: offset, inText: $0) }
  }

  /// Creates the location of a file as a whole.
  package init(file: String) {
    self.init(file: file, line: 0, column: 0, offset: -1, excerpt: "", caret: 0)
  }

  /// Whether the location is a file as a whole.
  package var isWholeFile: Bool { offset < 0 }

  /// Returns the location in `file`.
  package func `in`(_ file: String) -> SourcePlace {
    var place = self
    place.file = file
    return place
  }

  /// Creates a location in input without lines.
  package init(binaryOffset offset: Int) {
    self.init(line: 0, column: 0, offset: offset, excerpt: "", caret: 0)
  }

  /// Returns the same location with another offset: the offset in the text before its conversion to
  /// UTF-8.
  package func at(offset: Int) -> SourcePlace {
    SourcePlace(
      file: file, line: line, column: column, offset: offset, excerpt: excerpt, caret: caret)
  }

  /// The same location without the text around it.
  package var withoutExcerpt: SourcePlace {
    SourcePlace(file: file, line: line, column: column, offset: offset, excerpt: "", caret: 0)
  }

  // The excerpt has 120 columns including two ellipses.
  private static let columnsBefore = 78
  private static let columnsAfter = 40

  /// The byte order mark in UTF-8.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func startsScalar(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

  /// Returns the start of the visible part before `end`.
  private static func start(in text: ByteView, from lineStart: Int, to end: Int)
    -> Int
  {
    var (start, columns) = (end, 0)
    // Ill-formed text may contain no start of a scalar, so the limit is in bytes.
    let limit = max(lineStart, end - 4 * columnsBefore)
    while start > limit, columns < columnsBefore {
      start -= 1
      if startsScalar(text[start]) { columns += 1 }
    }
    return start
  }

  /// Returns the end of the visible part from `start` on.
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

  /// Returns `bytes` in the form that a terminal shows. Ill-formed text and invisible characters
  /// are replaced by one column each.
  private static func shown(_ bytes: Slice<ByteView>) -> String {
    if bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(decoding: bytes, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isBlank = scalar == "\t" || scalar == "\r"
      text.append(isBlank ? " " : scalar.isInvisible ? "\u{FFFD}" : scalar)
    }
    return String(text)
  }
}

extension SourcePlace: CustomStringConvertible {
  /// `file:line:column`, or `line:column` without a file; `byte 54` in the binary format; `file` for
  /// a file as a whole.
  public var description: String {
    if let file, isWholeFile { return file }
    let place = line > 0 ? "\(line):\(column)" : "byte \(offset)"
    guard let file else { return place }
    return file + (line > 0 ? ":" : ": ") + place
  }

  /// The excerpt with a caret below it; empty for binary input.
  package var drawing: String { drawing("^") }

  func drawing(_ mark: String) -> String {
    guard !excerpt.isEmpty else { return "" }
    return excerpt + "\n" + String(repeating: " ", count: caret) + mark
  }
}
