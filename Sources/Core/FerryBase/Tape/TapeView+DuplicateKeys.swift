extension TapeView {
  /// Returns the index of the first repeated key in the object at `header`, or `nil` if all keys
  /// differ.
  ///
  /// Keys are equal if their bytes are or, if compared `canonically`, under canonical equivalence.
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

  /// Returns the index of the first repeated key in the value at `root`, or `nil`. RFC 8259 does
  /// not define the meaning of an object with duplicate keys, and readers differ.
  package func firstDuplicateKey(from root: Int, canonically: Bool = false) -> Int? {
    maps(from: root).compactMap { duplicateKey(ofMap: $0, canonically: canonically) }.min()
  }

  /// Returns the indexes of all objects in the value at `root`.
  package func maps(from root: Int) -> [Int] {
    var found: [Int] = []
    var position = root
    let end = next(root)
    // Contents follow their container, so the loop visits every node once.
    while position < end {
      let node = self[position]
      if node.kind == .map { found.append(position) }
      let isEntered = node.kind == .map || node.kind == .list || node.kind == .tagged
      position = isEntered ? position + 1 : next(position)
    }
    return found
  }

  /// Returns whether a quick check proves that all keys of the object at `header` have different
  /// bytes.
  package func keysDifferForSure(inMap header: Int) -> Bool {
    let count = elementCount(header)
    return count < 2 || count <= Self.fewKeys && haveDifferentMarks(header)
  }

  /// Returns the index of the first entry of an object, from `index` on, that is not a continuation
  /// of another container.
  private func firstMember(_ index: Int) -> Int {
    var index = index
    while index < count, self[index].kind == .continuation { index = next(index) }
    return index
  }

  /// The maximum number of keys that are compared with one another before any of them becomes a
  /// string.
  private static var fewKeys: Int { 16 }

  /// Returns whether the keys of a small object have different marks, which proves that they
  /// differ.
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

  /// Returns a mark that equal keys have in common; `nil` if equal keys may have different bytes.
  private func mark(ofKey node: Node) -> UInt64? {
    guard node.kind == .text || node.kind == .arenaText || node.kind == .numberText else {
      return nil
    }
    let text = stored(node)
    var first: UInt64 = 0
    var last: UInt64 = 0
    for index in 0..<text.count {
      let byte = text[index]
      // Beyond ASCII, canonically equal characters may have different bytes.
      if byte >= 0x80 { return nil }
      first = first &* 31 &+ UInt64(byte)
      last = last &<< 8 | UInt64(byte)
    }
    return first &* 0x9E37_79B9_7F4A_7C15 ^ last ^ UInt64(text.count) &<< 56
  }
}
