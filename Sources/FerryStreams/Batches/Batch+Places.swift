package import FerryBytes
internal import FerryTape

extension Batch {
  /// The place in the stream of the byte at `offset` of the buffer, for people.
  package func place(of offset: Int, isText: Bool) -> SourcePlace {
    guard isText else { return SourcePlace(binaryOffset: start.offset + offset) }
    let offset = unsafe min(max(offset, 0), bytes.count)
    // Only the line is of interest; what is before it may be long.
    let lineStart = unsafe bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = unsafe UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[lineStart...]))
    let place = unsafe SourcePlace(offset: offset - lineStart, inText: line)
    return unsafe SourcePlace(
      line: 1 + start.line + Newlines.count(in: bytes, 0..<lineStart),
      column: place.column + (lineStart == 0 ? start.column : 0),
      offset: start.offset + offset, excerpt: place.excerpt, caret: place.caret)
  }
}
