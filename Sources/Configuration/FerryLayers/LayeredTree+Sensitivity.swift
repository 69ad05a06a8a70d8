package import FerryBase

/// The values that no text for people may show.
package struct SensitiveValues: Sendable {
  fileprivate var items: Set<Int> = []

  package init() {}

  package func contains(_ origin: LayeredTree.Origin) -> Bool { items.contains(origin.item) }
}

extension LayeredTree {
  /// The text of a document that a value and its aliases share.
  private struct SharedText: Hashable {
    let layer: Int
    let node: Int

    init(_ origin: Origin) { (layer, node) = (origin.layer, origin.source) }
  }

  /// Returns the sensitive values: those for which `isSensitive` is true, the values and variables
  /// that references took their text from, and all other values with such a text.
  ///
  /// This includes the values that later layers have replaced. `variable` returns the name of the
  /// environment variable that a layer is, and `isSensitiveName` whether a variable is sensitive by
  /// its name.
  package func sensitiveValues(
    variable: (_ layer: Int) -> String?, isSensitiveName: (String) -> Bool,
    _ isSensitive: (Origin, WirePath) -> Bool
  ) -> SensitiveValues {
    var leaves: [Int] = []
    var pending: [Int] = []
    eachValue { index, path in
      guard items[index].children.isEmpty else { return }
      leaves.append(index)
      if isSensitive(items[index].origin, path) { pending.append(index) }
    }
    var sensitive = SensitiveValues()
    sensitive.items = Set(pending)
    var texts: Set<SharedText> = []
    var variables: Set<String> = []
    while let index = pending.popLast() {
      texts.insert(SharedText(items[index].origin))
      if let name = variable(items[index].origin.layer) { variables.insert(name) }
      for reference in sources(of: index) {
        switch reference {
        case .variable(let name, _): variables.insert(name)
        case .value(_, let origin):
          if sensitive.items.insert(origin.item).inserted { pending.append(origin.item) }
        }
      }
    }
    func isSensitiveVariable(_ name: String) -> Bool {
      variables.contains(name) || isSensitiveName(name)
    }
    var isKnown: [Int: Bool] = [:]
    func contains(_ index: Int) -> Bool {
      if let known = isKnown[index] { return known }
      let origin = items[index].origin
      let result =
        sensitive.items.contains(index) || texts.contains(SharedText(origin))
        || variable(origin.layer).map(isSensitiveVariable) ?? false
        || (references[index] ?? []).contains {
          switch $0 {
          case .variable(let name, _): isSensitiveVariable(name)
          case .value(_, let origin): contains(origin.item)
          }
        }
      isKnown[index] = result
      return result
    }
    for leaf in leaves where contains(leaf) { sensitive.items.insert(leaf) }
    return sensitive
  }

  /// Returns the sources of a value's text. The references of a replaced value were not resolved.
  private func sources(of index: Int) -> [Reference] {
    if let references = references[index] { return references }
    guard let text = text(of: index), let parts = try? ReferenceText(text)?.parts else { return [] }
    func sources(_ parts: [ReferenceText.Part]) -> [Reference] {
      parts.flatMap { part -> [Reference] in
        guard case .reference(let name, let fallback) = part else { return [] }
        let rest = sources(fallback?.parts ?? [])
        guard name.hasPrefix(".") else { return [.variable(name: name, value: "")] + rest }
        let path = try? WirePath(parsing: String(name.dropFirst()))
        return rest
          + (path.flatMap(item).map { [.value(path: name, items[$0].origin)] } ?? [])
      }
    }
    return sources(parts)
  }

  /// Calls `body` with each value, containers before their contents, and with the values that it has
  /// replaced.
  private func eachValue(_ body: (Int, WirePath) -> Void) {
    func visit(_ index: Int, _ path: WirePath) {
      var next: Int? = index
      while let index = next {
        body(index, path)
        visitContents(of: index, path)
        next = items[index].earlier
      }
    }
    func visitContents(of index: Int, _ path: WirePath) {
      let item = items[index]
      for (place, child) in item.children.enumerated() {
        if item.node.kind == .list {
          visit(child, path.appending(.index(place)))
        } else if place % 2 == 1, let name = text(of: item.children[place - 1]) {
          visit(child, path.appending(.key(String(decoding: name, as: UTF8.self))))
        }
      }
    }
    if let root { visit(root, .root) }
  }

  /// Returns the path of a value of the tree.
  package func path(of origin: Origin) -> WirePath {
    var found = WirePath.root
    eachValue { if $0 == origin.item { found = $1 } }
    return found
  }
}
