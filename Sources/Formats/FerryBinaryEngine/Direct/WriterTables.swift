public import FerryBase

/// The tables of a document that is being written, and buffers of its writer. A later document uses
/// the same memory.
@usableFromInline
@safe
final class WriterTables: @unchecked Sendable {
  // Only one writer at a time uses an instance: it takes the instance from the context of the call
  // or from the pool, and returns it.

  /// The entry of a type.
  @usableFromInline
  struct Entry {
    @usableFromInline var fields: ObjectIdentifier?
    /// The number of bytes that the tag and the length of the previous object took.
    @usableFromInline var head = 2
    /// The index of the type in `types`.
    var type = 0
  }

  /// The key list of the objects of one type with the same members.
  @usableFromInline
  struct Known {
    @usableFromInline var members: UInt64 = 0
    @usableFromInline var entry = -1
    /// The number of the key list in `document`.
    @usableFromInline var number = 0
    @usableFromInline var document: UInt32 = 0
    var list = -1
  }

  private static let pool = Pool<WriterTables>()

  /// A hash table with linear probing. It never fills up.
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline static var capacity: Int { 512 }
  private static var knownCapacity: Int { 256 }
  /// The maximum number of types in a document, and of known types at the start of a document.
  private static let (limit, knownLimit) = (256, 128)
  /// The keys of every known type.
  @exclusivity(unchecked) private var types: [[Int]] = []
  /// Recent key lists by type and members.
  @usableFromInline let known: UnsafeMutablePointer<Known>
  /// The number of the document.
  @exclusivity(unchecked) @usableFromInline private(set) var document: UInt32 = 1

  // These tables have their own memory, because every object or text accesses them.
  let keyLists: UnsafeMutablePointer<KeyListTable>
  let texts: UnsafeMutablePointer<TextTable>
  /// Numbers of an array, and bytes that move.
  @exclusivity(unchecked) var numbers = GatheredNumbers()
  @exclusivity(unchecked) var scratch = ByteWriter()

  /// The head of the previous document: magic, flags and tables.
  @exclusivity(unchecked) private var head = Head()
  /// The head of the document before it: an optional member makes two heads in turn.
  @exclusivity(unchecked) private var former = Head()

  private struct Head: ~Copyable {
    var output = ByteWriter(capacity: 64)
    /// The key list if it is the only table, or -1.
    var keyList = -1
  }

  init() {
    unsafe entries = .allocate(capacity: Self.capacity)
    unsafe entries.initialize(repeating: Entry(), count: Self.capacity)
    unsafe known = .allocate(capacity: Self.knownCapacity)
    unsafe known.initialize(repeating: Known(), count: Self.knownCapacity)
    unsafe keyLists = .allocate(capacity: 1)
    unsafe keyLists.initialize(to: KeyListTable())
    unsafe texts = .allocate(capacity: 1)
    unsafe texts.initialize(to: TextTable())
  }

  deinit {
    unsafe keyLists.deinitialize(count: 1)
    unsafe keyLists.deallocate()
    unsafe texts.deinitialize(count: 1)
    unsafe texts.deallocate()
    // All elements below are trivial.
    unsafe entries.deallocate()
    unsafe known.deallocate()
  }

  /// Returns an instance for a new document. A kept context keeps the instance.
  static func forDocument(in context: _WireContext) -> WriterTables {
    // Only this class sets the scratch object of a writer's context.
    if let kept = context.scratch {
      let tables = unsafe unsafeDowncast(kept, to: WriterTables.self)
      tables.beginDocument()
      return tables
    }
    let tables = pool.take() ?? WriterTables()
    tables.beginDocument()
    if context.isKept { context.scratch = tables }
    return tables
  }

  /// Begins a document without key lists and texts. Known types stay, unless there are many.
  func beginDocument() {
    let isKept = unsafe keyLists.pointee.beginDocument()
    unsafe document = keyLists.pointee.document
    unsafe texts.pointee.clear()
    // The buffer of an unusually long array is freed.
    if unsafe numbers.capacity > 1 << 20 { unsafe numbers = GatheredNumbers() }
    guard unsafe !isKept || types.count > Self.knownLimit else { return }
    unsafe (types, head.keyList, former.keyList) = ([], -1, -1)
    unsafe entries.update(repeating: Entry(), count: Self.capacity)
    unsafe known.update(repeating: Known(), count: Self.knownCapacity)
  }

