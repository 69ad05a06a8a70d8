#if FERRY_YAML
internal import FerryBase

/// Edits in blocks of YAML, where lines and indentation are the structure.
struct BlockEditing {
  let syntax: YAMLSyntax
  let text: [UInt8]
  let lineBreak: [UInt8]

  init(_ syntax: YAMLSyntax) {
    self.syntax = syntax
    text = syntax.text
    lineBreak = text.lineBreak
  }

  // MARK: Insertion

  /// Returns the splices that insert a member or an element before the item of the slot, or at the
  /// end.
  func insert(
    _ content: Content, key: String?, comment: [[UInt8]], beside: String?, at slot: Slot
  ) throws -> [Splice] {
    guard let first = slot.first else { throw Problem.inconsistent }
    if slot.item?.isComplexKey == true { throw Problem.complexKey }
    let column = try self.column(first.start)
    let rendering = BlockRendering(syntax, slot.samples, replacing: nil)
    let beside = beside.map { [Byte.space] + (syntax.comments.lines($0).first ?? []) } ?? []
    let head = key.map { rendering.keys.key($0) + [Byte.colon] } ?? [Byte.dash]
    let entry = rendering.entry(head, try rendering.rendered(content), column: column, beside)
    let indent = spaces(column)
    let isAbove = slot.item.map { text.isFirstInLine($0.start) } ?? false
    if let item = slot.item, isAbove {
      let above = syntax.comments.startOfLinesAbove(
        item.start, notBefore: slot.previousEnd ?? text.markLength, column: column, in: text)
      let lines =
        (comment + [entry[0]]).map { indent + $0 + lineBreak }
        + entry.dropFirst().map { $0 + lineBreak }
      return [Splice(at: above, lines.joined())]
    }
    if let previousEnd = slot.previousEnd {
      let end = endOfEntry(previousEnd, column)
      let lines =
        (comment + [entry[0]]).map { lineBreak + indent + $0 }
        + entry.dropFirst().map { lineBreak + $0 }
      return [Splice(at: end, lines.joined())]
    }
    if !comment.isEmpty { throw Problem.noRoomForComment }
    let lines = [entry[0] + lineBreak] + entry.dropFirst().map { $0 + lineBreak }
    return [Splice(at: first.start, lines.joined() + indent)]
  }

  /// Returns the text of a new entry between brackets.
  func entryInBrackets(
    _ content: Content, key: String?, at slot: Slot, _ layout: BracketLayout
  ) throws -> [UInt8] {
    let rendering = BlockRendering(syntax, slot.samples, replacing: nil, isInBrackets: true)
    let value: [UInt8]
    switch content {
    case .text(let fragment) where fragment.wasInBrackets:
      // Each line must be indented further than the block around the brackets.
      let open = slot.container.open
      let inner = spaces(open - text.lineStart(open) + 1)
      value = fragment.text(indent: layout.isMultiline ? layout.indent : inner, lineBreak)
    case .text(let fragment): value = try rendering.inBrackets(fragment.value ?? .null)
    case .value(let new): value = try rendering.inBrackets(new)
    }
    return (key.map { rendering.keys.key($0) + layout.colon } ?? []) + value
  }

  // MARK: Deletion

  /// Returns the splices that delete the item of a slot with its comments and its lines. `outer` is
  /// the position of the container.
  func delete(_ slot: Slot, in outer: Slot?) throws -> [Splice] {
    guard let item = slot.item else { return [] }
    if item.isComplexKey { throw Problem.complexKey }
    if slot.previousEnd == nil, slot.nextStart == nil {
      return try replace(
        slot.container, in: outer, with: slot.container.kind == .object ? .object([:]) : .array([]))
    }
    let column = try self.column(item.start)
    let end = endOfEntry(item.end, column)
    if text.isFirstInLine(item.start) {
      let start = syntax.comments.startOfLinesAbove(
        item.start, notBefore: slot.previousEnd ?? text.markLength, column: column, in: text)
      let next = text.nextLine(end)
      if next == text.count, !text.has(Byte.newline, at: next - 1), start > text.markLength {
        // The last line has no line break, before and after.
        return [Splice(text.lineEnd(start - lineBreak.count)..<next)]
      }
      return [Splice(start..<next)]
    }
    guard let next = slot.nextStart else { throw Problem.inconsistent }
    let isNextLine = text[min(text.nextLine(end), next)..<next].allSatisfy { $0 == Byte.space }
    return [isNextLine ? Splice(item.start..<next) : Splice(text.spacesStart(item.start)..<end)]
  }

