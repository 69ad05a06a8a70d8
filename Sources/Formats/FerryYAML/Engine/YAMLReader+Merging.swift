internal import FerryBase

/// The merge keys of the open objects (`<<`, the type merge of YAML 1.1).
///
/// The own keys of an object have priority, then those of the first source, and so on. A merged
/// member takes two words: the key, and the value or an alias of a longer value. The contents of a
/// value are not copied, and for readers of the tape the object is like any other.
///
/// ```
/// base: &b {a: 1, c: [2]}          own: {<<: *b, a: 3}  ->  object { "a": 3, "c": alias of [2] }
/// ```
///
/// The size of a source is charged like the expansion of an alias. Visiting its members is charged
/// to a separate budget.
struct MergeKeyState {
  static let words = "a merge key needs an object, or an array of objects"

  /// The objects whose members are merged into the open objects, those of the innermost object
  /// last.
  fileprivate(set) var sources: ContiguousArray<(header: Int, map: Int)> = []
  /// The open merge values that are written in place: the key, the header of its object and the
  /// header of the value.
  fileprivate var values: ContiguousArray<(key: Int, map: Int, value: Int, isAnchored: Bool)> = []
  /// Whether the next value is the value of a merge key.
  fileprivate(set) var isAtValue = false
  /// The number of members visited so far.
  fileprivate var looked = 0
  /// The reader's `isCareful` before the merge key.
  fileprivate var wasCareful = false

  /// Returns whether the value at `index` is the value of a merge key.
  func isValue(at index: Int) -> Bool { values.last?.value == index }

  var hasSources: Bool { !sources.isEmpty }
  /// Whether a merge value is open.
  var isOpen: Bool { !values.isEmpty }

  mutating func removeAll() {
    guard looked > 0 || isAtValue || hasSources || isOpen else { return }
    sources.removeAll()
    values.removeAll()
    isAtValue = false
    looked = 0
  }

  mutating func relocate(from start: Int, _ moved: (Int) -> Int?) {
    for number in sources.indices where sources[number].map >= start {
      sources[number].map = moved(sources[number].map) ?? -1
    }
  }

  /// Charges `pairs` members to the budget.
  mutating func charge(_ pairs: Int, limits: YAMLReader.Limits) throws(WireFailure) {
    looked += pairs
    if looked > limits.mergedPairs { throw WireFailure(.aliasLimit, offset: -1) }
  }
}

extension YAMLReader {
  /// Returns whether the key of the event, which has two letters, is a merge key: plain, or with
  /// the tag of one.
  @inline(never)
  func isMergeKey(_ text: ByteView) -> Bool {
    guard text[0] == UInt8(ascii: "<"), text[1] == UInt8(ascii: "<"),
      rules.mergeKeys != .keep
    else { return false }
    return events.style == .plain && events.isUnmarkedScalar
      || events.tag == "tag:yaml.org,2002:merge" && events.anchor == nil
  }

  /// Reads a merge key. The tape only gets a node if the value of the key is written in place.
  mutating func startMerge(on tape: inout Tape) throws(WireFailure) {
    if rules.mergeKeys == .refuse { throw refusal("merge keys are not allowed", offset: -1) }
    // No key of a document equals this text, because YAML does not allow a zero.
    let name: StaticString = "<<\0"
    let text = unsafe ByteView(start: name.utf8Start, count: 3)
    let offset = try tape.store(text)
    let node = Node(.arenaText, length: 3, payload: offset)
    if !keys.insert(text, node, arena: tape.arena.bytes),
      rules.duplicateKeys == .error
    {
      note = .secondMergeKey
      throw WireFailure(.duplicateKey, offset: -1)
    }
    isAtKey = false
    merging.isAtValue = true
    merging.wasCareful = isCareful
    isCareful = true
  }

  private mutating func endMergeValue() {
    merging.isAtValue = false
    isCareful = merging.wasCareful
    isAtKey = true
  }

