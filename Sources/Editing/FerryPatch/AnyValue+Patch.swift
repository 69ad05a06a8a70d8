public import FerryBase

extension AnyValue {
  /// Returns the value after all operations of `patch` (RFC 6902, section 5).
  /// - Throws: `Problem` with the path of the first operation that fails. No operation is applied
  ///   then.
  public func applying(_ patch: JSONPatch) throws(Problem) -> AnyValue {
    var copy = self
    for operation in patch.operations { try copy.apply(operation) }
    return copy
  }

  private mutating func apply(_ operation: JSONPatch.Operation) throws(Problem) {
    switch operation {
    case .add(let path, let value): try add(value, at: path)
    case .remove(let path): _ = try remove(at: path)
    case .replace(let path, let value):
      _ = try existing(at: path)
      if !set(value, at: path) { throw .patch("missing value", at: path) }
    case .move(let from, let path):
      if path.steps.starts(with: from.steps), path.steps.count > from.steps.count {
        throw .patch("a value cannot move into itself", at: path)
      }
      try add(try remove(at: from), at: path)
    case .copy(let from, let path): try add(try existing(at: from), at: path)
    case .test(let path, let value):
      if try !existing(at: path).isSame(as: value) {
        throw .patch("the value is not the one that the patch tests for", at: path)
      }
    }
  }

  private func existing(at path: WirePath) throws(Problem) -> AnyValue {
    guard let value = value(at: path) else { throw .patch("missing value", at: path) }
    return value
  }

  private mutating func remove(at path: WirePath) throws(Problem) -> AnyValue {
    let value = try existing(at: path)
    set(nil, at: path)
    return value
  }

  /// Adds a value (RFC 6902, section 4.1).
  private mutating func add(_ value: AnyValue, at path: WirePath) throws(Problem) {
    guard let step = path.steps.last else {
      self = value
      return
    }
    let parent = WirePath(steps: Array(path.steps.dropLast()))
    let container = try existing(at: parent)
    switch (container.isMap, step) {
    case (true?, _):
      set(value, at: path)
    case (false?, .key("-")):
      set(value, at: parent.appending(.index(container.array?.count ?? 0)))
    case (false?, .index(let index)), (false?, .keyOrIndex(let index)):
      guard index >= 0, index <= container.array?.count ?? 0 else {
        throw .patch("the array has no position \(index)", at: path)
      }
      var changed = container
      changed.withElements { $0.insert(value, at: index) }
      set(changed, at: parent)
    case (false?, _): throw .patch("an element of an array needs an index or `-`", at: path)
    case (nil, _): throw .patch("expected an object or an array above the value", at: path)
    }
  }
}

// MARK: Merge patches

extension AnyValue {
  /// Returns the value after a merge patch (RFC 7396, section 2). Members of `patch` replace or extend
  /// those of the value, and null removes a member. A patch that is no object is the new value.
  public func applying(mergePatch patch: AnyValue) -> AnyValue {
    guard case .object(let changes) = patch else { return patch }
    var members = object ?? Object()
    for (key, change) in changes {
      // A bare `nil` would be the value null.
      let old = members[key] ?? AnyValue.null
      members[key] = change.isNull ? AnyValue?.none : old.applying(mergePatch: change)
    }
    if case .tagged(let tag, let value) = self, value.object != nil {
      return .tagged(tag, .object(members))
    }
    return .object(members)
  }

  /// Returns the merge patch that turns `old` into this value. The result is `nil` if the value has a
  /// new null, which a merge patch cannot express (RFC 7396, section 1).
  public func mergePatch(from old: AnyValue) -> AnyValue? {
    guard case .object(let new) = self else { return self }
    let before = old.object ?? Object()
    var changes = Object()
    for (key, _) in before where new[key] == nil { changes[key] = AnyValue.null }
    for (key, value) in new {
      if value.isNull {
        if before[key] == value { continue }
        return nil
      }
      if let former = before[key], former.isSame(as: value) { continue }
      guard let change = value.mergePatch(from: before[key] ?? .null) else { return nil }
      changes[key] = change
    }
    return .object(changes)
  }
}
