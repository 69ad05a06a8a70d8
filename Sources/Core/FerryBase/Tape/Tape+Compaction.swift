extension Tape {
  /// Removes each member whose key occurs again later in its object. `root` is the last value of a
  /// tape without aliases, and `input` is the memory that contains the ranges of the nodes.
  /// - Returns: the ranges of the removed words, in order. Ranges do not overlap.
  package mutating func keepLastOfEqualKeys(
    from root: Int, input: ByteView, canonically: Bool
  ) -> [Range<Int>] {
    let removed = TapeView(self, input: input)
      .repeatedMembers(from: root, canonically: canonically)
    if removed.isEmpty { return [] }
    var open: [(header: Int, end: Int, removed: Int)] = []
    var next = removed[...]
    var (index, kept) = (root, root)
    while true {
      while let container = open.last, container.end <= index {
        open.removeLast()
        let header = node(at: container.header)
        // A count that does not fit the header is computed again at each use.
        let length = header.length - (header.length < Node.maximumLength ? container.removed : 0)
        replace(container.header, with: Node(header.kind, length: length, payload: kept))
      }
      if index >= count { break }
      if let range = next.first, range.lowerBound == index {
        next.removeFirst()
        index = range.upperBound
        open[open.count - 1].removed += 1
        continue
      }
      let node = node(at: index)
      if node.kind == .list || node.kind == .map { open.append((kept, node.payload, 0)) }
      replace(kept, with: node)
      (index, kept) = (index + 1, kept + 1)
      if (NodeKind.int64.rawValue..<NodeKind.list.rawValue).contains(node.kind.rawValue) {
        replace(kept, with: self.node(at: index))
        (index, kept) = (index + 1, kept + 1)
      }
    }
    truncate(to: kept)
    return removed
  }
}

extension TapeView {
  /// Returns the words of each member in the value at `root` whose key occurs again later in its
  /// object.
  fileprivate func repeatedMembers(from root: Int, canonically: Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for header in maps(from: root)
    where !keysDifferForSure(inMap: header, canonically: canonically) {
      var names = KeyNames<Void>(canonically: canonically)
      for key in Array(keys(ofMap: header)).reversed() where !names.insert(string(self[key])) {
        found.append(key..<next(key + 1))
      }
    }
    found.sort { $0.lowerBound < $1.lowerBound }
    var apart: [Range<Int>] = []
    for range in found where range.lowerBound >= apart.last?.upperBound ?? 0 { apart.append(range) }
    return apart
  }
}
