import FerryMLObject
import Foundation
import Testing

@Suite struct ImportTests {
  struct Cat: MLObject, Equatable {
    var catID: Int
    var preferredName: String
  }

  static func catalogue(_ count: Int, bad: Set<Int>) -> AnyValue {
    .array(
      (1...count).map { number in
        bad.contains(number)
          ? ["cat_id": .string("no number"), "preferred_name": "x"]
          : ["cat_id": .number(.init(number)), "preferred_name": "x"]
      })
  }

  @Test(
    "Case 32: 9,993 of 10,000 records are stored, and 7 warnings have their problems and locations")
  func importWithWarnings() throws {
    let bad: Set<Int> = [1, 2, 500, 501, 7777, 9999, 10000]
    let text = try JSON.encode(Self.catalogue(10000, bad: bad))
    var store = MemoryStore()
    let result = try Cat.importArray(from: Data(text), into: &store)
    #expect(store.records.count == 9993)
    #expect(result.records.count == 9993)
    #expect(result.warnings.map(\.record) == bad.sorted())
    for warning in result.warnings {
      #expect(warning.type == "Cat")
      #expect(warning.path == "cat_id")
      #expect(warning.place != nil)
    }
    #expect(result.warnings.first?.place?.column == 12)
    var again = MemoryStore()
    let tree = try Cat.importArray(from: Self.catalogue(100, bad: [3]), into: &again)
    #expect(tree.warnings.map(\.record) == [3] && again.records.count == 99)
    #expect(tree.warnings.first?.path == "cat_id")
  }

  struct Full: Error {}

  /// A store that fails at one insertion.
  struct FailingStore: RecordStore {
    var memory = MemoryStore()
    var capacity: Int
    mutating func begin() { memory.begin() }
    mutating func insert(_ record: AnyValue) throws {
      guard capacity > 0 else { throw Full() }
      capacity -= 1
      memory.insert(record)
    }
    mutating func commit() { memory.commit() }
    mutating func rollBack() { memory.rollBack() }
  }

  @Test("Case 32: after an error of the store no record is stored")
  func storeError() throws {
    var store = FailingStore(capacity: 50)
    #expect(throws: Full.self) {
      try Cat.importArray(from: Self.catalogue(100, bad: []), into: &store)
    }
    #expect(store.memory.records.isEmpty)
  }

  @Test("a model is converted and imported by one call")
  func verbs() throws {
    let cat = try Cat.converted(from: #"{"cat_id":1,"preferred_name":"J"}"#)
    #expect(cat == Cat(catID: 1, preferredName: "J"))
    #expect(try cat.toJSON() == ["cat_id": 1, "preferred_name": "J"])
    var store = MemoryStore()
    #expect(try Cat.imported(from: ["catID": 1, "preferredName": "J"], into: &store) == cat)
    #expect(store.records == [["cat_id": 1, "preferred_name": "J"]])
  }
}
