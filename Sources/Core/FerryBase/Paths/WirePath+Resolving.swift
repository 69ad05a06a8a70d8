/// A match of a path on a tape.
@frozen @usableFromInline
package enum PathMatch: Equatable, Sendable {
  /// The node of the value, after following aliases.
  case node(Int)
  /// An element of the packed array at an index. The element has no node of its own.
  case element(of: Int, at: Int)
}

extension WirePath {
  /// Returns the index of the first value at the path from the value at `root`, or `nil`.
  ///
  /// Aliases are followed, and the first of several equal keys counts. An element of a packed array
  /// has no index. If the tape can hold packed arrays, use ``firstMatch(in:from:)``.
  package func resolve(in view: TapeView, from root: Int = 0) -> Int? {
    guard case .node(let index) = firstMatch(in: view, from: root) else { return nil }
    return index
  }

  /// Returns the first match of the path, or `nil`.
  package func firstMatch(in view: TapeView, from root: Int = 0) -> PathMatch? {
    view.count > 0 ? first(from: TapeCursor(view, at: root))?.match : nil
  }

  /// Returns all matches of the path, in document order.
  package func matches(in view: TapeView, from root: Int = 0) -> [PathMatch] {
    view.count > 0 ? all(from: TapeCursor(view, at: root)).map { $0.match } : []
  }

  /// Returns all matches of the path, in document order. The match of a value with a tag is its tag.
  package func places(in view: TapeView, from root: Int = 0) -> [PathMatch] {
    view.count > 0 ? all(from: TapeCursor(view, at: root)).map { $0.place } : []
  }
}

/// A value on a tape. Aliases are followed.
package struct TapeCursor: TreeCursor {
  private let view: TapeView
  package let match: PathMatch
  /// The same as ``match``, or the tag of the value.
  package let place: PathMatch

  /// Creates a cursor at the value at `index`, or at an element of the packed array there.
  package init(_ view: TapeView, at index: Int, element: Int? = nil) {
    let tag = view.unaliased(index)
    let index = view.resolved(tag)
    self.view = view
    match = element.map { .element(of: index, at: $0) } ?? .node(index)
    place = element == nil ? .node(tag) : match
  }

  package var isMap: Bool? {
    guard case .node(let index) = match else { return nil }
    switch view[index].kind {
    case .map: return true
    case .list, .packed: return false
    default: return nil
    }
  }

  package func value(of key: String) -> TapeCursor? {
    guard case .node(let map) = match else { return nil }
    return view.value(ofKey: key, inMap: map).map { TapeCursor(view, at: $0) }
  }

  package func element(_ number: Int) -> TapeCursor? {
    guard case .node(let list) = match else { return nil }
    guard view[list].kind == .packed else {
      return view.element(number, ofList: list).map { TapeCursor(view, at: $0) }
    }
    let isElement = number >= 0 && number < view.elementCount(list)
    return isElement ? TapeCursor(view, at: list, element: number) : nil
  }

  package func visitAll(
    _ body: (TapeCursor, WirePath.Step) throws(WireFailure) -> Bool
  ) throws(WireFailure) -> Bool {
    guard case .node(let index) = match else { return true }
    let node = view[index]
    var position = index + 1
    for number in 0..<view.elementCount(index) {
      if node.kind == .packed {
        guard try body(TapeCursor(view, at: index, element: number), .index(number)) else {
          return false
        }
        continue
      }
      let key = position
      if node.kind == .map { position = view.next(position) }
      let step: WirePath.Step = node.kind == .map ? .key(view.keyText(key)) : .index(number)
      guard try body(TapeCursor(view, at: position), step) else { return false }
      position = view.next(position)
    }
    return true
  }
}

extension TapeView {
  /// Returns the index of the value of the first `key` in the object at `index`, or `nil`.
  package func value(ofKey key: String, inMap index: Int) -> Int? {
    var key = key
    return key.withByteView { bytes in
      let end = self[index].payload
      var position = index + 1
      while position < end {
        let value = next(position)
        if isKey(position, equalTo: bytes) { return value }
        position = next(value)
      }
      return nil
    }
  }

  /// Returns the index of an element of the array at `index`, or `nil` if the array has fewer
  /// elements.
  package func element(_ number: Int, ofList index: Int) -> Int? {
    guard number >= 0, number < elementCount(index) else { return nil }
    var position = index + 1
    for _ in 0..<number { position = next(position) }
    return position
  }

  /// Returns whether the text of the key at `index` has these bytes.
  package func isKey(_ index: Int, equalTo bytes: ByteView) -> Bool {
    ByteRun.equal(stored(self[resolved(index)]), bytes)
  }

  /// Returns the text of the key at `index`.
  func keyText(_ index: Int) -> String { string(self[resolved(index)]) }
}

extension WirePath {
  /// Returns the path from the root of a tape to `node`, for error messages. The path to a key is the
  /// path to its value. The tape may be unfinished, as for ``CodingTrail/steps(to:in:)``.
  package static func path(to node: Int, in view: TapeView) -> WirePath {
    var trail = CodingTrail()
    return WirePath(
      steps: trail.steps(to: node, in: view).map { step in
        switch step {
        case .key(let key): .key(view.keyText(key))
        case .index(let index): .index(index)
        }
      })
  }
}
