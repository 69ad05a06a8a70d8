import FerryMLObject
import Foundation
import Testing

@Suite struct ImportWarningTests {
  struct Cat: MLObject {
    var catID: String
    var preferredName: String
  }

  static let json = #"[{"cat_id":"1","preferred_name":"A"},{"preferred_name":"B","cat_id":2.50}]"#

  @Test("a warning has the JSON of the record, and the type")
  func inputAndType() throws {
    var store = MemoryStore()
    let fromText = try Cat.importArray(from: Data(Self.json.utf8), into: &store)
    let fromValue = try Cat.importArray(
      from: JSON.decode(AnyValue.self, from: Self.json), into: &store)
    for warning in fromText.warnings + fromValue.warnings {
      #expect(warning.json == #"{"preferred_name":"B","cat_id":2.50}"#)
      #expect(warning.type == "Cat")
      #expect(
        warning.description.hasSuffix(#" The record is {"preferred_name":"B","cat_id":2.50}."#))
    }
    #expect(fromText.warnings.count == 1 && fromValue.warnings.count == 1)
    #expect(store.records.count == 2)
  }

  @Test("a warning about a long record has its start in one line, and all of it in a property")
  func longInput() throws {
    let name = String(repeating: "x", count: 1000)
    var store = MemoryStore()
    let result = try Cat.importArray(from: [["preferred_name": .string(name)]], into: &store)
    let warning = try #require(result.warnings.first)
    #expect(warning.json == #"{"preferred_name":"\#(name)"}"#)
    #expect(warning.description.count < 400 && warning.description.hasSuffix("x…."))
  }

  @Test("an invalid record has no JSON in its warning")
  func noInput() throws {
    struct Unreadable: Error {}
    var store = MemoryStore()
    let result = try RecordImport.run(
      [Result<AnyValue, any Error>.failure(Unreadable())], as: Cat.self, into: &store)
    #expect(result.warnings.map(\.json) == [nil])
  }
}
