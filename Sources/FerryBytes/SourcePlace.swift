/// A place in an input for people: line, column and the line's text with a caret.
///
/// Made only when an error leaves the outermost call; everything inside counts bytes.
public struct SourcePlace: Equatable, Sendable {
  /// Name of the file, where the caller knows one.
  public var file: String?
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
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
  package init(offset: Int, inText text: UnsafeRawBufferPointer) {
    let offset = min(max(offset, 0), text.count)
    var line = 1
    var lineStart = 0
    for index in 0..<offset where unsafe text[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    let lineEnd = unsafe text[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
    let column = unsafe text[lineStart..<offset].reduce(1) { Self.startsScalar($1) ? $0 + 1 : $0 }
    // Lines can be megabytes long: only what can be shown is decoded.
    let start = unsafe Self.start(in: text, from: lineStart, to: offset)
    let end = unsafe Self.end(in: text, from: offset, to: lineEnd)
    let before = unsafe (start > lineStart ? "…" : "") + Self.shown(text[start..<offset])
    let after = unsafe Self.shown(text[offset..<end]) + (end < lineEnd ? "…" : "")
    self.init(
      line: line, column: column, offset: offset, excerpt: before + after,
      caret: before.utf8.count(where: Self.startsScalar))
  }

  /// A place in input that has no lines.
  package init(binaryOffset offset: Int) {
    self.init(line: 1, column: offset + 1, offset: offset, excerpt: "", caret: 0)
  }

  /// The same place under the offset it has in the text before that was converted to UTF-8.
  package func at(offset: Int) -> SourcePlace {
    SourcePlace(
      file: file, line: line, column: column, offset: offset, excerpt: excerpt, caret: caret)
  }

  // 120 columns with the two ellipses.
  private static let columnsBefore = 78
  private static let columnsAfter = 40

  private static func startsScalar(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

  /// Where as many columns begin as are shown in front of `end`.
  private static func start(in text: UnsafeRawBufferPointer, from lineStart: Int, to end: Int)
    -> Int
  {
    var (start, columns) = (end, 0)
    // Ill-formed text may have no scalar that starts.
    let limit = max(lineStart, end - 4 * columnsBefore)
    while start > limit, columns < columnsBefore {
      start -= 1
      if unsafe startsScalar(text[start]) { columns += 1 }
    }
    return start
  }

  /// Where as many columns end as are shown from `start` on.
  private static func end(in text: UnsafeRawBufferPointer, from start: Int, to lineEnd: Int) -> Int
  {
    var (end, columns) = (start, 0)
    let limit = min(lineEnd, start + 4 * columnsAfter)
    while end < limit {
      if unsafe end == start || startsScalar(text[end]) { columns += 1 }
      if columns > columnsAfter { break }
      end += 1
    }
    return end
  }

  /// What a terminal shows for `bytes`: controls and ill-formed text replaced, each by one column.
  private static func shown(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    var text = String.UnicodeScalarView()
    // U+0080 to U+009F are controls as well: terminals obey them like an escape and what follows.
    for scalar in unsafe String(decoding: bytes, as: UTF8.self).unicodeScalars {
      text.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return String(text)
  }
}

extension SourcePlace: CustomStringConvertible {
  /// `file:line:column`, or `line:column` without a file.
  public var description: String {
    (file.map { $0 + ":" } ?? "") + "\(line):\(column)"
  }

  /// The excerpt and, below it, a caret; empty where there is no text to show.
  public var drawing: String {
    guard !excerpt.isEmpty else { return "" }
    return excerpt + "\n" + String(repeating: " ", count: caret) + "^"
  }
}
