import FerryBytes

/// Finds the places of several offsets in one text. It counts each line once when they come in
/// order, so that a file in which every line is bad does not take quadratic time.
final class LineCounter {
  private let text: UnsafeBufferPointer<UInt8>
  /// The last line that was asked for: its number and the offset of its start.
  private var line = 1
  private var start = 0

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// The place of the byte at `offset`.
  func place(of offset: Int) -> SourcePlace {
    let offset = min(max(offset, 0), text.count)
    if offset < start { (line, start) = (1, 0) }
    for position in start..<offset where text[position] == UInt8(ascii: "\n") {
      line += 1
      start = position + 1
    }
    let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[start...]))
    let place = SourcePlace(offset: offset - start, inText: rest)
    return SourcePlace(
      line: line, column: place.column, offset: offset, excerpt: place.excerpt, caret: place.caret)
  }
}
