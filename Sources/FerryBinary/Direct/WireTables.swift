import FerryBytes
import FerryTape

/// The tables of a document, as direct coding uses them.
@usableFromInline
@safe
final class WireTables: @unchecked Sendable {
  // One reader at a time uses it: who takes it from among the idle ones gives it back.

  private(set) var tables: BinaryReader.Tables
  /// The document that it is used for.
  private(set) var lexer: BinaryLexer
  /// Where it waits for the next document.
  private var home: KnownTables?
  private var maps: [MapKey: UnsafePointer<Int32>] = unsafe [:]
  /// For each key list, the type that it was last read for and the slots of its keys.
  private(set) var last: UnsafeMutablePointer<KeyListMap>
  private(set) var keyListCount = 0
  private var keyListCapacity: Int
  private(set) var valueCount = 0
  private var valueCapacity: Int
  /// For each entry of the value table, its string once it was read.
  private var strings: UnsafeMutablePointer<String?>
  /// Lists in packed forms that the reader is in.
  private(set) var lists: [ExpandedList] = []
  // The checks of exclusivity are left out below: readers look at these for each mark and null.
  /// A number for the elements that the reader is among; 0 is the document.
  @exclusivity(unchecked) @usableFromInline private(set) var batch = 0
  private var batchCount = 0
  /// A list that is closed, whose memory serves again.
  private var idleList: ExpandedList?
  /// The place behind the null inside of optionals that was read last, in the memory that the reader
  /// is in, and how many of those have been read as something.
  @exclusivity(unchecked) @usableFromInline var nestedNull = -1
  var passedLevels = 0
  /// For values that go through a tape.
  var tape: Tape?
  /// ``noKey`` alone: what an object has that nobody has asked for slots.
  let noSlots: UnsafePointer<Int32>

  /// What stands behind the slots of the last key.
  @usableFromInline static var noKey: Int { -2 }
  /// Stands for slot 0 where it comes again; that of the next slot is one less.
  @usableFromInline static var repeatedSlot: Int { -3 }

  private struct MapKey: Hashable {
    let keyList: Int
    let fields: ObjectIdentifier
  }

  /// What is known of the keys of a key list.
  @usableFromInline
  @safe
  struct KeyListMap {
    @usableFromInline var fields: ObjectIdentifier?
    @usableFromInline var slots: UnsafePointer<Int32>?
    @usableFromInline let first: Int
    @usableFromInline let count: Int
  }

  init(_ tables: BinaryReader.Tables, _ lexer: BinaryLexer) {
    self.tables = tables
    self.lexer = lexer
    keyListCapacity = tables.keyLists.count
    valueCapacity = tables.values.count
    unsafe strings = .allocate(capacity: valueCapacity)
    unsafe last = .allocate(capacity: max(keyListCapacity, 1))
    let none = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    unsafe none.initialize(to: Int32(Self.noKey))
    unsafe noSlots = UnsafePointer(none)
    noteEntries()
  }

  /// Initialises the entries for what is new in the tables. The memory is large enough.
  private func noteEntries() {
    for keyList in tables.keyLists[keyListCount...] {
      unsafe (last + keyListCount).initialize(
        to: KeyListMap(
          fields: nil, slots: nil, first: Int(keyList.first), count: Int(keyList.count)))
      keyListCount += 1
    }
    let new = tables.values.count - valueCount
    unsafe (strings + valueCount).initialize(repeating: nil, count: new)
    valueCount += new
  }

  /// Adds what is new in `tables`, which begin with those that are here. No reader is using them.
  ///
  /// Memory doubles, so the time is in proportion to the new entries.
  func extend(to tables: BinaryReader.Tables) {
    self.tables = tables
    unsafe (lists, batch, nestedNull, passedLevels) = ([], 0, -1, 0)
    if tables.keyLists.count > keyListCapacity {
      keyListCapacity = max(tables.keyLists.count, 2 * keyListCapacity)
      unsafe last = Self.moved(last, keyListCount, toCapacity: keyListCapacity)
    }
    if tables.values.count > valueCapacity {
      valueCapacity = max(tables.values.count, 2 * valueCapacity)
      unsafe strings = Self.moved(strings, valueCount, toCapacity: valueCapacity)
    }
    noteEntries()
  }

  /// Lets go of the tables, which then grow in place; ``extend(to:)`` brings them back.
  func release() { tables = BinaryReader.Tables() }

