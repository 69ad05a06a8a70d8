#if FERRY_YAML
internal import FerryBase

/// Edits in blocks of YAML, where lines and indentation are the structure.
struct BlockEditing {
  let syntax: YAMLSyntax
  var text: SourceText { syntax.text }
  var lineBreak: [UInt8] { text.lineBreak }

  init(_ syntax: YAMLSyntax) { self.syntax = syntax }

  // MARK: Insertion

  /// Returns the splices that insert a member or an element before the item of the slot, or at the
  /// end.
  func insert(
    _ content: Content, key: String?, _ comments: EntryComments, at slot: Slot
  ) throws -> [Splice] {
    guard let first = slot.first else { throw Problem.inconsistent }
    if slot.item?.isComplexKey == true { throw Problem.complexKey }
    let column = try self.column(first.start)
    let rendering = BlockRendering(syntax, slot.samples, replacing: nil)
    let indent = spaces(column)
    let previousEnd = slot.previousEnd.map { endOfEntry($0, column) }
    let comment = slot.item == nil ? previousEnd.flatMap(columnOfComment(below:)) : nil
    let entry = try self.entry(content, key, comments, rendering, column, above: comment)
    if let item = slot.item, text.isFirstInLine(item.start) {
      let above = syntax.comments.startOfLinesAbove(
        item.start, notBefore: slot.previousEnd ?? text.markLength, isAligned: true, in: text)
      return [Splice(at: above, indent + entry.joined(separator: lineBreak) + lineBreak)]
    }
    if let end = previousEnd {
      var splices = [Splice(at: end, lineBreak + indent + entry.joined(separator: lineBreak))]
      // A block scalar at the end of the text would get a line break.
      if end == text.count, let index = slot.index,
        let header = syntax.headerOfBlockScalar(in: slot.samples[index - 1]),
        !text[header].contains(Byte.dash)
      {
        let plus = text[header].firstIndex(of: UInt8(ascii: "+"))
        splices.append(
          Splice(plus.map { $0..<$0 + 1 } ?? header.upperBound..<header.upperBound, [Byte.dash]))
      }
      return splices
    }
    return [Splice(at: first.start, entry.joined(separator: lineBreak) + lineBreak + indent)]
  }

  /// Returns the splices that insert the first member or element of a container in brackets as the
  /// only one of a block. `outer` is the position of the container.
  func insertFirst(
    _ content: Content, key: String?, _ comments: EntryComments, at slot: Slot, in outer: Slot?
  ) throws -> [Splice] {
    let rendering = BlockRendering(syntax, outer?.samples ?? [], replacing: slot.container)
    let form = key == nil ? RenderedBlock.Form.array : .object
    var column = 0
    if outer != nil {
      column = try self.column(slot.container)
      column += rendering.width(of: form, isDash: slot.container.key == nil)
    }
    let comment = columnOfComment(below: slot.container.end).map { $0 - column }
    let lines = try entry(content, key, comments, rendering, 0, above: comment)
    let block = RenderedBlock(form: form, properties: properties(slot.container), lines: lines)
    return try replace(slot.container, in: outer, with: block, rendering)
  }

  /// Returns the lines of a new entry at a column. The first one has no indentation.
  private func entry(
    _ content: Content, _ key: String?, _ comments: EntryComments, _ rendering: BlockRendering,
    _ column: Int, above comment: Int?
  ) throws -> [[UInt8]] {
    let head = key.map { rendering.keys.memberKey($0) + [Byte.colon] } ?? [Byte.dash]
    let beside = comments.beside.isEmpty ? [] : [Byte.space] + comments.beside
    let block = try rendered(
      content, rendering, isDash: key == nil, above: comment.map { $0 - column })
    let lines = rendering.entry(head, block, column: column, beside)
    let above = rendering.indented(comments.above[...], column)
    let rest = lines.dropFirst() + rendering.indented(comments.below[...], column)
    guard let first = comments.above.first else { return [lines[0]] + rest }
    return [first] + above.dropFirst() + [spaces(column) + lines[0]] + rest
  }

  /// Returns the lines of content above a comment, which is `comment` columns to the right of the key
  /// or the dash. If the comment could become a line of the last text, the text is in quotes, and arrays
  /// and objects around it are in brackets.
  func rendered(
    _ content: Content, _ rendering: BlockRendering, isDash: Bool, above comment: Int?
  ) throws -> RenderedBlock {
    let block = try rendering.rendered(content)
    let inner = block.form == .inline ? 0 : rendering.width(of: block.form, isDash: isDash)
    guard let comment, comment > inner, content.mayEndWithBlockScalar, block.lines.count > 1 else {
      return block
    }
    if case .text(let fragment) = content, fragment.hasComments || fragment.hasAnchor {
      throw Problem.edit("the comment below would become a line of the text")
    }
    return RenderedBlock(lines: [try rendering.inBrackets(content.value)])
  }

