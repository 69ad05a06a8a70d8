import FerryLazyObject
import FerryTestSupport
import Foundation
import Testing

/// The acceptance cases of lazy access, by their numbers.
@Suite struct LazyCasesTests {
  class ISO: LazyObject, ISO8601Formattable {
    var date: Date { get throws { try dateFor(#function) } }
  }
  class Internet: LazyObject, RFC3339Formattable {
    var date: Date { get throws { try dateFor(#function) } }
  }
  class Mail: LazyObject, RFC1123Formattable {
    var date: Date { get throws { try dateFor(#function) } }
  }
  class Usenet: LazyObject, RFC850Formattable {
    var date: Date { get throws { try dateFor(#function) } }
  }
  class Epoch: LazyObject, EpochFormattable {
    var date: Date { get throws { try dateFor(#function) } }
  }

  private func seconds(_ date: Date) -> Double {
    (date.timeIntervalSince1970 * 1000).rounded() / 1000
  }

  @Test("Case 20: ISO 8601 dates with milliseconds are read and written")
  func iso8601() throws {
    for document in try Formats.all(#"{"date":"2016-04-24T14:42:42.424Z"}"#) {
      #expect(seconds(try ISO(document).date) == 1_461_508_962.424)
      #expect(seconds(try Internet(document).date) == 1_461_508_962.424)
    }
    for document in try Formats.all(#"{"date":"2016-04-24T16:42:42+02:00"}"#) {
      #expect(seconds(try Internet(document).date) == 1_461_508_962)
      #expect(throws: LazyMappingError.self) { try ISO(document).date }
    }
  }

  @Test("Case 21: RFC 1123 dates are read and written", arguments: ["+0000", "GMT", "+0200"])
  func rfc1123(_ zone: String) throws {
    for document in try Formats.all(#"{"date":"Sun, 24 Apr 2016 14:42:42 \#(zone)"}"#) {
      let offset: Double = zone == "+0200" ? 7200 : 0
      #expect(seconds(try Mail(document).date) == 1_461_508_962 - offset)
    }
  }

  @Test("Case 22: RFC 850 dates of this century and the last are read and written")
  func rfc850() throws {
    for document in try Formats.all(#"{"date":"Sunday, 24-Apr-16 14:42:42 UTC"}"#) {
      #expect(seconds(try Usenet(document).date) == 1_461_508_962)
    }
    for document in try Formats.all(#"{"date":"Sunday, 06-Nov-94 08:49:37 GMT"}"#) {
      #expect(seconds(try Usenet(document).date) == 784_111_777)
    }
  }

  @Test("Case 23: the epoch as text and as number is one date, as ISO an error")
  func epoch() throws {
    for json in [#"{"date":"1461508962.424"}"#, #"{"date":1461508962.424}"#] {
      for document in try Formats.all(json) {
        #expect(seconds(try Epoch(document).date) == 1_461_508_962.424)
        do {
          _ = try ISO(document).date
          Issue.record("a date")
        } catch LazyMappingError.dateError(let keyPath, _) {
          #expect(keyPath == "date")
        }
      }
    }
  }

  @Test("Case 24: a deep path has the same value when it is read twice")
  func deepPathTwice() throws {
    for document in try Formats.all(#"{"answers_to_life":{"look_deep":{"look_deeper":42}}}"#) {
      let object = LazyObject(document)
      for _ in 0..<2 {
        #expect(try object.objectFor("answers_to_life.look_deep.look_deeper") == 42)
      }
    }
  }

  @Test("Case 25: numbers and truth values follow the lazy rules")
  func scalars() throws {
    let json = #"""
      {"big":3115392428685656064,"bigText":"3115392428685656064","e":42e-002,"one":1,"zero":0,
       "yes":"true","no":"false","t":true,"text":"42","half":"0.5","wrong":"42x","blank":" 42",
       "two":2,"null":null,"url":"https://a.b/c?d=e"}
      """#
    for document in try Formats.all(json) {
      let object = LazyObject(document)
      #expect(try object.objectFor("big") == 3_115_392_428_685_656_064 as Int64)
      #expect(try object.objectFor("bigText") == 3_115_392_428_685_656_064 as Int64)
      #expect(try object.objectFor("bigText") == 3_115_392_428_685_656_064 as UInt)
      #expect(try object.objectFor("e") == 0.42 as Float)
      #expect(try object.objectFor("e") == 0.42 as Double)
      #expect(try object.objectFor("one") == true)
      #expect(try object.objectFor("zero") == false)
      #expect(try object.objectFor("yes") == true)
      #expect(try object.objectFor("no") == false)
      #expect(try object.objectFor("t") == true)
      #expect(try object.objectFor("text") == 42)
      #expect(try object.objectFor("half") == 0.5 as Double)
      #expect(try object.objectFor("text") == NSNumber(value: 42))
      #expect(try object.objectFor("url") == URL(string: "https://a.b/c?d=e"))
      for (path, type) in [("wrong", "Int"), ("blank", "Int"), ("half", "Int"), ("t", "Int")] {
        #expect(throws: LazyMappingError.self, "\(path) \(type)") {
          try object.objectFor(path) as Int
        }
      }
      #expect(throws: LazyMappingError.self) { try object.objectFor("two") as Bool }
      #expect(throws: LazyMappingError.self) { try object.objectFor("null") as String }
      #expect(throws: LazyMappingError.self) { try object.objectFor("one") as String }
      #expect(throws: LazyMappingError.self) { try object.objectFor("big") as Int32 }
    }
  }

  @Test("Case 26: a dotted setter creates the nesting")
  func dottedSetter() throws {
    let object = LazyObject(AnyValue.null)
    object.setObject("x", setter: "a.b")
    #expect(try JSON.string(object) == #"{"a":{"b":"x"}}"#)
    for document in try Formats.all("{}") {
      let object = LazyObject(document)
      object.setObject("x", setter: "a.b")
      #expect(try object.value() == ["a": ["b": "x"]])
    }
  }

  @Test("Case 29: dots split, escaped dots and variadic keys do not")
  func literalDots() throws {
    for document in try Formats.all(#"{"a.b":1,"a":{"b":2}}"#) {
      #expect(try document.decode(Int.self, at: #"a\.b"#) == 1)
      #expect(try document.decode(Int.self, at: "a.b") == 2)
      #expect(try document.decode(Int.self, at: WirePath(keys: "a.b")) == 1)
      let object = LazyObject(document)
      #expect(try object.objectFor(#"a\.b"#) == 1)
      #expect(try object.objectFor("a.b") == 2)
      #expect(try object.objectFor(WirePath(keys: "a.b")) == 1)
    }
  }

  @Test("Case 30: an index and a key \"0\" are distinguished")
  func indexesAndKeys() throws {
    for document in try Formats.all(#"{"distances":[{"value":3}],"named":{"0":{"value":4}}}"#) {
      #expect(try document.decode(Int.self, at: "distances[0].value") == 3)
      #expect(try document.value(at: "distances.0.value") == nil)
      #expect(try document.decode(Int.self, at: "named.0.value") == 4)
      #expect(try document.value(at: "named[0].value") == nil)
      #expect(try LazyObject(document).objectFor("distances[0].value") == 3)
      #expect(try LazyObject(document).objectFor("named.0.value") == 4)
    }
  }

  @Test("dates are written in the format of the object")
  func datesAreSetInTheFormatOfTheObject()
    throws
  {
    let date = Date(timeIntervalSince1970: 1_461_508_962)
    let iso = ISO(AnyValue.null)
    try iso.setDate(date, setter: "date")
    #expect(try iso.value() == ["date": "2016-04-24T14:42:42.000Z"])
    #expect(try iso.date == date)
    let mail = Mail(AnyValue.null)
    try mail.setDate(date, setter: "date")
    #expect(try mail.value() == ["date": "Sun, 24 Apr 2016 14:42:42 +0000"])
    let epoch = Epoch(AnyValue.null)
    try epoch.setDate(date, setter: "date")
    #expect(try epoch.value() == ["date": 1_461_508_962])
    try epoch.setDate(nil, setter: "date")
    #expect(try epoch.value() == [:])
  }

  /// A format of one's own, with a formatter that is made once.
  class Harvest: LazyObject, LazyDateFormattable {
    static func convertToDate(value: Any?) throws -> Date {
      guard let text = value as? String, text.wholeMatch(of: /[0-9]{4}/) != nil,
        let year = Int(text)
      else { throw LazyMappingError.customError(message: "no year") }
      return Date(timeIntervalSinceReferenceDate: Double(year - 2001) * 31_556_952)
    }

    var date: Date { get throws { try dateFor(#function) } }
  }

  @Test("an object may have a date format of its own")
  func aFormatOfOnesOwn() throws {
    #expect(try Harvest(["date": "2001"]).date == Date(timeIntervalSinceReferenceDate: 0))
    #expect(throws: LazyMappingError.self) { try Harvest(["date": "x"]).date }
    #expect(throws: LazyMappingError.self) {
      try Harvest(["date": "2001"]).setDate(Date(), setter: "date")
    }
  }
}
