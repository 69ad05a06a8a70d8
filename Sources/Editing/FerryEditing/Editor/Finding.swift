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
  /// The route to the container, for a value in place of it.
  var parent: Route {
    var parent = self
    parent.slots.removeLast()
    parent.steps.removeLast()
    parent.missing = []
    return parent
  }
}

extension DocumentEditor {
  /// Returns the paths of all values that a path with `*` leads to, in document order. A path without
  /// `*` is the only result, also if it leads to no value.
  /// - Throws: `Problem` if the text is not valid, or a path with `*` leads to no value.
  public func paths(matching path: WirePath) throws -> [WirePath] {
    guard path.hasWildcard else { return [path] }
    var copy = self
    copy.settle()
    let paths = try copy.tape().withView { view in
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

  /// Returns whether the text has a value at `path`. Inherited members do not count.
  package mutating func hasValue(at path: WirePath) throws -> Bool {
    try route(to: path, inside: true).isComplete
  }

  /// Returns the keys of the object at `path`; `nil` if no object is there.
  package mutating func keys(at path: WirePath) throws -> Set<String>? {
    // A search for a member leaves new members at the end as they are.
    let slots = try route(to: path.appending(WirePath(steps: [.key("")]))).slots
    guard slots.count > path.steps.count, case let object = slots[path.steps.count].container,
      object.kind == .object
    else { return nil }
    let syntax = try self.syntax
    return try touched.appendedKeys(at: path.steps).union(
      allItems(of: object).all.map { syntax.key(of: $0) })
  }

  /// Returns the route along a path, as far as the document has it. Pending changes are applied first
  /// if they affect it. An edit inside of the value leaves the siblings of the value where they are.
  mutating func route(
    to path: WirePath, inside: Bool = false, joining edit: JoiningEdit? = nil
  ) throws -> Route {
    updateTouched()
    let syntax = try self.syntax
    var route = Route(item: try syntax.root())
    var isTouched = isBlocked(path.steps[...], in: [], joining: edit)
    for (depth, step) in path.steps.enumerated() where !isTouched {
      if route.item.kind == .alias {
        try follow(&route, syntax)
        isTouched = touched.contains(prefixOf: route.steps)
        if isTouched { break }
      }
      let step = try concrete(step, in: route.item)
      let isEdited = depth == path.steps.count - 1
      var isChanged = touched.contains(route.steps)
      let slot: Slot
      if isEdited, edit == .deletion {
        slot = try self.slot(deleting: step, in: route.item, at: route.steps)
        let run = slot.index.flatMap { touched.deleted[route.steps]?.run(with: $0) }
        if slot.item != nil, run != nil { isChanged = false }
      } else if isEdited, edit == .insertion {
        slot = try self.slot(inserting: step, in: route.item, at: route.steps)
        if slot.item != nil, touched.canJoin(edit, of: step, in: route.steps) { isChanged = false }
      } else {
        slot = try self.slot(step, in: route.item)
        if isEdited, touched.canJoin(edit, of: step, in: route.steps) { isChanged = false }
      }
      route.slots.append(slot)
      route.steps.append(step)
      let next = path.steps[(depth + 1)...]
      guard let item = slot.item else {
        route.missing = next
        // The end of an array is behind its new elements.
        isTouched = isChanged && edit == .insertion
        break
      }
      route.item = item
      isTouched = isChanged || isBlocked(next, in: route.steps, joining: edit)
    }
    if !isTouched {
      let isInside = inside && route.isComplete
      isTouched = touched.contains(above: isInside ? route.steps : route.parentSteps)
    }
    guard isTouched else { return route }
    settle()
    return try self.route(to: path, inside: inside, joining: edit)
  }

  /// Returns the position of a member that can be deleted together with others.
  private mutating func slot(
    deleting step: WirePath.Step, in container: Item, at steps: ValueEdit.Steps
  ) throws -> Slot {
    let items = try allItems(of: container)
    guard case .index(let index) = step, let deleted = touched.deleted[steps] else {
      return items.slot(step, in: container)
    }
    return items.slot(.index(deleted.position(ofIndex: index)), in: container)
  }

  /// Returns the position of the element before which another one can be inserted together with others.
  private mutating func slot(
    inserting step: WirePath.Step, in container: Item, at steps: ValueEdit.Steps
  ) throws -> Slot {
    guard case .index(let index) = step else { return try slot(step, in: container) }
    let position = touched.place(ofNewElement: index, in: steps).position
    return try slot(.index(position), in: container)
  }

  /// Whether pending changes of the value at `steps` have to be applied before a search for `next` in it.
  private func isBlocked(
    _ next: ArraySlice<WirePath.Step>, in steps: ValueEdit.Steps, joining edit: JoiningEdit?
  ) -> Bool {
    touched.contains(steps) && !touched.canAppend(next.first, to: steps)
      && !(next.count == 1 && touched.canJoin(edit, of: next.first, in: steps))
  }

  /// Returns the route to an existing value.
  mutating func existing(
    _ path: WirePath, inside: Bool = false, joining edit: JoiningEdit? = nil
  ) throws -> Route {
    let route = try route(to: path, inside: inside, joining: edit)
    guard route.isComplete else { throw missing(path) }
    return route
  }

  /// Moves from an alias to its value.
  private mutating func follow(_ route: inout Route, _ syntax: any Syntax) throws {
    #if FERRY_YAML
    guard let syntax = syntax as? YAMLSyntax else { return }
    guard followsAliases else {
      throw Problem.edit(
        "the path goes through an alias, so the edit would change other values as well",
        hint: "edit the value with the anchor, or set the editor's `followsAliases`")
    }
    guard let target = syntax.target(of: route.item) else { throw Problem.inconsistent }
    route = try self.route(toNode: target)
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
    var copy = self
    copy.settle()
    if copy.isInherited(path) { return Problem.inherited(path) }
    do {
      return try copy.tape().withView { view in
        guard let end = path.end(in: view) else { return Problem.edit("missing value") }
        let (message, hint) = end.miss(in: view).report(on: path)
        return Problem.edit(message, hint: hint)
      }
    } catch {
      return error
    }
  }

  /// Returns the layout of the innermost brackets on a route; nil in a block.
  mutating func layout(_ slots: [Slot]) throws -> BracketLayout? {
    let syntax = try self.syntax
    var layout: BracketLayout?
    for var slot in slots {
      if slot.samples.isEmpty { slot.samples = try items(of: slot.container).all }
      layout =
        slot.container.isBlock
        ? nil : BracketLayout(of: slot, in: document.text, syntax.comments, outer: layout)
    }
    return layout
  }
}

extension Problem {
  /// The problem of a path that is longer than a document is deep.
  static func tooDeep(_ path: WirePath) -> Problem {
    var problem = Problem(WireFailure(.depthLimit, offset: 0))
    problem.path = WirePath(steps: Array(path.steps.prefix(1)))
    problem.advice =
      "at most \(OpenContainer.standardLimit) levels of arrays and objects are allowed"
    return problem
  }

  static func inherited(_ path: WirePath) -> Problem {
    var problem = Problem.edit(
      "the object inherits \(WirePath(steps: path.steps.suffix(1)).description) through a merge key",
      hint: "edit the object with the anchor")
    problem.path = path
    return problem
  }
}
