import FerryBytes
import FerryTape

/// The keys of the maps that are open, to reject the second of two equal ones.
///
/// Nearly no key comes twice, and nearly always a filter of 256 bits knows that: only a key whose
/// bit is set already is compared with the keys before it, by fingerprint. A map with many keys
/// gets a hash table. Its hash is seeded, so that no input can be made to collide.
struct KeyLedger {
  private struct Entry {
    /// Differs for nearly all keys that differ.
    let fingerprint: UInt64
    /// Where the key's text lies in the arena.
    let node: Node
  }

  /// The innermost map, or one around it.
  private struct Level {
    /// Where its keys start among the entries.
    var start = 0
    /// A bit for each key, by its fingerprint.
    var filter = SIMD4<UInt64>(repeating: 0)
  }

  /// The keys of all open maps, those of the innermost last.
  private var entries: ContiguousArray<Entry> = []
  private var level = Level()
  private var outer: ContiguousArray<Level> = []
  /// Tables of the open maps that have one, with where their keys start.
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
    // A table is this map's if their keys start at one place: maps around it have keys before.
    if let last = tables.last, last.start == level.start { tables.removeLast() }
    entries.removeLast(entries.count - level.start)
    level = outer.popLast() ?? Level()
  }

  /// Notes a key of the innermost map, whose node says where in `arena` its text lies; false if the
  /// map has that key already.
  @inline(__always)
  mutating func insert(
    _ text: ByteView, _ node: Node, arena: ByteView
  ) -> Bool {
    let fingerprint = Self.fingerprint(text)
    // A product is mixed best at its high end.
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

  /// A value of the length and of up to 8 bytes at each end.
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
