/// The bytes of a document, and a cursor that finds their lines and columns for many offsets, which
/// mostly ascend. For ascending offsets, each byte is read once.
@usableFromInline
@safe
package struct PlaceCursor {
  /// The document. Text is in UTF-8.
  package let input: ByteView
  /// The name of the file, if the caller knows it.
  package let file: String?
  /// The encoding of the text before its conversion to UTF-8. Locations have the offsets there.
  private let original: TextEncoding?
  /// Whether locations have a line and a column. Others are offsets.
  private let isText: Bool
  /// The length of the byte order mark at the start of the text.
  private let markLength: Int

  /// The offset of the cursor.
  package private(set) var offset = 0
  /// The line, from 1.
  package private(set) var line = 1
  /// The column, from 1, in Unicode scalars.
  package private(set) var column = 1
  /// The offset of the start of the line.
  private(set) var lineStart = 0

  /// Creates a cursor at the start of `input`, whose memory must stay valid. A byte order mark there
  /// has no column, unless `input` is only a part of a text.
  package init(
    _ input: ByteView, file: String? = nil, isText: Bool = true, isPart: Bool = false,
    convertedFrom original: TextEncoding? = nil
  ) {
    self.input = input
    self.file = file
    self.original = original
    self.isText = isText
    // Few documents have a byte order mark.
    let mayHaveMark = isText && !isPart && input.count >= 3 && input[0] == 0xEF
    markLength = mayHaveMark && input.starts(with: SourcePlace.byteOrderMark) ? 3 : 0
    lineStart = markLength
  }

  /// Moves to `offset` and returns the location there.
  package mutating func place(of offset: Int) -> SourcePlace {
    guard isText else { return SourcePlace(binaryOffset: offset) }
    move(to: offset)
    let place = SourcePlace(self)
    return original.map { place.at(offset: $0.offset(ofConverted: offset, in: input)) } ?? place
  }

  /// Moves to `target`, or to the end of the text if `target` is after it.
  package mutating func move(to target: Int) {
    if target < offset { (offset, line, column, lineStart) = (0, 1, 1, markLength) }
    let target = min(target, input.count)
    while offset < target {
      let byte = input[offset]
      offset += 1
      if byte == UInt8(ascii: "\n") {
        (line, column, lineStart) = (line + 1, 1, offset)
      } else if SourcePlace.startsScalar(byte), offset > markLength {
        column += 1
      }
    }
  }
}
