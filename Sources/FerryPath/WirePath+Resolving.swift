import FerryBytes
import FerryTape

/// What a path leads to on a tape.
@frozen @usableFromInline
package enum PathMatch: Equatable, Sendable {
  /// The value at an index, aliases followed.
  case node(Int)
  /// An element of the packed list at an index: it has no node of its own.
  case element(of: Int, at: Int)
}

extension WirePath {
  /// The index of the first value that the path leads to from the value at `root`, or `nil`.
  ///
  /// Aliases are followed, and of equal keys the first one counts. An element of a packed list has
  /// no index: where a tape can hold such lists, ask ``firstMatch(in:from:)``.
  package func resolve(in view: TapeView, from root: Int = 0) -> Int? {
    guard case .node(let index) = firstMatch(in: view, from: root) else { return nil }
    return index
  }

  /// The first value that the path leads to, or `nil`.
  package func firstMatch(in view: TapeView, from root: Int = 0) -> PathMatch? {
    view.count > 0 ? first(from: TapeCursor(view, at: root))?.match : nil
  }

  /// All values that the path leads to, in the order of the document.
  package func matches(in view: TapeView, from root: Int = 0) -> [PathMatch] {
    view.count > 0 ? all(from: TapeCursor(view, at: root)).map { $0.match } : []
  }
}

/// A value on a tape. Aliases are followed.
package struct TapeCursor: PathCursor {
  private let view: TapeView
  package let match: PathMatch

  private init(_ view: TapeView, _ match: PathMatch) {
    self.view = view
    self.match = match
  }

  /// The value at `index`, or the element of the packed list there.
  package init(_ view: TapeView, at index: Int, element: Int? = nil) {
    let index = view.resolved(index)
    self.init(view, element.map { .element(of: index, at: $0) } ?? .node(index))
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

  package func visitAll(_ body: (TapeCursor, () -> WirePath.Step) -> Bool) -> Bool {
    guard case .node(let index) = match else { return true }
    let node = view[index]
    var position = index + 1
    for number in 0..<view.elementCount(index) {
      if node.kind == .packed {
        guard body(TapeCursor(view, at: index, element: number), { .index(number) }) else {
          return false
        }
        continue
      }
      let key = position
      if node.kind == .map { position = view.next(position) }
      let isWanted = body(TapeCursor(view, at: position)) {
        node.kind == .map ? .key(view.keyText(key)) : .index(number)
      }
      guard isWanted else { return false }
      position = view.next(position)
    }
    return true
  }
}

extension TapeView {
  /// The index of the value of the first `key` in the map at `index`, or `nil`.
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

  /// The index of an element of the list at `index`, or `nil` if it has fewer.
  package func element(_ number: Int, ofList index: Int) -> Int? {
    guard number >= 0, number < elementCount(index) else { return nil }
    var position = index + 1
    for _ in 0..<number { position = next(position) }
    return position
  }

  /// Whether the text of the key at `index` has these bytes, escapes resolved.
  package func isKey(_ index: Int, equalTo bytes: ByteView) -> Bool {
    let node = self[resolved(index)]
    guard node.kind == .escapedText else {
      return ByteRun.equal(stored(node), bytes)
    }
    // Resolving an escape makes text shorter, never longer.
    return node.length > bytes.count && withText(node) { $0.elementsEqual(bytes) }
  }

  /// The text of the key at `index`.
  func keyText(_ index: Int) -> String { string(self[resolved(index)]) }
}

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
