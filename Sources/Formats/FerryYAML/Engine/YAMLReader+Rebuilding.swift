internal import FerryBase

/// An object whose members are written again when it ends. There are two such cases, both rare: a
/// merge value is written in place (`<<: {a: 1}`), or a key is repeated and that is allowed.
struct Rebuilding {
  let header: Int
  /// The indexes of the merge keys whose values follow them.
  var mergeKeys: [Int] = []
  var hasDuplicates = false
}

/// A map from old to new indexes for a range of words that is written again. Kept words stay in
/// order.
private struct Relocation {
  private var parts: [(old: Range<Int>, new: Int)] = []

  mutating func append(_ old: Range<Int>, at new: Int) { parts.append((old, new)) }

  /// Returns the new index of the word that was at `index`; nil if the word was removed.
  func moved(_ index: Int) -> Int? {
    let number = parts.partitioningIndex { $0.old.upperBound > index }
    guard number < parts.count, parts[number].old.contains(index) else { return nil }
    return parts[number].new + index - parts[number].old.lowerBound
  }
}

extension YAMLReader {
  /// Changes the entry of the object at `header`, which is open. Adds a missing entry.
  mutating func noteRebuilding(of header: Int, _ change: (inout Rebuilding) -> Void) {
    if let number = rebuilding.lastIndex(where: { $0.header == header }) {
      change(&rebuilding[number])
    } else {
      var fresh = Rebuilding(header: header)
      change(&fresh)
      rebuilding.append(fresh)
    }
  }

  /// Accepts a repeated key if the rules allow it. Otherwise throws.
  @inline(never)
  mutating func acceptDuplicate(
    _ text: ByteView, on tape: borrowing Tape
  ) throws(WireFailure) {
    guard rules.duplicateKeys != .error else {
      note = unsafe .duplicateKey(
        String(decoding: text, as: UTF8.self), first: firstKey(text, on: tape))
      throw WireFailure(.duplicateKey, offset: -1)
    }
    noteRebuilding(of: open.header) { $0.hasDuplicates = true }
  }

  /// Returns the index of the first key of the innermost object with these bytes, counted from the
  /// root of the document.
  private func firstKey(_ text: ByteView, on tape: borrowing Tape) -> Int? {
    let view = TapeView(tape)
    var key = open.header + 1
    while key + 1 < tape.count {
      if view.stored(view[key]).elementsEqual(text) { return key - root }
      key = view.next(key + 1)
    }
    return nil
  }

  /// Writes the object at `header` again if it has an entry. The object is the innermost one and
  /// ends.
  @inline(never)
  mutating func rebuildIfNeeded(_ header: Int, on tape: inout Tape) throws(WireFailure) {
    guard let entry = rebuilding.last, entry.header == header else { return }
    rebuilding.removeLast()
    try merging.charge((tape.count - header) / 2, limits: limits)
    var kept: [Range<Int>] = []
    var sources: [Int] = []
    try select(entry, tape, &kept, &sources)
    try rewrite(header, keeping: kept, &sources, on: &tape)
    open.count = kept.count
    for source in sources { try mergePairs(ofMapAt: source, to: &tape) }
  }

  /// Finds the members of the object that stay, and the objects elsewhere that are merged into it.
  private mutating func select(
    _ entry: Rebuilding, _ tape: borrowing Tape, _ kept: inout [Range<Int>],
    _ sources: inout [Int]
  ) throws(WireFailure) {
    let view = TapeView(tape)
    var names = ByteTable()
    var texts: [Int] = []
    func isNew(_ key: Int) -> Bool {
      texts.append(key)
      return names.insert(view.stored(view[key]), as: texts.count - 1) {
        ByteRun.equal(view.stored(view[texts[$0]]), view.stored(view[key]))
      }
    }
    var own: [Int] = []
    var mergeKeys = entry.mergeKeys[...]
    var key = entry.header + 1
    while key < view.count {
      if mergeKeys.first == key { mergeKeys.removeFirst() } else { own.append(key) }
      key = view.next(key + 1)
    }
    let order = rules.duplicateKeys == .last ? own.reversed() : own
    for key in order where isNew(key) { kept.append(key..<view.next(key + 1)) }
    for key in entry.mergeKeys {
      var value = key + 1
      let end = view.next(value)
      let isList = view[value].kind == .list
      if isList { value += 1 }
      while value < end {
        let next = view.next(value)
        if view[value].kind == .alias {
          let map = view.resolved(value)
          sources.append(map)
          // An object further on in the list does not override these keys.
          try merging.charge(view.elementCount(map), limits: limits)
          for pair in view.keys(ofMap: map) { _ = isNew(pair) }
        } else {
          var pair = value + 1
          while pair < next {
            let following = view.next(pair + 1)
            if isNew(pair) { kept.append(pair..<following) }
            pair = following
          }
        }
        value = next
      }
    }
    // The ledger of the object's keys then rejects later merged members with the same keys.
    for range in kept {
      _ = keys.insert(
        view.stored(view[range.lowerBound]), view[range.lowerBound],
        arena: tape.arena.bytes)
    }
    kept.sort { $0.lowerBound < $1.lowerBound }
  }

  /// Writes the contents of the object at `header` again, but only the words in `kept`. Updates all
  /// references to these words, including `sources`.
  private mutating func rewrite(
    _ header: Int, keeping kept: [Range<Int>], _ sources: inout [Int], on tape: inout Tape
  ) throws(WireFailure) {
    let start = header + 1
    let old = (start..<tape.count).map { tape.node(at: $0) }
    let oldPlaces = places
    tape.truncate(to: start)
    places?.truncate(to: start)
    var relocation = Relocation()
    var next = start
    for range in kept {
      relocation.append(range, at: next)
      next += range.count
    }
    for range in kept {
      let distance = tape.count - range.lowerBound
      for index in range {
        var node = old[index - start]
        switch node.kind {
        case .list, .map, .tagged:
          node = Node(node.kind, length: node.length, payload: node.payload + distance)
        case .alias where node.payload >= start:
          guard let target = relocation.moved(node.payload) else {
            throw WireFailure(.unknownAnchor, offset: -1)
          }
          node = Node(.alias, payload: target)
        default: break
        }
        try tape.append(node)
        places?.append(oldPlaces, from: index)
      }
    }
    anchors.relocate(from: start, relocation.moved)
    merging.relocate(from: start, relocation.moved)
    for number in sources.indices where sources[number] >= start {
      guard let moved = relocation.moved(sources[number]) else {
        throw WireFailure(.unknownAnchor, offset: -1)
      }
      sources[number] = moved
    }
  }
}
