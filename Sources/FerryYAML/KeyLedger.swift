import FerryTape

/// The keys of the maps that are open, to reject the second of two equal ones.
///
/// The first keys of a map are compared one after the other, by fingerprint; a map with more gets
/// a hash table. Its hash is seeded, so that no input can be made to collide.
struct KeyLedger {
  private struct Entry {
    /// Differs for nearly all keys that differ.
    let fingerprint: UInt64
    /// Where the key's text lies in the arena.
    let node: Node
  }

  /// The keys of all open maps, those of the innermost last.
  private var entries: ContiguousArray<Entry> = []
  /// Where the innermost map's keys start.
  private var start = 0
  /// The same of the maps around it.
  private var outerStarts: ContiguousArray<Int> = []
  /// Tables of the open maps that have one, with where their keys start.
  private var tables: [(start: Int, table: KeyTable)] = []

  private static var linearLimit: Int { 16 }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    outerStarts.removeAll(keepingCapacity: true)
    tables.removeAll()
    start = 0
  }

  @inline(__always)
  mutating func openMap() {
    outerStarts.append(start)
    start = entries.count
  }

  @inline(__always)
  mutating func closeMap() {
    // A table is this map's if their keys start at one place: maps around it have keys before.
    if let last = tables.last, last.start == start { tables.removeLast() }
    entries.removeLast(entries.count - start)
    start = outerStarts.popLast() ?? 0
  }

  /// Notes a key of the innermost map, whose node says where in `arena` its text lies; false if the
  /// map has that key already.
  @inline(__always)
  mutating func insert(
    _ text: UnsafeBufferPointer<UInt8>, _ node: Node, arena: UnsafePointer<UInt8>
  ) -> Bool {
    let fingerprint = Self.fingerprint(text)
    if entries.count - start < Self.linearLimit {
      var index = start
      while index < entries.count {
        let entry = entries[index]
        if entry.fingerprint == fingerprint, Self.equal(text, entry.node, arena) { return false }
        index += 1
      }
    } else if !insertIntoTable(text, arena: arena) {
      return false
    }
    entries.append(Entry(fingerprint: fingerprint, node: node))
    return true
  }

  @inline(never)
  private mutating func insertIntoTable(
    _ text: UnsafeBufferPointer<UInt8>, arena: UnsafePointer<UInt8>
  ) -> Bool {
    if tables.last?.start != start {
      var table = KeyTable()
      for (index, entry) in entries[start...].enumerated() {
        _ = table.insert(Self.text(entry.node, arena), at: index) { _ in false }
      }
      tables.append((start, table))
    }
    let first = start
    return tables[tables.count - 1].table.insert(text, at: entries.count - first) { index in
      Self.equal(text, entries[first + index].node, arena)
    }
  }

  private static func text(
    _ node: Node, _ arena: UnsafePointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: arena + node.payload, count: node.length)
  }

  private static func equal(
    _ text: UnsafeBufferPointer<UInt8>, _ node: Node, _ arena: UnsafePointer<UInt8>
  ) -> Bool {
    text.count == node.length && text.elementsEqual(self.text(node, arena))
  }

  /// A value of the length and of up to 8 bytes at each end.
  @inline(__always)
  private static func fingerprint(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(text)
    let count = raw.count
    let head: UInt64
    let tail: UInt64
    if count >= 8 {
      head = raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      tail = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      head = UInt64(raw.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
      tail = UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    } else if count > 0 {
      head = UInt64(raw[0]) | UInt64(raw[count / 2]) << 8
      tail = UInt64(raw[count - 1])
    } else {
      head = 0
      tail = 0
    }
    return (head ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15 ^ tail
  }
}