  /// Returns the column of the comment in the next line that is not blank; `nil` if that has other text.
  func columnOfComment(below end: Int) -> Int? {
    let next = CommentSyntax.none.skipTrivia(text.lineEnd(end), in: text)
    return text.has(UInt8(ascii: "#"), at: next) ? next - text.lineStart(next) : nil
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
      let inner = text.entryIndentation(slot.container.open) + [Byte.space]
      value = fragment.text(indent: layout.isMultiline ? layout.indent : inner, lineBreak)
    case .text(let fragment):
      if fragment.hasComments { throw Problem.noRoomForComment }
      value = try rendering.inBrackets(fragment.value ?? .null)
    case .value(let new): value = try rendering.inBrackets(new)
    }
    return (key.map { rendering.keys.memberKey($0) + layout.colon } ?? []) + value
  }

  // MARK: Keys and lines

  /// Returns the text of a key in the style of the one that it replaces.
  func renamed(_ key: String, _ slot: Slot) throws -> [UInt8] {
    guard let item = slot.item else { return [] }
    if item.isComplexKey { throw Problem.complexKey }
    return BlockRendering(syntax, [item], replacing: nil, isInBrackets: !slot.container.isBlock)
      .keys.memberKey(key)
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

  /// Returns the end of the lines of an entry at a column, with the comment beside its last line.
  /// Comments below that are indented further belong to the entry, also after blank lines, unless they
  /// are directly above the next entry.
  func endOfEntry(_ offset: Int, _ column: Int) -> Int {
    var end = text.lineEnd(offset)
    var line = text.nextLine(end)
    // The indentation of the comments directly above the line, and the end of the entry before them.
    var run: (column: Int, before: Int)?
    while line < text.count {
      let first = text.skipSpaces(line)
      if text.has(UInt8(ascii: "#"), at: first) {
        if first - line <= column { break }
        if run?.column != first - line { run = (first - line, end) }
        end = text.lineEnd(first)
      } else if text.isBreakOrEnd(first) {
        run = nil
      } else {
        let isMarker =
          first == line && ["---", "..."].contains { text[line...].starts(with: $0.utf8) }
        return isMarker ? end : run?.before ?? end
      }
      line = text.nextLine(first)
    }
    return end
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
    guard item.isBlock else { return item.end }
    var introduction = item.start + 1
    if let key = item.key {
      introduction = syntax.comments.skipTrivia(key.upperBound, in: text) + 1
    } else if item.start == item.value.lowerBound || !text.hasLineBreak(item.start..<item.open) {
      // The document, or an entry on the line of its dash.
      return item.open
    }
    if item.value.lowerBound == item.open
      || text.hasLineBreak(introduction..<item.value.lowerBound)
    {
      return introduction
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

  /// Returns the anchor and tag of a value.
  func properties(_ item: Item) -> [UInt8] {
    item.value.lowerBound < item.open
      ? Array(text[item.value.lowerBound..<endOfProperties(item)]) : []
  }

  /// Returns the text of a value with the comments inside, to be moved.
  func fragment(_ item: Item, in slot: Slot?, _ value: AnyValue) throws -> Fragment {
    let isInBlock = slot?.container.isBlock == true
    var fragment = Fragment(
      kind: item.kind, isBlock: item.isBlock, wasInBrackets: !isInBlock, lines: [], value: value)
    fragment.hasComments = syntax.hasComments(in: item)
    fragment.hasAnchor = syntax.hasAnchor(in: item)
    fragment.endsWithBlockScalar = syntax.headerOfBlockScalar(in: item) != nil
    guard isInBlock, let introduction = try introduction(item, in: slot) else {
      fragment.lines = Fragment.lines(item.value, without: text.indentation(item.start), in: text)
      return fragment
    }
    let column = (try? self.column(item.start)) ?? text.indentation(item.start).count
    if item.isBlock {
      fragment.properties = properties(item)
      // Comments of the entry below the key, and above the first entry inside.
      let own = text.lineEnd(endOfFirstLine(item))
      let start = min(item.open, CommentSyntax.none.skipTrivia(own, in: text))
      let range = start..<max(item.open, endOfEntry(item.end, column))
      let inner = spaces(try self.column(item.open))
      fragment.lines = Fragment.lines(range, without: inner, in: text)
      fragment.hasComments =
        fragment.hasComments || text[start..<item.open].contains(UInt8(ascii: "#"))
        || text[min(item.end, range.upperBound)..<range.upperBound].contains(UInt8(ascii: "#"))
    } else {
      let start = CommentSyntax.none.skipTrivia(introduction, in: text)
      let range = min(start, item.value.lowerBound)..<item.value.upperBound
      fragment.lines = Fragment.lines(range, without: spaces(column), in: text)
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
