extension TapeView {
  /// Appends the value at `root` to `sorted` with the keys of every map in the order of their
  /// UTF-8 bytes. Ranges still point into this view's input and arena; aliases are expanded.
  /// - Returns: a view of `sorted`.
  /// - Throws: `depthLimit` beyond `depthLimit` containers.
  @discardableResult
  package func copySorted(
    _ root: Int, to sorted: inout Tape, depthLimit: Int
  ) throws(WireFailure) -> TapeView {
    var open = OpenContainer()
    try copySorted(root, to: &sorted, &open, depthLimit)
    return unsafe TapeView(
      words: sorted.words, count: sorted.count, input: input, arena: arena, schema: schema)
  }

  private func copySorted(
    _ index: Int, to sorted: inout Tape, _ open: inout OpenContainer, _ depthLimit: Int
  ) throws(WireFailure) {
    let index = resolved(index)
    let node = self[index]
    switch node.kind {
    case .list:
      try open.open(.list, on: &sorted, limit: depthLimit)
      for element in elements(ofList: index) {
        open.count += 1
        try copySorted(element, to: &sorted, &open, depthLimit)
      }
      open.close(on: &sorted)
    case .map:
      try open.open(.map, on: &sorted, limit: depthLimit)
      for key in sortedKeys(index) {
        open.count += 1
        try sorted.append(self[key])
        try copySorted(key + 1, to: &sorted, &open, depthLimit)
      }
      open.close(on: &sorted)
    default:
      if next(index) == index + 2 {
        try sorted.append(node, word(after: index))
      } else {
        try sorted.append(node)
      }
    }
  }

  /// Indexes of the keys of the map at `index`, in the order of their bytes; equal keys stay in
  /// the order of the document.
  private func sortedKeys(_ index: Int) -> [Int] {
    keys(ofMap: index).sorted { first, second in
      unsafe stored(self[first]).lexicographicallyPrecedes(stored(self[second]))
    }
  }
}
