internal import FerryBase
internal import FerryPatch

/// A value with an anchor changes alone: its aliases get copies of the value that it had.
extension DocumentEditor {
  /// Replaces the aliases of the containers on `path` by copies, and those of the value at its end if
  /// it gets `isReplaced`.
  mutating func separateAliases(on path: WirePath, isReplaced: Bool) throws {
    #if FERRY_YAML
    guard !followsAliases, !sharesAliases, var nodes = aliases(on: path, isReplaced) else { return }
    // Paths of nodes are those of the text without the pending changes.
    let areTouched = try nodes.contains {
      touched.contains(prefixOf: try route(toNode: $0).steps)
    }
    if areTouched {
      settle()
      nodes = aliases(on: path, isReplaced) ?? []
    }
    for node in nodes {
      let route = try route(toNode: node)
      try replace(route, with: try tape().value(at: route.steps), comment: nil)
    }
    #endif
  }

  /// Runs edits after which the document must have the value `wanted`. Aliases change with their
  /// anchors if this gives the value. Otherwise they get copies.
  mutating func edit(
    toward wanted: (AnyValue) throws -> AnyValue, _ body: (inout DocumentEditor) throws -> Void
  ) throws {
    #if FERRY_YAML
    if !followsAliases, !sharesAliases, try hasAliases {
      let old = try value(at: .root).value
      // A patch that does not fit the value has its own error.
      guard let new = try? wanted(old) else { return try body(&self) }
      sharesAliases = true
      defer { sharesAliases = false }
      do {
        return try edit { editor in
          try body(&editor)
          try editor.require(new)
        }
      } catch {
        sharesAliases = false
        try body(&self)
        return try require(new)
      }
    }
    #endif
    try body(&self)
  }

  #if FERRY_YAML
  private mutating func require(_ wanted: AnyValue) throws {
    if try !value(at: .root).value.isSame(as: wanted) {
      throw Problem.edit(
        "the text does not allow this edit: another value would change",
        hint: "edit the values with anchors and aliases one by one")
    }
  }

  /// Returns the aliases of the values on a path; nil without any.
  private mutating func aliases(on path: WirePath, _ isReplaced: Bool) -> [Int]? {
    guard (try? syntax as? YAMLSyntax)?.hasAliases == true,
      let route = try? route(to: path, inside: true, joining: isReplaced ? nil : .deletion),
      let syntax = try? syntax as? YAMLSyntax
    else { return nil }
    let changed = route.slots.map(\.container) + (isReplaced ? [route.item] : [])
    let nodes = Set(changed.map(\.node)).sorted().flatMap { syntax.aliases(of: $0) }
    return nodes.isEmpty ? nil : nodes
  }

  /// Whether pending changes are at, in or around a value that has aliases.
  mutating func changesAnchors() throws -> Bool {
    guard let syntax = try syntax as? YAMLSyntax, syntax.hasAliases else { return false }
    updateTouched()
    return syntax.nodesWithAliases.contains { node in
      // The anchor of a key has no route.
      guard let steps = try? route(toNode: node).steps else { return true }
      return touched.contains(above: steps) || touched.contains(prefixOf: steps)
    }
  }

  /// Returns the route to a node of the outline.
  mutating func route(toNode node: Int) throws -> Route {
    let syntax = try self.syntax
    var route = Route(item: try syntax.root())
    while route.item.node != node {
      let items = try items(of: route.item)
      guard let index = items.position(ofNode: node) else {
        throw Problem.edit(
          "an anchor or an alias belongs to a key",
          hint: "write the key as text before this edit")
      }
      let step: WirePath.Step =
        route.item.kind == .array ? .index(index) : .key(syntax.key(of: items.all[index]))
      let slot = items.slot(step, in: route.item)
      guard let item = slot.item, item.node == items.all[index].node else {
        throw Problem.inconsistent
      }
      route.slots.append(slot)
      route.steps.append(step)
      route.item = item
    }
    return route
  }
  #endif
}
