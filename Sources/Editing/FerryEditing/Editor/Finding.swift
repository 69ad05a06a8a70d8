public import FerryBase

/// A path in the text: the positions on it, from the root.
struct Route {
  /// The position of each step that leads to a value, and of the first one that does not.
  var slots: [Slot] = []
  /// The steps of ``slots``, each a key or an index.
  var steps: ValueEdit.Steps = []
  /// The steps after the first one that leads to no value.
  var missing: ArraySlice<WirePath.Step> = []
  /// The last value on the path.
  var item: Item

  var isComplete: Bool { slots.last.map { $0.item != nil } ?? true }
  var parentSteps: ValueEdit.Steps { Array(steps.dropLast()) }
}

extension DocumentEditor {
  /// Returns the paths of all values that a path with `*` leads to, in document order. A path without
  /// `*` is the only result, also if it leads to no value.
  /// - Throws: `Problem` if the text is not valid, or a path with `*` leads to no value.
  public func paths(matching path: WirePath) throws -> [WirePath] {
    guard path.hasWildcard else { return [path] }
    let paths = try document.withTape { view in
      var (paths, cursor) = ([WirePath](), TapeCursor(view, at: 0))
      try path.visitWithWay(from: &cursor) { _, steps, _ in
        paths.append(WirePath(steps: steps))
        return true
      }
      return paths
    }
    if paths.isEmpty { throw missing(path) }
    return paths
  }

  /// Returns the route along a path, as far as the document has it.
  mutating func route(to path: WirePath) throws -> Route {
    let syntax = try self.syntax
    var route = Route(item: try syntax.root())
    for (depth, step) in path.steps.enumerated() {
      if route.item.kind == .alias { try follow(&route, syntax) }
      let step = try concrete(step, in: route.item)
      route.steps.append(step)
      let slot = try syntax.slot(step, in: route.item)
      route.slots.append(slot)
      guard let item = slot.item else {
        route.missing = path.steps[(depth + 1)...]
        return route
      }
      route.item = item
    }
    return route
  }

  /// Returns the route to an existing value.
  mutating func existing(_ path: WirePath) throws -> Route {
    let route = try route(to: path)
    guard route.isComplete else { throw missing(path) }
    return route
  }

  /// Moves from an alias to its value.
  private func follow(_ route: inout Route, _ syntax: any Syntax) throws {
    #if FERRY_YAML
    guard let syntax = syntax as? YAMLSyntax else { return }
    guard followsAliases else {
      throw Problem.edit(
        "the path goes through an alias, so the edit would change other values as well",
        hint: "edit the value with the anchor, or set the editor's `followsAliases`")
    }
    let steps = try syntax.steps(toTargetOf: route.item)
    route = Route(item: try syntax.root())
    for step in steps {
      let slot = try syntax.slot(step, in: route.item)
      guard let item = slot.item else { throw Problem.inconsistent }
      route.slots.append(slot)
      route.steps.append(step)
      route.item = item
    }
    #endif
  }

  /// Returns the step as a key or an index. At a scalar it stays as it is.
  private func concrete(_ step: WirePath.Step, in item: Item) throws -> WirePath.Step {
    switch (step, item.kind) {
    case (.wildcard, _): throw Problem.edit("an edit needs a path without `*`")
    case (.keyOrIndex(let number), .array): return .index(number)
    case (.keyOrIndex(let number), _): return .key(String(number))
    default: return step
    }
  }

  /// Returns the problem of a path without a value.
  func missing(_ path: WirePath) -> any Error {
    do {
      return try document.withTape { view in
        guard let end = path.end(in: view) else { return Problem.edit("missing value") }
        let (message, hint) = end.miss(in: view).report(on: path)
        return Problem.edit(message, hint: hint)
      }
    } catch {
      return error
    }
  }

  /// Returns the layouts of the brackets on a route, the innermost last; nil in a block.
  func layout(_ slots: [Slot], _ syntax: any Syntax) throws -> BracketLayout? {
    var layout: BracketLayout?
    for var slot in slots {
      if slot.samples.isEmpty { slot.samples = try syntax.samples(of: slot.container) }
      layout =
        slot.container.isBlock
        ? nil : BracketLayout(of: slot, in: document.text, syntax.comments, outer: layout)
    }
    return layout
  }
}