  /// Moves the entries to larger memory and frees the old one.
  private static func moved<Entry>(
    _ entries: UnsafeMutablePointer<Entry>, _ count: Int, toCapacity capacity: Int
  ) -> UnsafeMutablePointer<Entry> {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: entries, count: count)
    unsafe entries.deallocate()
    return unsafe larger
  }

  /// What is known of `tables`, for the document at `base`.
  static func of(_ known: KnownTables, _ lexer: BinaryLexer) -> WireTables {
    let tables = known.idle.take() ?? WireTables(known.tables, lexer)
    tables.lexer = lexer
    tables.home = known
    unsafe tables.nestedNull = -1
    return tables
  }

  /// Ends the use for a document.
  func giveBack() {
    guard let home else { return }
    // Those that wait do not keep the place where they do.
    self.home = nil
    home.idle.give(self)
  }

  // MARK: Lists in packed forms

  /// Lists by columns that the reader is in.
  var columnDepth: Int { lists.count { $0.isByColumns } }

  /// Opens the list with `head` that is at `place` of `memory` among values up to `end`.
  func openList(
    _ head: ValueHead, at place: Int, in memory: BinaryLexer, end: Int
  ) throws(WireFailure) {
    // Every list in a packed form is in the document: elements of others are copies.
    guard let origin = origin(of: place) else { throw WireFailure(.invalidTag, offset: place) }
    var source = head
    source.start += origin - place
    source.end += origin - place
    let list = idleList.take() ?? ExpandedList(lexer)
    try list.begin(source, of: self, outer: unsafe (memory, head.end..<end, batch))
    lists.append(list)
  }

  /// Writes out the next elements of a list, the innermost one.
  func writeElements(of list: ExpandedList) throws(WireFailure) -> (BinaryLexer, count: Int) {
    batchCount += 1
    unsafe (batch, nestedNull) = (batchCount, -1)
    return try list.writeNext()
  }

  /// Closes the innermost list.
  /// - Returns: where the reader goes on.
  func closeList() -> (memory: BinaryLexer, values: Range<Int>)? {
    guard let list = lists.popLast() else { return nil }
    unsafe (batch, nestedNull) = (list.outer.batch, -1)
    list.close()
    idleList = list
    return (list.outer.memory, list.outer.values)
  }

  /// Where in the document the value at `place` stands; `nil` for one that was written out and is not
  /// as it stands there.
  func origin(of place: Int) -> Int? {
    guard let list = lists.last else { return place }
    return list.origin(of: place)
  }

  deinit {
    unsafe strings.deinitialize(count: valueCount)
    unsafe strings.deallocate()
    // All elements below are trivial.
    unsafe last.deallocate()
    unsafe noSlots.deallocate()
    unsafe maps.values.forEach { unsafe $0.deallocate() }
  }

  /// The slots that `Fields` has for the keys of a key list, -1 for keys that it does not have, and
  /// ``noKey`` behind them. Different keys may be names of one slot: from its second one on it counts
  /// down from ``repeatedSlot``.
  @usableFromInline @inline(never)
  func slots<Fields: _FieldSet>(
    of keyList: Int, for fields: Fields.Type
  ) -> UnsafePointer<Int32> {
    let key = MapKey(keyList: keyList, fields: ObjectIdentifier(fields))
    let known = unsafe maps[key] ?? makeSlots(of: keyList, for: fields)
    unsafe maps[key] = known
    unsafe last[keyList].fields = key.fields
    unsafe last[keyList].slots = known
    return unsafe known
  }

  private func makeSlots<Fields: _FieldSet>(
    of keyList: Int, for fields: Fields.Type
  ) -> UnsafePointer<Int32> {
    let count = unsafe last[keyList].count
    let slots = UnsafeMutablePointer<Int32>.allocate(capacity: count + 1)
    unsafe (slots + count).initialize(to: Int32(Self.noKey))
    var seen: Set<Int> = []
    for index in 0..<count {
      let slot = fields.slot(for: key(index, of: keyList))
      let isRepeated = slot >= 0 && !seen.insert(slot).inserted
      unsafe (slots + index)
        .initialize(to: Int32(truncatingIfNeeded: isRepeated ? Self.repeatedSlot - slot : slot))
    }
    return unsafe UnsafePointer(slots)
  }

  /// Key `index` of a key list.
  @usableFromInline
  func key(_ index: Int, of keyList: Int) -> FieldKey {
    let node = unsafe Node(word: tables.fields[last[keyList].first + index])
    return FieldKey(lexer.text(node))
  }

  /// The string that the value at `place` refers to by `number`, or `nil`. All who read the entry
  /// share it.
  @inline(__always)
  func string(_ number: Int, at place: Int) -> String? {
    guard number < valueCount else { return lists.last?.string(number, at: place) }
    // The number is below the count, and all strings are initialized.
    if let string = unsafe strings[number] { return string }
    return makeString(number)
  }

  @inline(never)
  private func makeString(_ number: Int) -> String? {
    // Tables are checked when they are read.
    guard let text = text(number, at: 0) else { return nil }
    let string = TapeView.string(validated: text)
    unsafe strings[number] = string
    return string
  }

  /// The text that the value at `place` refers to by `number`, or `nil`.
  func text(_ number: Int, at place: Int) -> ByteView? {
    guard number < valueCount else { return lists.last?.text(number, at: place) }
    let node = Node(word: tables.values[number])
    return node.kind == .text ? lexer.text(node) : nil
  }

  /// The integer of an entry of the value table, if it has fewer than 60 bits.
  func integer(_ number: Int) -> Int64? {
    guard number < valueCount else { return nil }
    let node = Node(word: tables.values[number])
    return node.kind == .integer ? node.integer : nil
  }

  /// Whether an entry of the value table is an integer.
  func isInteger(_ number: Int) -> Bool {
    number < valueCount && Node(word: tables.values[number]).kind != .text
  }
}
