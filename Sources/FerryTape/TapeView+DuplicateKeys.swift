extension TapeView {
  /// Index of the first key that the map at `header` has already, or `nil` if there is none.
  ///
  /// Keys are equal if their bytes are, or, compared `canonically`, if they look the same.
  package func duplicateKey(ofMap header: Int, canonically: Bool = true) -> Int? {
    if keysDifferForSure(inMap: header) { return nil }
    var names = KeyNames<Void>(canonically: canonically)
    var key = firstMember(header + 1)
    while key < self[header].payload {
      if !names.insert(string(self[resolved(key)])) { return key }
      key = firstMember(next(next(key)))
    }
    return nil
  }

  /// The index of the first key in the value at `root` that its map has already, or `nil`.
  /// RFC 8259 leaves open what such a map means, and readers differ.
  package func firstDuplicateKey(from root: Int, canonically: Bool = false) -> Int? {
    maps(from: root).compactMap { duplicateKey(ofMap: $0, canonically: canonically) }.min()
  }

  /// The indexes of all maps in the value at `root`.
  package func maps(from root: Int) -> [Int] {
    var found: [Int] = []
    var position = root
    let end = next(root)
    // Contents follow their container, so every node is passed once.
    while position < end {
      let node = self[position]
      if node.kind == .map { found.append(position) }
      position = node.kind == .map || node.kind == .list ? position + 1 : next(position)
    }
    return found
  }

  /// Whether it takes little to see that no two keys of the map at `header` have the same bytes.
  package func keysDifferForSure(inMap header: Int) -> Bool {
    let count = elementCount(header)
    return count < 2 || count <= Self.fewKeys && haveDifferentMarks(header)
  }

  /// The first entry of a map from `index` on that is no continuation of another container.
  private func firstMember(_ index: Int) -> Int {
    var index = index
    while index < count, self[index].kind == .continuation { index = next(index) }
    return index
  }

  /// So few keys are compared with one another before any is made a string.
  private static var fewKeys: Int { 16 }

  /// Whether the keys of a map of few differ for sure, since their marks do.
  private func haveDifferentMarks(_ header: Int) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.fewKeys) { marks in
      var count = 0
      var key = firstMember(header + 1)
      while key < self[header].payload {
        guard count < marks.count, let mark = mark(ofKey: self[key]) else { return false }
        for other in 0..<count where unsafe marks[other] == mark { return false }
        unsafe marks[count] = mark
        count += 1
        key = firstMember(next(key + 1))
      }
      return true
    }
  }

  /// A mark that equal keys have in common; `nil` if their bytes may be different ones.
  private func mark(ofKey node: Node) -> UInt64? {
    guard node.kind == .text || node.kind == .arenaText else { return nil }
    let text = unsafe stored(node)
    var first: UInt64 = 0
    var last: UInt64 = 0
    for index in 0..<text.count {
      let byte = unsafe text[index]
      // Equal characters may have different bytes beyond ASCII.
      if byte >= 0x80 { return nil }
      first = first &* 31 &+ UInt64(byte)
      last = last &<< 8 | UInt64(byte)
    }
    return first &* 0x9E37_79B9_7F4A_7C15 ^ last ^ UInt64(text.count) &<< 56
  }
}
