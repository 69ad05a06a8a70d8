/// The bytes of a text. The first one has the offset 0.
protocol ByteText: RandomAccessCollection where Element == UInt8, Index == Int {}

extension [UInt8]: ByteText {}
extension SourceText: ByteText {}

/// The white space of a text.
extension ByteText {
  /// Whether the byte at `offset` exists and is `byte`.
  func has(_ byte: UInt8, at offset: Int) -> Bool {
    offset >= 0 && offset < count && self[offset] == byte
  }

  func isBreakOrEnd(_ offset: Int) -> Bool { offset >= count || Byte.isBreak(self[offset]) }

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
        !self[start..<end].allSatisfy({ isBlank($0) || $0 == Byte.comma })
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
}
