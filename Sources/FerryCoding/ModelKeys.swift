import FerryTape

/// The model's keys by the node of a tape that each belongs to: the steps of coding paths.
///
/// A tape has names only. A key has more: its type, an integer value, and under a key strategy
/// another name than the document. Notes are taken on the way and put in order when a path is asked
/// for.
struct ModelKeys {
  private struct Note {
    /// Index of the node. A tape has fewer than 2^32 words.
    let node: UInt32
    /// The number of the key in its type, see ``KeyTable``, or below zero the complement of an index
    /// in `others`.
    let number: Int32
    let type: any CodingKey.Type
  }

  private var notes: [Note] = []
  /// Keys without a number.
  private var others: [any CodingKey] = []
  /// The keys of the notes that are in order already, by node.
  private var keys: [Int: any CodingKey] = [:]

  /// Notes `key`, which has a number, for the node at `index`.
  @inline(__always)
  mutating func note<K: CodingKey>(numbered key: K, to index: Int) {
    notes.append(
      Note(
        node: UInt32(truncatingIfNeeded: index),
        number: Int32(truncatingIfNeeded: KeyTable.index(of: key)), type: K.self))
  }

  /// Notes `key` for the node at `index`.
  @inline(never)
  mutating func note(_ key: any CodingKey, to index: Int) {
    others.append(key)
    notes.append(
      Note(
        node: UInt32(truncatingIfNeeded: index),
        number: Int32(truncatingIfNeeded: ~(others.count - 1)), type: TapeKey.self))
  }

  /// The key that was noted last for the node at `index`.
  mutating func key(to index: Int) -> (any CodingKey)? {
    for note in notes {
      keys[Int(note.node)] =
        note.number < 0
        ? others[Int(~note.number)]
        : KeyTable.key(UInt8(truncatingIfNeeded: note.number), as: note.type)
    }
    forgetNotes()
    return keys[index]
  }

  private mutating func forgetNotes() {
    notes.removeAll(keepingCapacity: notes.count < 4096)
    others.removeAll(keepingCapacity: others.count < 4096)
  }

  /// Forgets the document.
  mutating func clear() {
    forgetNotes()
    if !keys.isEmpty { keys = [:] }
  }
}
