internal import FerryBase

/// The key tables seen so far: of the `CodingKey` types, of the sets of fields and of the plans.
struct KeyTables {
  private let rule: KeyRule
  private var tables: [ObjectIdentifier: KeyTable] = [:]
  private var plans: [Int: KeyTable] = [:]

  init(rule: KeyRule) { self.rule = rule }

  /// Returns the table for `type`; `nil` if the keys of `type` are compared by their strings.
  mutating func table<K: CodingKey>(for type: K.Type) -> KeyTable? {
    guard KeyTable.serves(type) else { return nil }
    return table(ObjectIdentifier(type)) { KeyTable.key($0, as: type) }
  }

  /// Returns the table for the names of a set of fields.
  mutating func table<Fields: _FieldSet>(of fields: Fields) -> KeyTable {
    table(fields.identity) { TapeKey("\(fields.name($0))") }
  }

  private mutating func table(
    _ id: ObjectIdentifier, key: @escaping (Int) -> any CodingKey
  ) -> KeyTable {
    if let table = tables[id] { return table }
    let table = KeyTable(rule, key: key)
    tables[id] = table
    return table
  }

  /// Returns the table for the names of the plan with this number, which have no coding keys.
  mutating func table(ofPlan plan: Int) -> KeyTable {
    if let table = plans[plan] { return table }
    // A caller that makes a new plan for each value must not fill the memory.
    if plans.count == 64 { plans = [:] }
    let table = KeyTable(rule) { _ in nil }
    plans[plan] = table
    return table
  }

  /// Returns the key of `node`, if one of the tables has it.
  func key(of node: Node) -> (any CodingKey)? {
    for table in tables.values {
      if let key = table.key(of: node) { return key }
    }
    return nil
  }

  /// Forgets all nodes.
  func removeNodes() {
    for table in Array(tables.values) + plans.values {
      for number in 0..<KeyTable.capacity { table.keep(nil, of: number) }
    }
  }
}

/// The caches of a session for keys under one rule.
struct KnownKeys<Cursor: ContainerCursor>: ~Copyable {
  let rule: KeyRule
  var tables: KeyTables
  var boxes = ContainerBoxes<Cursor>()
  /// The names that encoders keep from call to call. Tapes have them as their input.
  private var names = ByteWriter(capacity: 0)

  init(rule: KeyRule) {
    self.rule = rule
    tables = KeyTables(rule: rule)
  }

  /// Replaces these caches with those under `rule`, which `other` may hold. `other` then holds the
  /// former caches, so that a session can alternate between two rules.
  @inline(never)
  mutating func change(to rule: KeyRule, _ other: inout Self?) {
    var next = other.take() ?? Self(rule: rule)
    if next.rule != rule { next = Self(rule: rule) }
    swap(&self, &next)
    other = consume next
  }
}

extension KnownKeys where Cursor == KeyedEncodingCursor {
  /// The maximum size in bytes of the names that stay from call to call.
  private static var limit: Int { 64 << 10 }
  /// The maximum size in bytes of the names during one call.
  private static var limitOfCall: Int { 1 << 20 }

  /// Keeps `name`, the name of the key with `number`, for later calls.
  /// - Returns: the node of the name; `nil` if another key of the table has the name, or if the names
  ///   are too many already.
  mutating func keep(_ name: String, of number: Int, in table: KeyTable) -> Node? {
    let start = names.count
    guard name.utf8.count <= Self.limitOfCall - start, !isTaken(name, in: table) else { return nil }
    names.append(text: name)
    let node = Node(.text, length: names.count - start, payload: start)
    table.keep(node, of: number)
    return node
  }

  /// Returns whether a key of `table` has the name already. Without a conversion, names differ.
  private func isTaken(_ name: String, in table: KeyTable) -> Bool {
    guard rule.isConverting else { return false }
    return (0..<KeyTable.capacity).contains { number in
      table.node(number).map { self.name($0) == name } ?? false
    }
  }

  private func name(_ node: Node) -> String {
    let range = node.payload..<node.payload + node.length
    return TapeView.string(validated: ByteView(rebasing: names.bytes[range]))
  }

  /// Ends a call. Its tape is not read any more.
  mutating func endCall() {
    guard names.count > Self.limit else { return }
    names.clear(retaining: Self.limit)
    tables.removeNodes()
  }

  /// Returns a view of a tape that uses these names.
  func view(_ tape: borrowing Tape) -> TapeView {
    // Names do not move until the next one is stored. While the view is in use, the tape does not
    // change.
    TapeView(tape, input: names.bytes)
  }
}
