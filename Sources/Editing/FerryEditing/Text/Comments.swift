/// The comments of a format.
enum CommentSyntax {
  /// JSON has no comments.
  case none
  /// `// text` and `/* text */` (JSON5, section 7).
  case slashes
  /// `# text` (YAML 1.2, section 6.6).
  case hash

  /// Returns the lines of a comment. A line break at the end adds no line.
  /// - Throws: `Problem` if the format has no comments.
  func lines(_ text: String?) throws(Problem) -> [[UInt8]] {
    guard var text = text?[...] else { return [] }
    if self == .none {
      throw .edit("JSON has no comments", hint: "read the file as JSON5")
    }
    if text.last?.isNewline == true { text.removeLast() }
    if text.isEmpty { return [] }
    let mark = self == .hash ? "#" : "//"
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      Array(($0.isEmpty ? mark : "\(mark) \($0)").utf8)
    }
  }

  /// Returns the text of a comment without its marks.
  func text(_ comment: ArraySlice<UInt8>) -> String {
    var text = String(decoding: comment, as: UTF8.self)[...]
    if text.hasPrefix("/*") {
      text = text.dropFirst(2).dropLast(2)
    } else {
      text = text.dropFirst(self == .hash ? 1 : 2)
    }
    if text.first == " " { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }

  /// Returns the end of the comment that starts at `offset`, or nil.
  func end(of offset: Int, in text: SourceText) -> Int? {
    switch self {
    case .none: return nil
    case .hash:
      guard text.has(UInt8(ascii: "#"), at: offset) else { return nil }
      return text.lineEnd(offset)
    case .slashes:
      guard text.has(Byte.slash, at: offset) else { return nil }
      if text.has(Byte.slash, at: offset + 1) { return text.lineEnd(offset) }
      guard text.has(UInt8(ascii: "*"), at: offset + 1) else { return nil }
      var end = offset + 2
      while end < text.count, !(text[end] == UInt8(ascii: "*") && text.has(Byte.slash, at: end + 1))
      { end += 1 }
      return min(end + 2, text.count)
    }
  }

  /// Returns the offset after the white space and comments at `offset`.
  func skipTrivia(_ offset: Int, in text: SourceText) -> Int {
    var offset = offset
    while offset < text.count {
      let length = blankLength(text, offset)
      if length > 0 {
        offset += length
      } else if let end = self.end(of: offset, in: text) {
        offset = end
      } else {
        break
      }
    }
    return offset
  }

  /// Returns the comments of a range, which has only them, white space and commas.
  func ranges(in range: Range<Int>, of text: SourceText) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let end = self.end(of: offset, in: text)
      if let end { ranges.append(offset..<end) }
      offset = end ?? offset + 1
    }
    return ranges
  }

  /// Returns a comment as one inside of a line; nil if it has no such form.
  func inline(_ comment: [UInt8]) -> [UInt8]? {
    let comment = SourceText(comment)
    guard self == .slashes, !comment.hasLineBreak(0..<comment.count) else { return nil }
    if comment.starts(with: "/*".utf8) {
      return end(of: 0, in: comment) == comment.count ? comment.bytes : nil
    }
    let text = self.text(comment.bytes[...])
    return text.contains("*/") ? nil : Array("/* \(text) */".utf8)
  }

  /// Returns the end of the line at `offset` if only blanks and comments are left in it.
  func endOfQuietLine(_ offset: Int, in text: SourceText) -> Int? {
    var offset = offset
    while true {
      offset = text.skipSpaces(offset)
      if text.isBreakOrEnd(offset) { return offset }
      guard let end = self.end(of: offset, in: text), !text.hasLineBreak(offset..<end) else {
        return nil
      }
      offset = end
    }
  }

  /// Returns the length of the white space at `offset`; 0 for another character. JSON5 has more of
  /// it (section 8).
  private func blankLength(_ text: SourceText, _ offset: Int) -> Int {
    switch text[offset] {
    case Byte.space, 0x09, 0x0A, 0x0D: return 1
    case 0x0B, 0x0C: return self == .slashes ? 1 : 0
    case 0xC2 where self == .slashes: return text.has(0xA0, at: offset + 1) ? 2 : 0
    case 0xE1...0xEF where self == .slashes && offset + 2 < text.count:
      let scalar = String(decoding: text[offset..<offset + 3], as: UTF8.self).unicodeScalars.first
      let isBlank = scalar.map {
        $0.properties.generalCategory == .spaceSeparator
          || [0x2028, 0x2029, 0xFEFF].contains($0.value)
      }
      return isBlank == true ? 3 : 0
    default: return 0
    }
  }

  /// Returns the start of the lines above `offset` that belong to the value there: comments that fill
  /// their lines, without a blank line below. If they are `isAligned`, they have one indentation.
  func startOfLinesAbove(
    _ offset: Int, notBefore limit: Int, isAligned: Bool = false, in text: SourceText
  ) -> Int {
    var start = text.lineStart(offset)
    var column: Int?
    while start > limit, self != .none {
      var line = text.lineStart(start - 1)
      let first = text.skipSpaces(line)
      if let end = self.end(of: first, in: text), text.nextLine(end) == start,
        text.skipSpaces(end) >= text.lineEnd(end)
      {
        if isAligned, let column, first - line != column { break }
        column = first - line
      } else if let above = startOfBlock(endingBefore: start, notBefore: limit, in: text) {
        line = above
      } else {
        break
      }
      if line < limit { break }
      start = line
    }
    return start
  }

  /// Returns the start of the line with the `/*` of a comment of several lines that ends with the line
  /// before `offset`.
  private func startOfBlock(endingBefore offset: Int, notBefore limit: Int, in text: SourceText)
    -> Int?
  {
    guard self == .slashes else { return nil }
    let end = text.blanksStart(offset)
    guard end > limit, text.has(Byte.slash, at: end - 1), text.has(UInt8(ascii: "*"), at: end - 2)
    else {
      return nil
    }
    var start = end - 3
    while start >= limit, !(text[start] == Byte.slash && text.has(UInt8(ascii: "*"), at: start + 1))
    {
      start -= 1
    }
    guard start >= limit, text.isFirstInLine(start), self.end(of: start, in: text) == end else {
      return nil
    }
    return text.lineStart(start)
  }
}
