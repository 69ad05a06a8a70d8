import FerryBase

/// The keys and key lists of a document that is being written (Format.md, "Tables").
///
/// Each sequence of keys has one key list, numbered when the first object with these keys ends.
/// The contents of the document alone determine the numbers.
///
/// The table also knows the key lists of earlier documents, so a document of the same type finds its
/// key lists without another search. `document` marks the entries of the current document.
struct KeyListTable: ~Copyable {
  private struct Key {
    var offset: Int
    var count: Int
    var number = 0
    var document: UInt32 = 0
  }

  private struct KeyList {
    /// The first of its keys in `listKeys`.
    var first: Int
    var count: Int
    /// The range of its names in `listNames`, and their hash.
    var names: Range<Int>
    var hash: UInt64
    var number = 0
    var document: UInt32 = 0
  }

  /// The number of keys in a document up to which new keys get key lists at their first occurrence.
  /// After that, an object with new keys gets a key list at the second occurrence of its keys.
  private static let eagerKeys = 256
  /// The numbers of known keys and key lists that are kept for the next document.
  private static let (keptKeys, keptLists) = (2048, 1024)

  private var texts = ByteWriter()
  private var keys: [Key] = []
  private var keyPlaces = HashPlaces()
  private var lists: [KeyList] = []
  private var listKeys: [Int] = []
  private var listPlaces = HashPlaces()
  /// The names of all key lists, each with a byte behind it that no name contains.
  private var listNames = ByteWriter()
  private let seed = ByteRun.seed

  /// The number of the current document.
  private(set) var document: UInt32 = 1
  /// The key lists of the document by number, its number of keys, and the keys in all key lists.
  private var used: [Int] = []
  private var keyCount = 0
  private var listKeyCount = 0
  /// Whether the keys of the first key list have no numbers yet. Most documents have one key list,
  /// whose bytes are known from another document.
  private var isUnnumbered = false
  /// The hashes of new keys that occurred once without a key list.
  private var noted = HashPlaces()
  /// The numbers of keys and key lists that the reader already has.
  private var written = (keys: 0, lists: 0)
  /// The key lists of recent documents, and the bytes of their tables without texts. Documents of a
  /// type with an optional member come with two key lists in turn.
  private var recent = [(used: [Int], bytes: [UInt8])](repeating: ([], [0, 0]), count: 8)

  /// The keys of the open objects that the writer knows by name, as in `listNames`. The names of an
  /// inner object follow those of the outer one.
  private var names = ByteWriter()
  private var nameEnds: [Int] = []

  init() {}

  /// Starts a document.
  /// - Returns: False if the key lists of earlier documents were removed.
  mutating func beginDocument() -> Bool {
    if used.count > Self.keptLists { used = [] }
    // To remove one element takes fewer steps than to remove all.
    while used.popLast() != nil {}
    (keyCount, listKeyCount, written, isUnnumbered) = (0, 0, (0, 0), false)
    if noted.count > 0 { noted.clear() }
    dropNames(from: 0)
    document &+= 1
    guard keys.count > Self.keptKeys || lists.count > Self.keptLists || document == .max else {
      return true
    }
    self = KeyListTable()
    return false
  }

  // MARK: Names

  var nameCount: Int { nameEnds.count }

  mutating func append(name: ByteView) {
    names.append(name)
    names.append(Self.endOfName)
    nameEnds.append(names.count)
  }

  /// A byte that UTF-8 does not contain.
  private static var endOfName: UInt8 { 0xFF }

  func name(_ index: Int) -> ByteView {
    let start = start(ofName: index)
    return names.bytes.part(at: start, count: nameEnds[index] - start - 1)
  }

  private func start(ofName index: Int) -> Int { index > 0 ? nameEnds[index - 1] : 0 }

  mutating func dropNames(from first: Int) {
    guard first < nameEnds.count else { return }
    nameEnds.removeLast(nameEnds.count - first)
    names.truncate(to: nameEnds.last ?? 0)
    if first == 0 { names.clear(retaining: 64 << 10) }
  }

  /// Returns the number of the key list with the names from `first` on; -1 if the object must have its
  /// own keys.
  /// - Throws: `duplicateKey` if two names are equal.
  mutating func number(ofNamesFrom first: Int) throws(WireFailure) -> Int {
    let start = start(ofName: first)
    let list = names.bytes.part(at: start, count: names.count - start)
    let hash = ByteRun.hash(list, seed: seed)
    let position = listPlaces.position(of: hash) { hasNames($0, list) }
    if let known = position.number { return number(ofList: known) }

    numberKeys()
    let count = nameCount - first
    var keySet = KeySet()
    if keySet.firstDuplicate(of: count, { name(first + $0) }) != nil {
      throw WireFailure(.duplicateKey, offset: -1)
    }
    var new = 0
    for index in first..<nameCount {
      if name(index).count > BinaryFormat.maximumEntryLength { return -1 }
      let key = keyPosition(name(index), ByteRun.hash(name(index), seed: seed)).number
      if key.map({ keys[$0].document != document }) ?? true { new += 1 }
    }
    guard mayAdd(count, new: new, hash) else { return -1 }
    let numbers = (first..<nameCount).map { key(name($0)) }
    return addToDocument(add(numbers, list, hash, at: position))
  }

  private func hasNames(_ list: Int, _ names: ByteView) -> Bool {
    let known = lists[list].names
    return ByteRun.equal(
      listNames.bytes.part(at: known.lowerBound, count: known.count), names)
  }

  // MARK: Keys and key lists

