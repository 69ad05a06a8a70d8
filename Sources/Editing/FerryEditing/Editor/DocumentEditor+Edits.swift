public import FerryBase

extension DocumentEditor {
  /// Sets the value at `path`, or adds it in the style of its neighbours.
  ///
  /// Missing objects on the way are created, also in place of null. An index that equals the number
  /// of elements, and the key `-`, append an element.
  /// `comment` becomes the comment above the value, in place of a former one.
  /// - Throws: `Problem` if the path leads through a scalar or an alias, or beyond an array.
  public mutating func set(
    _ path: WirePath, to value: AnyValue, comment: String? = nil
  ) throws {
    try edit(
      { editor in
        let value = try editor.document.normalized(value)
        let route = try editor.route(to: path)
        if route.isComplete {
          try editor.replace(route, with: value)
          if let comment { try editor.write(comment, .above, at: try editor.existing(path)) }
          return
        }
        let nested = try Self.nested(value, route.missing)
        switch (route.item.kind, route.steps[route.steps.count - 1]) {
        case (.object, .key(let key)):
          try editor.insert(.value(nested), key: key, at: route, comment: comment)
        case (.array, .key("-")):
          try editor.insert(.value(nested), key: nil, at: route, comment: comment)
        case (.array, .index(let index)):
          let slot = route.slots[route.slots.count - 1]
          guard try editor.isEnd(index, slot) else { throw editor.missing(path) }
          try editor.insert(.value(nested), key: nil, at: route, comment: comment)
        case (.scalar, let step):
          guard editor.isNull(route.item) else { throw editor.missing(path) }
          var parent = route
          parent.slots.removeLast()
          parent.steps.removeLast()
          try editor.replace(parent, with: try Self.nested(nested, [step]))
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
        try editor.replace(try editor.existing(path), with: value)
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
        try editor.insert(.value(value), at: path, before: neighbor, comment: comment)
      }, at: path)
  }

  /// Appends an element to the array at `path`.
  /// - Throws: `Problem` if there is no array.
  public mutating func append(
    _ value: AnyValue, to path: WirePath, comment: String? = nil
  ) throws {
    try insert(value, at: path.appending(WirePath(steps: [.key("-")])), comment: comment)
  }

  /// Deletes the value at `path` with its key, its comments and its line.
  /// - Throws: `Problem` if the value does not exist.
  public mutating func delete(_ path: WirePath) throws {
    try edit({ editor in try editor.delete(try editor.existing(path)) }, at: path)
  }

  /// Changes the key of the member at `path`. Its position, value and comments stay.
  /// - Throws: `Problem` if there is no member, or the object already has the new key.
  public mutating func rename(_ path: WirePath, to key: String) throws {
    try edit(
      { editor in
        let route = try editor.existing(path)
        guard let slot = route.slots.last, let old = slot.item?.key else {
          throw Problem.edit("only a member of an object has a key")
        }
        if route.steps.last == .key(key) { return }
        let syntax = try editor.syntax
        if try syntax.slot(.key(key), in: slot.container).item != nil {
          throw Problem.edit("the object already has the key `\(key)`")
        }
        let text = try editor.renderedKey(key, slot)
        editor.perform([Splice(old, text)], .rename(route.steps, key))
      }, at: path)
  }

  /// Moves the value at `path` with its comments to `target`, as the operation of a JSON Patch does
  /// (RFC 6902, section 4.4). The text of the value stays, with another indentation.
  /// - Throws: `Problem` if the value does not exist, or `target` is not a position.
  public mutating func move(_ path: WirePath, to target: WirePath, before neighbor: String? = nil)
    throws
  {
    if path == target { return }
    if target.steps.starts(with: path.steps) {
      throw Problem.patch("a value cannot move into itself", at: target)
    }
    try edit(
      { editor in
        let route = try editor.existing(path)
        let content = try editor.content(of: route)
        let comments = (try editor.read(.above, at: route), try editor.read(.beside, at: route))
        let count = editor.edits.count
        try editor.delete(route)
        try editor.insert(
          content, at: target, before: neighbor, comment: comments.0, beside: comments.1)
        editor.join(from: count, .move(route.steps, try editor.lastTarget))
      }, at: path)
  }

  /// Adds a copy of the value at `path` at `target` (RFC 6902, section 4.5).
  /// - Throws: `Problem` if the value does not exist, or `target` is not a position.
  public mutating func copy(_ path: WirePath, to target: WirePath) throws {
    try edit(
      { editor in
        let route = try editor.existing(path)
        let content = try editor.content(of: route, isCopy: true)
        let count = editor.edits.count
        try editor.insert(content, at: target, before: nil, comment: nil)
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

  /// Returns whether the end of the array at a slot is the position `index`.
  func isEnd(_ index: Int, _ slot: Slot) throws -> Bool {
    if let count = slot.index { return index == count }
    // JSON's elements are counted only here.
    var editor = self
    let syntax = try editor.syntax
    if index == 0 { return slot.first == nil }
    let last = try syntax.slot(.index(index - 1), in: slot.container)
    return last.item != nil && last.nextStart == nil
  }

  /// Inserts at the end of a path, whose container exists.
  mutating func insert(
    _ content: Content, at path: WirePath, before neighbor: String?, comment: String?,
    beside: String? = nil
  ) throws {
    guard let last = path.steps.last else {
      guard case .value(let value) = content else {
        throw Problem.edit("the document as a whole cannot be a target")
      }
      return try replace(try existing(path), with: value)
    }
    var route = try existing(WirePath(steps: Array(path.steps.dropLast())))
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
    default: throw missing(path)
    }
    let syntax = try self.syntax
    if let key, try syntax.slot(.key(key), in: route.item).item != nil {
      throw Problem.edit("the object already has the key `\(key)`")
    }
    let slot = try syntax.slot(step, in: route.item)
    if let step, slot.item == nil {
      guard case .index(let index) = step, try isEnd(index, slot) else { throw missing(path) }
    }
    route.slots.append(slot)
    route.steps.append(step ?? .key("-"))
    try insert(content, key: key, at: route, comment: comment, beside: beside)
  }

  /// The target of the latest insertion.
  private var lastTarget: ValueEdit.Target {
    get throws {
      guard case .insert(_, let target)? = edits.last else { throw Problem.inconsistent }
      return target
    }
  }

  /// Replaces the value edits from `count` on.
  private mutating func join(from count: Int, _ edit: ValueEdit) {
    edits.removeLast(edits.count - count)
    edits.append(edit)
  }
}
