#if FERRY_YAML
internal import FerryBase

extension BlockEditing {
  /// Returns the splices that delete the item of a slot with its comments and its lines. `outer` is
  /// the position of the container.
  func delete(_ slot: Slot, in outer: Slot?) throws -> [Splice] {
    guard let item = slot.item else { return [] }
    if item.isComplexKey { throw Problem.complexKey }
    let column = try self.column(item.start)
    let end = endOfEntry(item.end, column)
    if slot.previousEnd == nil, slot.nextStart == nil {
      var container = slot.container
      let empty = RenderedBlock(
        properties: properties(container),
        lines: [Array((container.kind == .object ? "{}" : "[]").utf8)])
      var start = container.value.lowerBound
      if outer == nil, text.isFirstInLine(item.start) {
        start = min(
          start,
          syntax.comments.startOfLinesAbove(
            item.start, notBefore: text.markLength, isAligned: true, in: text))
      }
      container.value = start..<max(container.value.upperBound, end)
      let splices = try replace(
        container, in: outer, with: empty, BlockRendering(syntax, [], replacing: container))
      guard let kept = endOfHeader(of: slot.container, item) else { return splices }
      return splices.map {
        $0.range.contains(kept) ? Splice(kept..<$0.range.upperBound, $0.text) : $0
      }
    }
    if text.isFirstInLine(item.start) {
      let start = syntax.comments.startOfLinesAbove(
        item.start, notBefore: slot.previousEnd ?? text.markLength, isAligned: true, in: text)
      var next = text.nextLine(end)
      let header = syntax.headerOfBlockScalar(before: item).map { text[$0] }
      if header?.contains(UInt8(ascii: "+")) == true {
        // Blank lines after the entry would belong to the text before it.
        while next < text.count, text.isBreakOrEnd(text.skipSpaces(next)) {
          next = text.nextLine(next)
        }
      }
      if next == text.count, !Byte.isBreak(text[next - 1]), start > text.markLength,
        header?.contains(Byte.dash) != false
      {
        // The last line has no line break, before and after.
        return [Splice(text.previousLineEnd(start)..<next)]
      }
      return [Splice(start..<next)]
    }
    guard let next = slot.nextStart else { throw Problem.inconsistent }
    let isNextLine = text[min(text.nextLine(end), next)..<next].allSatisfy { $0 == Byte.space }
    return [isNextLine ? Splice(item.start..<next) : Splice(text.spacesStart(item.start)..<end)]
  }
}
#endif
