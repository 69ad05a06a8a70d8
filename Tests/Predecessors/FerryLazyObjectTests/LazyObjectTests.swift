import FerryLazyObject
import FerryTestSupport
import Foundation
import Testing

class Person: LazyObject {
  var name: String { get throws { try objectFor(#function) } }
  var age: Int? {
    get { try? objectFor(#function) }
    set { setObject(newValue, setter: #function) }
  }
}

class Bank: LazyObject {
  var money: Double { get throws { try objectFor(#function) } }
  var getPaid: Bool? { try? objectFor("get_paid") }
  var security: [Person]? { try? objectFor(#function) }
  var owner: Person? { try? objectFor(#function) }
  var debt: Double { get throws { try objectFor("accounting.books.cooked") } }
  var site: URL? { try? objectFor("site") }
}

@Suite struct LazyObjectTests {
  static let json = #"""
    {"money":9999,"get_paid":true,"security":[{"name":"Bob","age":40},{"name":"Eve"}],
     "owner":{"name":"Ada"},"accounting":{"books":{"cooked":12.5}},"site":"https://bank.example/x"}
    """#

  @Test("an object reads a document of any format")
  func readsADocumentOfAnyFormat() throws {
    for document in try Formats.all(Self.json) {
      let bank = Bank(document)
      #expect(try bank.money == 9999)
      #expect(bank.getPaid == true)
      #expect(try bank.security?.map { try $0.name } == ["Bob", "Eve"])
      #expect(bank.security?.map(\.age) == [40, nil])
      #expect(try bank.owner?.name == "Ada")
      #expect(try bank.debt == 12.5)
      #expect(bank.site == URL(string: "https://bank.example/x"))
    }
  }

  @Test("an object reads a dictionary")
  func readsADictionary() throws {
    let bank = Bank(dictionary: [
      "money": 9999, "get_paid": true, "security": [["name": "Bob"]], "nothing": NSNull(),
      "accounting": ["books": ["cooked": 1.5]], "site": URL(string: "https://a.b") as Any,
    ])
    #expect(try bank.money == 9999)
    #expect(bank.getPaid == true)
    #expect(try bank.security?.first?.name == "Bob")
    #expect(try bank.debt == 1.5)
    #expect(bank.site?.absoluteString == "https://a.b")
  }

  @Test("an object reads the result of JSONSerialization")
  func readsWhatJSONSerializationMakes()
    throws
  {
    let object = try JSONSerialization.jsonObject(with: Data(Self.json.utf8))
    let bank = Bank(dictionary: try #require(object as? [String: Any]))
    #expect(bank.getPaid == true)
    #expect(try bank.money == 9999)
    #expect(bank.security?.map(\.age) == [40, nil])
  }

  @Test("an array becomes an array of objects")
  func fromArrayMakesAnObjectForEach() throws {
    let banks = Bank.fromArray([["money": 1], ["money": 2.5]])
    #expect(try banks.map { try $0.money } == [1, 2.5])
    for document in try Formats.all(#"[{"money":1},{"money":2.5}]"#) {
      #expect(try Bank.fromArray(document).map { try $0.money } == [1, 2.5])
    }
    #expect(throws: LazyMappingError.self) { try Bank.fromArray(JSON.document("{}")) }
  }

  @Test("a value is decoded only when it is used")
  func nothingIsDecodedBeforeItIsAskedFor() throws {
    // Wrong behind the first member, and not even a value where nobody looks.
    let bank = Bank(JSON.document(#"{"money":1,"get_paid":tru,"security":[}"#))
    #expect(try bank.money == 1)
    #expect(bank.getPaid == nil)
    #expect(throws: DecodingError.self) { try bank.objectFor("owner") as Person }
  }

  /// Counts how often it is made.
  struct Counted: LazyConvertible {
    nonisolated(unsafe) static var conversions = 0
    let text: String

    static func convert(value: Any?) throws -> Counted {
      guard let text = value as? String else {
        throw LazyMappingError.unexpectedType(value, expected: String.self)
      }
      conversions += 1
      return Counted(text: text)
    }
  }

  @Test("a converted value is cached")
  func aConvertedValueIsKept() throws {
    Counted.conversions = 0
    let object = LazyObject(["a": ["x", "y"], "n": 1])
    let first: [Counted] = try object.objectFor("a")
    let second: [Counted] = try object.objectFor("a")
    #expect(first.map(\.text) == ["x", "y"] && second.map(\.text) == ["x", "y"])
    #expect(Counted.conversions == 2)
    let one: Person = try LazyObject(["p": ["name": "Ada"]]).objectFor("p")
    #expect(try one.name == "Ada")
  }

  @Test("a value converts to any decodable type")
  func anyDecodableTypeIsAConversion() throws {
    struct Point: Codable, Equatable {
      var x: Int
      var home: URL
    }
    for document in try Formats.all(#"{"p":[{"x":1,"home":"https://a.b"}],"o":{"k":[[1],[2,3]]}}"#)
    {
      let object = LazyObject(document)
      let url = try #require(URL(string: "https://a.b"))
      #expect(try object.objectFor("p[0]") == Point(x: 1, home: url))
      #expect(try object.objectFor("p") == [Point(x: 1, home: url)])
      #expect(try object.objectFor("o") == ["k": [[1], [2, 3]]])
      let tree: [String: Any] = try object.objectFor("o")
      #expect((tree["k"] as? [[Int]]) == [[1], [2, 3]])
      #expect(try object.objectFor("o.k[1][1]") as AnyValue == 3)
    }
  }

  @Test("an object may be read as a dictionary of objects")
  func objectsByTheirKeys() throws {
    let object = LazyObject(["staff": ["a": ["name": "Ada"], "b": ["name": "Bob"]]])
    let staff: [String: Person] = try object.objectFor("staff")
    #expect(try staff.mapValues { try $0.name } == ["a": "Ada", "b": "Bob"])
  }

  @Test("subclasses of subclasses are converted")
  func subclassesOfSubclassesWork() throws {
    class Branch: Bank {
      var town: String { get throws { try objectFor(#function) } }
    }
    let branch = Branch(JSON.document(#"{"town":"Köln","money":3}"#))
    #expect(try branch.town == "Köln")
    #expect(try branch.money == 3)
    #expect(try Branch.fromArray([["town": "x"]]).map { try $0.town } == ["x"])
  }

  // MARK: Errors

  @Test("an error names the value, the type and the path")
  func errorsSayWhatAndWhere() {
    let object = LazyObject(["a": ["b": "abc"], "date": "x"])
    #expect(message { try object.objectFor("a.c") as Int } == "no value at 'a.c'")
    #expect(
      message { try object.objectFor("a.b") as Int }
        == "\"abc\" at 'a.b' cannot be converted to Int")
    #expect(
      message { try object.objectFor("a") as [Int] }
        == "an object of 1 members at 'a' cannot be converted to Array<Int>")
    #expect(
      message { try object.objectFor("date") as Person }
        == "\"x\" at 'date' cannot be converted to Person")
    #expect(
      message { try object.objectFor("a.b") as NSNumber }
        == "'abc' is not a valid input for NSNumber instantiation")
  }

  private func message<T>(_ body: () throws -> T) -> String? {
    do {
      _ = try body()
      return nil
    } catch let error as LazyMappingError {
      return "\(error)"
    } catch {
      return "another error: \(error)"
    }
  }

  // MARK: Pruning

  @Test("nulls are removed unless the caller keeps them")
  func nullsArePruned() throws {
    let dictionary: [String: Any] = [
      "a": NSNull(), "b": "<null>", "c": [1, NSNull(), "<null>"], "d": ["e": NSNull(), "f": 1],
    ]
    let pruned = LazyObject(dictionary: dictionary)
    #expect(try pruned.value() == ["c": [1], "d": ["f": 1]])
    let kept = LazyObject(dictionary: dictionary, pruneNullValues: false)
    #expect(try kept.objectFor("b") == "<null>")
    #expect(
      try kept.value() == [
        "a": nil, "b": "<null>", "c": [1, nil, "<null>"], "d": ["e": nil, "f": 1],
      ])
  }

  // MARK: Setting

  @Test("a set value is read and written")
  func whatIsSetIsReadAndWritten() throws {
    for document in try Formats.all(Self.json) {
      let bank = Bank(document)
      #expect(bank.setObject(5, setter: "money"))
      #expect(bank.setObject("x", setter: "security[1].name"))
      #expect(bank.setObject(["k": [1, 2]], setter: "new.deep"))
      bank.setObject(nil as Int?, setter: "accounting")
      bank.setObject(URL(string: "https://c.d"), setter: "site")
      #expect(try bank.money == 5)
      #expect(try bank.security?[1].name == "x")
      #expect(try bank.objectFor("new.deep.k[1]") == 2)
      #expect(throws: LazyMappingError.self) { try bank.debt }
      #expect(bank.site?.absoluteString == "https://c.d")
      let written = try JSON.decode(AnyValue.self, from: JSON.encode(bank))
      #expect(written["money"] == 5 && written["accounting"] == nil)
      #expect(written["site"] == "https://c.d")
    }
  }

  @Test("a property that is set, or set to nil, is written")
  func settersByName() throws {
    let person = Person(["name": "Ada"])
    person.age = 36
    #expect(person.age == 36)
    #expect(try person.value() == ["name": "Ada", "age": 36])
    person.age = nil
    #expect(try person.value() == ["name": "Ada"])
  }

  @Test("a change in a part is written with the whole")
  func whatIsSetInAPartIsWrittenWithTheWhole()
    throws
  {
    let bank = Bank(JSON.document(Self.json))
    bank.owner?.age = 36
    bank.security?[1].age = 50
    #expect(bank.owner?.age == 36)
    let value = try bank.value()
    #expect(value.value(at: "owner.age") == 36)
    #expect(value.value(at: "security[1].age") == 50)
    #expect(bank.setObject(1, setter: "money"))
    #expect(try bank.value().value(at: "owner.age") == 36)
  }

  @Test("a change by key in a part is written with the whole")
  func whatIsSetInAPartByItsKeyIsWrittenWithTheWhole() throws {
    let object = LazyObject(["staff": ["a": ["name": "Ada"], "b": ["name": "Bob"]]])
    let staff: [String: Person] = try object.objectFor("staff")
    staff["b"]?.age = 50
    #expect(
      try object.value() == ["staff": ["a": ["name": "Ada"], "b": ["name": "Bob", "age": 50]]])
  }

  @Test("a part is written with the whole until its parent replaces it")
  func aPartStaysOneUntilSomethingIsSetAroundIt() throws {
    let bank = Bank(JSON.document(Self.json))
    let owner = try #require(bank.owner)
    let eve = try #require(bank.security?[1])
    #expect(bank.setObject(1, setter: "money"))
    #expect(try bank.money == 1)
    owner.age = 36
    eve.age = 50
    #expect(bank.owner === owner)
    #expect(bank.setObject(2, setter: "security[0].age"))
    eve.age = 51
    #expect(try bank.value().value(at: "owner.age") == 36)
    #expect(try bank.value().value(at: "security[1].age") == 51)
    // The index of this element was another one before.
    #expect(bank.setObject(nil as Int?, setter: "security[0]"))
    #expect(bank.setObject(["name": "Eva"], setter: "owner"))
    owner.age = 1
    eve.age = 1
    let security: AnyValue = [["name": "Eve", "age": 51]]
    #expect(try bank.value()["security"] == security)
    #expect(try bank.value()["owner"] == ["name": "Eva"])
    #expect(try bank.owner?.name == "Eva" && bank.security?.map(\.age) == [51])
  }

  @Test("a value that cannot be set changes nothing")
  func whatCannotBeSetChangesNothing() throws {
    let object = LazyObject(["a": [1]])
    #expect(!object.setObject(2, setter: "a[5]"))
    #expect(try object.value() == ["a": [1]])
    #expect(object.setObject(2, setter: "a[1]"))
    #expect(try object.value() == ["a": [1, 2]])
    let broken = LazyObject(JSON.document("{\"a\":"))
    #expect(!broken.setObject(1, setter: "b"))
  }

  /// The shared table, through objects.
  @Test("a path resolves as in every other module", arguments: PathCases.resolving)
  func resolves(_ path: MatchCase) throws {
    let wire = try path.parsed()
    guard !wire.isRoot else { return }
    let object = LazyObject(JSON.document(path.document))
    let expected = try path.matches.first.map { try JSON.decode(AnyValue.self, from: $0) }
    let found: AnyValue? = try? object.objectFor(wire)
    #expect(found == expected)
    guard !path.isPointer else { return }
    let again: AnyValue? = try? object.objectFor(path.path)
    #expect(again == expected)
  }
}
