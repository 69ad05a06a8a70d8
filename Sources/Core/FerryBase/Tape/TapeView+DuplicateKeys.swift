extension TapeView {
  /// Returns the index of the first repeated key in the object at `header`, or `nil` if all keys
  /// differ.
  ///
  /// Keys are equal if their bytes are or, if compared `canonically`, under canonical equivalence.
  package func duplicateKey(ofMap header: Int, canonically: Bool = true) -> Int? {
    if keysDifferForSure(inMap: header, canonically: canonically) { return nil }
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

  /// Returns whether a quick check proves that all keys of the object at `header` differ.
  package func keysDifferForSure(inMap header: Int, canonically: Bool) -> Bool {
    let count = elementCount(header)
    return count < 2 || count <= Self.fewKeys && haveDifferentHashes(header, count, canonically)
  }

  /// Returns the index of the first entry of an object, from `index` on, that is not a continuation
  /// of another container.
  private func firstMember(_ index: Int) -> Int {
    var index = index
    while index < count, self[index].kind == .continuation { index = next(index) }
    return index
  }

  /// The maximum number of keys whose hashes are compared on the stack, in 16 bytes each.
  private static var fewKeys: Int { 512 }

  /// Returns whether the `count` keys of an object have different hashes, which proves that they
  /// differ.
  private func haveDifferentHashes(_ header: Int, _ count: Int, _ canonically: Bool) -> Bool {
    // A power of two above the number of keys, so that a search finds an empty slot soon.
    let capacity = 2 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: capacity) { slots in
      unsafe slots.initialize(repeating: 0)
      var key = firstMember(header + 1)
      while key < self[header].payload {
        guard let hash = hash(ofKey: self[key], canonically) else { return false }
        var slot = Int(truncatingIfNeeded: hash) & (capacity - 1)
        while unsafe slots[slot] != 0 {
          if unsafe slots[slot] == hash { return false }
          slot = (slot + 1) & (capacity - 1)
        }
        unsafe slots[slot] = hash
        key = firstMember(next(key + 1))
      }
      return true
    }
  }

  /// Returns a hash other than 0 that equal keys have in common; `nil` if equal keys may have
  /// different bytes.
  private func hash(ofKey node: Node, _ canonically: Bool) -> UInt64? {
    guard node.kind == .text || node.kind == .arenaText || node.kind == .numberText else {
      return nil
    }
    let text = stored(node)
    // Beyond ASCII, canonically equal characters may have different bytes.
    if canonically, text.contains(where: { $0 >= 0x80 }) { return nil }
    return max(1, ByteRun.hash(text, seed: ByteRun.seed))
  }
}
