import FerryBase

/// The tables of a document in the form for direct coding.
@usableFromInline
@safe
final class WireTables: @unchecked Sendable {
  // Only one reader at a time uses an instance: it takes an idle one and returns it.

  private(set) var tables: BinaryReader.Tables
  /// The current document.
  var lexer: BinaryLexer { unsafe document }
  @exclusivity(unchecked) private var document: BinaryLexer
  /// The pool to which the instance returns.
  @exclusivity(unchecked) private var home: KnownTables?
  /// The tables before these in a kept context: an optional member makes two key lists in turn.
  private var former: WireTables?
  private var maps: [MapKey: UnsafePointer<Int32>] = unsafe [:]
  /// For each key list, the last type that read it and the slots of its keys.
  private(set) var last: UnsafeMutablePointer<KeyListMap>
  private(set) var keyListCount = 0
  private var keyListCapacity: Int
  private(set) var valueCount = 0
  private var valueCapacity: Int
  /// For each entry of the value table, its string after the first read.
  private var strings: UnsafeMutablePointer<String?>
  /// The open array in a packed form.
  @exclusivity(unchecked) private(set) var list: ExpandedList?
  // The properties below skip exclusivity checks, because readers access them for each mark and
  // null.
  /// The number of the group of elements that the reader is in; 0 for the document.
  @exclusivity(unchecked) @usableFromInline private(set) var batch = 0
  private var batchCount = 0
  /// A closed array whose memory is reused.
  private var idleList: ExpandedList?
  /// The offset after the last null inside optionals, in the memory that the reader is in.
  /// ``passedLevels`` is the number of its levels that were already read as non-nil.
  @exclusivity(unchecked) @usableFromInline var nestedNull = -1
  var passedLevels = 0
  /// A tape for values that need one.
  var tape: Tape?
  /// The slots of an object before the first request for a slot: ``noKey`` alone.
  let noSlots: UnsafePointer<Int32>

  /// The entry after the slots of the last key.
  @usableFromInline static var noKey: Int { -2 }
  /// The entry for a repeated slot 0. The entry for a repeated slot n is lower by n.
  @usableFromInline static var repeatedSlot: Int { -3 }

  private struct MapKey: Hashable {
    let keyList: Int
    let fields: ObjectIdentifier
  }