  /// Ends the use for a document.
  func endDocument(in context: _WireContext) {
    if !context.isKept { Self.pool.give(self) }
  }

  // MARK: Types

  /// Returns the entry of a type, or -1 if its objects are written by their names.
  @inlinable @inline(__always)
  func entry<Fields: _FieldSet>(for fields: Fields) -> Int {
    let id = fields.identity
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
  func find<Fields: _FieldSet>(_ fields: Fields, from start: Int) -> Int {
    let id = fields.identity
    var index = start
    while let other = unsafe entries[index].fields, other != id {
      index = (index + 1) % Self.capacity
    }
    if unsafe entries[index].fields == id { return index }
    let count = fields.writtenCount
    // Sets of members have 64 bits.
    guard count <= 64, unsafe types.count < Self.limit else { return -1 }
    let keys = (0..<count).map { unsafe keyLists.pointee.key(ByteView(fields.name($0))) }
    // A handwritten field set may contain a name twice.
    guard Set(keys).count == keys.count else { return -1 }
    unsafe entries[index] = Entry(fields: id, type: types.count)
    unsafe types.append(keys)
    return index
  }

  /// Returns the number of the key list for these members of a type; -1 if the object must have its
  /// own keys.
  @inlinable @inline(__always)
  func number(of members: UInt64, entry: Int) -> Int {
    let place = Self.place(of: members, entry)
    if unsafe known[place].members == members && known[place].entry == entry
      && known[place].document == document
    {
      return unsafe known[place].number
    }
    return find(members, entry, at: place)
  }

  @inlinable @inline(__always)
  static func place(of members: UInt64, _ entry: Int) -> Int {
    let bits = (members ^ UInt64(truncatingIfNeeded: entry) &<< 48) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: bits &>> 56)
  }

  @usableFromInline @inline(never)
  func find(_ members: UInt64, _ entry: Int, at place: Int) -> Int {
    if unsafe known[place].members != members || known[place].entry != entry {
      let list = unsafe keyLists.pointee.list(of: keys(of: members, entry))
      unsafe known[place] = Known(members: members, entry: entry, list: list)
    }
    let number = unsafe keyLists.pointee.number(ofList: known[place].list)
    if number >= 0 { unsafe (known[place].number, known[place].document) = (number, document) }
    return number
  }

  /// Returns the keys of these members of a type.
  func keys(of members: UInt64, _ entry: Int) -> [Int] {
    let keys = unsafe types[entries[entry].type]
    return keys.indices.filter { members >> UInt64($0) & 1 == 1 }.map { keys[$0] }
  }

  // MARK: Bytes

  /// Whether there are entries that the reader does not have yet.
  private var hasNews: Bool { unsafe keyLists.pointee.hasNews || texts.pointee.hasNews }

  /// Appends the length of the tables and the tables to `output`. Leaves out the entries before the
  /// last call of ``markWritten()``.
  func append(to output: inout ByteWriter) {
    let keys = unsafe keyLists.pointee.news()
    guard hasNews else { return output.append(0) }
    unsafe output.appendLength(keys.count + texts.pointee.newsSize)
    keys.withByteView { output.append($0) }
    unsafe texts.pointee.append(to: &output)
  }

  /// Marks all entries as known to the reader.
  func markWritten() {
    unsafe keyLists.pointee.markWritten()
    unsafe texts.pointee.markWritten()
  }

  /// The head of the previous document; empty before the first document.
  var lastHead: ByteView { unsafe head.output.bytes }

  /// Returns the part of a document before its value: magic, flags and tables. The memory is valid
  /// until the next document.
  func makeHead(flags: UInt8) -> ByteView {
    let keyList = unsafe texts.pointee.hasNews ? -1 : keyLists.pointee.onlyList
    if unsafe keyList < 0 || head.keyList != keyList || head.output[1] != flags {
      unsafe swap(&head, &former)
      if unsafe keyList < 0 || head.keyList != keyList || head.output[1] != flags {
        unsafe head.keyList = keyList
        unsafe writeHead(flags, to: &head.output)
      }
    }
    return unsafe head.output.bytes
  }

  private func writeHead(_ flags: UInt8, to output: inout ByteWriter) {
    output.clear(retaining: 64 << 10)
    output.append(BinaryFormat.magic)
    output.append(flags)
    append(to: &output)
  }
}
