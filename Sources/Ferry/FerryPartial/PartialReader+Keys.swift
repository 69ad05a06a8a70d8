internal import FerryBase

extension _PartialReader {
  /// Calls `body` with the current key.
  @usableFromInline mutating func withKey<R>(_ body: (FieldKey) -> R) throws(WireFailure) -> R {
    let range = levels[depth].key
    let bytes = text.bytes.part(at: range.lowerBound, count: range.count)
    if bytes.contains(UInt8(ascii: "\\")) { return FieldKey.withKey(try key(), body) }
    return body(FieldKey(bytes))
  }

  /// Returns the current key.
  /// - Throws: A failure of an escape or of ill-formed UTF-8.
  @usableFromInline mutating func key() throws(WireFailure) -> String {
    let range = levels[depth].key
    let bytes = text.bytes.part(at: range.lowerBound, count: range.count)
    if bytes.contains(UInt8(ascii: "\\")) || bytes.contains(where: { $0 < 0x20 }) {
      let outer = (position, isInText)
      defer { (position, isInText) = outer }
      position = range.lowerBound
      var key = ""
      _ = try appendText(to: &key)
      return key
    }
    try check(bytes, at: range.lowerBound)
    return TapeView.string(validated: bytes)
  }

  /// Keeps the current key of a dictionary. The value of a key that is not new is skipped.
  @usableFromInline mutating func keep(_ name: String, isNew: Bool) {
    levels[depth].name = name
    levels[depth].slot = isNew ? 0 : -1
  }

  /// Returns the current key of a dictionary, once.
  @usableFromInline mutating func takeName() -> String {
    let name = levels[depth].name
    levels[depth].name = ""
    return name
  }

  /// Sets the slot for the value of the current key. The value is skipped if the slot is -1, or if an
  /// earlier key had the slot: the first of equal keys counts.
  @usableFromInline mutating func setSlot(_ slot: Int) {
    guard slot >= 0, levels[levels[depth].model].insert(slot) else { return }
    levels[depth].slot = slot
  }
}

extension _PartialReader.Level {
  /// Notes the slot of a key. Returns whether it is the first key with this slot.
  fileprivate mutating func insert(_ slot: Int) -> Bool {
    if slot >= 64 { return seenBeyond.insert(slot).inserted }
    let bit: UInt64 = 1 << UInt64(slot)
    defer { seen |= bit }
    return seen & bit == 0
  }

  /// Whether a key had the slot.
  fileprivate func contains(_ slot: Int) -> Bool {
    slot < 64 ? seen & 1 << UInt64(slot) != 0 : seenBeyond.contains(slot)
  }
}

// MARK: - Members that wait

// A value at a further path of a member counts only if the object has no better path, which may come
// later. So the value is skipped, and read at the end of the object.
extension _PartialReader {
  /// A member that waits.
  @usableFromInline
  struct LateMember {
    /// The level of its model.
    let model: Int
    @usableFromInline let slot: Int
    let key: Range<Int>
    let start: Int
  }

  /// Skips the current value, which waits for the end of its model.
  @usableFromInline mutating func postpone() throws(WireFailure) -> Bool {
    let level = levels[depth]
    let start = position
    guard try skip() else { return false }
    late.append(LateMember(model: level.model, slot: level.slot, key: level.key, start: start))
    return true
  }

  /// Returns the members that have waited for the end of the current model.
  @usableFromInline mutating func takeLate() -> [LateMember] {
    let count = late.reversed().prefix { $0.model == depth }.count
    defer { late.removeLast(count) }
    return Array(late.suffix(count))
  }

  /// Calls `body` before the value of a member that has waited, unless the object has one of the
  /// `better` slots.
  @inlinable
  mutating func readLate(
    _ member: LateMember, unless better: [Int], in level: Level,
    _ body: (inout _PartialReader) throws(WireFailure) -> Bool
  ) throws(WireFailure) {
    let end = position
    guard begin(member, unless: better, in: level) else { return }
    _ = try body(&self)
    levels.removeLast()
    position = end
  }

  @usableFromInline
  mutating func begin(_ member: LateMember, unless better: [Int], in level: Level) -> Bool {
    if better.contains(where: level.contains) { return false }
    var level = level
    (level.state, level.key, level.slot) = (.value, member.key, member.slot)
    levels.append(level)
    position = member.start
    return true
  }
}

// MARK: - Paths of several keys

extension _PartialReader {
  /// Goes on with the object that an inner key of a path is in, which may be null. Returns whether it
  /// is over.
  @inlinable
  public mutating func resume<Part: PartialObject>(
    in part: inout Part, _ slot: (FieldKey) -> Int
  ) throws(WireFailure) -> Bool {
    if !isInValue {
      guard let byte = nextByte() else { return false }
      if byte == UInt8(ascii: "n") { return try null() }
      guard byte == UInt8(ascii: "{") else { throw mismatch([String: Any].self, "an object") }
      try openInside()
    }
    depth += 1
    let isOver = try part._resumeMembers(&self, slot)
    depth -= 1
    if isOver { endItem() }
    return isOver
  }

  @usableFromInline mutating func openInside() throws(WireFailure) {
    let model = levels[depth].model
    try open(isMap: true)
    levels[levels.count - 1].model = model
  }

  /// Reads null as the current value.
  @usableFromInline mutating func null() throws(WireFailure) -> Bool {
    guard try literal("null") else { return false }
    endItem()
    return true
  }
}
