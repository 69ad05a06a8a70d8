public import FerryBase

extension AnyValue {
  /// Returns the value after all operations of `patch` (RFC 6902, section 5).
  /// - Throws: `Problem` with the path of the first operation that fails. No operation is applied
  ///   then.
  public func applying(_ patch: JSONPatch) throws(Problem) -> AnyValue {
    var copy = self
    for (index, operation) in patch.operations.enumerated() {
      do {
        try copy.apply(operation)
      } catch {
        throw error.inOperation(index, of: patch)
      }
    }
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
    let result = change(path.steps.dropLast()) { container in
      container.add(value, at: step, of: path)
    }
    switch result {
    case .success?: return
    case .failure(let problem)?: throw problem
    case nil:
      _ = try existing(at: WirePath(steps: Array(path.steps.dropLast())))
      throw .patch("expected an object or an array above the value", at: path)
    }
  }

  private mutating func add(
    _ value: AnyValue, at step: WirePath.Step, of path: WirePath
  ) -> Result<Void, Problem> {
    switch (isMap, step) {
    case (true?, .key), (true?, .keyOrIndex): set(value, at: WirePath(steps: [step]))
    case (true?, _): return .failure(.patch("a member of an object needs a key", at: path))
    case (false?, .key("-")): withElements { $0.append(value) }
    case (false?, .index(let index)), (false?, .keyOrIndex(let index)):
      guard index >= 0, index <= array?.count ?? 0 else {
        return .failure(.patch("the array has no position \(index)", at: path))
      }
      withElements { $0.insert(value, at: index) }
    case (false?, _):
      return .failure(.patch("an element of an array needs an index or `-`", at: path))
    case (nil, _):
      return .failure(.patch("expected an object or an array above the value", at: path))
    }
    return .success(())
  }

  /// Changes the value at the end of steps in place; nil if the value is missing.
  private mutating func change<R>(
    _ steps: ArraySlice<WirePath.Step>, _ body: (inout AnyValue) -> R
  ) -> R? {
    guard let step = steps.first else { return body(&self) }
    let rest = steps.dropFirst()
    switch (step, isMap) {
    case (.key(let key), true?): return change(member: key, rest, body)
    case (.keyOrIndex(let number), true?): return change(member: String(number), rest, body)
    case (.index(let index), false?), (.keyOrIndex(let index), false?):
      guard array?.indices.contains(index) == true else { return nil }
      return withElements { $0[index].change(rest, body) }
    default: return nil
    }
  }

  private mutating func change<R>(
    member key: String, _ rest: ArraySlice<WirePath.Step>, _ body: (inout AnyValue) -> R
  ) -> R? {
    withMembers { members in
      guard var member = members[key] else { return nil }
      // A second reference to the member would force a copy when it changes.
      members[key] = .null
      defer { members[key] = member }
      return member.change(rest, body)
    }
  }
}

extension Problem {
  /// Returns the problem with the number of the operation that failed.
  package func inOperation(_ index: Int, of patch: JSONPatch) -> Problem {
    guard patch.operations.count > 1, detail == nil else { return self }
    var problem = self
    problem.detail = "operation \(index + 1) of \(patch.operations.count)"
    return problem
  }
}

// MARK: Merge patches

extension AnyValue {
  /// Returns the value after a merge patch (RFC 7396, section 2). Members of `patch` replace or extend
  /// those of the value, and null removes a member. A patch that is no object is the new value.
  public func applying(mergePatch patch: AnyValue) -> AnyValue {
    guard case .object(let changes) = patch else { return patch }
    let members = (object ?? Object()).applying(mergePatch: changes)
    if case .tagged(let tag, let value) = self, value.object != nil {
      return .tagged(tag, .object(members))
    }
    return .object(members)
  }

  /// Returns the merge patch that turns `old` into this value, or `nil` if no merge patch does that. A
  /// merge patch cannot express a new null (RFC 7396, section 1) or a tag that an object loses. It
  /// cannot express some objects with equal keys.
  public func mergePatch(from old: AnyValue) -> AnyValue? {
    guard let patch = changes(from: old), old.applying(mergePatch: patch).isSame(as: self) else {
      return nil
    }
    return patch
  }

  private func changes(from old: AnyValue) -> AnyValue? {
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
      guard let change = value.changes(from: before[key] ?? .null) else { return nil }
      changes[key] = change
    }
    return .object(changes)
  }
}

extension AnyValue.Object {
  /// Returns the members after a merge patch. One pass, so that removals cost no more than changes.
  fileprivate func applying(mergePatch changes: Self) -> Self {
    var result = Self()
    var new = Self()
    var done = Set<WirePath.Step>()
    // A key can be in the patch more than once: each one changes the result of those before.
    let groups = Dictionary(grouping: changes) { WirePath.Step.key($0.key) }
    for (key, value) in self {
      let step = WirePath.Step.key(key)
      guard let group = groups[step], done.insert(step).inserted else {
        result.append(key, value)
        continue
      }
      var changed: AnyValue? = value
      var isMoved = false
      for (_, change) in group {
        if change.isNull {
          (changed, isMoved) = (AnyValue?.none, true)
        } else {
          changed = (changed ?? AnyValue.null).applying(mergePatch: change)
        }
      }
      guard let changed else { continue }
      if isMoved { new.append(key, changed) } else { result.append(key, changed) }
    }
    for (key, _) in changes {
      let step = WirePath.Step.key(key)
      guard let group = groups[step], done.insert(step).inserted else { continue }
      var changed: AnyValue?
      for (_, change) in group {
        changed =
          change.isNull
          ? AnyValue?.none : (changed ?? AnyValue.null).applying(mergePatch: change)
      }
      if let changed { new.append(key, changed) }
    }
    for (key, value) in new { result.append(key, value) }
    return result
  }
}
