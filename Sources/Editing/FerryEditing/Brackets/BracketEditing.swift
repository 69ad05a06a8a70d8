internal import FerryBase

/// Insertions and deletions between brackets: all of JSON and JSON5, and YAML's flow style.
struct BracketEditing {
  let text: [UInt8]
  let comments: CommentSyntax

  /// Returns the splices that insert a member or an element before the item of the slot, or at the
  /// end.
  func insert(
    _ entry: [UInt8], comment: [[UInt8]], at slot: Slot, _ layout: BracketLayout
  ) throws(Problem) -> [Splice] {
    let open = slot.container.open
    guard text[open] == Byte.openBrace || text[open] == Byte.openBracket else {
      throw .edit("a pair without braces cannot get another member")
    }
    let line = self.line(entry, comment, layout)
    guard let previousEnd = slot.previousEnd else {
      return try insertFirst(entry, line, comment, slot, layout)
    }
    let comma = comments.skipTrivia(previousEnd, in: text)
    let hasComma = text[comma] == Byte.comma
    let end = hasComma ? comma + 1 : previousEnd
    let needsComma = slot.item != nil || hasComma
    var splices = hasComma ? [] : [Splice(at: previousEnd, [Byte.comma])]
    if layout.isMultiline, let lineEnd = comments.endOfQuietLine(end, in: text) {
      splices.append(Splice(at: lineEnd, line + (needsComma ? [Byte.comma] : [])))
    } else {
      let entry = try inline(entry, comment)
      splices.append(Splice(at: end, layout.gap + entry + (needsComma ? [Byte.comma] : [])))
    }
    return splices
  }

  private func insertFirst(
    _ entry: [UInt8], _ line: [UInt8], _ comment: [[UInt8]], _ slot: Slot, _ layout: BracketLayout
  ) throws(Problem) -> [Splice] {
    let open = slot.container.open
    let close = slot.container.value.upperBound - 1
    if let item = slot.item {
      if layout.isMultiline, let lineEnd = comments.endOfQuietLine(open + 1, in: text) {
        return [Splice(at: lineEnd, line + [Byte.comma])]
      }
      return [Splice(at: item.start, try inline(entry, comment) + [Byte.comma] + layout.gap)]
    }
    let isBlank = text[open + 1..<close].allSatisfy { $0 <= Byte.space }
    if isBlank, layout.isMultiline {
      return [Splice(open + 1..<close, line + layout.lineBreak + layout.closingIndent)]
    }
    if !isBlank, text.hasLineBreak(open..<close) {
      // After the last comment.
      var end = close
      while text[end - 1] <= Byte.space { end -= 1 }
      return [Splice(at: end, line + (text.hasLineBreak(end..<close) ? [] : layout.lineBreak))]
    }
    let blanks = isBlank ? text[open + 1..<close] : []
    return [Splice(at: open + 1, blanks + (try inline(entry, comment)))]
  }

  private func line(_ entry: [UInt8], _ comment: [[UInt8]], _ layout: BracketLayout) -> [UInt8] {
    (comment + [entry]).flatMap { layout.lineBreak + layout.indent + $0 }
  }

  private func inline(_ entry: [UInt8], _ comment: [[UInt8]]) throws(Problem) -> [UInt8] {
    if comment.isEmpty { return entry }
    guard comments == .slashes else { throw .noRoomForComment }
    let text = comment.map { String(decoding: $0.dropFirst(2), as: UTF8.self) }.joined()
    return Array("/*\(text) */ ".utf8) + entry
  }

  /// Returns the splices that delete the item of a slot with its comments and its comma.
  func delete(_ slot: Slot) throws(Problem) -> [Splice] {
    guard let item = slot.item else { return [] }
    let container = slot.container.open..<slot.container.value.upperBound
    guard
      text[container.lowerBound] == Byte.openBrace || text[container.lowerBound] == Byte.openBracket
    else { throw .edit("the pair has no braces, so its member cannot be deleted") }
    let comma = comments.skipTrivia(item.end, in: text)
    let hasComma = text[comma] == Byte.comma
    let end = hasComma ? comma + 1 : item.end
    var splices: [Splice] = []
    // A value that is last now has no comma, as before.
    if !hasComma, let previous = slot.previousEnd {
      let comma = comments.skipTrivia(previous, in: text)
      splices.append(Splice(comma..<comma + 1))
    }
    let gapStart =
      slot.previousEnd.map { comments.skipTrivia($0, in: text) + 1 } ?? container.lowerBound + 1
    let start = text.lineStart(item.start)
    if start >= gapStart, text.isFirstInLine(item.start),
      let lineEnd = comments.endOfQuietLine(end, in: text), lineEnd < text.count
    {
      let above = comments.startOfLinesAbove(item.start, notBefore: gapStart, in: text)
      splices.append(Splice(above..<text.nextLine(lineEnd)))
    } else if slot.nextStart != nil {
      let next = text.skipSpaces(end)
      let isLineEnd = text.isBreakOrEnd(next) && !text.isFirstInLine(item.start)
      splices.append(
        isLineEnd ? Splice(text.spacesStart(item.start)..<end) : Splice(item.start..<next))
    } else {
      let before =
        slot.previousEnd == nil ? item.start : max(gapStart, text.spacesStart(item.start))
      splices.append(Splice(before..<end))
    }
    let interior = container.lowerBound + 1..<container.upperBound - 1
    if slot.previousEnd == nil, slot.nextStart == nil,
      let range = splices.last?.range,
      (text[interior.lowerBound..<range.lowerBound]
        + text[min(range.upperBound, interior.upperBound)..<interior.upperBound])
        .allSatisfy({ $0 <= Byte.space })
    {
      return [Splice(interior)]
    }
    return splices
  }
}

extension Problem {
  /// Returns the problem of an edit that the text does not allow.
  static func edit(_ words: String, hint: String? = nil) -> Problem {
    .patch(words, at: .root, hint: hint)
  }

  static var noRoomForComment: Problem { .edit("a comment needs a line of its own") }
}
