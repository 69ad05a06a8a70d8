public import FerryBase

/// The tables of a document that is being written: the key lists of its types, and repeated texts.
///
/// The key list of a type is made once. A later document that begins with the same types starts
/// with the same bytes of tables. Documents share nothing else.
@usableFromInline
@safe
final class WireKeyLists: @unchecked Sendable {
  // Only one writer at a time uses an instance: it takes the instance from the context of the call
  // or from the pool, and returns it.

  /// The entry of a type.
  @usableFromInline
  struct Entry {
    /// The type, if the document has an object of it.
    @usableFromInline var fields: ObjectIdentifier?
    @usableFromInline var keyList = 0
    /// The number of bytes that the length of the previous object took.
    @usableFromInline var width = 1
    /// The type, if any document so far had an object of it, and its index in `types`.
    var known: ObjectIdentifier?
    var type = 0
  }

  private static let pool = Pool<WireKeyLists>()

  /// A hash table with linear probing. It never fills up.
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline static var capacity: Int { 512 }
  /// The maximum number of types in a document, and of known types at the start of a document.
  private static let (limit, knownLimit) = (192, 128)

  /// The key names of every known type.
  private var types: [[String]] = []
  /// The entries of the types in the document, by key list number.
  private let keyLists: UnsafeMutablePointer<Int>
  private var keyListCount = 0
  private var nameCount = 0
  /// Repeated texts. They have their own memory, because every text accesses them.
  let texts: UnsafeMutablePointer<WireTexts>
  /// The head of the previous document: magic, flags and tables.
  @exclusivity(unchecked) private var head = ByteWriter()
  /// The key lists in `head`, and the bytes of their tables.
  private var last: (keyLists: [Int], tables: [UInt8]) = ([], [0, 0])
  /// Whether `head` has no texts, so that it depends only on the flags and the key lists.
  private var headIsPlain = false
  /// Finds duplicate keys in objects with their own keys.
  var keySet = KeySet()

  private init() {
    unsafe entries = .allocate(capacity: Self.capacity)
    unsafe entries.initialize(repeating: Entry(), count: Self.capacity)
    unsafe keyLists = .allocate(capacity: Self.limit)
    unsafe keyLists.initialize(repeating: 0, count: Self.limit)
    unsafe texts = .allocate(capacity: 1)
    unsafe texts.initialize(to: WireTexts())
  }

  deinit {
    unsafe texts.deinitialize(count: 1)
    unsafe texts.deallocate()
    // All entries and key lists are trivial.
    unsafe entries.deallocate()
    unsafe keyLists.deallocate()
  }

  /// Returns an instance without key lists for a new document. A kept context keeps the instance.
  static func forDocument(in context: _WireContext) -> WireKeyLists {
    // Only this class sets the scratch object of a writer's context.
    if let kept = context.scratch { return unsafe unsafeDowncast(kept, to: WireKeyLists.self) }
    let keyLists = pool.take() ?? WireKeyLists()
    if context.isKept { context.scratch = keyLists }
    return keyLists
  }

  /// Ends the use for a document.
  func endDocument(in context: _WireContext) {
    guard types.count <= Self.knownLimit else {
      context.scratch = nil
      return
    }
    for number in 0..<keyListCount { unsafe entries[keyLists[number]].fields = nil }
    keyListCount = 0
    nameCount = 0
    unsafe texts.pointee.clear()
    if !context.isKept { Self.pool.give(self) }
  }

  /// Returns the entry of a type, or -1 if its objects need their own keys.
  @inlinable @inline(__always)
  func entry<Fields: _FieldSet>(for fields: Fields.Type) -> Int {
    let id = ObjectIdentifier(of: fields)
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
    let id = ObjectIdentifier(of: fields)
    var index = start
    while let other = unsafe entries[index].known, other != id {
      index = (index + 1) % Self.capacity
    }
    if unsafe entries[index].fields == id { return index }
    let count = fields.writtenCount
    guard keyListCount < Self.limit, count > 0, nameCount + count < BinaryFormat.maximumKeys
    else { return -1 }
    if unsafe entries[index].known == nil {
      let names = (0..<count).map { "\(fields.name($0))" }
      // A handwritten field set may contain a name twice.
      guard Set(names).count == names.count else { return -1 }
      unsafe entries[index] = Entry(known: id, type: types.count)
      types.append(names)
    }
    nameCount += count
    unsafe entries[index].fields = id
    unsafe entries[index].keyList = keyListCount
    unsafe keyLists[keyListCount] = index
    keyListCount += 1
    return index
  }

