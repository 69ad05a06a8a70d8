public import FerryBase

extension DocumentEditor {
  /// Sets the value at `path`, or adds it in the style of its neighbours.
  ///
  /// Missing objects on the way are created, also in place of null. An index that equals the number
  /// of elements, and the key `-`, append an element.
  /// `comment` becomes the comment above the value, in place of a former one. An empty text deletes it.
  /// - Throws: `Problem` if the path leads through a scalar or an alias, or beyond an array.
  public mutating func set(
    _ path: WirePath, to value: AnyValue, comment: String? = nil
  ) throws {
    try edit(
      { editor in
        let value = try editor.document.normalized(value)
        try editor.separateAliases(on: path, isReplaced: true)
        let route = try editor.route(to: path, inside: true)
        let comments = EntryComments(
          above: try comment.map { try editor.syntax.comments.lines($0) } ?? [])
        if route.isComplete {
          return try editor.replace(route, with: value, comment: comment)
        }
        if !route.missing.isEmpty { try editor.requireOwn(route.steps) }
        let nested = try Self.nested(value, route.missing)
        switch (route.item.kind, route.steps[route.steps.count - 1]) {
        case (.object, .key(let key)):
          try editor.insert(.value(nested), key: key, at: route, comments)
        case (.array, .key("-")):
          try editor.insert(.value(nested), key: nil, at: route, comments)
        case (.array, .index(let index)):
          let slot = route.slots[route.slots.count - 1]
          guard try editor.isEnd(index, slot) else { throw editor.missing(path) }
          try editor.insert(.value(nested), key: nil, at: route, comments)
        case (.scalar, let step):
          guard editor.isNull(route.item) else { throw editor.missing(path) }
          try editor.replaceNull(route.parent, with: try Self.nested(nested, [step]))
          if comment != nil { try editor.setComment(comment, at: path) }
        default: throw editor.missing(path)
        }
      }, at: path)
  }

  /// Replaces the value at `path`, which must exist.
  /// - Throws: `Problem` if the value does not exist.
  public mutating func replace(_ path: WirePath, with value: AnyValue) throws {
    try edit(
      { editor in
        let value = try editor.document.normalized(value)
        try editor.separateAliases(on: path, isReplaced: true)
        let route = try editor.existing(path, inside: true)
        try editor.replace(route, with: value, comment: nil)
      }, at: path)
  }

  /// Inserts an element before the one at the index at the end of `path`, or adds a member. The member
  /// comes before the one with the key `neighbor`, or by default after the last one.
  /// - Throws: `Problem` if the container does not exist, or already has the key.
  public mutating func insert(
    _ value: AnyValue, at path: WirePath, before neighbor: String? = nil, comment: String? = nil
  ) throws {
    try edit(
      { editor in
        let value = try editor.document.normalized(value)
        let lines = try comment.map { try editor.syntax.comments.lines($0) } ?? []
        try editor.insert(
          .value(value), at: path, before: neighbor, EntryComments(above: lines))
      }, at: path)
  }

  /// Appends an element to the array at `path`.
  /// - Throws: `Problem` if there is no array and no null.
  public mutating func append(
    _ value: AnyValue, to path: WirePath, comment: String? = nil
  ) throws {
    try insert(value, at: path.appending(WirePath(steps: [.key("-")])), comment: comment)
  }

  /// Deletes the value at `path` with its key, its line and its comments: the lines directly above it
  /// and those below it that are indented further.
  /// - Throws: `Problem` if the value does not exist.
  public mutating func delete(_ path: WirePath) throws {
    try edit(
      { editor in
        try editor.separateAliases(on: path, isReplaced: false)
        try editor.delete(try editor.existing(path, inside: true, joining: .deletion))
      }, at: path)
  }

