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
    var found: PathMatch?
    visit(view, root, step: 0) { match in
      found = match
      return false
    }
    return found
  }

  /// All values that the path leads to, in the order of the document.
  package func matches(in view: TapeView, from root: Int = 0) -> [PathMatch] {
    var found: [PathMatch] = []
    visit(view, root, step: 0) { match in
      found.append(match)
      return true
    }
    return found
  }

  /// Calls `body` with every value that the path leads to, in the order of the document.
  package func forEachMatch<E: Error>(
    in view: TapeView, from root: Int = 0, _ body: (PathMatch) throws(E) -> Void
  ) throws(E) {
    try visit(view, root, step: 0) { match throws(E) in
      try body(match)
      return true
    }
  }

  /// Goes down from the value at `index`; `body` says whether to go on.
  /// - Returns: false when `body` wanted no more.
  @discardableResult
  private func visit<E: Error>(
    _ view: TapeView, _ index: Int, step: Int, _ body: (PathMatch) throws(E) -> Bool
  ) throws(E) -> Bool {
    guard view.count > 0 else { return true }
    var index = view.resolved(index)
    for position in step..<steps.count {
      let node = view[index]
      switch steps[position] {
      case .wildcard:
        return try visitAll(view, index, step: position + 1, body)
      case .key(let key):
        guard node.kind == .map, let value = view.value(ofKey: key, inMap: index) else {
          return true
        }
        index = view.resolved(value)
      case .keyOrIndex(let number) where node.kind == .map:
        guard let value = view.value(ofKey: String(number), inMap: index) else { return true }
        index = view.resolved(value)
      case .index(let number), .keyOrIndex(let number):
        if node.kind == .packed {
          let isElement = number >= 0 && number < view.elementCount(index)
          return isElement && position + 1 == steps.count
            ? try body(.element(of: index, at: number)) : true
        }
        guard node.kind == .list, let element = view.element(number, ofList: index) else {
          return true
        }
        index = view.resolved(element)
      }
    }
    return try body(.node(index))
  }

  /// Goes on from every element or value of the container at `index`.
  private func visitAll<E: Error>(
    _ view: TapeView, _ index: Int, step: Int, _ body: (PathMatch) throws(E) -> Bool
  ) throws(E) -> Bool {
    let node = view[index]
    switch node.kind {
    case .packed:
      guard step == steps.count else { return true }
      for number in 0..<view.elementCount(index) {
        guard try body(.element(of: index, at: number)) else { return false }
      }
    case .list, .map:
      var position = index + 1
      while position < node.payload {
        if node.kind == .map { position = view.next(position) }
        guard try visit(view, position, step: step, body) else { return false }
        position = view.next(position)
      }
    default:
      break
    }
    return true
  }
}

extension TapeView {
  /// The index of the value of the first `key` in the map at `index`, or `nil`.
  package func value(ofKey key: String, inMap index: Int) -> Int? {
    var key = key
    return key.withUTF8 { bytes in
      let end = self[index].payload
      var position = index + 1
      while position < end {
        let value = next(position)
        if unsafe isKey(position, equalTo: bytes) { return value }
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
  package func isKey(_ index: Int, equalTo bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let node = self[resolved(index)]
    guard node.kind == .escapedText else {
      return unsafe node.length == bytes.count && stored(node).elementsEqual(bytes)
    }
    // Resolving an escape makes text shorter, never longer.
    return unsafe node.length > bytes.count && withText(node) { unsafe $0.elementsEqual(bytes) }
  }

  /// The text of the key at `index`.
  func keyText(_ index: Int) -> String { string(self[resolved(index)]) }
}
