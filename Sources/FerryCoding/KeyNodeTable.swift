import FerryBytes
import FerryTape

/// What is known of keys under one rule: where their names lie, which is from call to call the same
/// memory. Tapes have it for their input.
struct KnownKeyNodes: KnownByRule, ~Copyable {
  let rule: KeyRule
  var tables = KeyNodeTableCache()
  var boxes = ContainerBoxes<KeyedEncodingCursor>()
  /// Which of the entries of tables are valid: those that were made since the names were forgotten.
  private(set) var generation: UInt32 = 1
  private var names = ByteWriter(capacity: 256)

  /// Names of more bytes than these are not kept from call to call.
  private static var limit: Int { 64 << 10 }
  /// Bytes of names that one call may keep.
  private static var limitOfCall: Int { 1 << 20 }

  init(rule: KeyRule) { self.rule = rule }

  /// Whether names are others than the keys' own.
  var isConverting: Bool { rule.isConverting }

  /// The node of the key with `number`, if its name is kept.
  func node(_ number: Int, in table: KeyNodeTable) -> Node? {
    let entry = unsafe table.entries[number]
    return entry.generation == generation ? Node(word: entry.word) : nil
  }

  /// Keeps `name`, that of the key with `number`, for the calls to come.
  /// - Returns: `nil` if there are too many names already.
  mutating func keep(_ name: String, of number: Int, in table: KeyNodeTable) -> Node? {
    let start = names.count
    guard name.utf8.count <= Self.limitOfCall - start else { return nil }
    var name = name
    name.withByteView { names.append($0) }
    let node = Node(.text, length: names.count - start, payload: start)
    unsafe table.entries[number] = KeyNodeTable.Entry(word: node.word, generation: generation)
    return node
  }

  /// The name that was stored as `node`.
  func name(_ node: Node) -> String {
    let range = node.payload..<node.payload + node.length
    return TapeView.string(validated: ByteView(rebasing: names.bytes[range]))
  }

  /// Ends a call, whose tape may be read no more.
  mutating func endCall() {
    guard names.count > Self.limit else { return }
    names.clear(retaining: Self.limit)
    generation &+= 1
  }

  /// A view of a tape with keys out of these.
  func view(_ tape: borrowing Tape) -> TapeView {
    // Names lie where they are until the next one is stored, and the tape is written no more while
    // somebody reads it.
    TapeView(tape, input: names.bytes)
  }
}

/// The nodes of the keys of one `CodingKey` type.
///
/// Equal keys are equal nodes, which is what the binary writer knows shapes by.
@safe
final class KeyNodeTable {
  struct Entry {
    var word: UInt64
    /// Since when `word` is a range of the names, see ``KnownKeyNodes/generation``.
    var generation: UInt32
  }

  static let capacity = 256

  /// One entry per value of the key's byte, see ``KeyTable``, or per number of a plan's name.
  let entries: UnsafeMutablePointer<Entry>
  private let makeKey: (UInt8) -> (any CodingKey)?

  /// For the keys of `type`.
  init<K: CodingKey>(for type: K.Type) {
    // Asked only for numbers that have an entry, which come from keys of this type.
    makeKey = { KeyTable.key($0, as: type) }
    unsafe entries = Self.allocate()
  }

  /// For the names of a set of fields.
  init<Fields: _FieldSet>(for fields: Fields.Type) {
    makeKey = { TapeKey("\(Fields.name(Int($0)))") }
    unsafe entries = Self.allocate()
  }

  /// For the names of a plan, which have no coding keys.
  init() {
    makeKey = { _ in nil }
    unsafe entries = Self.allocate()
  }

  private static func allocate() -> UnsafeMutablePointer<Entry> {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    unsafe entries.initialize(repeating: Entry(word: 0, generation: 0), count: capacity)
    return unsafe entries
  }

  deinit {
    unsafe entries.deallocate()
  }

  /// The key whose node is `node`.
  func key(of node: Node, _ generation: UInt32) -> (any CodingKey)? {
    for number in 0..<256 {
      let entry = unsafe entries[number]
      if entry.generation == generation, entry.word == node.word {
        return makeKey(UInt8(truncatingIfNeeded: number))
      }
    }
    return nil
  }

  /// Whether another key than the one with `number` is called `name`.
  func isTaken(_ name: String, by number: Int, _ known: borrowing KnownKeyNodes) -> Bool {
    for other in 0..<Self.capacity where other != number {
      let entry = unsafe entries[other]
      if entry.generation == known.generation, known.name(Node(word: entry.word)) == name {
        return true
      }
    }
    return false
  }
}

/// The key node tables of the `CodingKey` types and the plans seen so far.
struct KeyNodeTableCache {
  private var tables: [ObjectIdentifier: KeyNodeTable] = [:]
  private var plans: [Int: KeyNodeTable] = [:]

  /// The table for `type`, or `nil` if its keys go by their strings.
  mutating func table<K: CodingKey>(for type: K.Type) -> KeyNodeTable? {
    guard KeyTable.serves(type) else { return nil }
    let id = ObjectIdentifier(type)
    if let table = tables[id] { return table }
    let table = KeyNodeTable(for: type)
    tables[id] = table
    return table
  }

  /// The key whose node is `node`, if one of the tables has it.
  func key(of node: Node, _ generation: UInt32) -> (any CodingKey)? {
    for table in tables.values {
      if let key = table.key(of: node, generation) { return key }
    }
    return nil
  }

  /// The table for the names of a set of fields.
  mutating func table<Fields: _FieldSet>(of fields: Fields.Type) -> KeyNodeTable {
    let type = ObjectIdentifier(fields)
    if let table = tables[type] { return table }
    let table = KeyNodeTable(for: fields)
    tables[type] = table
    return table
  }

  /// The table for the names of a plan, which is known by a number.
  mutating func table(ofPlan plan: Int) -> KeyNodeTable {
    if let table = plans[plan] { return table }
    // Who makes a new plan for each value must not fill the memory.
    if plans.count == 64 { plans = [:] }
    let table = KeyNodeTable()
    plans[plan] = table
    return table
  }
}
