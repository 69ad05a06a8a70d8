import FerryImport
import Testing

/// A store that holds a limited number of records, and lists its transactions.
struct LimitedStore: RecordStore {
  struct Full: Error {}

  var memory = MemoryStore()
  var steps: [String] = []
  var capacity: Int
  var isCommitting = true

  init(capacity: Int) { self.capacity = capacity }

  mutating func begin() {
    steps.append("begin")
    memory.begin()
  }
  mutating func insert(_ record: AnyValue) throws {
    guard capacity > 0 else { throw Full() }
    capacity -= 1
    memory.insert(record)
  }
  mutating func commit() throws {
    guard isCommitting else { throw Full() }
    steps.append("commit")
    memory.commit()
  }
  mutating func rollBack() {
    steps.append("rollBack")
    memory.rollBack()
  }
}

@Suite("Transactions of record stores")
struct RecordStoreTests {
  struct Stopped: Error {}

  @Test("a transaction commits once, after all of its records")
  func committing() throws {
    var store = LimitedStore(capacity: 9)
    try store.transaction { store in
      for number in 1...3 { try store.insert(.number(.init(number))) }
      #expect(store.memory.records.isEmpty)
    }
    #expect(store.memory.records == [1, 2, 3])
    #expect(store.steps == ["begin", "commit"])
  }

  @Test("an error in a transaction is rethrown, and its records are rolled back")
  func rollingBack() throws {
    var store = LimitedStore(capacity: 9)
    try store.transaction { try $0.insert(1) }
    #expect(throws: Stopped.self) {
      try store.transaction { store in
        try store.insert(2)
        throw Stopped()
      }
    }
    #expect(store.memory.records == [1])
    #expect(store.steps == ["begin", "commit", "begin", "rollBack"])
  }

  @Test("an error of the commit rolls the transaction back")
  func failedCommit() {
    var store = LimitedStore(capacity: 9)
    store.isCommitting = false
    #expect(throws: LimitedStore.Full.self) { try store.transaction { try $0.insert(1) } }
    #expect(store.memory.records.isEmpty)
    #expect(store.steps == ["begin", "rollBack"])
  }

  @Test("a rollback of a memory store removes the records since begin()")
  func memoryStore() {
    var store = MemoryStore()
    store.begin()
    store.insert(1)
    store.rollBack()
    store.begin()
    store.insert(2)
    store.commit()
    #expect(store.records == [2])
  }

  @Test(
    "a warning is one line with location, record, path, problem and the start of the record",
    arguments: [0, 10, 300])
  func warning(length: Int) throws {
    var store = MemoryStore()
    let text = String(repeating: "x", count: length)
    let result = try RecordImport.run(
      [.success(["id": 1, "name": [.string(text)]])], as: RecordImportTests.Cat.self, into: &store)
    let line = try #require(result.warnings.first).description
    #expect(line.hasPrefix("record 1 is not a valid Cat at name: "))
    #expect(!line.contains("\n"))
    let json = #"{"id":1,"name":[""# + text + #""]}"#
    #expect(line.hasSuffix(length > 200 ? " The record is \(json.prefix(199))…." : "\(json)."))
  }
}
