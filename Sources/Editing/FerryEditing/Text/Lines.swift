/// The lines of a text, and what is blank in them. A line ends with a line feed, a carriage return or both.
extension [UInt8] {
  /// The length of a byte order mark at the start.
  var markLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Returns the start of the line with `offset`.
  func lineStart(_ offset: Int) -> Int {
    var start = offset
    let first = markLength
    while start > first, !isAfterBreak(start) { start -= 1 }
    return start
  }

  /// Returns the end of the line with `offset`, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < count, !Byte.isBreak(self[end]) { end += 1 }
    return end
  }

  /// Returns the end of the line before the one that starts at `start`.
  func previousLineEnd(_ start: Int) -> Int {
    let end = has(Byte.newline, at: start - 1) ? start - 1 : start
    return has(Byte.carriageReturn, at: end - 1) ? end - 1 : end
  }

  /// Returns the start of the line after the one with `offset`, or the end of the text.
  func nextLine(_ offset: Int) -> Int {
    let end = lineEnd(offset)
    let isPair = has(Byte.carriageReturn, at: end) && has(Byte.newline, at: end + 1)
    return Swift.min(end + (isPair ? 2 : 1), count)
  }

  /// The line break that the text uses.
  var lineBreak: [UInt8] {
    guard let end = firstIndex(where: Byte.isBreak) else { return [Byte.newline] }
    return Array(self[end..<nextLine(end)])
  }

  /// Returns the offset after the spaces and tabs at `offset`.
  func skipSpaces(_ offset: Int) -> Int {
    var end = offset
    while end < count, self[end] == Byte.space || self[end] == Byte.tab { end += 1 }
    return end
  }

  /// Returns the start of the spaces and tabs before `offset`.
  func spacesStart(_ offset: Int) -> Int {
    var start = offset
    while start > 0, self[start - 1] == Byte.space || self[start - 1] == Byte.tab { start -= 1 }
    return start
  }

  /// Returns the start of the white space of JSON before `offset`.
  func blanksStart(_ offset: Int) -> Int {
    var start = offset
    while start > 0, isBlank(self[start - 1]) { start -= 1 }
    return start
  }

  /// Returns whether a range has only blanks, line breaks and commas outside of `parts`.
  func hasOnlySeparators(_ range: Range<Int>, outside parts: [Range<Int>]) -> Bool {
    var start = range.lowerBound
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) + [range.upperBound..<count] {
      let end = Swift.min(part.lowerBound, range.upperBound)
      if start < end,
        !self[start..<end].allSatisfy({ isBlank($0) || Byte.isBreak($0) || $0 == Byte.comma })
      {
        return false
      }
      start = Swift.max(start, part.upperBound)
    }
    return true
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == Byte.space || byte == Byte.tab || Byte.isBreak(byte)
  }

  /// Returns the bytes of a range without the spaces and tabs around them.
  func trimmed(_ range: Range<Int>) -> [UInt8] {
    let start = Swift.min(skipSpaces(range.lowerBound), range.upperBound)
    return Array(self[start..<Swift.max(start, spacesStart(range.upperBound))])
  }

  /// Returns the white space at the start of the line with `offset`.
  func indentation(_ offset: Int) -> [UInt8] {
    startOfShortLine(offset).map { Array(self[$0..<skipSpaces($0)]) } ?? []
  }

  /// Returns the minimum indentation of lines inside of the entry at `offset`: in YAML, that of the
  /// entry and of the dashes before it.
  ///
  /// ```
  ///   - key: [     four spaces
  ///   - - [        four spaces
  /// ```
  func entryIndentation(_ offset: Int) -> [UInt8] {
    guard let start = startOfShortLine(offset) else { return [] }
    var end = skipSpaces(start)
    while has(Byte.dash, at: end), has(Byte.space, at: end + 1), skipSpaces(end + 1) < offset {
      end = skipSpaces(end + 1)
    }
    return self[start..<end].map { $0 == Byte.dash ? Byte.space : $0 }
  }

  /// Returns the start of the line with `offset`, or `nil` if that is far away. Lines that are longer
  /// have no indentation.
  private func startOfShortLine(_ offset: Int) -> Int? {
    let farthest = offset - (1 << 16)
    var start = offset
    let first = Swift.max(markLength, farthest)
    while start > first, !isAfterBreak(start) { start -= 1 }
    return start > first || start == markLength ? start : nil
  }

  /// Whether only white space is between the start of the line and `offset`.
  func isFirstInLine(_ offset: Int) -> Bool {
    let start = spacesStart(offset)
    return start <= markLength || isAfterBreak(start)
  }

  private func isAfterBreak(_ offset: Int) -> Bool {
    switch self[offset - 1] {
    case Byte.newline: true
    case Byte.carriageReturn: !has(Byte.newline, at: offset)
    default: false
    }
  }

  /// Whether a line ends in the range.
  func hasLineBreak(_ range: Range<Int>) -> Bool { self[range].contains(where: Byte.isBreak) }

  /// Whether the byte at `offset` exists and is `byte`.
  func has(_ byte: UInt8, at offset: Int) -> Bool {
    offset >= 0 && offset < count && self[offset] == byte
  }

  func isBreakOrEnd(_ offset: Int) -> Bool { offset >= count || Byte.isBreak(self[offset]) }
}
