extension TapeView {
  /// Index of the first key that its map has already, or `nil` if there is none.
  ///
  /// Keys are compared as the document has them. Each is looked at once.
  package func duplicateKey() -> Int? {
    var index = 0
    while index < count {
      switch self[index].kind {
      case .map:
        if let key = duplicateKey(ofMap: index) { return key }
        index += 1
      case .list: index += 1
      default: index = next(index)
      }
    }
    return nil
  }

  private func duplicateKey(ofMap header: Int) -> Int? {
    var names: Set<String> = []
    var key = header + 1
    while key < self[header].payload {
      if !names.insert(string(self[key])).inserted { return key }
      key = next(key + 1)
    }
    return nil
  }
}
