internal import FerryBase

/// The keys of the open objects, to reject the second of two equal keys.
///
/// Keys rarely repeat, and a filter of 256 bits proves that in nearly all cases. Only if the bit of
/// a key is already set is the key compared with the earlier keys, by fingerprint. An object with
/// many keys gets a hash table. The seed of its hash prevents inputs with deliberate collisions.
struct KeyLedger {
  private struct Entry {
    /// The fingerprint. Nearly all different keys have different fingerprints.
    let fingerprint: UInt64
    /// The node with the location of the key's text in the arena.
    let node: Node
  }

  /// An open object.
  private struct Level {
    /// The index of its first key among the entries.
    var start = 0
    /// One bit for each key, chosen by its fingerprint.
    var filter = SIMD4<UInt64>(repeating: 0)
  }

  /// The keys of all open objects, those of the innermost object last.
  private var entries: ContiguousArray<Entry> = []
  private var level = Level()
  private var outer: ContiguousArray<Level> = []
  /// The hash tables of the open objects that have one, each with the index of the object's first
  /// key.
  private var tables: [(start: Int, table: ByteTable)] = []

  private static var linearLimit: Int { 64 }

  mutating func removeAll() {
    guard !entries.isEmpty || !outer.isEmpty || !tables.isEmpty else { return }
    entries.removeAll(keepingCapacity: true)
    outer.removeAll(keepingCapacity: true)
    tables.removeAll()
    level = Level()
  }

  @inline(__always)
  mutating func openMap() {
    outer.append(level)
    level.start = entries.count
    level.filter = SIMD4<UInt64>(repeating: 0)
  }

  @inline(__always)
  mutating func closeMap() {
    // A table belongs to this object if both start at the same index. The objects around it start
    // earlier, because they have a key before it.
    if let last = tables.last, last.start == level.start { tables.removeLast() }
    entries.removeLast(entries.count - level.start)
    level = outer.popLast() ?? Level()
  }

  /// Adds a key of the innermost object. `node` contains the location of the key's text in `arena`.
  /// Returns false if the object already has the key.
  @inline(__always)
  mutating func insert(
    _ text: ByteView, _ node: Node, arena: ByteView
  ) -> Bool {
    let fingerprint = Self.fingerprint(text)
    // The high bits of a product are mixed best.
    let word = Int(truncatingIfNeeded: fingerprint >> 62)
    let bit: UInt64 = 1 << (fingerprint >> 56 & 63)
    let isLong = entries.count - level.start >= Self.linearLimit
    if level.filter[word] & bit != 0 || isLong {
      let isNew =
        isLong
        ? insertIntoTable(text, arena: arena) : isNew(text, fingerprint, arena: arena)
      if !isNew { return false }
    }
    level.filter[word] |= bit
    entries.append(Entry(fingerprint: fingerprint, node: node))
    return true
  }

  @inline(never)
  private func isNew(
    _ text: ByteView, _ fingerprint: UInt64, arena: ByteView
  ) -> Bool {
    for index in level.start..<entries.count where entries[index].fingerprint == fingerprint {
      if Self.equal(text, entries[index].node, arena) { return false }
    }
    return true
  }

  @inline(never)
  private mutating func insertIntoTable(
    _ text: ByteView, arena: ByteView
  ) -> Bool {
    let start = level.start
    if tables.last?.start != start {
      var table = ByteTable()
      for (index, entry) in entries[start...].enumerated() {
        _ = table.insert(Self.text(entry.node, arena), as: index) { _ in false }
      }
      tables.append((start, table))
    }
    return tables[tables.count - 1].table.insert(text, as: entries.count - start) { index in
      Self.equal(text, entries[start + index].node, arena)
    }
  }

  private static func text(
    _ node: Node, _ arena: ByteView
  ) -> ByteView {
    arena.part(at: node.payload, count: node.length)
  }

  private static func equal(
    _ text: ByteView, _ node: Node, _ arena: ByteView
  ) -> Bool {
    ByteRun.equal(text, self.text(node, arena))
  }

  /// Returns a fingerprint of the length and of up to 8 bytes at each end.
  @inline(__always)
  private static func fingerprint(_ text: ByteView) -> UInt64 {
    let count = text.count
    let head: UInt64
    let tail: UInt64
    if count >= 8 {
      head = text.load(UInt64.self, at: 0)
      tail = text.load(UInt64.self, at: count - 8)
    } else if count >= 4 {
      head = UInt64(text.load(UInt32.self, at: 0))
      tail = UInt64(text.load(UInt32.self, at: count - 4))
    } else if count > 0 {
      head = UInt64(text[0]) | UInt64(text[count / 2]) << 8
      tail = UInt64(text[count - 1])
    } else {
      head = 0
      tail = 0
    }
    let mixed = (head ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15 ^ tail
    return (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
  }
}
