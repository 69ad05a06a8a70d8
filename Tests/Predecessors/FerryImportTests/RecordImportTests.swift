import FerryImport
import Testing

/// Imports of plain `Codable` records. Imports of mapped objects are among the tests of MLObject.
@Suite("Imports of records")
struct RecordImportTests {
  struct Cat: Codable, Equatable {
    var id: Int
    var name: String?
  }

  struct Unreadable: Error {}

  private func values(_ values: AnyValue...) -> [Result<AnyValue, any Error>] {
    values.map { .success($0) }
  }

  @Test("records are stored as they encode, in their order")
  func storing() throws {
    var store = MemoryStore()
    let result = try RecordImport.run(
      values(["id": 1, "name": "Tom", "extra": true], ["name": nil, "id": 2]), as: Cat.self,
      into: &store)
    #expect(result.records == [Cat(id: 1, name: "Tom"), Cat(id: 2)])
    #expect(result.warnings.isEmpty)
    #expect(store.records == [["id": 1, "name": "Tom"], ["id": 2]])
  }

  @Test("a record that fails to decode is skipped, and the others are stored")
  func badRecords() throws {
    var store = MemoryStore()
    let result = try RecordImport.run(
      values(["id": 1], ["id": "x"], ["id": 3], [:], 5), as: Cat.self, into: &store)
    #expect(result.records.map(\.id) == [1, 3])
    #expect(store.records == [["id": 1], ["id": 3]])
    #expect(result.warnings.map(\.record) == [2, 4, 5])
    #expect(result.warnings.map(\.path) == ["id", .root, .root])
    #expect(result.warnings.map(\.json) == [#"{"id":"x"}"#, "{}", "5"])
    #expect(result.warnings.map(\.type) == ["Cat", "Cat", "Cat"])
  }

  @Test("an error in the input is a warning with the number of its record")
  func failedInput() throws {
    var store = MemoryStore()
    let result = try RecordImport.run(
      values(["id": 1]) + [.failure(Unreadable())] + values(["id": 2]), as: Cat.self, into: &store)
    #expect(result.records.map(\.id) == [1, 2])
    let warning = try #require(result.warnings.first)
    #expect(warning.description == "record 2 is not a valid Cat: Unreadable()")
    #expect(warning.json == nil)
  }

  @Test("values without a type are stored unchanged")
  func anyValues() throws {
    let all = values(["a": [1, "x"]], 5, nil)
    var store = MemoryStore()
    let result = try RecordImport.run(all, into: &store)
    #expect(store.records == [["a": [1, "x"]], 5, nil])
    #expect(result.records == store.records)
  }

  @Test("no records are an empty result")
  func nothing() throws {
    var store = MemoryStore()
    let result = try RecordImport.run(values(), as: Cat.self, into: &store)
    #expect(result.records.isEmpty && result.warnings.isEmpty && store.records.isEmpty)
  }

  @Test("an error of the store rolls back every record of the import")
  func storeError() {
    var store = LimitedStore(capacity: 2)
    #expect(throws: LimitedStore.Full.self) {
      try RecordImport.run(
        values(["id": 1], ["id": 2], ["id": 3]), as: Cat.self, into: &store)
    }
    #expect(store.memory.records.isEmpty)
    #expect(store.steps == ["begin", "rollBack"])
  }
}
