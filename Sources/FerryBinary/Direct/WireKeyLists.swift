import FerryBytes
public import FerryTape

/// The tables of a document that is being written: the key lists of its types, and text that came
/// again.
///
/// The key list of a type is made once. The next document that begins with the same types starts
/// with the same tables, byte by byte. Documents share nothing else.
@usableFromInline
@safe
final class WireKeyLists: @unchecked Sendable {
  // One writer at a time uses it: who takes it from the pool gives it back.

  /// What is known of a type.
  @usableFromInline
  struct Entry {
    /// The type, once the document has an object of it.
    @usableFromInline var fields: ObjectIdentifier?
    @usableFromInline var keyList = 0
    /// Bytes that the length of the last object took.
    @usableFromInline var width = 1
    /// The type, from the first document on that had an object of it, and its place in `types`.
    var known: ObjectIdentifier?
    var type = 0
  }

  private static let pool = Pool<WireKeyLists>()

  /// A hash table with linear probing. It never fills up.
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline static var capacity: Int { 512 }
  /// Types in a document, at most, and types that may be known when one begins.
  private static let (limit, knownLimit) = (192, 128)

  /// The names of every type that is known.
  private var types: [[String]] = []
  /// The entries of the types in the document, by the numbers of their key lists.
  private var keyLists: [Int] = []
  private var nameCount = 0
  /// The key lists of the types in the last document, and the bytes of its tables.
  private var last: (keyLists: [Int], tables: [UInt8]) = ([], [0, 0])
  /// Texts by their numbers; in memory of its own since it is looked at for each text.
  let texts: UnsafeMutablePointer<WireTexts>
  private var head = ByteWriter()
  /// Finds keys that an object names twice.
  var keySet = KeySet()

  private init() {
    unsafe entries = .allocate(capacity: Self.capacity)
    unsafe entries.initialize(repeating: Entry(), count: Self.capacity)
    unsafe texts = .allocate(capacity: 1)
    unsafe texts.initialize(to: WireTexts())
  }

  deinit {
    unsafe texts.deinitialize(count: 1)
    unsafe texts.deallocate()
    // All entries are trivial.
    unsafe entries.deallocate()
  }

  /// No key lists, for a new document.
  static func forDocument() -> WireKeyLists { pool.take() ?? WireKeyLists() }

  /// Ends the use for a document.
  func giveBack() {
    guard types.count <= Self.knownLimit else { return }
    for index in keyLists { unsafe entries[index].fields = nil }
    keyLists.removeAll(keepingCapacity: true)
    nameCount = 0
    unsafe texts.pointee.clear()
    Self.pool.give(self)
  }

  /// The entry of a type, or -1 if objects of it have to name their keys.
  @inlinable @inline(__always)
  func entry<Fields: _FieldSet>(for fields: Fields.Type) -> Int {
    let id = ObjectIdentifier(fields)
    let index = Self.firstIndex(of: id)
    if unsafe entries[index].fields == id { return index }
    return find(fields, from: index)
  }

  @inlinable @inline(__always)
  static func firstIndex(of id: ObjectIdentifier) -> Int {
    let bits = UInt(bitPattern: id)
    return Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 12) & 511)
  }

  @usableFromInline @inline(never)
  func find<Fields: _FieldSet>(_ fields: Fields.Type, from start: Int) -> Int {
    let id = ObjectIdentifier(fields)
    var index = start
    while let other = unsafe entries[index].known, other != id {
      index = (index + 1) % Self.capacity
    }
    if unsafe entries[index].fields == id { return index }
    guard keyLists.count < Self.limit, fields.count > 0,
      nameCount + fields.count < BinaryFormat.maximumKeys
    else { return -1 }
    if unsafe entries[index].known == nil {
      let names = (0..<fields.count).map { "\(fields.name($0))" }
      // Somebody's fields by hand may have a name twice.
      guard Set(names).count == names.count else { return -1 }
      unsafe entries[index] = Entry(known: id, type: types.count)
      types.append(names)
    }
    nameCount += fields.count
    unsafe entries[index].fields = id
    unsafe entries[index].keyList = keyLists.count
    keyLists.append(index)
    return index
  }

  /// What stands in front of the document's value: magic, flags and tables. The memory is valid
  /// until the next document.
  func makeHead(flags: UInt8) -> ByteView {
    head.clear(retaining: 64 << 10)
    head.append(BinaryFormat.magic)
    head.append(flags)
    if unsafe keyLists.isEmpty && !texts.pointee.values.hasNews {
      head.append(0)
      return head.bytes
    }
    if keyLists != last.keyLists { last = (keyLists, makeTables()) }
    head.appendLength(unsafe last.tables.count + texts.pointee.values.newsSize)
    last.tables.withByteView { head.append($0) }
    unsafe texts.pointee.values.append(to: &head)
    return head.bytes
  }

  /// The keys and the key lists, as they stand in a document.
  private func makeTables() -> [UInt8] {
    var keys = EntryTable()
    var lists = ByteWriter()
    for index in keyLists {
      let names = unsafe types[entries[index].type]
      lists.appendLength(names.count)
      for var name in names {
        lists.appendLength(name.withByteView { keys.number(ofKey: $0) })
      }
    }
    var tables = ByteWriter()
    keys.append(to: &tables)
    tables.appendLength(keyLists.count)
    tables.append(lists.bytes)
    return [UInt8](tables.bytes)
  }
}

extension BinaryWireWriter {
  /// Makes sure that the keys from number `first` on, those of one object, differ: no document has
  /// one twice. An object that has is left to the tape, which knows the words for it.
  @usableFromInline @inline(never)
  mutating func endKeys(from first: Int) throws(WireFailure) {
    let count = keyPlaces.count - first
    let lexer = BinaryLexer(output.bytes)
    let duplicate = keyLists.keySet.firstDuplicate(of: count) { number in
      // Keys that were written here a moment ago are whole.
      let head = try? lexer.head(at: keyPlaces[first + number], end: lexer.count)
      return lexer.bytes(at: head?.start ?? 0, count: head?.count ?? 0)
    }
    keyPlaces.removeLast(count)
    if duplicate != nil { throw WireFailure(.duplicateKey, offset: -1) }
  }
}

/// The interned texts of a document that is written directly.
///
/// Whether looking for a text is worth the time is told from its length: what is of one length often
/// is of one field, and an object that is being written need not say which of its fields it is at.
struct WireTexts: ~Copyable {
  /// So many texts of a document are not looked for: one with no more of them has little to gain,
  /// and is written in less time than a table takes.
  private static let firstTexts = 16

  private(set) var values = EntryTable()
  private var count = 0
  /// By length; longer texts than there are places for share the last one.
  private var repetitions = InlineArray<64, Repetition>(repeating: Repetition())

  /// The number of text that came before; -1 for text that has to be written out.
  @inline(__always)
  mutating func number(of text: ByteView) -> Int {
    count &+= 1
    guard count > Self.firstTexts else { return -1 }
    let length = min(text.count, repetitions.count &- 1)
    guard repetitions[length].isLikely else { return -1 }
    var wasSeen = false
    let number = values.number(of: text, wasSeen: &wasSeen)
    repetitions[length].count(hit: wasSeen)
    return number
  }

  /// Forgets the texts.
  mutating func clear() {
    if count > Self.firstTexts {
      values.clear()
      repetitions = InlineArray(repeating: Repetition())
    }
    count = 0
  }
}
