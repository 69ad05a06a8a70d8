import FerryTape

// A nested container for a key that has one goes on with it. Only where that may be is it looked
// for; who opens each container once never comes here.
extension EncodingState {
  /// The values of a map by name, as far as it has been walked.
  struct KnownMembers {
    var values: [String: Int] = [:]
    /// The stretch of the map that is being walked: 0 is its own, the others are continuations.
    var run = 0
    var position: Int
  }

  /// In maps of more members than these, values are looked up in ``knownMembers``.
  private static var fewMembers: Int { 16 }

  /// Where the map at `header`, which has been entered, has the key `name` last, and its value.
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

  /// Calls `body` with the keys between two positions and their names.
  /// - Returns: the position behind the last value.
  private func walkMembers(
    from start: Int, to end: Int, in view: TapeView, _ body: (Int, String) -> Void
  ) -> Int {
    var key = start
    // A key at the end is that of a value which is being encoded.
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

  /// `value`, or what a super encoder has put in its place.
  private func filled(_ value: Int) -> Int {
    guard tape.node(at: value).kind == .placeholder else { return value }
    return placeholders[value] ?? continuations[value]?.last.map { $0 + 2 } ?? value
  }

  /// The container that goes on with the value at `index`; `nil` if that is none of this `kind`.
  mutating func container(_ kind: NodeKind, continuing index: Int) throws(WireFailure) -> Int? {
    let found = tape.node(at: index).kind
    return found == kind || found == .placeholder ? try container(kind, at: index) : nil
  }

  /// Notes that the container at `header` goes on with the value at `index`.
  mutating func reopen(_ index: Int, at header: Int) {
    reopened[header] = index
    share(header)
  }

  /// What was known of the members of the innermost container before some of them were taken back.
  mutating func forgetMembers(of container: OpenContainer, behind position: Int) {
    let isContinuation = container.kind == .continuation
    let map =
      isContinuation
      ? Int(truncatingIfNeeded: view.word(after: container.header)) : container.header
    if let known = knownMembers[map], known.position > position { knownMembers[map] = nil }
  }

  // MARK: Counts

  /// How many elements the list at `header` has, if several containers may have written them.
  func sharedCount(ofList header: Int) -> Int? {
    guard !sharedLists.isEmpty, sharedLists.contains(header) else { return nil }
    return (continuations[header] ?? []).reduce(firstElement(of: header) + count(of: header)) {
      $0 + count(of: $1)
    }
  }

  /// How many elements of its list lie before those of the container at `header`: a list, or a
  /// continuation of one.
  func firstElement(of header: Int) -> Int {
    guard tape.node(at: header).kind == .continuation else {
      return reopened[header].map { view.elementCount($0) } ?? 0
    }
    let target = Int(truncatingIfNeeded: view.word(after: header))
    return (continuations[target] ?? []).prefix { $0 < header }.reduce(
      firstElement(of: target) + count(of: target)
    ) { $0 + count(of: $1) }
  }

  /// Elements of one stretch of a container.
  private func count(of header: Int) -> Int {
    open.header == header ? open.count : tape.node(at: header).length
  }
}
