internal import FerryBase

/// Insertions and deletions between brackets: all of JSON and JSON5, and YAML's flow style.
struct BracketEditing {
  let text: SourceText
  let comments: CommentSyntax

  /// Returns the splices that insert a member or an element before the item of the slot, or at the
  /// end.
  func insert(
    _ entry: [UInt8], _ comments: EntryComments, at slot: Slot, _ layout: BracketLayout
  ) throws(Problem) -> [Splice] {
    let open = slot.container.open
    guard text[open] == Byte.openBrace || text[open] == Byte.openBracket else {
      throw .edit("a pair without braces cannot get another member")
    }
    guard let previousEnd = slot.previousEnd else {
      return try insertFirst(entry, comments, slot, layout)
    }
    let comma = self.comments.skipTrivia(previousEnd, in: text)
    let hasComma = text.has(Byte.comma, at: comma)
    let end = hasComma ? comma + 1 : previousEnd
    let needsComma = slot.item != nil || hasComma
    var splices = hasComma ? [] : [Splice(at: previousEnd, [Byte.comma])]
    if layout.isMultiline, let lineEnd = self.comments.endOfQuietLine(end, in: text) {
      splices.append(Splice(at: lineEnd, lines(entry, comments, layout, hasComma: needsComma)))
    } else {
      let entry = try inline(entry, comments)
      splices.append(Splice(at: end, layout.gap + entry + (needsComma ? [Byte.comma] : [])))
    }
    return splices
  }

  private func insertFirst(
    _ entry: [UInt8], _ comments: EntryComments, _ slot: Slot, _ layout: BracketLayout
  ) throws(Problem) -> [Splice] {
    let open = slot.container.open
    let close = slot.container.value.upperBound - 1
    if let item = slot.item {
      if layout.isMultiline, let lineEnd = self.comments.endOfQuietLine(open + 1, in: text) {
        return [Splice(at: lineEnd, lines(entry, comments, layout, hasComma: true))]
      }
      return [Splice(at: item.start, try inline(entry, comments) + [Byte.comma] + layout.gap)]
    }
    let line = lines(entry, comments, layout, hasComma: false)
    let isBlank = text[open + 1..<close].allSatisfy { $0 <= Byte.space }
    if isBlank, layout.isMultiline {
      return [Splice(open + 1..<close, line + layout.lineBreak + layout.closingIndent)]
    }
    if !isBlank, text.hasLineBreak(open..<close) {
      // After the last comment.
      let end = text.blanksStart(close)
      return [Splice(at: end, line + (text.hasLineBreak(end..<close) ? [] : layout.lineBreak))]
    }
    let blanks = isBlank ? text[open + 1..<close] : []
    return [Splice(at: open + 1, blanks + (try inline(entry, comments)))]
  }

  /// Returns the lines of an entry, each after a line break.
  private func lines(
    _ entry: [UInt8], _ comments: EntryComments, _ layout: BracketLayout, hasComma: Bool
  ) -> [UInt8] {
    let beside = comments.beside.isEmpty ? [] : [Byte.space] + comments.beside
    let last = entry + (hasComma ? [Byte.comma] : []) + beside
    let below = comments.below.map { Array($0[$0.skipSpaces(0)...]) }.filter { !$0.isEmpty }
    return (comments.above + [last] + below).flatMap { layout.lineBreak + layout.indent + $0 }
  }

  /// Returns an entry inside of a line, after its comments.
  private func inline(_ entry: [UInt8], _ comments: EntryComments) throws(Problem) -> [UInt8] {
    if comments.isEmpty { return entry }
    let lines = comments.above + [comments.beside] + comments.below
    var text: [UInt8] = []
    for line in lines where line.skipSpaces(0) < line.count {
      guard let comment = self.comments.inline(Array(line[line.skipSpaces(0)...])) else {
        throw .noRoomForComment
      }
      text += comment + [Byte.space]
    }
    return text + entry
  }

  /// Returns the splices that delete the item of a slot with its comments and its comma.
  func delete(_ slot: Slot) throws(Problem) -> [Splice] {
    guard let item = slot.item else { return [] }
    let container = slot.container.open..<slot.container.value.upperBound
    guard
      text[container.lowerBound] == Byte.openBrace || text[container.lowerBound] == Byte.openBracket
    else { throw .edit("the pair has no braces, so its member cannot be deleted") }
    let comma = comments.skipTrivia(item.end, in: text)
    let hasComma = text.has(Byte.comma, at: comma)
    let end = hasComma ? comma + 1 : endOfInlineComments(item.end)
    var splices: [Splice] = []
    // A value that is last now has no comma, as before.
    if !hasComma, let previous = slot.previousEnd {
      let comma = comments.skipTrivia(previous, in: text)
      splices.append(Splice(comma..<comma + 1))
    }
    let gapStart =
      slot.previousEnd.map { comments.skipTrivia($0, in: text) + 1 } ?? container.lowerBound + 1
    let isFirst = text.isFirstInLine(item.start) && text.lineStart(item.start) >= gapStart
    let above = comments.startOfLinesAbove(item.start, notBefore: gapStart, in: text)
    if isFirst, let lineEnd = comments.endOfQuietLine(end, in: text), lineEnd < text.count {
      splices.append(Splice(above..<text.nextLine(lineEnd)))
    } else if isFirst, slot.nextStart != nil, above < text.lineStart(item.start) {
      splices.append(Splice(text.skipSpaces(above)..<text.skipSpaces(end)))
    } else if slot.nextStart != nil {
      let next = text.skipSpaces(end)
      // A comment at the end of the line needs the space before it.
      let isLineEnd =
        comments.endOfQuietLine(end, in: text) != nil
        && !text.isFirstInLine(item.start)
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

extension BracketEditing {
  /// Returns the end of the comments after the last value that end in its line.
  private func endOfInlineComments(_ offset: Int) -> Int {
    var end = offset
    while comments == .slashes, let next = comments.end(of: text.skipSpaces(end), in: text),
      text.has(Byte.slash, at: next - 1), text.has(UInt8(ascii: "*"), at: next - 2),
      !text.hasLineBreak(end..<next)
    { end = next }
    return end
  }

  /// Returns the comments that the deletion of the item of a slot deletes with it. The text from
  /// `start` to the end of the item moves.
  func deletedComments(of slot: Slot, movedFrom start: Int) throws(Problem) -> EntryComments {
    var found = EntryComments()
    guard let item = slot.item else { return found }
    for splice in try delete(slot) {
      let above = splice.range.clamped(to: 0..<item.start)
      for range in comments.ranges(in: above, of: text) { found.above += lines(range) }
      let after = splice.range.clamped(to: item.end..<text.count)
      for range in comments.ranges(in: after, of: text) {
        let isBeside = !text.hasLineBreak(item.end..<range.upperBound)
        if isBeside {
          found.beside += (found.beside.isEmpty ? [] : [Byte.space]) + text.trimmed(range)
        } else {
          found.below += lines(range)
        }
      }
    }
    if let key = item.key, key.upperBound < start {
      for range in comments.ranges(in: key.upperBound..<start, of: text) {
        found.above += lines(range)
      }
    }
    return found
  }

  private func lines(_ range: Range<Int>) -> [[UInt8]] {
    Fragment.lines(range, without: text.indentation(range.lowerBound), in: text)
  }
}

extension Problem {
  /// Returns the problem of an edit that the text does not allow.
  static func edit(_ words: String, hint: String? = nil) -> Problem {
    .patch(words, at: .root, hint: hint)
  }

  static var noRoomForComment: Problem { .edit("a comment needs a line of its own") }
}
