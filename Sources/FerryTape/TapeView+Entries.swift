extension TapeView {
  /// The indexes of the keys of the map at `header`, which is not being written any more.
  @inlinable
  package func keys(ofMap header: Int) -> TapeEntries {
    TapeEntries(self, header &+ 1, self[header].payload, keyWords: 1)
  }

  /// The indexes of the keys from `start` to `end`, each with its value behind it.
  @inlinable
  package func keys(from start: Int, to end: Int) -> TapeEntries {
    TapeEntries(self, start, end, keyWords: 1)
  }

  /// The indexes of the elements of the list at `header`, which is not being written any more.
  @inlinable
  package func elements(ofList header: Int) -> TapeEntries {
    TapeEntries(self, header &+ 1, self[header].payload, keyWords: 0)
  }
}

/// The indexes of the keys of a map, or of the elements of a list, as long as the view is valid.
@frozen @usableFromInline
package struct TapeEntries: Sequence, IteratorProtocol {
  @usableFromInline let view: TapeView
  @usableFromInline var position: Int
  @usableFromInline let end: Int
  /// 1 for keys, which have a value behind them.
  @usableFromInline let keyWords: Int

  @inlinable
  init(_ view: TapeView, _ start: Int, _ end: Int, keyWords: Int) {
    self.view = view
    self.keyWords = keyWords
    position = start
    self.end = end
  }

  /// The index of the next entry.
  @inlinable @inline(__always)
  package mutating func next() -> Int? {
    guard position < end else { return nil }
    let entry = position
    position = view.next(entry &+ keyWords)
    return entry
  }
}
