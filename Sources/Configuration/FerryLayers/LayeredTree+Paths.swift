package import FerryBase

/// Paths in the tree.
extension LayeredTree {
  /// The target of a path in one document: an existing value, or one that can be created.
  package struct Target {
    /// Keys and indexes that fit the containers of the document.
    let steps: [WirePath.Step]
  }

  /// Returns the target of `path`.
  ///
  /// Missing objects and arrays on the path can be created, also in place of scalars. The same is
  /// true for the element after the last one.
  /// - Throws: A problem with the path up to the step that failed.
  package func target(of path: WirePath) throws(Problem) -> Target {
    var index = root
    var steps: [WirePath.Step] = []
    func none(_ kind: FailureKind, _ detail: String) -> Problem {
      Problem(kind, detail: detail, path: WirePath(steps: steps))
    }
    for step in path.steps {
      let kind = index.map { items[$0].node.kind }
      switch step {
      case .wildcard:
        throw none(.invalidValue, "expected a path to one value, found [*]")
      case .keyOrIndex(let number) where kind != .list:
        let key = String(number)
        index = index.flatMap { value(of: key, in: $0) }
        steps.append(.key(key))
      case .key(let key):
        guard kind != .list else {
          throw none(.typeMismatch, "expected an object for the key, found an array")
        }
        index = index.flatMap { value(of: key, in: $0) }
        steps.append(step)
      case .index(let number), .keyOrIndex(let number):
        guard kind != .map else {
          throw none(.typeMismatch, "expected an array for the index, found an object")
        }
        guard number >= 0 else {
          throw none(.invalidValue, "expected an index of 0 or more, found \(number)")
        }
        let count = kind == .list ? index.map { items[$0].children.count } ?? 0 : 0
        guard number <= count else {
          throw none(.valueNotFound, "index \(number) is beyond the end of an array of \(count)")
        }
        index = index.flatMap { element(number, of: $0) }
        steps.append(.index(number))
      }
    }
    return Target(steps: steps)
  }

  /// Returns the origin of the value with the index `item` in the tree.
  package func origin(ofItem item: Int) -> Origin { items[item].origin }

  /// Returns the origin of the first value at `path`; `nil` if no value is there.
  package func origin(of path: WirePath) -> Origin? { item(at: path).map { items[$0].origin } }

  /// Returns the first value at `path`.
  func item(at path: WirePath) -> Int? {
    root.flatMap { path.first(from: Cursor(tree: self, index: $0)) }?.index
  }

  /// Returns the value of the first `key` of an object; `nil` for any other value.
  func value(of key: String, in index: Int) -> Int? {
    items[index].places[Array(key.utf8)].map { items[index].children[$0 + 1] }
  }

  /// Returns the element of an array; `nil` for any other value.
  func element(_ number: Int, of index: Int) -> Int? {
    let item = items[index]
    guard item.node.kind == .list, item.children.indices.contains(number) else { return nil }
    return item.children[number]
  }
}

extension LayeredTree {
  /// A value of the tree.
  private struct Cursor: TreeCursor {
    let tree: LayeredTree
    let index: Int

    var item: Item { tree.items[index] }
    var isMap: Bool? {
      item.node.kind == .map ? true : item.node.kind == .list ? false : nil
    }

    func value(of key: String) -> Cursor? { tree.value(of: key, in: index).map(at) }
    func element(_ number: Int) -> Cursor? { tree.element(number, of: index).map(at) }
    private func at(_ index: Int) -> Cursor { Cursor(tree: tree, index: index) }

    func visitAll(
      _ body: (Cursor, WirePath.Step) throws(WireFailure) -> Bool
    ) throws(WireFailure) -> Bool {
      let isMap = item.node.kind == .map
      for place in stride(from: isMap ? 1 : 0, to: item.children.count, by: isMap ? 2 : 1)
      // The path is not used here, so its step is arbitrary.
      where try !body(at(item.children[place]), .index(place)) { return false }
      return true
    }
  }
}