  /// The head of the previous document; empty before the first document.
  var lastHead: ByteView { unsafe head.bytes }

  /// Returns the part of a document before its value: magic, flags and tables. The memory is valid
  /// until the next document.
  func makeHead(flags: UInt8) -> ByteView {
    let hasTexts = unsafe texts.pointee.values.hasNews
    let hasLastKeyLists = hasLastKeyLists
    if headIsPlain, !hasTexts, hasLastKeyLists, unsafe head[1] == flags {
      return unsafe head.bytes
    }
    headIsPlain = !hasTexts
    if !hasLastKeyLists { last = (currentKeyLists, makeTables()) }
    unsafe head.clear(retaining: 64 << 10)
    unsafe writeHead(flags, to: &head)
    return unsafe head.bytes
  }

  private func writeHead(_ flags: UInt8, to head: inout ByteWriter) {
    head.append(BinaryFormat.magic)
    head.append(flags)
    if unsafe keyListCount == 0 && !texts.pointee.values.hasNews { return head.append(0) }
    head.appendLength(unsafe last.tables.count + texts.pointee.values.newsSize)
    last.tables.withByteView { head.append($0) }
    unsafe texts.pointee.values.append(to: &head)
  }

  private var currentKeyLists: [Int] {
    (0..<keyListCount).map { unsafe keyLists[$0] }
  }

  /// Whether the document has the key lists of the previous document.
  private var hasLastKeyLists: Bool {
    guard keyListCount == last.keyLists.count else { return false }
    for number in 0..<keyListCount where unsafe keyLists[number] != last.keyLists[number] {
      return false
    }
    return true
  }

  /// Returns the bytes of the keys and the key lists.
  private func makeTables() -> [UInt8] {
    var keys = EntryTable()
    var lists = ByteWriter()
    for number in 0..<keyListCount {
      let names = unsafe types[entries[keyLists[number]].type]
      lists.appendLength(names.count)
      for var name in names {
        lists.appendLength(name.withByteView { keys.number(ofKey: $0) })
      }
    }
    var tables = ByteWriter()
    keys.append(to: &tables)
    tables.appendLength(keyListCount)
    tables.append(lists.bytes)
    return [UInt8](tables.bytes)
  }
}

extension BinaryWireWriter {
  /// Checks that the keys of one object are unique, from index `first` of `keyPlaces` on. A
  /// duplicate makes direct coding fail; coding through the tape then reports it.
  @usableFromInline @inline(never)
  mutating func endKeys(from first: Int) throws(WireFailure) {
    let count = keyPlaces.count - first
    let lexer = BinaryLexer(output.bytes)
    let duplicate = keyLists.keySet.firstDuplicate(of: count) { number in
      // The writer has just written these keys, so they are complete.
      let head = try? lexer.head(at: keyPlaces[first + number], end: lexer.count)
      return lexer.bytes(at: head?.start ?? 0, count: head?.count ?? 0)
    }
    keyPlaces.removeLast(count)
    if duplicate != nil { throw WireFailure(.duplicateKey, offset: -1) }
  }
}

/// The interned texts of a document written by direct coding.
///
/// The length of a text predicts whether it repeats: texts of one length often belong to one field.
/// The writer does not know the current field of an object.
struct WireTexts: ~Copyable {
  /// The number of texts at the start of a document that are not interned. A document with no more
  /// texts gains little, and writing them takes less time than a table.
  private static let firstTexts = 16

  private(set) var values = EntryTable()
  private var count = 0
  /// Statistics by text length. The last entry covers all longer texts.
  private var repetitions = InlineArray<64, Repetition>(repeating: Repetition())

  /// Returns the number of a repeated text; -1 for a text that must be written in place.
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

  /// Removes all texts.
  mutating func clear() {
    if count > Self.firstTexts {
      values.clear()
      repetitions = InlineArray(repeating: Repetition())
    }
    count = 0
  }
}
