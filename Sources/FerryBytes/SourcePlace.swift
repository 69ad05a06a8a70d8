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
    let before = unsafe text[lineStart..<offset]
    // Lines can be megabytes long: only what can be shown is decoded.
    let kept = unsafe Self.scalars(before.suffix(4 * Self.columnsBefore)).suffix(Self.columnsBefore)
    let after = unsafe text[offset..<min(lineEnd, offset + 4 * Self.columnsAfter)]
    let shown = unsafe Self.scalars(after).prefix(Self.columnsAfter)
    let column = unsafe before.reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    let lead = kept.count < column - 1 ? "…" : ""
    let trail = offset + shown.reduce(0) { $0 + UTF8.width($1) } < lineEnd ? "…" : ""
    self.init(
      line: line, column: column, offset: offset,
      excerpt: lead + String(String.UnicodeScalarView(kept))
        + String(String.UnicodeScalarView(shown)) + trail,
      caret: lead.unicodeScalars.count + kept.count)
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

  /// What a terminal shows for `bytes`: a scalar each, with controls and ill-formed text replaced.
  private static func scalars(_ bytes: Slice<UnsafeRawBufferPointer>) -> [Unicode.Scalar] {
    unsafe String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
    }
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
