internal import FerryBase

/// The bytes of a text with an index of its lines, so that the start of a long line costs no search. A
/// line ends with a line feed, a carriage return or both.
struct SourceText: RandomAccessCollection {
  private(set) var bytes: [UInt8]
  /// The starts of all lines. The first one begins after a byte order mark.
  private var lineStarts: [Int] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    indexLines()
  }

  private mutating func indexLines() {
    lineStarts = [markLength]
    for (offset, byte) in bytes.enumerated() where Byte.isBreak(byte) {
      if byte == Byte.carriageReturn, bytes.has(Byte.newline, at: offset + 1) { continue }
      lineStarts.append(offset + 1)
    }
    ReadingWork.add(count)
  }

  /// Replaces ranges of bytes.
  /// - Returns: the splices that restore the bytes.
  mutating func apply(_ splices: [Splice]) -> [Splice] {
    defer { indexLines() }
    return bytes.apply(splices)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { bytes.count }
  subscript(offset: Int) -> UInt8 { bytes[offset] }
  subscript(range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

  /// The length of a byte order mark at the start.
  var markLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  // MARK: Lines

  /// Returns the start of the line with `offset`.
  func lineStart(_ offset: Int) -> Int {
    let next = lineStarts.partitioningIndex { $0 > offset }
    return next > 0 ? lineStarts[next - 1] : offset
  }

  /// Returns the end of the line with `offset`, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    let next = lineStarts.partitioningIndex { $0 > offset }
    return next < lineStarts.count ? Swift.max(offset, previousLineEnd(lineStarts[next])) : count
  }

  /// Returns the end of the line before the one that starts at `start`.
  func previousLineEnd(_ start: Int) -> Int {
    let end = has(Byte.newline, at: start - 1) ? start - 1 : start
    return has(Byte.carriageReturn, at: end - 1) ? end - 1 : end
  }

  /// Returns the start of the line after the one with `offset`, or the end of the text.
  func nextLine(_ offset: Int) -> Int {
    let next = lineStarts.partitioningIndex { $0 > offset }
    return next < lineStarts.count ? lineStarts[next] : count
  }

  /// The line break that the text uses.
  var lineBreak: [UInt8] {
    guard lineStarts.count > 1 else { return [Byte.newline] }
    return Array(bytes[previousLineEnd(lineStarts[1])..<lineStarts[1]])
  }

  /// Whether a line ends in the range.
  func hasLineBreak(_ range: Range<Int>) -> Bool { lineEnd(range.lowerBound) < range.upperBound }

  /// Whether only white space is between the start of the line and `offset`.
  func isFirstInLine(_ offset: Int) -> Bool { spacesStart(offset) <= lineStart(offset) }

  /// Returns the white space at the start of the line with `offset`.
  func indentation(_ offset: Int) -> [UInt8] {
    let start = lineStart(offset)
    return Array(bytes[start..<skipSpaces(start)])
  }

  /// Returns the minimum indentation of lines inside of the entry at `offset`: in YAML, that of the
  /// entry and of the dashes before it.
  ///
  /// ```
  ///   - key: [     four spaces
  ///   - - [        four spaces
  /// ```
  func entryIndentation(_ offset: Int) -> [UInt8] {
    let start = lineStart(offset)
    var end = skipSpaces(start)
    while has(Byte.dash, at: end), has(Byte.space, at: end + 1), skipSpaces(end + 1) < offset {
      end = skipSpaces(end + 1)
    }
    return bytes[start..<end].map { $0 == Byte.dash ? Byte.space : $0 }
  }
}
