internal import FerryBase

/// The scalars and aliases of a document, as keys and as values.
extension YAMLReader {
  @inline(__always)
  mutating func readScalar(into tape: inout Tape) throws(WireFailure) {
    if events.text.count > limits.scalarBytes { throw WireFailure(.sizeLimit, offset: -1) }
    guard events.isUnmarkedScalar, !isCareful else {
      return try readMarkedScalar(into: &tape)
    }
    if hasComments { try checkScalar() }
    if isAtKey {
      try appendKey(events.text, to: &tape)
    } else {
      let isPlain = events.style == .plain
      if isPlain {
        try checkDash(events.text)
      } else if events.spansLines, lines.isInsideBlock {
        try checkLines()
      }
      try tape.append(isPlain ? .plainText : .arenaText, copying: events.text)
      endValue()
    }
  }

  /// Rejects `-` as a plain value (YAML 1.2, section 7.3.3). libyaml accepts it in `[-]`.
  @inline(__always)
  private mutating func checkDash(_ text: ByteView) throws(WireFailure) {
    if text.count == 1, text[0] == UInt8(ascii: "-") {
      throw refusal("block sequence entries are not allowed in this context", offset: -1)
    }
  }

  /// Appends a key. Keys are always text, with their original letters.
  @inline(__always)
  private mutating func appendKey(
    _ text: ByteView, to tape: inout Tape
  ) throws(WireFailure) {
    if text.count == 2, isMergeKey(text) { return try startMerge(on: &tape) }
    let index = tape.count
    try tape.append(.arenaText, copying: text)
    if !keys.insert(text, tape.node(at: index), arena: tape.arena.bytes) {
      try acceptDuplicate(text, on: tape)
    }
    isAtKey = false
  }

  /// Reads a scalar with an anchor or a tag, or in a stream that is read carefully.
  @inline(never)
  private mutating func readMarkedScalar(into tape: inout Tape) throws(WireFailure) {
    try checkScalar()
    if merging.isAtValue { throw refusal(MergeKeyState.words, offset: -1) }
    let restored = surrogates?.restored(
      events.text, style: events.style, characters: events.characters)
    guard let restored else { return try appendMarked(events.text, to: &tape) }
    try restored.withByteView { text throws(WireFailure) in
      try appendMarked(text, to: &tape)
    }
  }

  private mutating func appendMarked(
    _ text: ByteView, to tape: inout Tape
  ) throws(WireFailure) {
    let index = tape.count
    let kind = scalarKind(text)
    if isAtKey {
      // A key is only text, so its tag has no meaning.
      _ = try ownTag()
      try appendKey(text, to: &tape)
      if let name = events.anchor {
        let key = tape.node(at: index)
        // An alias elsewhere represents the value. The key on the tape has only its letters.
        let value = Node(kind, length: key.length, payload: key.payload)
        anchors.define(name, scalarAt: index, key: key, value: kind == .plainText ? value : nil)
      }
      return
    }
    if events.style == .plain {
      try checkDash(text)
    } else if events.spansLines, lines.isInsideBlock {
      try checkLines()
    }
    try checkTypeTag(of: nil)
    if let tag = try ownTag() {
      // The tag and a value of one word.
      try tape.append(Node(.tagged, length: 1, payload: index + 3))
      try tape.append(.arenaText, copying: tag)
    }
    if kind == .arenaBytes {
      try appendBinary(text, to: &tape)
    } else {
      try tape.append(kind, copying: text)
    }
    if let name = events.anchor {
      var key = tape.node(at: tape.count - 1)
      if kind == .arenaBytes {
        key = Node(.arenaText, length: text.count, payload: try tape.store(text))
      }
      anchors.define(name, scalarAt: index, key: key, value: nil)
    }
    endValue()
  }

  /// Returns the storage form of the scalar.
  private func scalarKind(_ text: ByteView) -> NodeKind {
    switch events.tag {
    case "!", "tag:yaml.org,2002:str": .arenaText
    case "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:bool",
      "tag:yaml.org,2002:null":
      .plainText
    case "tag:yaml.org,2002:binary": .arenaBytes
    case "tag:yaml.org,2002:timestamp"
    where rules.resolvesTimestamps && DateText.seconds(text, .yaml) != nil:
      .plainText
    default: events.style == .plain ? .plainText : .arenaText
    }
  }

  private func appendBinary(
    _ text: ByteView, to tape: inout Tape
  ) throws(WireFailure) {
    let range = try tape.store(upTo: text.count) { output throws(WireFailure) in
      guard let count = Base64.decode(text, to: output) else {
        throw WireFailure(.invalidValue, offset: -1)
      }
      return count
    }
    try tape.append(.arenaBytes, offset: range.lowerBound, length: range.count)
  }

  // MARK: Aliases

  /// Returns the value of the alias `name` and charges its expansion.
  private mutating func resolve(_ name: String) throws(WireFailure) -> AnchorTable.Target {
    do throws(WireFailure) {
      return try anchors.resolve(name, depth: open.depth, limits: limits)
    } catch {
      if error.kind == .unknownAnchor { note = .unknownAnchor(name) }
      throw error
    }
  }

  @inline(never)
  mutating func readAlias(into tape: inout Tape) throws(WireFailure) {
    guard let name = events.anchor else { return }
    let target = try resolve(name)
    if merging.isAtValue { return try addMergeSource(target.index, on: tape) }
    guard isAtKey else {
      try tape.append(target.value ?? Node(.alias, payload: target.index))
      return endValue()
    }
    guard let key = target.key else { throw WireFailure(.nonScalarKey, offset: -1) }
    let node = Node(.arenaText, length: key.length, payload: key.payload)
    let text = ByteView(rebasing: tape.arena.bytes[key.payload..<key.payload + key.length])
    if !keys.insert(text, node, arena: tape.arena.bytes) {
      try acceptDuplicate(text, on: tape)
    }
    try tape.append(node)
    isAtKey = false
  }
}
