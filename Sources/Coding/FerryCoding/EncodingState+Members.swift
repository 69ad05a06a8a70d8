internal import FerryBase

// If a key has a nested container already, a second one for the same key continues it. These
// functions look for the first container. Models that open each container once do not use them.
extension EncodingState {
  /// The values of an object by name, as far as the search has gone.
  struct KnownMembers {
    var values: [String: Int] = [:]
    /// The part of the object that the search has reached: 0 is the object itself, the others are
    /// its continuations.
    var run = 0
    var position: Int
  }

  /// The maximum number of members that are searched without ``knownMembers``.
  private static var fewMembers: Int { 16 }

  /// Returns the indexes of the last key `name` and its value in the object at `header`, which has
  /// been entered.
  mutating func member(named name: String, ofMap header: Int) -> (key: Int, value: Int)? {
    let view = self.view
    if open.header == header, open.count <= Self.fewMembers {
      var found: Int?
      _ = walkMembers(from: header + 1, to: tape.count, in: view) { key, other in
        if other == name { found = key + 1 }
      }
      return found.map { ($0 - 1, filled($0)) }
    }
    var known = knownMembers.removeValue(forKey: header) ?? KnownMembers(position: header + 1)
    let runs = [header] + (continuations[header] ?? [])
    while true {
      let end = end(of: runs[known.run], in: view)
      known.position = walkMembers(from: known.position, to: end, in: view) { key, name in
        known.values[name] = key + 1
      }
      if known.run == runs.count - 1 { break }
      known.run += 1
      known.position = runs[known.run] + 2
    }
    knownMembers[header] = known
    return known.values[name].map { ($0 - 1, filled($0)) }
  }

  /// Calls `body` with the index and the name of each key between two positions.
  /// - Returns: the position after the last value.
  private func walkMembers(
    from start: Int, to end: Int, in view: TapeView, _ body: (Int, String) -> Void
  ) -> Int {
    var key = start
    // A key at the end belongs to a value that is still being encoded.
    while key + 1 < end {
      if let end = removed[key] {
        key = end
      } else if view[key].kind == .continuation {
        key = self.end(of: key, in: view)
      } else {
        body(key, view.string(view[key]))
        key = self.end(of: key + 1, in: view)
      }
    }
    return key
  }

  /// Returns `value`, or the index of the value that a super encoder has written in its place.
  private func filled(_ value: Int) -> Int {
    guard tape.node(at: value).kind == .placeholder else { return value }
    return placeholders[value] ?? continuations[value]?.last.map { $0 + 2 } ?? value
  }

  /// Returns the container that continues the value at `index`; `nil` if that value has another
  /// kind.
  mutating func container(_ kind: NodeKind, continuing index: Int) throws(WireFailure) -> Int? {
    let found = tape.node(at: index).kind
    return found == kind || found == .placeholder ? try container(kind, at: index) : nil
  }

  /// Notes that the container at `header` continues the value at `index`.
  mutating func reopen(_ index: Int, at header: Int) {
    reopened[header] = index
    share(header)
  }

  /// Forgets the known members of the innermost container if a rollback removes some of them.
  mutating func forgetMembers(of container: OpenContainer, behind position: Int) {
    let isContinuation = container.kind == .continuation
    let map =
      isContinuation
      ? Int(truncatingIfNeeded: view.word(after: container.header)) : container.header
    if let known = knownMembers[map], known.position > position { knownMembers[map] = nil }
  }

  // MARK: Counts

  /// Returns the number of elements in the array at `header`, if several containers may have
  /// written them.
  func sharedCount(ofList header: Int) -> Int? {
    guard !sharedLists.isEmpty, sharedLists.contains(header) else { return nil }
    return (continuations[header] ?? []).reduce(firstElement(of: header) + count(of: header)) {
      $0 + count(of: $1)
    }
  }

  /// Returns the number of elements that come before those of the container at `header`: an array,
  /// or a continuation of one.
  func firstElement(of header: Int) -> Int {
    guard tape.node(at: header).kind == .continuation else {
      return reopened[header].map { view.elementCount($0) } ?? 0
    }
    let target = Int(truncatingIfNeeded: view.word(after: header))
    return (continuations[target] ?? []).prefix { $0 < header }.reduce(
      firstElement(of: target) + count(of: target)
    ) { $0 + count(of: $1) }
  }

  /// Returns the number of elements in one part of a container.
  private func count(of header: Int) -> Int {
    open.header == header ? open.count : tape.node(at: header).length
  }
}
