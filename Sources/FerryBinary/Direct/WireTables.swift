import FerryBytes
import FerryTape

/// The tables of a document, as the direct road uses them.
@usableFromInline
@safe
final class WireTables: @unchecked Sendable {
  // One reader at a time uses it: who takes it from among the idle ones gives it back.

  private var tables: BinaryReader.Tables
  /// The document that it is used for.
  private var lexer: BinaryLexer
  /// Where it waits for the next document.
  private var home: KnownTables?
  private var maps: [MapKey: UnsafePointer<Int32>] = unsafe [:]
  /// For each shape, the type that it was last read for and the slots of its keys.
  private(set) var last: UnsafeMutablePointer<ShapeMap>
  private(set) var shapeCount = 0
  private var shapeCapacity: Int
  private(set) var valueCount = 0
  private var valueCapacity: Int
  /// For each entry of the value table, its string once it was read.
  private var strings: UnsafeMutablePointer<String?>
  /// ``noKey`` alone: what an object has that nobody has asked for slots.
  let noSlots: UnsafePointer<Int32>

  /// What stands behind the slots of the last key.
  @usableFromInline static var noKey: Int { -2 }
  @usableFromInline static var repeatedSlot: Int { -3 }

  private struct MapKey: Hashable {
    let shape: Int
    let fields: ObjectIdentifier
  }

  /// What is known of the keys of a shape.
  @usableFromInline
  @safe
  struct ShapeMap {
    @usableFromInline var fields: ObjectIdentifier?
    @usableFromInline var slots: UnsafePointer<Int32>?
    @usableFromInline let first: Int
    @usableFromInline let count: Int
  }

  init(_ tables: BinaryReader.Tables, _ lexer: BinaryLexer) {
    self.tables = tables
    self.lexer = lexer
    shapeCapacity = tables.shapes.count
    valueCapacity = tables.values.count
    unsafe strings = .allocate(capacity: valueCapacity)
    unsafe last = .allocate(capacity: max(shapeCapacity, 1))
    let none = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    unsafe none.initialize(to: Int32(Self.noKey))
    unsafe noSlots = UnsafePointer(none)
    noteEntries()
  }

  /// Knows the entries of the tables that are new; there is room for them.
  private func noteEntries() {
    for shape in tables.shapes[shapeCount...] {
      unsafe (last + shapeCount).initialize(
        to: ShapeMap(fields: nil, slots: nil, first: Int(shape.first), count: Int(shape.count)))
      shapeCount += 1
    }
    let new = tables.values.count - valueCount
    unsafe (strings + valueCount).initialize(repeating: nil, count: new)
    valueCount += new
  }

  /// Adds what is new in `tables`, which begin with those that are here. No reader is using them.
  ///
  /// The time is in proportion to what is new: room doubles.
  func extend(to tables: BinaryReader.Tables) {
    self.tables = tables
    if tables.shapes.count > shapeCapacity {
      shapeCapacity = max(tables.shapes.count, 2 * shapeCapacity)
      unsafe last = Self.moved(last, shapeCount, toRoomFor: shapeCapacity)
    }
    if tables.values.count > valueCapacity {
      valueCapacity = max(tables.values.count, 2 * valueCapacity)
      unsafe strings = Self.moved(strings, valueCount, toRoomFor: valueCapacity)
    }
    noteEntries()
  }

  /// Lets go of the tables, which then grow in place; ``extend(to:)`` brings them back.
  func release() { tables = BinaryReader.Tables() }

  /// The same entries in larger room; what they were in is freed.
  private static func moved<Entry>(
    _ entries: UnsafeMutablePointer<Entry>, _ count: Int, toRoomFor capacity: Int
  ) -> UnsafeMutablePointer<Entry> {
    let room = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    unsafe room.moveInitialize(from: entries, count: count)
    unsafe entries.deallocate()
    return unsafe room
  }

  /// What is known of `tables`, for the document at `base`.
  static func of(_ known: KnownTables, _ lexer: BinaryLexer) -> WireTables {
    let tables = known.idle.take() ?? WireTables(known.tables, lexer)
    tables.lexer = lexer
    tables.home = known
    return tables
  }

  /// Ends the use for a document.
  func giveBack() {
    guard let home else { return }
    // Those that wait do not keep the place where they do.
    self.home = nil
    home.idle.give(self)
  }

  deinit {
    unsafe strings.deinitialize(count: valueCount)
    unsafe strings.deallocate()
    // All elements below are trivial.
    unsafe last.deallocate()
    unsafe noSlots.deallocate()
    unsafe maps.values.forEach { unsafe $0.deallocate() }
  }

  /// The slots that `Fields` has for the keys of a shape, -1 for keys that it does not have, and
  /// ``noKey`` behind them. Different keys may be names of one slot: from its second one on it is
  /// ``repeatedSlot``.
  @usableFromInline @inline(never)
  func slots<Fields: FieldSet>(
    of shape: Int, for fields: Fields.Type
  ) -> UnsafePointer<Int32> {
    let key = MapKey(shape: shape, fields: ObjectIdentifier(fields))
    let known = unsafe maps[key] ?? makeSlots(of: shape, for: fields)
    unsafe maps[key] = known
    unsafe last[shape].fields = key.fields
    unsafe last[shape].slots = known
    return unsafe known
  }

  private func makeSlots<Fields: FieldSet>(
    of shape: Int, for fields: Fields.Type
  ) -> UnsafePointer<Int32> {
    let count = unsafe last[shape].count
    let slots = UnsafeMutablePointer<Int32>.allocate(capacity: count + 1)
    unsafe (slots + count).initialize(to: Int32(Self.noKey))
    var seen: Set<Int> = []
    for index in 0..<count {
      let slot = fields.slot(for: key(index, of: shape))
      let isRepeated = slot >= 0 && !seen.insert(slot).inserted
      unsafe (slots + index)
        .initialize(to: Int32(truncatingIfNeeded: isRepeated ? Self.repeatedSlot : slot))
    }
    return unsafe UnsafePointer(slots)
  }

  /// Key `index` of a shape.
  @usableFromInline
  func key(_ index: Int, of shape: Int) -> FieldKey {
    let node = unsafe Node(word: tables.fields[last[shape].first + index])
    return unsafe FieldKey(lexer.text(node))
  }

  /// The string of an entry of the value table, or `nil`. All who read the entry share it.
  @inline(__always)
  func string(_ number: UInt64) -> String? {
    guard number < UInt64(valueCount) else { return nil }
    let index = Int(truncatingIfNeeded: number)
    // The number is below the count, and all strings are initialized.
    if let string = unsafe strings[index] { return string }
    return makeString(index)
  }

  @inline(never)
  private func makeString(_ index: Int) -> String? {
    // Tables are checked when they are read.
    guard let text = unsafe text(UInt64(index)) else { return nil }
    let string = unsafe TapeView.string(validated: text)
    unsafe strings[index] = string
    return string
  }

  /// The text of an entry of the value table, or `nil`.
  @usableFromInline
  func text(_ number: UInt64) -> UnsafeBufferPointer<UInt8>? {
    guard number < UInt64(tables.values.count) else { return nil }
    let node = Node(word: tables.values[Int(number)])
    guard node.kind == .text else { return nil }
    return unsafe lexer.text(node)
  }

  /// The integer of an entry of the value table, or `nil`.
  @usableFromInline
  func integer(_ number: UInt64) -> Int64? {
    guard number < UInt64(tables.values.count) else { return nil }
    let node = Node(word: tables.values[Int(number)])
    return node.kind == .integer ? node.integer : nil
  }
}
