import FerryTape

/// Where a keyed container writes to, and how its keys get there.
///
/// A pointer to its place, see ``KeyedCursor``.
@safe
struct KeyedEncodingCursor: ContainerCursor {
  private let place: UnsafeMutablePointer<Place>

  @safe
  private struct Place {
    let call: EncodingCall
    /// The nodes of the container's keys, if they can be numbered.
    let table: KeyNodeTable?
    /// The same as a pointer, which needs no reference counting: this place keeps the table.
    let entries: UnsafeMutablePointer<KeyNodeTable.Entry>?
    var header = 0
    /// Keys written so far, by their number; to notice a key that comes twice.
    var written: UInt64 = 0
    var count = 0
  }

  init(_ call: EncodingCall, table: KeyNodeTable?) {
    unsafe place = .allocate(capacity: 1)
    unsafe place.initialize(to: Place(call: call, table: table, entries: table?.entries))
  }

  func deallocate() {
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
  }

  var call: EncodingCall {
    @inline(__always) get { unsafe place.pointee.call }
  }
  var header: Int {
    @inline(__always) get { unsafe place.pointee.header }
  }
  private var entries: UnsafeMutablePointer<KeyNodeTable.Entry>? {
    @inline(__always) get { unsafe place.pointee.entries }
  }

  /// Moves to another map.
  @inline(__always)
  func enter(_ header: Int) {
    unsafe place.pointee.header = header
    unsafe place.pointee.written = 0
    unsafe place.pointee.count = 0
  }

  /// Whether nothing has been written for `key`, as far as that is known without a search.
  func isNew<K: CodingKey>(_ key: K) -> Bool {
    guard unsafe entries != nil else {
      return unsafe place.pointee.count == 0 && place.pointee.written == 0
    }
    let number = KeyTable.index(of: key)
    return unsafe number < 64 && place.pointee.written & 1 << UInt64(number) == 0
      && place.pointee.count == 0
  }

  /// Appends `key` to the innermost container, which is this cursor's.
  @inline(__always)
  func append<K: CodingKey>(_ key: K) throws {
    guard let entries = unsafe entries else { return try append(unnumbered: key) }
    let number = KeyTable.index(of: key)
    let bit: UInt64 = number < 64 ? 1 << UInt64(number) : 0
    if unsafe bit == 0 || place.pointee.written & bit != 0 {
      // The last value of a key counts; who comes first is found out once, at the end.
      unsafe call.state.pointee.needsLinearising = true
    }
    unsafe place.pointee.written |= bit
    let entry = unsafe entries[number]
    let node: Node
    if unsafe entry.generation == call.state.pointee.generation {
      node = Node(word: entry.word)
    } else {
      node = try fill(number, with: key)
    }
    unsafe call.state.pointee.open.count &+= 1
    try unsafe call.state.pointee.tape.append(node)
  }

  /// Appends a key that has no number.
  @inline(never)
  func append<K: CodingKey>(unnumbered key: K) throws {
    let name = call.convertedName(key)
    unsafe place.pointee.count += 1
    if unsafe place.pointee.count > 1 || place.pointee.written != 0 {
      unsafe call.state.pointee.needsLinearising = true
    }
    unsafe call.state.pointee.open.count += 1
    if unsafe !call.state.pointee.options.keys.isExact {
      unsafe call.state.pointee.originalKeys[call.state.pointee.tape.count] = key
    }
    try unsafe call.state.pointee.tape.append(name)
  }

  @inline(never)
  private func fill<K: CodingKey>(_ number: Int, with key: K) throws -> Node {
    var name = call.convertedName(key)
    let isExact = unsafe call.state.pointee.options.keys.isExact
    if !isExact, unsafe place.pointee.table?.isTaken(name, by: number, call.state.pointee) == true {
      // Two keys with one name: the last value counts.
      unsafe call.state.pointee.needsLinearising = true
    }
    let range = try name.withUTF8 { bytes in
      try unsafe call.state.pointee.tape.store(bytes)..<call.state.pointee.tape.arenaCount
    }
    let node = Node(.arenaText, length: range.count, payload: range.lowerBound)
    // A custom conversion may depend on the path, so its names are not kept.
    if case .custom = unsafe call.state.pointee.options.keys {
      unsafe call.state.pointee.needsLinearising = true
      unsafe call.state.pointee.originalKeys[call.state.pointee.tape.count] = key
      return node
    }
    unsafe entries?[number] = KeyNodeTable.Entry(
      word: node.word, generation: call.state.pointee.generation)
    return node
  }
}

extension EncodingCall {
  /// What `key` is called in the document.
  @inline(__always)
  func convertedName<K: CodingKey>(_ key: K) -> String {
    if case .exact = unsafe state.pointee.options.keys { return key.stringValue }
    return convert(key)
  }

  @inline(never)
  private func convert<K: CodingKey>(_ key: K) -> String {
    switch unsafe state.pointee.options.keys {
    case .exact: key.stringValue
    case .snakeCase: SnakeCase.snakeCased(key.stringValue)
    case .styled(let style): style.name(of: key.stringValue)
    case .custom(let convert):
      unsafe convert(state.pointee.path(to: state.pointee.open.header) + [key]).stringValue
    }
  }
}

/// Where the keys of one `CodingKey` type lie in the arena, each written there once a call.
///
/// Equal keys are equal nodes, which is what the binary writer knows shapes by.
@safe
final class KeyNodeTable {
  struct Entry {
    var word: UInt64
    /// The call whose arena `word` is a range of.
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

  /// For the names of a plan, which are nobody's keys.
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

  /// The key whose node is `node` in the call of `generation`.
  func key(of node: Node, _ generation: UInt32) -> (any CodingKey)? {
    for number in 0..<256 {
      let entry = unsafe entries[number]
      if entry.generation == generation, entry.word == node.word {
        return makeKey(UInt8(truncatingIfNeeded: number))
      }
    }
    return nil
  }

  /// Whether another key than the one with `number` is called `name` in this call.
  func isTaken(_ name: String, by number: Int, _ state: borrowing EncodingState) -> Bool {
    let view = unsafe TapeView(state.tape, input: UnsafePointer(state.tape.arena))
    return (0..<256).contains {
      unsafe $0 != number && entries[$0].generation == state.generation
        && view.string(Node(word: entries[$0].word)) == name
    }
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

  /// The key whose node is `node` in the call of `generation`, if one of the tables has it.
  func key(of node: Node, _ generation: UInt32) -> (any CodingKey)? {
    for table in tables.values {
      if let key = table.key(of: node, generation) { return key }
    }
    return nil
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
