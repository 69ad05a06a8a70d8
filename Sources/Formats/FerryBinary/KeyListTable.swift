import FerryBase

/// The writer's statistics for one slot: a key of a key list, including the arrays in its values.
struct Slot {
  var repetition = Repetition()
  /// The number of the key list of the last object in this slot; -1 before the first object.
  var keyList: Int32 = -1
  /// The number of key lists made for objects in this slot that have not occurred again.
  var newKeyLists: UInt8 = 0
  /// Width of the last container's length in this slot, or 0.
  var width: UInt8 = 0
}

/// One key of a key list.
struct KeyListField {
  /// The key's node at its last occurrence, or 0. On one tape, equal nodes have equal text.
  var word: UInt64
  /// Offset of the key's text in the key section.
  var offset: UInt32
  var length: UInt32
  /// The key's number.
  var key: UInt32
  var slot = Slot()
}

/// The keys and key lists of a document that is being written (Format.md, "Tables").
///
/// ```
/// key lists   | first, count |      fields   | ... | id | name | score |     each field
///             | 2      3     |  -------------------> 2    3      4           has a slot
/// ```
///
/// A key list can grow while its objects are being written. Objects written before lack the new
/// keys at their end, so these keys are absent. Entries 0 and 1 of `fields` are not keys: they are
/// the slots of the root and of keys in objects with their own keys.
///
/// Documents of one type need the same key lists. So a document starts with the key lists of the
/// last document, which count only after it has needed them in the same order. Then the table is
/// the same as if they were new. At the first difference, the rest is removed.
struct KeyListTable: ~Copyable {
  struct KeyList {
    var first: Int
    var count: Int
    /// The number of keys in the table after the key list was made.
    var keyCount: Int
  }

  /// The result of a comparison of an object's keys with a key list.
  enum Match {
    /// The keys are all keys of the key list, or the first of them.
    case fits
    /// The keys are all keys of the key list and further ones, from the key at this tape index on.
    case exceeds(Int)
    case differs
  }

  static let rootSlot = 0
  static let keySlot = 1

  var fields: [KeyListField] = []
  /// The key lists of this document, and after them further ones of the last document.
  var keyLists: [KeyList] = []
  /// The number of key lists of this document.
  var count = 0
  /// Whether the key lists were made of whole objects, without other entries in the tables.
  var isPlain = true
  /// Whether the document has needed no other key lists than the last document.
  private var isRepeated = false
  /// The tables of the last document and their length, if they had no values.
  private var tables = ByteWriter()
  private var hasTables = false
  var keys = EntryTable()
  /// Key lists by the hash of all keys. The value -1 marks keys that occurred once and have no key
  /// list.
  var keyListPlaces = HashPlaces()
  /// Key lists of arrays by columns, by the numbers of their keys.
  var columnKeyLists: [[UInt32]: Int] = [:]
  /// For each key, the last definition that used it. It detects duplicates.
  var lastUse: [UInt32] = []
  var definitions: UInt32 = 0
  /// The number of key lists that the reader already has. They can no longer grow.
  var written = 0
  /// Whether equal nodes have equal text. False if objects come from several tapes.
  var trustsNodes = true
  let seed = ByteRun.seed

  init() {
    removeAll()
  }

  /// The maximum number of fields that are kept for the next document.
  private static let keptFields = 256

  /// Starts a document without key lists.
  mutating func clear() {
    guard isPlain, keyLists.count > 0, count == keyLists.count || isUndecided,
      fields.count <= Self.keptFields, definitions < .max / 2
    else { return removeAll() }
    count = 0
    written = 0
    isRepeated = true
    keys.markUnwritten()
    for field in fields.indices {
      // Nodes of one tape have another meaning on the next tape.
      fields[field].word = 0
      fields[field].slot = Slot()
    }
  }

  /// Removes all entries and keeps a little memory.
  private mutating func removeAll() {
    (count, isPlain, isRepeated, hasTables) = (0, true, false, false)
    fields.removeAll(keepingCapacity: fields.count < 1024)
    let place = KeyListField(word: 0, offset: 0, length: 0, key: 0)
    fields.append(place)
    fields.append(place)
    keyLists.removeAll(keepingCapacity: keyLists.count < 1024)
    keys.clear()
    keyListPlaces.clear()
    lastUse.removeAll(keepingCapacity: lastUse.count < 1024)
    definitions = 0
    written = 0
    if !columnKeyLists.isEmpty { columnKeyLists = [:] }
  }

  /// Compares the keys of an object with a key list. The contents of the object are `start..<end`
  /// on the tape.
  @inline(__always)
  mutating func match(_ view: TapeView, _ start: Int, _ end: Int, with keyList: Int) -> Match {
    if trustsNodes, hasNodes(of: keyList, view, start, end) { return .fits }
    return compare(view, start, end, with: keyList)
  }

  /// Returns whether the keys of an object are the same nodes as a key list's keys at their last
  /// occurrence, or the first of them. Most objects match in this way.
  @inline(__always)
  private func hasNodes(of keyList: Int, _ view: TapeView, _ start: Int, _ end: Int) -> Bool {
    var field = keyLists[keyList].first
    let last = field &+ keyLists[keyList].count
    for key in view.keys(from: start, to: end) {
      guard field < last, view[key].word == fields[field].word else { return false }
      field &+= 1
    }
    return true
  }

