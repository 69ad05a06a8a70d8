import FerryBytes
import FerryTape

/// What a writer remembers of a place where values stand: a key of a key list, with the lists
/// there.
struct Slot {
  var repetition = Repetition()
  /// The number of the key list that the last object here had; -1 before the first object.
  var keyList: Int32 = -1
  /// Key lists that were made for maps here and not met again.
  var newKeyLists: UInt8 = 0
  /// Width of the last container's length here, or 0.
  var width: UInt8 = 0
}

/// One key of a key list.
struct KeyListField {
  /// The key's node when it was last met, or 0: the same node on one tape is the same text.
  var word: UInt64
  /// Where the key's text is in the key section.
  var offset: UInt32
  var length: UInt32
  /// The key's number.
  var key: UInt32
  var slot = Slot()
}

/// The keys and key lists of a document that is being written (Format.md, "Tables").
///
/// ```
/// key lists   | first, count |            fields   | id | name | score |    slots live in the
/// fields 2      3   --------------------->   2     3      4
/// ```
///
/// A key list can grow while maps of it are written: they end early, which says that the rest is
/// absent. Places 0 and 1 of `fields` are no keys: the root's slot, and the slot of map keys.
struct KeyListTable: ~Copyable {
  struct KeyList {
    var first: Int
    var count: Int
  }

  /// How the keys of a map compare with those of a key list.
  enum Match {
    /// They are its keys, or the first of them.
    case fits
    /// They begin with all its keys and go on, from the key at this tape index.
    case exceeds(Int)
    case differs
  }

  static let rootSlot = 0
  static let keySlot = 1

  var fields: [KeyListField] = []
  var keyLists: [KeyList] = []
  var keys = EntryTable()
  /// Key lists by the hash of all keys. A value of -1 marks keys that were met once, without a key
  /// list.
  var keyListPlaces = HashPlaces()
  /// Key lists of batches by columns, by the numbers of their keys.
  var batchKeyLists: [[UInt32]: Int] = [:]
  /// Per key, the last definition that used it: finds duplicates.
  var lastUse: [UInt32] = []
  var definitions: UInt32 = 0
  /// Key lists that a reader has already: they grow no more.
  var written = 0
  /// False while maps come from several tapes: then equal nodes may be different texts.
  var trustsNodes = true
  let seed = ByteRun.seed

  init() {
    clear()
  }

  /// Forgets everything; a little memory is kept.
  mutating func clear() {
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
    if !batchKeyLists.isEmpty { batchKeyLists = [:] }
  }

  /// Compares the keys of a map, whose contents are `start..<end` on the tape, with a key list's.
  @inline(__always)
  mutating func match(_ view: TapeView, _ start: Int, _ end: Int, with keyList: Int) -> Match {
    if trustsNodes, hasNodes(of: keyList, view, start, end) { return .fits }
    return compare(view, start, end, with: keyList)
  }

  /// Whether the keys of a map are the nodes that a key list's keys were when they were last met,
  /// or the first of them: what most maps are compared by.
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

  /// Whether the text of a key node is the key of a field.
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

  /// Whether a key's stored bytes are its text.
  @inline(__always)
  static func isPlainKey(_ kind: NodeKind) -> Bool {
    switch kind {
    case .text, .arenaText, .plainText, .integerText, .decimalText, .numberText: true
    default: false
    }
  }

  /// Whether there are keys or key lists that a reader does not have.
  var hasNews: Bool { keyLists.count > written || keys.hasNews }

  /// Takes note that a reader has all keys and key lists so far.
  mutating func markWritten() {
    keys.markWritten()
    written = keyLists.count
  }

  /// Appends the keys and the key lists that a reader does not have to `output`.
  func append(to output: inout ByteWriter) {
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