  /// Deletes the values at all paths, which may have `*`. Indexes are those before the deletion.
  /// - Throws: `Problem` if a path has no value.
  package mutating func delete(all paths: [WirePath]) throws {
    try edit({ editor in
      var places: [(start: Int, steps: ValueEdit.Steps)] = []
      editor.settle()
      for path in try paths.flatMap({ try editor.paths(matching: $0) }) {
        var found: Route?
        try editor.edit({ found = try $0.existing(path) }, at: path)
        guard let route = found else { continue }
        places.append((route.slots.last?.item?.start ?? -1, route.steps))
      }
      // From the end, so that the positions before stay; members before their object.
      places.sort { ($1.start, $1.steps.count) < ($0.start, $0.steps.count) }
      for (index, place) in places.enumerated()
      where index == 0 || place.steps != places[index - 1].steps {
        try editor.delete(WirePath(steps: place.steps))
      }
    })
  }

  /// Changes the key of the member at `path`. Its position, value and comments stay.
  /// - Throws: `Problem` if there is no member, or the object already has the new key.
  public mutating func rename(_ path: WirePath, to key: String) throws {
    try edit(
      { editor in
        try editor.separateAliases(on: path, isReplaced: false)
        var route = try editor.existing(path, inside: true, joining: .renaming)
        let parent = route.parentSteps
        if editor.touched.contains(parent),
          !editor.touched.canJoin(.renaming, of: .key(key), in: parent)
        {
          editor.settle()
          route = try editor.existing(WirePath(steps: route.steps))
        }
        guard let slot = route.slots.last, let old = slot.item?.key,
          case .key(let last)? = route.steps.last
        else { throw Problem.edit("only a member of an object has a key") }
        if last == key { return }
        if try editor.slot(.key(key), in: slot.container).item != nil {
          throw Problem.edit("the object already has the key `\(key)`")
        }
        let text = try editor.renderedKey(key, slot)
        editor.perform(
          [Splice(old, text)], .rename(route.steps, key), changing: parent, .renames(last, key))
      }, at: path)
  }

  /// Moves the value at `path` with its comments to `target`, as the operation of a JSON Patch does
  /// (RFC 6902, section 4.4). The text of the value stays, with another indentation. With the path
  /// itself as `target`, the member moves before the one with the key `neighbor`.
  /// - Throws: `Problem` if the value does not exist, or `target` is not a position.
  public mutating func move(_ path: WirePath, to target: WirePath, before neighbor: String? = nil)
    throws
  {
    let isSame = path == target
    if isSame, neighbor == nil || path.steps.last == neighbor.map({ .key($0) }) { return }
    if target.steps.starts(with: path.steps), !isSame {
      throw Problem.patch("a value cannot move into itself", at: target)
    }
    try edit(
      { editor in
        try editor.separateAliases(on: path, isReplaced: false)
        try editor.separateAliases(on: target, isReplaced: false)
        let found = try editor.existing(path, inside: true, joining: .deletion)
        if isSame, let neighbor, try editor.isBefore(.key(neighbor), found) { return }
        let route = try editor.settledForDeletion(found).route
        let content = try editor.content(of: route)
        let comments = try editor.comments(of: route)
        let count = editor.edits.count
        try editor.delete(route)
        try editor.insert(content, at: target, before: neighbor, comments)
        editor.join(from: count, .move(route.steps, try editor.lastTarget))
      }, at: path)
  }

  /// Adds a copy of the value at `path` with its comments at `target` (RFC 6902, section 4.5).
  /// - Throws: `Problem` if the value does not exist, or `target` is not a position.
  public mutating func copy(_ path: WirePath, to target: WirePath) throws {
    try edit(
      { editor in
        try editor.separateAliases(on: target, isReplaced: false)
        let route = try editor.existing(path, inside: true)
        let content = try editor.content(of: route, isCopy: true)
        let comments = try editor.comments(of: route)
        let count = editor.edits.count
        try editor.insert(content, at: target, before: nil, comments)
        editor.join(from: count, .copy(route.steps, try editor.lastTarget))
      }, at: path)
  }

  // MARK: Parts