  /// The state of a key list: the last type that read it, its slots, and the range of its keys.
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
    unsafe document = lexer
    keyListCapacity = tables.keyLists.count
    valueCapacity = tables.values.count
    unsafe strings = .allocate(capacity: valueCapacity)
    unsafe last = .allocate(capacity: max(keyListCapacity, 1))
    let none = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    unsafe none.initialize(to: Int32(Self.noKey))
    unsafe noSlots = UnsafePointer(none)
    noteEntries()
  }

  /// Initializes the entries for the new key lists and values. The memory must be large enough.
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

  /// Adds the new entries of `tables`, which must begin with the current ones. No reader may be
  /// using the instance.
  ///
  /// Memory doubles, so the time is proportional to the new entries.
  func extend(to tables: BinaryReader.Tables) {
    self.tables = tables
    unsafe (list, batch, nestedNull, passedLevels) = (nil, 0, -1, 0)
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

  /// Releases the tables, so that they can grow in place. ``extend(to:)`` restores them.
  func release() { tables = BinaryReader.Tables() }

  /// Moves the entries to larger memory and frees the old memory.
  private static func moved<Entry>(
    _ entries: UnsafeMutablePointer<Entry>, _ count: Int, toCapacity capacity: Int
  ) -> UnsafeMutablePointer<Entry> {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: entries, count: count)
    unsafe entries.deallocate()
    return unsafe larger
  }

  /// Returns the tables of the document in `lexer`, and the range of its value. A kept context keeps
  /// the tables, because documents of one type usually begin with the same tables.
  static func of(
    _ lexer: BinaryLexer, in context: _WireContext
  ) throws(WireFailure) -> (tables: WireTables, value: Range<Int>) {
    // Only this class sets the scratch object of a reader's context.
    guard let kept = context.scratch.map({ unsafe unsafeDowncast($0, to: WireTables.self) }) else {
      return try read(from: lexer, in: context)
    }
    if let start = unsafe kept.home?.end(in: lexer) {
      kept.begin(lexer)
      return (kept, start..<lexer.count)
    }
    if let former = kept.former, let start = unsafe former.home?.end(in: lexer) {
      kept.former = nil
      former.former = kept
      context.scratch = former
      former.begin(lexer)
      return (former, start..<lexer.count)
    }
    let document = try read(from: lexer, in: context)
    if context.scratch === document.tables {
      kept.former?.giveBack()
      kept.former = nil
      document.tables.former = kept
    }
    return document
  }

  @inline(never)
  private static func read(
    from lexer: BinaryLexer, in context: _WireContext
  ) throws(WireFailure) -> (tables: WireTables, value: Range<Int>) {
    var reader = BinaryReader(lexer)
    let (place, end, known) = try reader.readHead()
    guard let known else { return (WireTables(reader.tables, lexer), place..<end) }
    let tables = known.idle.take() ?? WireTables(known.tables, lexer)
    unsafe tables.home = known
    tables.begin(lexer)
    // Repeated texts make tables that rarely recur. They do not replace others.
    if context.isKept, known.tables.values.isEmpty || context.scratch == nil {
      context.scratch = tables
    }
    return (tables, place..<end)
  }

  /// Begins the use for the document in `lexer`.
  private func begin(_ lexer: BinaryLexer) {
    unsafe document = lexer
    unsafe nestedNull = -1
  }

  /// Ends the use for a document. Returns the instance to its pool unless the context keeps it.
  func endDocument(in context: _WireContext) {
    if context.scratch !== self { giveBack() }
  }

  private func giveBack() {
    guard let home = unsafe home else { return }
    // An idle instance must not keep its pool alive.
    unsafe self.home = nil
    home.idle.give(self)
  }

  // MARK: Packed forms

  /// Opens the array with `head`. The values around it end at `end`.
  func openList(_ head: ValueHead, end: Int) throws(WireFailure) -> ExpandedList {
    let list = idleList.take() ?? ExpandedList()
    try list.begin(head, in: lexer, end: end)
    unsafe self.list = list
    return list
  }

  /// Expands the next elements of the packed form.
  func writeElements(of list: ExpandedList) -> (BinaryLexer, count: Int) {
    batchCount += 1
    unsafe (batch, nestedNull) = (batchCount, -1)
    return list.writeNext(from: lexer)
  }

  /// Closes the packed form.
  /// - Returns: The range of the document at which the reader continues.
  func closeList() -> Range<Int>? {
    guard let list = unsafe list.take() else { return nil }
    unsafe (batch, nestedNull) = (0, -1)
    list.close()
    idleList = list
    return list.outer
  }

  deinit {
    unsafe strings.deinitialize(count: valueCount)
    unsafe strings.deallocate()
    // All elements below are trivial.
    unsafe last.deallocate()
    unsafe noSlots.deallocate()
    unsafe maps.values.forEach { unsafe $0.deallocate() }
  }

  /// Returns the slots of `Fields` for the keys of a key list: -1 for unknown keys, and ``noKey``
  /// after the last key. Several keys may name one slot. For every key but the first of them, the
  /// entry counts down from ``repeatedSlot``.
  @usableFromInline @inline(never)
  func slots<Fields: _FieldSet>(
    of keyList: Int, for fields: Fields
  ) -> UnsafePointer<Int32> {
    let key = MapKey(keyList: keyList, fields: fields.identity)
    let known = unsafe maps[key] ?? makeSlots(of: keyList, for: fields)
    unsafe maps[key] = known
    unsafe last[keyList].fields = key.fields
    unsafe last[keyList].slots = known
    return unsafe known
  }

  private func makeSlots<Fields: _FieldSet>(
    of keyList: Int, for fields: Fields
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

  /// Returns key `index` of a key list.
  @usableFromInline
  func key(_ index: Int, of keyList: Int) -> FieldKey {
    let node = unsafe Node(word: tables.fields[last[keyList].first + index])
    return FieldKey(lexer.text(node))
  }

  /// Returns the string for reference `number`, or `nil`. All readers of the entry share the string.
  @inline(__always)
  func string(_ number: Int) -> String? {
    guard number < valueCount else { return nil }
    // The number is below the count, and all strings are initialized.
    if let string = unsafe strings[number] { return string }
    return makeString(number)
  }

  @inline(never)
  private func makeString(_ number: Int) -> String? {
    // The table reader has checked the text.
    guard let text = text(number) else { return nil }
    let string = TapeView.string(validated: text)
    unsafe strings[number] = string
    return string
  }

  /// Returns the text for reference `number`, or `nil`.
  func text(_ number: Int) -> ByteView? {
    guard number < valueCount else { return nil }
    return lexer.text(Node(word: tables.values[number]))
  }
}
