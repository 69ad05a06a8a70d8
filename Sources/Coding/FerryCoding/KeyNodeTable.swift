internal import FerryBase

/// The cached names of keys under one rule. The names stay in memory from call to call. Tapes use
/// this memory as their input.
struct KnownKeyNodes: KnownByRule, ~Copyable {
  let rule: KeyRule
  var tables = KeyNodeTableCache()
  var boxes = ContainerBoxes<KeyedEncodingCursor>()
  /// The current generation. Only entries of this generation are valid. A new one begins whenever
  /// the names are cleared.
  private(set) var generation: UInt32 = 1
  private var names = ByteWriter(capacity: 256)

  /// The maximum size in bytes of the names that stay from call to call.
  private static var limit: Int { 64 << 10 }
  /// The maximum size in bytes of the names during one call.
  private static var limitOfCall: Int { 1 << 20 }

  init(rule: KeyRule) { self.rule = rule }

  /// Whether the names in documents may differ from the keys' own names.
  var isConverting: Bool { rule.isConverting }

  /// Returns the node of the key with `number`, if its name is cached.
  func node(_ number: Int, in table: KeyNodeTable) -> Node? {
    let entry = unsafe table.entries[number]
    return entry.generation == generation ? Node(word: entry.word) : nil
  }

  /// Caches `name`, the name of the key with `number`, for later calls.
  /// - Returns: the node of the name; `nil` if the names are too many already.
  mutating func keep(_ name: String, of number: Int, in table: KeyNodeTable) -> Node? {
    let start = names.count
    guard name.utf8.count <= Self.limitOfCall - start else { return nil }
    var name = name
    name.withByteView { names.append($0) }
    let node = Node(.text, length: names.count - start, payload: start)
    unsafe table.entries[number] = KeyNodeTable.Entry(word: node.word, generation: generation)
    return node
  }

  /// Returns the name of `node`.
  func name(_ node: Node) -> String {
    let range = node.payload..<node.payload + node.length
    return TapeView.string(validated: ByteView(rebasing: names.bytes[range]))
  }

  /// Ends a call. Its tape is not read any more.
  mutating func endCall() {
    guard names.count > Self.limit else { return }
    names.clear(retaining: Self.limit)
    generation &+= 1
  }

  /// Returns a view of a tape that uses these names.
  func view(_ tape: borrowing Tape) -> TapeView {
    // Names do not move until the next one is stored. While the view is in use, the tape does not
    // change.
    TapeView(tape, input: names.bytes)
  }
}

/// The nodes of the keys of one `CodingKey` type.
///
/// Equal keys have equal nodes. The binary writer recognises a key list by its nodes.
@safe
final class KeyNodeTable {
  struct Entry {
    var word: UInt64
    /// The generation in which `word` was stored, see ``KnownKeyNodes/generation``.
    var generation: UInt32
  }

  static let capacity = 256

  /// One entry per value of the key's byte (see ``KeyTable``), per field, or per number of a plan's
  /// name.
  let entries: UnsafeMutablePointer<Entry>
  private let makeKey: (UInt8) -> (any CodingKey)?

  /// Creates the table for the keys of `type`.
  init<K: CodingKey>(for type: K.Type) {
    // Called only for numbers with an entry. These come from keys of this type.
    makeKey = { KeyTable.key($0, as: type) }
    unsafe entries = Self.allocate()
  }

  /// Creates the table for the names of a set of fields.
  init<Fields: _FieldSet>(for fields: Fields) {
    makeKey = { TapeKey("\(fields.name(Int($0)))") }
    unsafe entries = Self.allocate()
  }

  /// Creates the table for the names of a plan, which have no coding keys.
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

  /// Returns the key of `node`.
  func key(of node: Node, _ generation: UInt32) -> (any CodingKey)? {
    for number in 0..<256 {
      let entry = unsafe entries[number]
      if entry.generation == generation, entry.word == node.word {
        return makeKey(UInt8(truncatingIfNeeded: number))
      }
    }
    return nil
  }

  /// Returns whether another key than the one with `number` has the name `name`.
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

  /// Returns the table for `type`; `nil` if the keys of `type` are compared by their strings.
  mutating func table<K: CodingKey>(for type: K.Type) -> KeyNodeTable? {
    guard KeyTable.serves(type) else { return nil }
    let id = ObjectIdentifier(type)
    if let table = tables[id] { return table }
    let table = KeyNodeTable(for: type)
    tables[id] = table
    return table
  }

  /// Returns the key of `node`, if one of the tables has it.
  func key(of node: Node, _ generation: UInt32) -> (any CodingKey)? {
    for table in tables.values {
      if let key = table.key(of: node, generation) { return key }
    }
    return nil
  }

  /// Returns the table for the names of a set of fields.
  mutating func table<Fields: _FieldSet>(of fields: Fields) -> KeyNodeTable {
    let type = fields.identity
    if let table = tables[type] { return table }
    let table = KeyNodeTable(for: fields)
    tables[type] = table
    return table
  }

  /// Returns the table for the names of the plan with this number.
  mutating func table(ofPlan plan: Int) -> KeyNodeTable {
    if let table = plans[plan] { return table }
    // A caller that makes a new plan for each value must not fill the memory.
    if plans.count == 64 { plans = [:] }
    let table = KeyNodeTable()
    plans[plan] = table
    return table
  }
}