  /// Returns the value below the objects of `steps`.
  private static func nested(
    _ value: AnyValue, _ steps: some BidirectionalCollection<WirePath.Step>
  ) throws -> AnyValue {
    var value = value
    for step in steps.reversed() {
      switch step {
      case .key("-"), .index(0): value = .array([value])
      case .key(let key): value = .object([key: value])
      case .keyOrIndex(let number): value = .object([String(number): value])
      case .index, .wildcard:
        throw Problem.edit("the array has no position \(WirePath(steps: [step]))")
      }
    }
    return value
  }

  /// Returns whether the value at the end of a route is directly before the one of `step`.
  private mutating func isBefore(_ step: WirePath.Step, _ route: Route) throws -> Bool {
    guard let slot = route.slots.last else { return false }
    let next = try self.slot(step, in: slot.container)
    return next.item != nil && next.previousEnd == slot.item?.end
  }

  /// Throws if the object at the path before the last step inherits a value there. A new member would
  /// hide the others of that value.
  private mutating func requireOwn(_ steps: ValueEdit.Steps) throws {
    let path = WirePath(steps: steps)
    if isInherited(path) { throw Problem.inherited(path) }
  }

  /// Returns whether the end of the array at a slot is the position `index`.
  private mutating func isEnd(_ index: Int, _ slot: Slot) throws -> Bool {
    if let count = slot.index { return index == count }
    // JSON's elements are counted only here.
    if index == 0 { return slot.first == nil }
    let last = try self.slot(.index(index - 1), in: slot.container)
    return last.item != nil && last.nextStart == nil
  }

  /// Inserts at the end of a path, whose container exists.
  private mutating func insert(
    _ content: Content, at path: WirePath, before neighbor: String?, _ comments: EntryComments
  ) throws {
    guard let last = path.steps.last else {
      guard case .value(let value) = content else {
        throw Problem.edit("the document as a whole cannot be a target")
      }
      return try replace(try existing(path), with: value, comment: nil)
    }
    let parent = WirePath(steps: Array(path.steps.dropLast()))
    try separateAliases(on: parent, isReplaced: true)
    var route: Route
    var place: Slot?
    if case .key = last, neighbor != nil {
      route = try existing(parent, inside: true)
    } else if case .key(let key) = last {
      route = try self.route(to: path, inside: true)
      if route.isComplete { throw Problem.edit("the object already has the key `\(key)`") }
      if !route.missing.isEmpty { throw missing(path) }
      route = route.parent
    } else {
      route = try self.route(to: path, joining: comments.canBeFollowed ? .insertion : nil)
      if !route.missing.isEmpty { throw missing(parent) }
      place = route.slots.last
      route = route.parent
      if let place { route.item = place.container }
    }
    let step: WirePath.Step?
    var key: String?
    switch (last, route.item.kind) {
    case (.key("-"), .array): step = nil
    case (.index(let index), .array), (.keyOrIndex(let index), .array): step = .index(index)
    case (.key(let name), .object):
      key = name
      step = neighbor.map { .key($0) }
    case (.keyOrIndex(let number), .object):
      key = String(number)
      step = neighbor.map { .key($0) }
    case (_, .alias):
      throw Problem.edit(
        "an alias has no members of its own", hint: "edit the value with the anchor")
    case (_, .scalar):
      guard case .value(let value) = content, neighbor == nil, isNull(route.item) else {
        throw missing(path)
      }
      return try replaceNull(route, with: try Self.nested(value, [last]))
    default: throw missing(path)
    }
    if let key, try slot(.key(key), in: route.item).item != nil {
      throw Problem.edit("the object already has the key `\(key)`")
    }
    let slot = try (key == nil ? place : nil) ?? self.slot(step, in: route.item)
    if let step, slot.item == nil {
      guard case .index(let index) = step, try isEnd(index, slot) else {
        throw missing(parent.appending(step))
      }
    }
    route.slots.append(slot)
    route.steps.append(step ?? .key("-"))
    try insert(content, key: key, at: route, comments)
  }

  /// The target of the latest insertion.
  private var lastTarget: ValueEdit.Target {
    get throws {
      guard case .insert(_, let target)? = edits.last else { throw Problem.inconsistent }
      return target
    }
  }
}
