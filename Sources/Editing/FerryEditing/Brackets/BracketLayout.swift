internal import FerryBase

/// The white space inside a pair of brackets.
struct BracketLayout {
  /// Whether each member has a line.
  var isMultiline = false
  /// The white space before a member in a line of its own.
  var indent: [UInt8] = []
  /// The white space before the closing bracket in a line of its own.
  var closingIndent: [UInt8] = []
  /// The additional white space of each level.
  var unit: [UInt8] = [Byte.space, Byte.space]
  /// The text between a key and its value.
  var colon: [UInt8] = [Byte.colon, Byte.space]
  /// The white space after a comma inside a line.
  var gap: [UInt8] = [Byte.space]
  /// The white space inside the brackets of a line.
  var padding: [UInt8] = []
  /// The line break of the document.
  var lineBreak: [UInt8]

  /// Finds the layout of a container from its first values. `outer` is the layout around it, which
  /// an empty container follows.
  init(of slot: Slot, in text: SourceText, _ comments: CommentSyntax, outer: BracketLayout?) {
    lineBreak = text.lineBreak
    let open = slot.container.open
    let close = slot.container.value.upperBound - 1
    let isClosedInLine = close <= open || !text.isFirstInLine(close)
    closingIndent =
      isClosedInLine ? text.entryIndentation(open) : text.indentation(close)
    if let outer { (unit, colon, gap) = (outer.unit, outer.colon, outer.gap) }
    guard let first = slot.first else {
      isMultiline = outer?.isMultiline ?? false
      indent = closingIndent + unit
      return
    }
    isMultiline = text.hasLineBreak(open..<first.start)
    indent = isMultiline ? text.indentation(first.start) : closingIndent + unit
    if isMultiline, indent.count > closingIndent.count, indent.starts(with: closingIndent) {
      unit = Array(indent[closingIndent.count...])
    }
    if !isMultiline { padding = Array(text[open + 1..<text.skipSpaces(open + 1)]) }
    if let key = first.key, first.value.lowerBound > key.upperBound {
      let between = text[key.upperBound..<first.value.lowerBound]
      if between.allSatisfy({ $0 == Byte.space || $0 == 0x09 || $0 == Byte.colon }) {
        colon = Array(between)
      }
    }
    let comma = comments.skipTrivia(first.end, in: text)
    if text.has(Byte.comma, at: comma) {
      let end = text.skipSpaces(comma + 1)
      if !text.isBreakOrEnd(end) { gap = Array(text[comma + 1..<end]) }
    } else if colon == [Byte.colon] {
      gap = []
    }
  }

  /// The layout of a container inside of this one.
  var inner: BracketLayout {
    var layout = self
    layout.closingIndent = indent
    layout.indent = indent + unit
    return layout
  }
}
