import FerryLazyObject
import FerryTestSupport
import Foundation
import Testing

/// Models with mappings and dates inside lazy objects. The oracle is the one-line coder.
@Suite struct LazyModelsTests {
  struct Cat: Codable, Equatable, KeyMapped {
    var catID: String
    var preferredName: String?
    static let mapping = KeyMapping(style: .snakeCase)
  }

  static let cat = Cat(catID: "1", preferredName: "J")
  static let json = #"{"cat":{"cat_id":"1","preferred_name":"J"}}"#

  @Test("a mapping is followed in objects over bytes, values and dictionaries")
  func reading() throws {
    let objects =
      try Formats.all(Self.json).map { LazyObject($0) } + [
        LazyObject(JSON.decode(AnyValue.self, from: Self.json)),
        LazyObject(dictionary: ["cat": ["cat_id": "1", "preferred_name": "J"]]),
      ]
    for object in objects {
      #expect(try object.objectFor("cat") == Self.cat)
      object.setObject(1, setter: "other")
      #expect(try object.document.decode(Cat.self, at: "cat") == Self.cat)
    }
  }

  @Test("a model that is set is written by its mapping")
  func writing() throws {
    let object = LazyObject(AnyValue.null)
    #expect(object.setObject(Self.cat, setter: "cat"))
    #expect(try JSON.string(object) == Self.json)
    #expect(try object.objectFor("cat") == Self.cat)
  }

  class Retirement: LazyObject, EpochFormattable {
    var date: Date? {
      get { try? objectFor(#function) }
      set { setObject(newValue, setter: #function) }
    }
  }

  @Test("every getter and setter of a date follows the format of the object")
  func dates() throws {
    let retirement = Retirement(["date": 1_461_508_962])
    #expect(retirement.date == Date(timeIntervalSince1970: 1_461_508_962))
    retirement.date = Date(timeIntervalSince1970: 5)
    #expect(try retirement.value() == ["date": 5])
    #expect(try retirement.dateFor("date") == Date(timeIntervalSince1970: 5))
    retirement.date = nil
    #expect(try retirement.value() == [:])
  }

  class Optionals: LazyObject {
    var cat: Cat? { try? objectFor(#function) }
    var cats: [Cat]? { try? objectFor(#function) }
    var missing: Cat? { try? objectFor(#function) }
    var nothing: Cat? { try? objectFor(#function) }
  }

  @Test("an optional property of any Decodable type has its value", arguments: 1...2)
  func optionals(_ times: Int) {
    let object = Optionals([
      "cat": ["cat_id": "1", "preferred_name": "J"], "cats": [["cat_id": "2"]], "nothing": nil,
    ])
    for _ in 0..<times {
      #expect(object.cat == Self.cat)
      #expect(object.cats == [Cat(catID: "2", preferredName: nil)])
      #expect(object.missing == nil && object.nothing == nil)
    }
  }

  @Test("a date in a dictionary is put in the format of the object")
  func datesInDictionaries() throws {
    let date = Date(timeIntervalSince1970: 1_461_508_962)
    let retirement = Retirement(dictionary: ["date": date, "all": [date]])
    #expect(retirement.date == date)
    #expect(try retirement.value() == ["all": [1_461_508_962], "date": 1_461_508_962])
    #expect(retirement.setObject(["d": date], setter: "more"))
    #expect(try retirement.dateFor("more.d") == date)
  }

  class Usenet: LazyObject, RFC850Formattable {}
  class Mail: LazyObject, RFC1123Formattable {}

  @Test("a date whose two digits of the year are read as another year cannot be set")
  func yearsOfTwoDigits() throws {
    let usenet = Usenet(AnyValue.null)
    #expect(throws: LazyMappingError.self) {
      try usenet.setDate(Date(timeIntervalSince1970: -1_000_000_000), setter: "date")
    }
    try usenet.setDate(Date(timeIntervalSince1970: 784_111_777.5), setter: "date")
    #expect(try usenet.dateFor("date") == Date(timeIntervalSince1970: 784_111_777))
  }

  @Test("an RFC 1123 date with two digits of the year is an error")
  func shortYears() {
    #expect(throws: LazyMappingError.self) {
      try Mail(["date": "Sun, 24 Apr 16 14:42:42 GMT"]).dateFor("date")
    }
  }

  @Test("a date beyond the end of an array cannot be set")
  func unplaceableDates() throws {
    let retirement = Retirement(["list": [1]])
    #expect(throws: LazyMappingError.self) { try retirement.setDate(Date(), setter: "list[7]") }
    #expect(!retirement.setObject(Date(), setter: "list[7]"))
    #expect(try retirement.value() == ["list": [1]])
  }
}
