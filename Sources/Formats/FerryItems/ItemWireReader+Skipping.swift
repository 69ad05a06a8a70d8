package import FerryBase

extension ItemWireReader {
  @usableFromInline
  package mutating func skipValue() throws(WireFailure) {
    if context.rules.rejectsUnknownKeys { isLeftToTape = true }
    if let end = context.memory?.end(of: place) {
      ReadingWork.add(place - end)
      place = end
      return
    }
    let head = try lexer.head(at: place)
    switch head.kind {
    case ItemKind.unsigned, ItemKind.signed, ItemKind.null, ItemKind.false, ItemKind.true,
      ItemKind.half, ItemKind.single, ItemKind.double:
      place = head.end
    case ItemKind.text where !head.isIndefinite:
      place = head.end + (try lexer.textLength(head))
    default: _ = try onTape { _ in true }
    }
  }

  /// Remembers the ends of the containers in the outermost item, which begins at `root`, after types
  /// have read much of it again. If the item is invalid, leaves it to the tape and moves to its end.
  @inline(never)
  mutating func rememberContainers(from root: Int) {
    if context.memory?.isInvalid ?? false { return place = lexer.count }
    let state = (place, depth, ownLimit)
    (place, depth, ownLimit) = (root, 0, options.depthLimit)
    do throws(WireFailure) {
      _ = try onTape { _ in true }
      let item = root..<place
      var scan = ItemScan(at: root, depthLimit: .max, noting: ContainerEnds(from: root))
      // The check and the search look at each byte.
      ReadingWork.add(2 * item.count)
      let isListed = item.count <= ContainerEnds.longestPart
      if isListed { _ = try scan.finishes(in: lexer) }
      context.remember(item, scan.ends ?? ContainerEnds())
      (place, depth, ownLimit) = state
    } catch {
      isLeftToTape = true
      context.remember(isInvalid: true)
      place = lexer.count
    }
  }
}