  @inline(never)
  private mutating func compare(
    _ view: TapeView, _ start: Int, _ end: Int, with keyList: Int
  ) -> Match {
    var field = keyLists[keyList].first
    let last = field &+ keyLists[keyList].count
    for position in view.keys(from: start, to: end) {
      if field == last { return .exceeds(position) }
      let key = view[position]
      if !(trustsNodes && key.word == fields[field].word) {
        guard equals(view, key, field) else { return .differs }
      }
      field &+= 1
    }
    return .fits
  }

  /// Returns whether the text of a key node is the key of a field.
  @inline(__always)
  mutating func equals(_ view: TapeView, _ key: Node, _ field: Int) -> Bool {
    let length = Int(fields[field].length)
    guard key.length == length, Self.isPlainKey(key.kind) else { return false }
    let text = view.stored(key)
    guard
      unsafe ByteRun.equal(
        keys.section.pointer(at: Int(fields[field].offset)), text.start, count: length)
    else { return false }
    if trustsNodes { fields[field].word = key.word }
    return true
  }

  /// Returns whether a key's stored bytes are its text.
  @inline(__always)
  static func isPlainKey(_ kind: NodeKind) -> Bool {
    switch kind {
    case .text, .arenaText, .plainText, .integerText, .decimalText, .numberText: true
    default: false
    }
  }

  /// Whether there are keys or key lists that the reader does not have yet.
  var hasNews: Bool { count > written || count == keyLists.count && keys.hasNews }

  /// Marks all keys and key lists as known to the reader.
  mutating func markWritten() {
    removeRest()
    keys.markWritten()
    written = keyLists.count
  }

  /// Appends the keys and the key lists that the reader does not have yet to `output`.
  mutating func append(to output: inout ByteWriter) {
    removeRest()
    keys.append(to: &output)
    output.appendLength(keyLists.count - written)
    for keyList in keyLists[written...] {
      output.appendLength(keyList.count)
      for field in keyList.first..<keyList.first + keyList.count {
        output.appendLength(Int(fields[field].key))
      }
    }
  }
}

// The key lists of the last document.
extension KeyListTable {
  /// Whether the document may have the key lists of the last document, but has none so far.
  var isUndecided: Bool { count == 0 && isRepeated }

  /// The tables of the document after their length, if it has the key lists of the last document
  /// and both have no values.
  var knownTables: ByteView? {
    hasTables && isRepeated && count == keyLists.count ? tables.bytes : nil
  }

  /// Keeps the tables of the document for the next document; `nil` if they have values.
  mutating func keep(_ bytes: ByteView?) {
    // Tables that continue those of earlier documents are no tables for another document.
    hasTables = bytes != nil && written == 0 && fields.count <= Self.keptFields
    guard hasTables, let bytes else { return }
    tables.clear()
    tables.append(bytes)
  }

  /// Chooses the next key list of the last document if the keys of the object are its keys.
  ///
  /// Without the last document, the object would get a new key list: its slot has none yet, and an
  /// earlier key list has other keys.
  mutating func nextForm(
    _ view: TapeView, _ start: Int, _ end: Int, slot: Int
  ) -> MapForm? {
    guard count < keyLists.count, fields[slot].slot.keyList < 0,
      fields[slot].slot.newKeyLists == 0,
      view.elementCount(start &- 1) == keyLists[count].count
    else { return nil }
    var field = keyLists[count].first
    let last = field &+ keyLists[count].count
    for position in view.keys(from: start, to: end) {
      guard field < last, equals(view, view[position], field) else { return nil }
      field &+= 1
    }
    fields[slot].slot.newKeyLists = 1
    fields[slot].slot.keyList = Int32(truncatingIfNeeded: count)
    count &+= 1
    return .keyList(count &- 1)
  }

  /// Ends the repetition of the last document, because this document needs another key list.
  mutating func diverge() {
    (isRepeated, hasTables) = (false, false)
    removeRest()
  }

  /// Removes the key lists of the last document that this document has not needed so far.
  private mutating func removeRest() {
    guard count < keyLists.count else { return }
    (isRepeated, hasTables) = (false, false)
    keyLists.removeLast(keyLists.count - count)
    let keyCount = keyLists.last?.keyCount ?? 0
    fields.removeLast(fields.count - (keyLists.last.map { $0.first + $0.count } ?? 2))
    lastUse.removeLast(lastUse.count - keyCount)
    keys.removeTexts(from: keyCount)
    keyListPlaces.clear()
    for (number, keyList) in keyLists.enumerated() {
      let hash = hash(of: keyList)
      keyListPlaces.put(number, under: hash, at: keyListPlaces.position(of: hash) { _ in false })
    }
  }

  /// Returns the hash of all keys of a key list, which objects with these keys have as well.
  private func hash(of keyList: KeyList) -> UInt64 {
    fields[keyList.first..<keyList.first + keyList.count].reduce(seed) { hash, field in
      let text = keys.section.bytes.part(at: Int(field.offset), count: Int(field.length))
      return Self.combine(hash, text, seed: seed)
    }
  }

  /// Returns the hash of keys up to `key`. `hash` is that of the keys before it.
  @inline(__always)
  static func combine(_ hash: UInt64, _ key: ByteView, seed: UInt64) -> UInt64 {
    ByteRun.mix(hash.byteSwapped &+ ByteRun.hash(key, seed: seed), seed)
  }
}
