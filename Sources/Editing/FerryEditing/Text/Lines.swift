/// The lines of a text, and what is blank in them.
extension [UInt8] {
  /// The length of a byte order mark at the start.
  var markLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Returns the start of the line with `offset`.
  func lineStart(_ offset: Int) -> Int {
    var start = offset
    let first = markLength
    while start > first, self[start - 1] != Byte.newline { start -= 1 }
    return start
  }

  /// Returns the end of the line with `offset`, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < count, self[end] != Byte.newline { end += 1 }
    return end > offset && end < count && self[end - 1] == 0x0D ? end - 1 : end
  }

  /// Returns the start of the line after the one with `offset`, or the end of the text.
  func nextLine(_ offset: Int) -> Int {
    var end = offset
    while end < count, self[end] != Byte.newline { end += 1 }
    return Swift.min(end + 1, count)
  }

  /// The line break that the text uses.
  var lineBreak: [UInt8] {
    guard let end = firstIndex(of: Byte.newline), end > 0, self[end - 1] == 0x0D else {
      return [Byte.newline]
    }
    return [0x0D, Byte.newline]
  }

  /// Returns the offset after the spaces and tabs at `offset`.
  func skipSpaces(_ offset: Int) -> Int {
    var end = offset
    while end < count, self[end] == Byte.space || self[end] == 0x09 { end += 1 }
    return end
  }

  /// Returns the start of the spaces and tabs before `offset`.
  func spacesStart(_ offset: Int) -> Int {
    var start = offset
    while start > 0, self[start - 1] == Byte.space || self[start - 1] == 0x09 { start -= 1 }
    return start
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
    while start > first, self[start - 1] != Byte.newline { start -= 1 }
    return start > first || start == markLength ? start : nil
  }

  /// Whether only white space is between the start of the line and `offset`.
  func isFirstInLine(_ offset: Int) -> Bool {
    let start = spacesStart(offset)
    return start <= markLength || self[start - 1] == Byte.newline
  }

  /// Whether a line of the range ends.
  func hasLineBreak(_ range: Range<Int>) -> Bool { self[range].contains(Byte.newline) }

  /// Whether the byte at `offset` exists and is `byte`.
  func has(_ byte: UInt8, at offset: Int) -> Bool {
    offset >= 0 && offset < count && self[offset] == byte
  }

  func isBreakOrEnd(_ offset: Int) -> Bool {
    offset >= count || self[offset] == Byte.newline
      || (self[offset] == 0x0D && has(Byte.newline, at: offset + 1))
  }
}
