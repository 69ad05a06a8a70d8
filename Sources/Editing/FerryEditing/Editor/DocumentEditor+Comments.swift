public import FerryBase

extension DocumentEditor {
  /// The place of a comment.
  public enum CommentPlace: Sendable {
    /// The lines directly above a value, its key or its dash.
    case above
    /// The rest of the value's line.
    case beside
  }

  /// Returns the comment of the value at `path`, without its marks; nil without a comment.
  /// - Throws: `Problem` if the value does not exist.
  public func comment(at path: WirePath, _ place: CommentPlace = .above) throws -> String? {
    var editor = self
    let route = try editor.existing(path)
    let (syntax, text) = (try editor.syntax, editor.document.text)
    switch place {
    case .above:
      guard let lines = editor.linesAbove(route, syntax), !lines.isEmpty else { return nil }
      return Fragment.lines(lines, without: [], in: text).filter { !$0.isEmpty }
        .map { syntax.comments.text($0[$0.skipSpaces(0)...]) }.joined(separator: "\n")
    case .beside:
      let range = editor.besideRange(route, syntax)
      guard let end = syntax.comments.end(of: range.upperBound, in: text) else { return nil }
      return syntax.comments.text(text[range.upperBound..<end])
    }
  }

  /// Sets, changes or, with nil, deletes the comment of the value at `path`.
  /// - Throws: `Problem` if the value does not exist, or the format or the place allows no comment.
  public mutating func setComment(
    _ text: String?, at path: WirePath, _ place: CommentPlace = .above
  ) throws {
    try edit(
      { editor in
        let route = try editor.existing(path)
        let splice = try editor.splice(setting: text, place, at: route)
        editor.perform([splice], nil, changing: route.parentSteps)
      }, at: path)
  }

  /// Returns the comments that move with a value: those that its deletion deletes, except for the ones
  /// in its text.
  mutating func comments(of route: Route) throws -> EntryComments {
    var comments = EntryComments()
    let (syntax, text) = (try self.syntax, document.text)
    guard let slot = route.slots.last, let item = slot.item else { return comments }
    #if FERRY_YAML
    if let yaml = syntax as? YAMLSyntax, slot.container.isBlock {
      if let lines = linesAbove(route, syntax), !lines.isEmpty {
        let first = text.skipSpaces(lines.lowerBound)
        let end = text.lineEnd(lines.upperBound - 1)
        comments.above = Fragment.lines(first..<end, without: text.indentation(first), in: text)
      }
      // The comment in the header of a block scalar is a part of its text, as those in a block are.
      let start = besideRange(route, syntax).upperBound
      if item.isBlock || start >= item.end,
        let end = syntax.comments.endOfQuietLine(start, in: text)
      {
        comments.beside = text.trimmed(start..<end)
      }
      if !item.isBlock {
        let block = BlockEditing(yaml)
        let column = try block.column(item.start)
        let lines = text.lineEnd(item.end)..<block.endOfEntry(item.end, column)
        let below = Fragment.lines(lines, without: block.spaces(column), in: text)
        comments.below = Array(below.dropFirst())
      }
      return comments
    }
    #endif
    return try BracketEditing(text: text, comments: syntax.comments)
      .deletedComments(of: slot, movedFrom: startOfContent(item, syntax))
  }

  /// Returns the lines of the comment above a value; nil if the value is not first in its line.
  private func linesAbove(_ route: Route, _ syntax: any Syntax) -> Range<Int>? {
    let text = document.text
    let start = route.slots.last?.item?.start ?? route.item.start
    guard text.isFirstInLine(start) else { return nil }
    var limit = text.markLength
    if let slot = route.slots.last {
      limit = slot.previousEnd ?? (slot.container.isBlock ? text.markLength : slot.container.open)
    }
    let isBlock = route.slots.last?.container.isBlock == true
    let above = syntax.comments.startOfLinesAbove(
      start, notBefore: limit, isAligned: isBlock, in: text)
    return above..<text.lineStart(start)
  }

  /// Returns the blanks before the comment beside a value, or before the place for it.
  private func besideRange(_ route: Route, _ syntax: any Syntax) -> Range<Int> {
    let text = document.text
    var end = route.item.end
    #if FERRY_YAML
    if let syntax = syntax as? YAMLSyntax {
      end = BlockEditing(syntax).endOfFirstLine(route.item)
    }
    #endif
    let next = text.skipSpaces(end)
    if text.has(Byte.comma, at: next), route.slots.last?.container.isBlock == false {
      return next + 1..<text.skipSpaces(next + 1)
    }
    return end..<next
  }

  /// Returns the splice that sets the comment of a value.
  mutating func splice(
    setting comment: String?, _ place: CommentPlace, at route: Route
  ) throws -> Splice {
    let (syntax, text) = (try self.syntax, document.text)
    let lines = try syntax.comments.lines(comment)
    switch place {
    case .above:
      guard let range = linesAbove(route, syntax) else { throw Problem.noRoomForComment }
      let indent = text.indentation(range.upperBound)
      return Splice(range, lines.flatMap { indent + $0 + document.text.lineBreak })
    case .beside:
      let range = besideRange(route, syntax)
      let end = syntax.comments.end(of: range.upperBound, in: text)
      guard lines.count <= 1, let line = syntax.comments.endOfQuietLine(range.upperBound, in: text)
      else { throw Problem.noRoomForComment }
      let rest = end == nil ? range.upperBound : text.spacesStart(line)
      let before =
        lines.isEmpty ? [] : end != nil && !range.isEmpty ? Array(text[range]) : [Byte.space]
      return Splice(range.lowerBound..<rest, before + (lines.first ?? []))
    }
  }
}

/// The comments of a new member or element, with their marks.
struct EntryComments {
  /// The lines above it.
  var above: [[UInt8]] = []
  /// The comment on its line, or empty.
  var beside: [UInt8] = []
  /// The lines below it, with the indentation that they have more than it.
  var below: [[UInt8]] = []
  /// Whether another entry can be inserted next to it: a comma would be a part of a comment.
  var canBeFollowed: Bool { beside.isEmpty && below.isEmpty }
  var isEmpty: Bool { above.isEmpty && beside.isEmpty && below.isEmpty }
}