  // MARK: Keys and lines

  /// Returns the text of a key in the style of the one that it replaces.
  func renamed(_ key: String, _ slot: Slot) throws -> [UInt8] {
    guard let item = slot.item else { return [] }
    if item.isComplexKey { throw Problem.complexKey }
    return BlockRendering(syntax, [item], replacing: nil, isInBrackets: !slot.container.isBlock)
      .keys.key(key)
  }

  func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: Byte.space, count: count) }

  /// Returns the column of an entry, whose line has only spaces and dashes before it.
  func column(_ offset: Int) throws(Problem) -> Int {
    let line = text.lineStart(offset)
    guard text[line..<offset].allSatisfy({ $0 == Byte.space || $0 == Byte.dash }) else {
      throw .edit(
        "an entry can be added or deleted only if spaces and dashes are before its neighbours",
        hint: "put the block on lines of its own")
    }
    return offset - line
  }

  /// Returns the end of the lines of an entry at a column: after the comment beside its last line, and
  /// after comments below that are indented further.
  func endOfEntry(_ offset: Int, _ column: Int) -> Int {
    var end = text.lineEnd(offset)
    while true {
      let next = text.nextLine(end)
      let first = text.skipSpaces(next)
      guard next > end, first - next > column, text.has(UInt8(ascii: "#"), at: first) else {
        return end
      }
      end = text.lineEnd(first)
    }
  }

  /// Returns the end of the colon or dash before a value; nil for the root.
  func introduction(_ item: Item, in slot: Slot?) throws -> Int? {
    guard slot != nil else { return nil }
    guard let key = item.key else { return item.start + 1 }
    let colon = syntax.comments.skipTrivia(key.upperBound, in: text)
    guard text.has(Byte.colon, at: colon) else { throw Problem.complexKey }
    return colon + 1
  }

  /// Returns the end of the part of a value that is in the line of its key or dash.
  func endOfFirstLine(_ item: Item) -> Int {
    switch syntax.form(item) {
    case .literal, .folded:
      return text[item.open...].firstIndex { $0 <= Byte.space } ?? text.count
    default: break
    }
    guard item.isBlock, let key = item.key else { return item.isBlock ? item.open : item.end }
    let colon = syntax.comments.skipTrivia(key.upperBound, in: text) + 1
    if item.value.lowerBound == item.open || text.hasLineBreak(colon..<item.value.lowerBound) {
      return colon
    }
    return endOfProperties(item)
  }

  /// Returns the end of the anchor and tag of a value.
  func endOfProperties(_ item: Item) -> Int {
    var end = item.open
    let start = item.value.lowerBound
    // Between them and the value, there are only blanks and comments.
    var offset = start
    end = start
    while offset < item.open, !text[offset...].starts(with: "#".utf8) {
      while offset < item.open, text[offset] > Byte.space { offset += 1 }
      end = offset
      offset = text.skipSpaces(offset)
      if text.isBreakOrEnd(offset) { break }
    }
    return end
  }

  /// Returns the text of a value, to be moved.
  func fragment(_ item: Item, in slot: Slot?, _ value: AnyValue) throws -> Fragment {
    let wasInBrackets = slot?.container.isBlock == false
    var fragment = Fragment(
      kind: item.kind, isBlock: item.isBlock, wasInBrackets: wasInBrackets, lines: [], value: value)
    if item.isBlock {
      let column = try self.column(item.open)
      let range = item.open..<text.lineEnd(item.value.upperBound)
      fragment.lines = Fragment.lines(range, without: spaces(column), in: text)
      fragment.properties = Array(text[item.value.lowerBound..<endOfProperties(item)])
    } else {
      fragment.lines = Fragment.lines(item.value, without: text.indentation(item.start), in: text)
    }
    return fragment
  }
}

extension Problem {
  static var complexKey: Problem {
    .edit("a member with `?` before its key can only get another value in its line")
  }
}
#endif
