extension TapeView {
  /// The indexes of the keys of the map at `header`, which is not being written any more.
  @inlinable
  package func keys(ofMap header: Int) -> TapeEntries {
    TapeEntries(self, header, isMap: true)
  }

  /// The indexes of the elements of the list at `header`, which is not being written any more.
  @inlinable
  package func elements(ofList header: Int) -> TapeEntries {
    TapeEntries(self, header, isMap: false)
  }
}

/// The indexes of the keys of a map, or of the elements of a list, as long as the view is valid.
@frozen @usableFromInline
package struct TapeEntries: Sequence, IteratorProtocol {
  @usableFromInline let view: TapeView
  @usableFromInline var position: Int
  @usableFromInline let end: Int
  @usableFromInline let isMap: Bool

  @inlinable
  init(_ view: TapeView, _ header: Int, isMap: Bool) {
    self.view = view
    self.isMap = isMap
    position = header &+ 1
    end = view[header].payload
  }

  /// The index of the next entry.
  @inlinable
  package mutating func next() -> Int? {
    guard position < end else { return nil }
    let entry = position
    position = view.next(isMap ? view.next(entry) : entry)
    return entry
  }
}