  /// Returns the text of a key.
  func text(_ key: Int) -> ByteView {
    texts.bytes.part(at: keys[key].offset, count: keys[key].count)
  }

  /// Returns the key with this text. Adds it to the known keys if it is new.
  mutating func key(_ text: ByteView) -> Int {
    let hash = ByteRun.hash(text, seed: seed)
    let position = keyPosition(text, hash)
    if let known = position.number { return known }
    keys.append(Key(offset: texts.count, count: text.count))
    texts.append(text)
    keyPlaces.put(keys.count - 1, under: hash, at: position)
    return keys.count - 1
  }

  private func keyPosition(_ text: ByteView, _ hash: UInt64) -> HashPlaces.Position {
    keyPlaces.position(of: hash) { ByteRun.equal(self.text($0), text) }
  }

  /// Returns the key list of these keys, which differ. The document need not have it.
  mutating func list(of numbers: [Int]) -> Int {
    var names = ByteWriter()
    for key in numbers {
      names.append(text(key))
      names.append(Self.endOfName)
    }
    let hash = ByteRun.hash(names.bytes, seed: seed)
    let position = listPlaces.position(of: hash) { hasNames($0, names.bytes) }
    return position.number ?? add(numbers, names.bytes, hash, at: position)
  }

  private mutating func add(
    _ numbers: [Int], _ names: ByteView, _ hash: UInt64, at position: HashPlaces.Position
  ) -> Int {
    let start = listNames.count
    listNames.append(names)
    lists.append(
      KeyList(
        first: listKeys.count, count: numbers.count, names: start..<listNames.count, hash: hash))
    listKeys += numbers
    listPlaces.put(lists.count - 1, under: hash, at: position)
    return lists.count - 1
  }

  /// Returns the keys of the document's key list `number`.
  func keys(ofNumber number: Int) -> ArraySlice<Int> {
    let list = lists[used[number]]
    return listKeys[list.first..<list.first + list.count]
  }

  /// The number of key lists in the document.
  var listCount: Int { used.count }

  /// Returns the number of a known key list in the document; -1 if the object must have its own keys.
  mutating func number(ofList list: Int) -> Int {
    if lists[list].document == document { return lists[list].number }
    let count = lists[list].count
    if used.isEmpty, count <= Self.eagerKeys {
      (lists[list].document, lists[list].number) = (document, 0)
      used.append(list)
      (keyCount, listKeyCount, isUnnumbered) = (count, count, true)
      return 0
    }
    let known = lists[list]
    numberKeys()
    var new = 0
    for index in known.first..<known.first + known.count where listKey(index).document != document {
      new += 1
    }
    return mayAdd(known.count, new: new, known.hash) ? addToDocument(list) : -1
  }

  /// Returns whether the document may get another key list, of which `new` keys are new.
  private mutating func mayAdd(_ count: Int, new: Int, _ hash: UInt64) -> Bool {
    guard used.count < BinaryFormat.maximumKeyLists,
      listKeyCount + count <= BinaryFormat.maximumKeyListKeys,
      keyCount + new <= BinaryFormat.maximumKeys
    else { return false }
    if new == 0 || keyCount + new <= Self.eagerKeys { return true }
    let position = noted.position(of: hash) { _ in true }
    if position.number != nil { return true }
    if noted.count < BinaryFormat.maximumKeyLists { noted.put(-1, under: hash, at: position) }
    return false
  }

  private mutating func addToDocument(_ number: Int) -> Int {
    var list = lists[number]
    for index in list.first..<list.first + list.count { numberKey(listKeys[index]) }
    listKeyCount += list.count
    (list.document, list.number) = (document, used.count)
    lists[number] = list
    used.append(number)
    return list.number
  }

  /// Gives the keys of the first key list their numbers.
  private mutating func numberKeys() {
    guard isUnnumbered else { return }
    isUnnumbered = false
    keyCount = 0
    for key in keys(ofNumber: 0) { numberKey(key) }
  }

  private mutating func numberKey(_ key: Int) {
    guard keys[key].document != document else { return }
    (keys[key].document, keys[key].number) = (document, keyCount)
    keyCount += 1
  }

  /// Returns a key by its index in `listKeys`.
  private func listKey(_ index: Int) -> Key { keys[listKeys[index]] }

  // MARK: Bytes

  /// The only key list of the document; -1 if there are others, or the reader already has some.
  var onlyList: Int { used.count == 1 && written.lists == 0 ? used[0] : -1 }

  /// Whether there are key lists that the reader does not have yet.
  var hasNews: Bool { used.count > written.lists }

  /// Marks all keys and key lists as known to the reader.
  mutating func markWritten() { written = (keyCount, used.count) }

  /// Returns the bytes of the keys and the key lists that the reader does not have yet.
  mutating func news() -> [UInt8] {
    let place = used.isEmpty ? 0 : used[0] & 7
    if written.lists == 0, used == recent[place].used { return recent[place].bytes }
    numberKeys()
    var output = ByteWriter()
    var numbers = ByteWriter()
    output.appendLength(keyCount - written.keys)
    numbers.appendLength(used.count - written.lists)
    var next = written.keys
    for list in used[written.lists...] {
      numbers.appendLength(lists[list].count)
      for key in listKeys[lists[list].first..<lists[list].first + lists[list].count] {
        numbers.appendLength(keys[key].number)
        if keys[key].number == next {
          output.appendLength(keys[key].count)
          output.append(text(key))
          next += 1
        }
      }
    }
    output.append(numbers.bytes)
    let bytes = [UInt8](output.bytes)
    if written.lists == 0, used.count <= 16 { recent[place] = (used, bytes) }
    return bytes
  }
}
