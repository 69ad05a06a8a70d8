internal import FerryBase

/// The model's keys, by node of a tape: the steps of coding paths.
///
/// A tape has only names. A key also has a type and an integer value, and under a key strategy its
/// name differs from the document's.
///
/// Keys are noted while the call runs, mostly in the order of the nodes. If the order is different,
/// the notes go into a table when a path is needed.
struct ModelKeys {
  private struct Note {
    /// Index of the node. A tape has fewer than 2^32 words.
    let node: UInt32
    /// The number of the key in its type (see ``KeyTable``), or ``byName``. A lower number is the
    /// complement of an index in `others` plus 1.
    let number: Int32
    let type: any CodingKey.Type
  }

  /// The number for keys that are made again from their names. Storing such a key may need an
  /// allocation.
  private static var byName: Int32 { -1 }

  private var notes: [Note] = []
  /// Keys without a number that cannot be made from their names.
  private var others: [any CodingKey] = []
  /// The node whose key was noted last.
  private var last = 0
  /// Whether the nodes of all notes are in ascending order.
  private var isAscending = true
  /// The notes that have been moved here, by node, if the nodes are not in ascending order.
  private var table: [UInt32: Note] = [:]

  /// Notes `key`, which has a number, for the node at `index`.
  @inline(__always)
  mutating func note<K: CodingKey>(numbered key: K, to index: Int) {
    append(Int32(truncatingIfNeeded: KeyTable.index(of: key)), K.self, index)
  }

  /// Notes `key` for the node at `index`. The node has the key's name, unless names are converted.
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

  /// Returns the key that was noted last for the node at `index`. `name` is the name in the
  /// document.
  mutating func key(to index: Int, named name: @autoclosure () -> String) -> (any CodingKey)? {
    guard let note = note(UInt32(truncatingIfNeeded: index)) else { return nil }
    switch note.number {
    case 0...: return KeyTable.key(Int(note.number), as: note.type)
    case Self.byName: return note.type.init(stringValue: name())
    default: return others[Int(~note.number) - 1]
    }
  }

  /// Returns the last note for `node`.
  private mutating func note(_ node: UInt32) -> Note? {
    guard isAscending else {
      for note in notes { table[note.node] = note }
      notes.removeAll(keepingCapacity: true)
      return table[node]
    }
    let behind = notes.partitioningIndex { $0.node > node }
    return behind > 0 && notes[behind - 1].node == node ? notes[behind - 1] : nil
  }

  /// Removes the notes of the document.
  mutating func clear() {
    if !notes.isEmpty { notes.removeAll(keepingCapacity: notes.count < 4096) }
    if !others.isEmpty { others = [] }
    if !table.isEmpty { table = [:] }
    (last, isAscending) = (0, true)
  }
}
