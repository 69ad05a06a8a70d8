/// Finds the way from the root of a tape to a node.
///
/// Nobody keeps a coding path while decoding: containers know where they end, so the way down to
/// any index can be found again when an error, or a caller, asks for it. The last way is kept, and
/// a later index in the same containers continues from it: asking for each element of a long list
/// in turn stays linear.
package struct CodingTrail {
  /// One step: a key of a map, or a position in a list.
  package enum Step: Equatable {
    case key(node: Int)
    case index(Int)
  }

  private struct Level {
    let header: Int
    /// Index of the child that leads on: the key for a map, the element for a list.
    var child: Int
    var ordinal: Int
  }

  private var levels: [Level] = []

  package init() {}

  /// The steps from the root to the value at `index`; none to what is not in the root.
  package mutating func steps(to index: Int, in view: TapeView) -> [Step] {
    guard view.count > 0, index < view.next(0) else {
      levels.removeAll()
      return []
    }
    while let last = levels.last, !(last.child <= index && index < view.next(last.header)) {
      levels.removeLast()
    }
    if levels.isEmpty {
      guard isContainer(view[0]), index > 0 else { return [] }
      levels.append(Level(header: 0, child: 1, ordinal: 0))
    }
    while var level = levels.popLast() {
      let isMap = view[level.header].kind == .map
      // The last step of the way that was kept may be an element before the one that is wanted.
      while true {
        let value = isMap ? level.child + 1 : level.child
        let end = view.next(value)
        if index < end {
          levels.append(level)
          if index > value, isContainer(view[value]) {
            levels.append(Level(header: value, child: value + 1, ordinal: 0))
          }
          break
        }
        level.child = end
        level.ordinal += 1
      }
      let value = isMap ? level.child + 1 : level.child
      if index <= value || !isContainer(view[value]) { break }
    }
    return levels.map { level in
      view[level.header].kind == .map ? .key(node: level.child) : .index(level.ordinal)
    }
  }

  /// The containers that the steps found last are made in, the root first.
  package var headers: [Int] { levels.map { $0.header } }

  /// The value in the root that the word at `index` is part of, or the key of; the root for a word
  /// that is not in it.
  package mutating func value(at index: Int, in view: TapeView) -> Int {
    _ = steps(to: index, in: view)
    guard let last = levels.last else { return 0 }
    return view[last.header].kind == .map ? last.child + 1 : last.child
  }

  private func isContainer(_ node: Node) -> Bool {
    node.kind == .list || node.kind == .map
  }
}
