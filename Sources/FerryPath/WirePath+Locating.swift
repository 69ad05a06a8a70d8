import FerryTape

extension WirePath {
  /// The path from the root of a tape to the node at `node`, for error messages.
  ///
  /// A key leads to its value. A tape that a reader left unfinished is fine, and `view.count` is
  /// then the place of the value that it could not read: open containers are told from finished
  /// ones as `OpenContainer` describes, and reach to the end.
  package static func path(to node: Int, in view: TapeView) -> WirePath {
    var steps: [Step] = []
    guard node > 0, view.count > 0 else { return .root }
    var container = 0
    descend: while view[container].kind == .map || view[container].kind == .list {
      let isMap = view[container].kind == .map
      var position = container + 1
      var count = 0
      while position < view.count {
        let key = position
        if isMap { position = view.reach(position) }
        if isMap, node < position || position >= view.count {
          // The key itself, or one that waits for its value.
          steps.append(.key(view.keyText(key)))
          return WirePath(steps: steps)
        }
        let end = view.reach(position)
        if node < end || view.isOpen(position) {
          steps.append(isMap ? .key(view.keyText(key)) : .index(count))
          guard node != position else { break descend }
          container = position
          continue descend
        }
        position = end
        count += 1
      }
      // Behind everything there is: the next element of a list that is still open.
      if !isMap, view.isOpen(container) { steps.append(.index(count)) }
      break
    }
    return WirePath(steps: steps)
  }
}

extension TapeView {
  /// Whether the node at `index` is a container that was not closed.
  fileprivate func isOpen(_ index: Int) -> Bool {
    let node = self[index]
    return (node.kind == .map || node.kind == .list) && node.payload <= index
  }

  /// The index behind the value at `index`; an open container reaches to the end.
  fileprivate func reach(_ index: Int) -> Int {
    isOpen(index) ? count : next(index)
  }
}
