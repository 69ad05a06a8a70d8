internal import FerryBase

/// The contents of a tape that are not in the order of the document.
///
/// Most models write one value after the other. If a model writes to a container that is closed
/// already, the tape gets a *run*: a node with the new contents and the index of their container. The
/// same applies to a super encoder that the model has kept, whose index is that of a placeholder. A
/// value that failed half-way becomes a node of the same kind, which belongs to no container. Readers
/// skip such nodes, so the tape stays a tree. If it has any, its values are copied in order at the end
/// of the call.
///
/// ```
/// {"a": {"x": 1, "y": 3}, "b": 2}     "y" was written after "b"
///
/// 1  text "a"    2  map, next 5         3  text "x"    4  integer 1
/// 5  text "b"    6  integer 2
/// 7  run, next 11        8  of 2        9  text "y"    10 integer 3
/// ```
struct LateContents {
  /// The runs of each container or placeholder, by index.
  var runs: [Int: [Int]] = [:]
  /// Whether values were removed.
  var hasGaps = false
  /// The number of placeholders that have no value in their place.
  var placeholderCount = 0
  /// Objects in which a name may occur twice, mostly in the order of the tape.
  var repeatingMaps: [Int] = []
  /// The members of long objects that were searched, by index of the object.
  fileprivate var found: [Int: FoundMembers] = [:]

  /// The values of an object by name, as far as a search has gone: to a position in one of the parts
  /// of the object.
  fileprivate struct FoundMembers {
    var values: [String: Int] = [:]
    var part = 0
    var position: Int
  }

  /// Whether the tape has nodes that readers skip or that have no value yet.
  var isUsed: Bool { !runs.isEmpty || hasGaps || placeholderCount > 0 }

  mutating func clear() {
    if isUsed || !repeatingMaps.isEmpty || !found.isEmpty { self = LateContents() }
  }
}

extension EncodingState {
  /// Whether the tape differs from the document.
  var isOutOfOrder: Bool {
    if late.isUsed { return true }
    let view = self.view
    return late.repeatingMaps.contains { view.duplicateKey(ofMap: $0) != nil }
  }

  // MARK: Writing

  /// Opens a run of the closed container or the placeholder at `target`.
  mutating func openRun(of target: Int) throws(WireFailure) {
    late.runs[target, default: []].append(tape.count)
    try openContainer(.continuation)
    try tape.append(Node(word: UInt64(target)))
  }

  /// Appends a placeholder for a value that may be written later. It holds the index of the parent's
  /// header, plus 1.
  mutating func appendPlaceholder() throws(WireFailure) {
    try tape.append(Node(.placeholder, payload: open.header + 1))
    late.placeholderCount += 1
  }

  /// Prepares the tape for the container that the placeholder at `index` stands for: at its place, if
  /// nothing was written since.
  mutating func fill(_ index: Int) throws(WireFailure) {
    guard tape.count == index + 1, tape.node(at: index).payload == open.header + 1 else {
      return try openRun(of: index)
    }
    tape.truncate(to: index)
    late.placeholderCount -= 1
  }

  /// Opens a container as the value of `key`, which has been appended, in place of the value at
  /// `index`. An array of numbers keeps its elements.
  mutating func reopen(_ index: Int, as kind: NodeKind) throws(WireFailure) -> Int {
    let view = self.view
    precondition(
      kind == .list && view[index].kind == .packed,
      "Attempt to open a nested container for a key that has a value of another kind already.")
    // The elements do not move, but the tape may.
    let (elements, type) = view.packed(index)
    let header = try container(kind, at: tape.count)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      open.count += 1
      switch type {
      case .int64: try tape.append(elements.load(Int64.self, at: offset))
      case .double: try tape.append(elements.load(Double.self, at: offset))
      }
    }
    return header
  }

  /// Removes the values that were appended to the container of `mark` after it. Their words stay on
  /// the tape, because a container among them may still be in use.
  mutating func remove(from mark: Mark) {
    let header = mark.open.header
    let end: Int
    if isOpen(header) {
      while open.header != header { closeContainer() }
      open.count = mark.open.count
      end = tape.count
    } else {
      let node = tape.node(at: header)
      end = node.payload
      tape.replace(header, with: Node(node.kind, length: mark.open.count, payload: end))
    }
    // Runs of other containers stay.
    var start = mark.count
    while start < end, tape.node(at: start).kind == .continuation { start = view.next(start) }
    guard start < end else { return }
    let object = tape.node(at: header).kind == .continuation ? target(of: header) : header
    if let found = late.found[object], found.position > start { late.found[object] = nil }
    tape.replace(start, with: Node(.continuation, payload: end))
    late.hasGaps = true
  }

  // MARK: Reading

  /// Returns the index of the container or the placeholder that the run at `index` belongs to.
  func target(of run: Int) -> Int { Int(truncatingIfNeeded: view.word(after: run)) }

  /// Returns the ranges with the contents of the container at `header`, in the order of writing. An
  /// open container ends at the end of the tape.
  func parts(of header: Int) -> [Range<Int>] {
    [header + 1..<end(of: header)] + (late.runs[header] ?? []).map { $0 + 2..<end(of: $0) }
  }

  /// Returns the index after the value or run at `index`.
  func end(of index: Int) -> Int {
    let node = tape.node(at: index)
    return node.kind.hasContents && node.payload <= index ? tape.count : view.next(index)
  }

  /// Calls `body` with the indexes of the key and the value of each member in `part` of an object.
  /// - Returns: the index after the last value.
  @discardableResult
  func forEachMember<E: Error>(
    in part: Range<Int>, _ body: (_ key: Int, _ value: Int) throws(E) -> Void
  ) throws(E) -> Int {
    var key = part.lowerBound
    // A key at the end belongs to a value that is still being encoded.
    while key + 1 < part.upperBound {
      if tape.node(at: key).kind == .continuation {
        key = end(of: key)
      } else {
        try body(key, key + 1)
        key = end(of: key + 1)
      }
    }
    return key
  }

  /// Returns the indexes of the key `name` and of its value in the object at `header`. If the key
  /// occurs several times, the last one counts. The object has been entered.
  mutating func member(named name: String, ofMap header: Int) -> (key: Int, value: Int)? {
    let view = self.view
    let parts = parts(of: header)
    var found = late.found.removeValue(forKey: header) ?? .init(position: header + 1)
    while true {
      let part = found.position..<max(found.position, parts[found.part].upperBound)
      found.position = forEachMember(in: part) { found.values[view.string(view[$0])] = $1 }
      if found.part == parts.count - 1 { break }
      found.part += 1
      found.position = parts[found.part].lowerBound
    }
    late.found[header] = found
    guard let value = found.values[name] else { return nil }
    guard tape.node(at: value).kind == .placeholder else { return (value - 1, value) }
    // The value that a super encoder has written later.
    return (value - 1, late.runs[value]?.last.map { $0 + 2 } ?? value)
  }

  /// Returns the number of elements in the array at `header`.
  func elementCount(ofList header: Int) -> Int {
    (late.runs[header] ?? []).reduce(size(of: header)) { $0 + size(of: $1) }
  }

  /// Returns the number of elements before those of an array, which is 0, or before those of a run.
  func firstElement(of header: Int) -> Int {
    guard tape.node(at: header).kind == .continuation else { return 0 }
    let list = target(of: header)
    return (late.runs[list] ?? []).prefix { $0 < header }.reduce(size(of: list)) {
      $0 + size(of: $1)
    }
  }

  /// Returns the number of elements in an array or a run.
  private func size(of header: Int) -> Int {
    open.header == header ? open.count : tape.node(at: header).length
  }
}
