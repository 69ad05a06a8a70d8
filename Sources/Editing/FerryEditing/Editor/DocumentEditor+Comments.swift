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
    return try editor.read(place, at: try editor.existing(path))
  }

  /// Sets, changes or, with nil, deletes the comment of the value at `path`.
  /// - Throws: `Problem` if the value does not exist, or the format or the place allows no comment.
  public mutating func setComment(
    _ text: String?, at path: WirePath, _ place: CommentPlace = .above
  ) throws {
    try edit({ editor in try editor.write(text, place, at: try editor.existing(path)) }, at: path)
  }

  mutating func read(_ place: CommentPlace, at route: Route) throws -> String? {
    let syntax = try self.syntax
    let text = document.text
    switch place {
    case .above:
      guard let lines = linesAbove(route, syntax), !lines.isEmpty else { return nil }
      return text[lines].split(separator: Byte.newline).map {
        let start = text.skipSpaces($0.startIndex)
        return syntax.comments.text(text[start..<max(start, text.lineEnd(start))])
      }.joined(separator: "\n")
    case .beside:
      let range = besideRange(route, syntax)
      guard let end = syntax.comments.end(of: range.upperBound, in: text) else { return nil }
      return syntax.comments.text(text[range.upperBound..<end])
    }
  }

  /// Returns the lines of the comment above a value; nil if the value is not first in its line.
  private func linesAbove(_ route: Route, _ syntax: any Syntax) -> Range<Int>? {
    let text = document.text
    let start = route.slots.last?.item?.start ?? route.item.start
    guard text.isFirstInLine(start) else { return nil }
    let line = text.lineStart(start)
    var limit = text.markLength
    if let slot = route.slots.last {
      limit = slot.previousEnd ?? (slot.container.isBlock ? text.markLength : slot.container.open)
    }
    let isBlock = route.slots.last?.container.isBlock == true
    let above = syntax.comments.startOfLinesAbove(
      start, notBefore: limit, column: isBlock ? start - line : nil, in: text)
    return above..<line
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

  mutating func write(_ comment: String?, _ place: CommentPlace, at route: Route) throws {
    let syntax = try self.syntax
    if syntax.comments == .none {
      throw Problem.edit("JSON has no comments", hint: "read the file as JSON5")
    }
    let text = document.text
    let lines = comment.map(syntax.comments.lines) ?? []
    switch place {
    case .above:
      guard let range = linesAbove(route, syntax) else { throw Problem.noRoomForComment }
      let indent = text.indentation(range.upperBound)
      perform([Splice(range, lines.flatMap { indent + $0 + text.lineBreak })], nil)
    case .beside:
      let range = besideRange(route, syntax)
      let end = syntax.comments.end(of: range.upperBound, in: text)
      guard lines.count <= 1, let line = syntax.comments.endOfQuietLine(range.upperBound, in: text)
      else { throw Problem.noRoomForComment }
      let rest = end == nil ? range.upperBound : text.spacesStart(line)
      let before =
        lines.isEmpty ? [] : end != nil && !range.isEmpty ? Array(text[range]) : [Byte.space]
      perform([Splice(range.lowerBound..<rest, before + (lines.first ?? []))], nil)
    }
  }
}
