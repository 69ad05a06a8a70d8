/// A finder of the coding path from the root of a tape to a node.
///
/// Decoding does not store a coding path. Containers know where they end, so the path to any index
/// can be found when an error or the caller needs it. The last path is kept, and a later index in
/// the same containers continues from it. Asking for each element of a long array in turn therefore
/// takes linear time.
package struct CodingTrail {
  /// One step of a path: a key of an object or an index of an array.
  package enum Step: Equatable {
    case key(node: Int)
    case index(Int)
  }

  private struct Level {
    let header: Int
    /// The index of the child on the path: the key in an object, the element in an array.
    var child: Int
    var ordinal: Int
  }

  private var levels: [Level] = []

  package init() {}

  /// Returns the steps from the root to the value at `index`; an empty array for a value outside of
  /// the root.
  ///
  /// The tape may be unfinished. `view.count` is then the node of the value that could not be read.
  /// Open containers are marked as `OpenContainer` describes, and extend to the end.
  package mutating func steps(to index: Int, in view: TapeView) -> [Step] {
    guard view.count > 0, view.contains(index, in: 0) else {
      levels.removeAll()
      return []
    }
    while let last = levels.last, !(last.child <= index && view.contains(index, in: last.header)) {
      levels.removeLast()
    }
    if levels.isEmpty {
      let root = view.untagged(0)
      guard isContainer(view[root]), index > root else { return [] }
      levels.append(Level(header: root, child: root + 1, ordinal: 0))
    }
    while var level = levels.popLast() {
      let isMap = view[level.header].kind == .map
      // The last step of the kept path may be an element before the requested one.
      while true {
        let value = isMap ? level.child + 1 : level.child
        guard value < view.count else {
          // The last key has no value yet, or an open array expects its next element.
          if isMap ? level.child < view.count : view.isOpen(level.header) { levels.append(level) }
          return steps(in: view)
        }
        if view.contains(index, in: value) {
          levels.append(level)
          let content = view.untagged(value)
          if index > content, isContainer(view[content]) {
            levels.append(Level(header: content, child: content + 1, ordinal: 0))
          }
          break
        }
        level.child = view.next(value)
        level.ordinal += 1
      }
      let content = view.untagged(isMap ? level.child + 1 : level.child)
      if index <= content || !isContainer(view[content]) { break }
    }
    return steps(in: view)
  }

  private func steps(in view: TapeView) -> [Step] {
    levels.map { level in
      view[level.header].kind == .map ? .key(node: level.child) : .index(level.ordinal)
    }
  }

  /// The headers of the containers on the path that was found last, the root first.
  package var headers: [Int] { levels.map { $0.header } }

  /// Returns the index of the value in the root that contains the word at `index` or has it as its
  /// key. Returns the root for a word outside of it.
  package mutating func value(at index: Int, in view: TapeView) -> Int {
    _ = steps(to: index, in: view)
    guard let last = levels.last else { return 0 }
    return view[last.header].kind == .map ? last.child + 1 : last.child
  }

  private func isContainer(_ node: Node) -> Bool {
    node.kind == .list || node.kind == .map
  }
}

extension TapeView {
  /// Returns whether the node at `index` is a container that was not closed.
  fileprivate func isOpen(_ index: Int) -> Bool {
    let node = self[index]
    let isContainer = node.kind == .map || node.kind == .list || node.kind == .tagged
    return isContainer && node.payload <= index
  }

  /// Returns whether the value at `value` extends to `index` or further.
  fileprivate func contains(_ index: Int, in value: Int) -> Bool {
    isOpen(value) || index < next(value)
  }
}
