#if FERRY_YAML
internal import FerryBase

/// The replacement of values. Values on the line of their key and values on lines of their own turn
/// into each other.
extension BlockEditing {
  /// Returns the splices that replace a value of a block, or of the document. An anchor stays.
  func replace(_ item: Item, in slot: Slot?, with value: AnyValue) throws -> [Splice] {
    let rendering = BlockRendering(syntax, slot?.samples ?? [], replacing: item)
    let column = slot == nil ? 0 : try self.column(item)
    var new = try rendered(
      .value(value), rendering, isDash: item.key == nil,
      above: slot == nil ? nil : columnOfComment(below: item.end).map { $0 - column })
    if let anchor = syntax.anchor(item) {
      new.properties =
        Array("&\(anchor)".utf8) + (new.properties.isEmpty ? [] : [Byte.space] + new.properties)
    }
    return try replace(item, in: slot, with: new, rendering)
  }

  /// Returns the splices that replace a value with its anchor and tag.
  func replace(
    _ item: Item, in slot: Slot?, with new: RenderedBlock, _ rendering: BlockRendering
  ) throws -> [Splice] {
    if item.isComplexKey, new.form != .inline || new.lines.count > 1 || item.isBlock {
      throw Problem.complexKey
    }
    let column = slot == nil ? 0 : try self.column(item)
    let place = Place(
      item: item, column: column, introduction: try introduction(item, in: slot),
      isDash: item.key == nil)
    var splices =
      new.form == .inline
      ? replaceWithLine(place, new, rendering) : try replaceWithBlock(place, new, rendering)
    // A document without text is a line of its own.
    if slot == nil, item.value.isEmpty, text.isFirstInLine(item.start) {
      splices[splices.count - 1].text += lineBreak
    }
    return splices
  }

  func column(_ item: Item) throws -> Int {
    item.isComplexKey ? item.start - text.lineStart(item.start) : try self.column(item.start)
  }

  /// The place of a value that is replaced.
  private struct Place {
    let item: Item
    /// The column of its key or dash.
    let column: Int
    /// The end of the colon or the dash before it.
    let introduction: Int?
    let isDash: Bool
    var range: Range<Int> { item.value }
  }

  private func isOnFirstLine(_ place: Place) -> Bool {
    place.introduction.map { !text.hasLineBreak($0..<max($0, place.item.open)) } ?? true
  }

  /// Returns the end of the anchor and tag in the line of the key, or the end of the colon.
  private func endOfIntroduction(_ place: Place, _ introduction: Int) -> Int {
    let start = place.range.lowerBound
    let hasProperties = start < place.item.open && !text.hasLineBreak(introduction..<start)
    return hasProperties ? endOfProperties(place.item) : introduction
  }

  /// Returns the part of a value before the comment beside it, and the lines after that comment.
  private func parts(_ place: Place) -> (head: Range<Int>, tail: Range<Int>) {
    let (item, range) = (place.item, place.range)
    let start = range.lowerBound
    if [.literal, .folded].contains(syntax.form(item)) {
      return (start..<endOfFirstLine(item), text.lineEnd(item.open)..<range.upperBound)
    }
    let end = text.lineEnd(range.upperBound)
    return (range, end..<end)
  }

  private func replaceWithLine(
    _ place: Place, _ new: RenderedBlock, _ rendering: BlockRendering
  ) -> [Splice] {
    let separator = new.properties.isEmpty || new.lines[0].isEmpty ? [] : [Byte.space]
    let first = new.properties + separator + new.lines[0]
    let rest = rendering.indented(new.lines.dropFirst(), place.column).flatMap { lineBreak + $0 }
    let range = place.range
    guard place.item.isBlock else {
      let before = range.isEmpty && place.introduction != nil ? [Byte.space] : []
      let (head, tail) = parts(place)
      return [Splice(head, before + first), Splice(tail, rest)]
    }
    let end = text.lineEnd(range.upperBound)
    guard let introduction = place.introduction, !(place.isDash && isOnFirstLine(place)) else {
      return [Splice(range.lowerBound..<end, first + rest)]
    }
    let start = endOfIntroduction(place, introduction)
    return [
      Splice(introduction..<start, [Byte.space] + first), Splice(text.lineEnd(start)..<end, rest),
    ]
  }

