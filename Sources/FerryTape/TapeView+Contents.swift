extension TapeView {
  /// The indexes of what the finished container at `index` holds: elements, or keys and values in
  /// turn.
  package func contents(of index: Int) -> Contents {
    Contents(view: self, position: index + 1, end: self[index].payload)
  }

  /// The indexes of the keys and values of the finished map at `index`.
  package func members(of index: Int) -> Members { Members(contents: contents(of: index)) }

  /// What a container holds.
  package struct Contents: Sequence, IteratorProtocol {
    fileprivate let view: TapeView
    fileprivate var position: Int
    fileprivate let end: Int

    package mutating func next() -> Int? {
      guard position < end else { return nil }
      defer { position = view.next(position) }
      return position
    }
  }

  /// What a map holds.
  package struct Members: Sequence, IteratorProtocol {
    fileprivate var contents: Contents

    package mutating func next() -> (key: Int, value: Int)? {
      guard let key = contents.next(), let value = contents.next() else { return nil }
      return (key, value)
    }
  }
}
