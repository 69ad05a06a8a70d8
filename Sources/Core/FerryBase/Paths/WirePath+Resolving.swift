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

  /// Returns whether the text of the key at `index` has these bytes, after resolving escapes.
  package func isKey(_ index: Int, equalTo bytes: ByteView) -> Bool {
    let node = self[resolved(index)]
    guard node.kind == .escapedText else {
      return ByteRun.equal(stored(node), bytes)
    }
    // Resolving an escape always makes text shorter.
    return node.length > bytes.count && withText(node) { $0.elementsEqual(bytes) }
  }

  /// Returns the text of the key at `index`.
  func keyText(_ index: Int) -> String { string(self[resolved(index)]) }
}

extension WirePath {
  /// Returns the path from the root of a tape to `node`, for error messages.
  ///
  /// The path to a key is the path to its value. The tape may be unfinished. `view.count` is then
  /// the node of the value that could not be read. Open containers are marked as `OpenContainer`
  /// describes, and extend to the end.
  package static func path(to node: Int, in view: TapeView) -> WirePath {
    var steps: [Step] = []
    guard node > 0, view.count > 0 else { return .root }
    var container = view.untagged(0)
    descend: while view[container].kind == .map || view[container].kind == .list {
      let isMap = view[container].kind == .map
      var position = container + 1
      var count = 0
      while position < view.count {
        let key = position
        if isMap { position = view.reach(position) }
        if isMap, node < position || position >= view.count {
          // The node is the key itself, or the value of the key is missing.
          steps.append(.key(view.keyText(key)))
          return WirePath(steps: steps)
        }
        let end = view.reach(position)
        if node < end || view.isOpen(position) {
          steps.append(isMap ? .key(view.keyText(key)) : .index(count))
          container = view.untagged(position)
          guard node > container else { break descend }
          continue descend
        }
        position = end
        count += 1
      }
      // After all values: the next element of an array that is still open.
      if !isMap, view.isOpen(container) { steps.append(.index(count)) }
      break
    }
    return WirePath(steps: steps)
  }
}

extension TapeView {
  /// Returns whether the node at `index` is a container that was not closed.
  fileprivate func isOpen(_ index: Int) -> Bool {
    let node = self[index]
    let isContainer = node.kind == .map || node.kind == .list || node.kind == .tagged
    return isContainer && node.payload <= index
  }

  /// Returns the index after the value at `index`. An open container extends to the end.
  fileprivate func reach(_ index: Int) -> Int {
    isOpen(index) ? count : next(index)
  }
}
