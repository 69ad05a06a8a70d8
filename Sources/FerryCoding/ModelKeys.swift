import FerryTape

/// The model's keys by the node of a tape that each belongs to: the steps of coding paths.
///
/// A tape has names only. A key has more: its type, an integer value, and under a key strategy
/// another name than the document. Notes are taken on the way, mostly in the order of the nodes. If
/// they are not, they are put into a table when a path is asked for.
struct ModelKeys {
  private struct Note {
    /// Index of the node. A tape has fewer than 2^32 words.
    let node: UInt32
    /// The number of the key in its type, see ``KeyTable``; ``byName``; or below that the complement
    /// of an index in `others`.
    let number: Int32
    let type: any CodingKey.Type
  }

  /// The number of keys that are made of their names again: storing a key may take an allocation.
  private static var byName: Int32 { -1 }

  private var notes: [Note] = []
  /// Keys that are neither numbered nor made of their names.
  private var others: [any CodingKey] = []
  /// The node of the last note, and whether the nodes of all notes are in ascending order.
  private var last = 0
  private var isAscending = true
  /// The notes that are in order already, by node, if they were not from the start.
  private var table: [UInt32: Note] = [:]

  /// Notes `key`, which has a number, for the node at `index`.
  @inline(__always)
  mutating func note<K: CodingKey>(numbered key: K, to index: Int) {
    append(Int32(truncatingIfNeeded: KeyTable.index(of: key)), K.self, index)
  }

  /// Notes `key` for the node at `index`, which has the key's name if names are not `converted`.
  @inline(never)
  mutating func note<K: CodingKey>(_ key: K, to index: Int, isConverted: Bool) {
    if !isConverted, key.intValue == nil { return append(Self.byName, K.self, index) }
    append(~Int32(truncatingIfNeeded: others.count + 1), K.self, index)
    others.append(key)
  }

  @inline(__always)
  private mutating func append(_ number: Int32, _ type: any CodingKey.Type, _ index: Int) {
    if index < last { isAscending = false }
    last = index
    notes.append(Note(node: UInt32(truncatingIfNeeded: index), number: number, type: type))
  }

  /// The key that was noted last for the node at `index`, which is called `name` in the document.
  mutating func key(to index: Int, named name: @autoclosure () -> String) -> (any CodingKey)? {
    guard let note = note(UInt32(truncatingIfNeeded: index)) else { return nil }
    switch note.number {
    case 0...: return KeyTable.key(UInt8(truncatingIfNeeded: note.number), as: note.type)
    case Self.byName: return note.type.init(stringValue: name())
    default: return others[Int(~note.number) - 1]
    }
  }

  /// The last note for `node`.
  private mutating func note(_ node: UInt32) -> Note? {
    guard isAscending else {
      for note in notes { table[note.node] = note }
      notes.removeAll(keepingCapacity: true)
      return table[node]
    }
    var (low, high) = (0, notes.count)
    while low < high {
      let middle = (low + high) / 2
      if notes[middle].node <= node { low = middle + 1 } else { high = middle }
    }
    return low > 0 && notes[low - 1].node == node ? notes[low - 1] : nil
  }

  /// Forgets the document.
  mutating func clear() {
    notes.removeAll(keepingCapacity: notes.count < 4096)
    if !others.isEmpty { others = [] }
    if !table.isEmpty { table = [:] }
    (last, isAscending) = (0, true)
  }
}