  private func replaceWithBlock(
    _ place: Place, _ new: RenderedBlock, _ rendering: BlockRendering
  ) throws -> [Splice] {
    let (item, range) = (place.item, place.range)
    func joined(_ lines: ArraySlice<[UInt8]>, _ column: Int) -> [UInt8] {
      rendering.indented(lines, column).flatMap { lineBreak + $0 }
    }
    let end = item.isBlock ? text.lineEnd(range.upperBound) : range.upperBound
    // The document, and a value in a line of its own, keep their column.
    let isAlone = place.introduction == nil || (!isOnFirstLine(place) && !item.isBlock)
    if isAlone {
      guard text.isFirstInLine(range.lowerBound) else {
        let (head, tail) = parts(place)
        let properties = new.properties.isEmpty ? [] : [Byte.space] + new.properties
        return [
          Splice(text.spacesStart(head.lowerBound)..<head.upperBound, properties),
          Splice(tail, joined(new.lines[...], place.column)),
        ]
      }
      let column = place.introduction == nil ? 0 : try column(range.lowerBound)
      if column <= place.column, place.introduction != nil { throw Problem.inconsistent }
      let first =
        new.properties.isEmpty ? new.lines[0] : new.properties + joined(new.lines[..<1], column)
      let rest = joined(new.lines.dropFirst(), column)
      if item.isBlock || range.isEmpty { return [Splice(range.lowerBound..<end, first + rest)] }
      let (head, tail) = parts(place)
      return [Splice(head, first), Splice(tail, rest)]
    }
    guard let introduction = place.introduction else { throw Problem.inconsistent }
    if place.isDash, new.properties.isEmpty, isOnFirstLine(place) {
      let before = range.isEmpty ? spaces(rendering.dashWidth - 1) : []
      let inner =
        range.isEmpty
        ? place.column + rendering.dashWidth : range.lowerBound - text.lineStart(range.lowerBound)
      let rest = joined(new.lines.dropFirst(), inner)
      if item.isBlock { return [Splice(range.lowerBound..<end, new.lines[0] + rest)] }
      let (head, tail) = parts(place)
      return [Splice(head, before + new.lines[0]), Splice(tail, rest)]
    }
    var inner =
      place.column + (place.isDash ? 2 : new.form == .object ? rendering.unit : rendering.dashUnit)
    if item.isBlock, (item.kind == .object) == (new.form == .object), !isOnFirstLine(place) {
      inner = try self.column(item.open)
    }
    let properties = new.properties.isEmpty ? [] : [Byte.space] + new.properties
    if item.isBlock {
      let start = endOfIntroduction(place, introduction)
      if isOnFirstLine(place) {
        return [Splice(introduction..<end, properties + joined(new.lines[...], inner))]
      }
      return [
        Splice(introduction..<start, properties),
        Splice(text.lineEnd(start)..<end, joined(new.lines[...], inner)),
      ]
    }
    let (head, tail) = parts(place)
    return [
      Splice(introduction..<max(introduction, head.upperBound), properties),
      Splice(tail, joined(new.lines[...], inner)),
    ]
  }

  /// Returns the splice that replaces a value between brackets. An anchor stays.
  func replaceInBrackets(_ item: Item, in slot: Slot, with value: AnyValue) throws -> [Splice] {
    let rendering = BlockRendering(syntax, slot.samples, replacing: item, isInBrackets: true)
    let anchor = syntax.anchor(item).map { Array("&\($0) ".utf8) } ?? []
    let new = anchor + (try rendering.inBrackets(value))
    guard item.value.isEmpty, let key = item.key else { return [Splice(item.value, new)] }
    let colon = syntax.comments.skipTrivia(key.upperBound, in: text)
    if text.has(Byte.colon, at: colon) {
      return [Splice(at: colon + 1, [Byte.space] + new)]
    }
    return [Splice(at: key.upperBound, [Byte.colon, Byte.space] + new)]
  }

  /// Returns the end of the comments in a block that a blank line separates from its first entry; nil
  /// without any.
  func endOfHeader(of container: Item, _ first: Item) -> Int? {
    guard text.isFirstInLine(first.start) else { return nil }
    let above = syntax.comments.startOfLinesAbove(
      first.start, notBefore: text.markLength, isAligned: true, in: text)
    // The header begins below the line of the key or dash.
    let start = text.nextLine(endOfFirstLine(container))
    guard start < above else { return nil }
    return syntax.comments.ranges(in: start..<above, of: text).last?.upperBound
  }
}
#endif
