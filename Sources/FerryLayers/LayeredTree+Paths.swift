package import FerryPath
package import FerryTape

/// Where paths lead.
extension LayeredTree {
  /// Where a path leads in one document: to a value there, or to one that can be made.
  package struct Target {
    /// Keys and indexes, each for what the document has in its place.
    let steps: [WirePath.Step]
  }

  /// Why no value can be put where a path leads.
  package struct NoTarget: Error {
    package let kind: FailureKind
    /// What is wrong, for people.
    package let detail: String
    /// Where the step was to go on that cannot be taken.
    package let path: WirePath
  }

  /// Finds where `path` leads.
  ///
  /// Maps and lists that are missing on the way can be made, also in place of scalars, and so can
  /// the element behind the last one.
  package func target(of path: WirePath) throws(NoTarget) -> Target {
    var index = root
    var steps: [WirePath.Step] = []
    func none(_ kind: FailureKind, _ detail: String) -> NoTarget {
      NoTarget(kind: kind, detail: detail, path: WirePath(steps: steps))
    }
    for step in path.steps {
      let kind = index.map { items[$0].node.kind }
      switch step {
      case .wildcard:
        throw none(.invalidValue, "[*] stands for several values")
      case .keyOrIndex(let number) where kind != .list:
        let key = String(number)
        index = index.flatMap { value(of: key, in: $0) }
        steps.append(.key(key))
      case .key(let key):
        guard kind != .list else {
          throw none(.typeMismatch, "a key leads into a map, and this is a list")
        }
        index = index.flatMap { value(of: key, in: $0) }
        steps.append(step)
      case .index(let number), .keyOrIndex(let number):
        guard kind != .map else {
          throw none(.typeMismatch, "an index leads into a list, and this is a map")
        }
        guard number >= 0 else {
          throw none(.invalidValue, "index \(number) is before the start of a list")
        }
        let count = kind == .list ? index.map { items[$0].children.count } ?? 0 : 0
        guard number <= count else {
          throw none(.valueNotFound, "index \(number) is beyond the end of a list of \(count)")
        }
        index = index.flatMap { element(number, of: $0) }
        steps.append(.index(number))
      }
    }
    return Target(steps: steps)
  }

  /// Where the first value came from that `path` leads to, or nil if there is none.
  package func origin(of path: WirePath) -> Origin? {
    root.flatMap { path.first(from: Cursor(tree: self, index: $0)) }?.item.origin
  }

  /// The value of the first `key` of a map; nil in everything else.
  func value(of key: String, in index: Int) -> Int? {
    items[index].places[Array(key.utf8)].map { items[index].children[$0 + 1] }
  }

  /// The element of a list; nil in everything else.
  func element(_ number: Int, of index: Int) -> Int? {
    let item = items[index]
    guard item.node.kind == .list, item.children.indices.contains(number) else { return nil }
    return item.children[number]
  }
}

extension LayeredTree {
  /// A value of the tree.
  private struct Cursor: PathCursor {
    let tree: LayeredTree
    let index: Int

    var item: Item { tree.items[index] }
    var isMap: Bool? {
      item.node.kind == .map ? true : item.node.kind == .list ? false : nil
    }

    func value(of key: String) -> Cursor? { tree.value(of: key, in: index).map(at) }
    func element(_ number: Int) -> Cursor? { tree.element(number, of: index).map(at) }
    private func at(_ index: Int) -> Cursor { Cursor(tree: tree, index: index) }

    func visitAll(_ body: (Cursor, () -> WirePath.Step) -> Bool) -> Bool {
      let values =
        item.node.kind == .map
        ? stride(from: 1, to: item.children.count, by: 2)
        : stride(from: 0, to: item.children.count, by: 1)
      // Nobody asks for the way here.
      return values.allSatisfy { place in
        item.children[place] < 0 || body(at(item.children[place])) { .index(place) }
      }
    }
  }
}