  /// Reads the value of a merge key that is an alias of `index`.
  mutating func addMergeSource(_ index: Int, on tape: borrowing Tape) throws(WireFailure) {
    let view = TapeView(tape)
    let index = view.resolved(index)
    switch view[index].kind {
    case .map: merging.sources.append((open.header, index))
    case .list:
      // The elements of an array are less deep than the array, which was checked.
      for element in view.elements(ofList: index) {
        let map = view.resolved(element)
        guard view[map].kind == .map else { throw refusal(MergeKeyState.words, offset: -1) }
        merging.sources.append((open.header, map))
      }
    default: throw refusal(MergeKeyState.words, offset: -1)
    }
    endMergeValue()
  }

  // MARK: Values in place

  /// Opens the value of a merge key that is written in place. The value is read onto the tape like
  /// any other, because only its end shows whether it is valid.
  @inline(never)
  mutating func openMergeValue(_ kind: NodeKind, on tape: inout Tape) throws(WireFailure) {
    guard merging.isAtValue else { return }
    let key = tape.count
    try tape.append(.arenaText, offset: 0, length: 0)
    merging.values.append((key, open.header, tape.count, events.anchor != nil))
    merging.isAtValue = false
    isCareful = merging.wasCareful
  }

  /// Completes the value of a merge key. Returns false if the container at `header` is not one.
  @inline(never)
  mutating func endMergeContainer(_ header: Int, on tape: inout Tape) throws(WireFailure) -> Bool {
    guard let value = merging.values.last, value.value == header else { return false }
    merging.values.removeLast()
    isAtKey = true
    let node = tape.node(at: header)
    let aliases = header + 1..<node.payload
    let view = TapeView(tape)
    let isOnlyAliases =
      node.kind == .list && !value.isAnchored
      && aliases.allSatisfy { view[$0].kind == .alias && view[view.resolved($0)].kind == .map }
    guard isOnlyAliases else {
      try checkMergeValue(view, header)
      noteRebuilding(of: value.map) { $0.mergeKeys.append(value.key) }
      // The header and the contents are not a member of the object.
      return true
    }
    for alias in aliases { merging.sources.append((value.map, view.resolved(alias))) }
    tape.truncate(to: value.key)
    places?.truncate(to: value.key)
    return true
  }

  private mutating func checkMergeValue(_ view: TapeView, _ header: Int) throws(WireFailure) {
    guard view[header].kind == .list else { return }
    for element in view.elements(ofList: header) {
      guard view[view.resolved(element)].kind == .map else {
        throw refusal(MergeKeyState.words, offset: -1)
      }
    }
  }

  // MARK: The end of an object

  /// Appends the members of the sources of the object at `header`, which is the innermost one and
  /// ends.
  @inline(never)
  mutating func merge(into header: Int, on tape: inout Tape) throws(WireFailure) {
    guard let first = merging.sources.firstIndex(where: { $0.header == header }) else { return }
    for source in merging.sources[first...] {
      guard source.map >= 0 else { throw WireFailure(.unknownAnchor, offset: -1) }
      try mergePairs(ofMapAt: source.map, to: &tape)
    }
    merging.sources.removeLast(merging.sources.count - first)
  }

  /// Appends those members of an earlier object whose keys the innermost object does not have.
  mutating func mergePairs(ofMapAt map: Int, to tape: inout Tape) throws(WireFailure) {
    try merging.charge(max(1, tape.node(at: map).length), limits: limits)
    var key = map + 1
    let end = tape.node(at: map).payload
    while key < end {
      let name = tape.node(at: key)
      let text = ByteView(rebasing: tape.arena.bytes[name.payload..<name.payload + name.length])
      let value = tape.node(at: key + 1)
      if keys.insert(text, name, arena: tape.arena.bytes) {
        places?.append(from: key)
        places?.append(from: key + 1)
        try tape.append(name)
        try tape.append(value.kind.hasContents ? Node(.alias, payload: key + 1) : value)
        open.count += 1
      }
      key = value.kind.hasContents ? value.payload : key + 2
    }
  }
}
