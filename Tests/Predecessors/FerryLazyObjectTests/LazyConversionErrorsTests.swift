import FerryLazyObject
import FerryTestSupport
import Foundation
import Testing

/// Which error a value is that a property cannot have, as LazyObject's description tells them apart.
@Suite struct LazyConversionErrorsTests {
  struct Celsius: LazyConvertible {
    var degrees: Double
    static func convert(value: Any?) throws -> Celsius {
      guard let degrees = value as? Double else {
        throw LazyMappingError.unexpectedType(value, expected: Double.self)
      }
      return Celsius(degrees: degrees)
    }
  }

  static let json = #"""
    {"object":{"blah":"blerp"},"number":42,"flag":true,"null":null,"list":[1],
     "sentence":"blerp this is not a url","text":"abc","huge":"1e400"}
    """#

  private func error<T>(_ type: T.Type, _ body: (LazyObject) throws -> T) throws -> [String] {
    try Formats.all(Self.json).map { document in
      do {
        return "\(try body(LazyObject(document)))"
      } catch LazyMappingError.unexpectedTypeError(_, let type) {
        return "unexpected type, expected \(type)"
      } catch LazyMappingError.conversionError(let keyPath, _, let type) {
        return "conversion at \(keyPath) to \(type)"
      } catch LazyMappingError.customError(let message) {
        return message
      }
    }
  }

  private func expect<T>(
    _ type: T.Type, _ expected: String, _ location: SourceLocation = #_sourceLocation,
    _ body: (LazyObject) throws -> T
  ) throws {
    for found in try error(type, body) {
      #expect(found == expected, sourceLocation: location)
    }
  }

  @Test("a value of another type than a conversion starts from is an unexpected type")
  func unexpectedTypes() throws {
    try expect(NSNumber.self, "unexpected type, expected NSNumber") { try $0.objectFor("object") }
    try expect(NSNumber.self, "unexpected type, expected NSNumber") { try $0.objectFor("list") }
    try expect(NSNumber.self, "unexpected type, expected NSNumber") { try $0.objectFor("null") }
    try expect(URL.self, "unexpected type, expected String") { try $0.objectFor("number") }
    try expect(URL.self, "unexpected type, expected String") { try $0.objectFor("object") }
    try expect(UUID.self, "unexpected type, expected String") { try $0.objectFor("number") }
    try expect(Data.self, "unexpected type, expected String") { try $0.objectFor("flag") }
    try expect(Celsius.self, "unexpected type, expected Double") { try $0.objectFor("text") }
  }

  @Test("text that a conversion rejects is an error of its own")
  func invalidTexts() throws {
    let sentence = "'blerp this is not a url' is not a valid input for"
    try expect(URL.self, "\(sentence) URL instantiation") { try $0.objectFor("sentence") }
    try expect(NSNumber.self, "\(sentence) NSNumber instantiation") { try $0.objectFor("sentence") }
    try expect(UUID.self, "\(sentence) UUID instantiation") { try $0.objectFor("sentence") }
    try expect(Data.self, "\(sentence) Data instantiation") { try $0.objectFor("sentence") }
    try expect(NSNumber.self, "'1e400' is not a valid input for NSNumber instantiation") {
      try $0.objectFor("huge")
    }
  }

  @Test("a value of another of JSON's own types is an error of its path")
  func ownTypes() throws {
    try expect(Int.self, "conversion at text to Int") { try $0.objectFor("text") }
    try expect(String.self, "conversion at number to String") { try $0.objectFor("number") }
    try expect([Int].self, "conversion at object to Array<Int>") { try $0.objectFor("object") }
    try expect(LazyObject.self, "conversion at number to LazyObject") { try $0.objectFor("number") }
  }

  @Test(
    "a URL is a URI or an IRI; other characters are not encoded",
    arguments: [
      ("https://a.b/c?d=e#f", "https://a.b/c?d=e#f"), ("https://a.b/%20", "https://a.b/%20"),
      ("https://a.b/ö", "https://a.b/%C3%B6"), ("relative/path", "relative/path"),
      ("mailto:a@b.c", "mailto:a@b.c"), ("https://a.b/c d", nil), ("https://a.b/ö c", nil),
      ("https://a.b/<c>", nil), ("https://a.b/\"", nil), ("a|b", nil), ("a\\b", nil), ("a^b", nil),
      ("", nil), ("https://a.b/%zz", nil), (" https://a.b", nil),
    ] as [(String, String?)])
  func urls(_ text: String, _ expected: String?) throws {
    let url: URL? = try? LazyObject(["url": .string(text)]).objectFor("url")
    #expect(url?.absoluteString == expected)
  }
}

@Suite struct LazyInternetDatesTests {
  class ISO: LazyObject, ISO8601Formattable {
    var date: Date? { try? dateFor(#function) }
  }
  class Internet: LazyObject, RFC3339Formattable {
    var date: Date? { try? dateFor(#function) }
  }

  @Test(
    "ISO 8601 dates have a fraction of a second, RFC 3339 dates may have one",
    arguments: [
      ("2016-04-24T14:42:42.424Z", 1_461_508_962.424, 1_461_508_962.424),
      ("2016-04-24T14:42:42.4Z", 1_461_508_962.4, 1_461_508_962.4),
      ("2016-04-24T16:42:42.424+02:00", 1_461_508_962.424, 1_461_508_962.424),
      ("2016-04-24T16:42:42.424+0200", 1_461_508_962.424, 1_461_508_962.424),
      ("2016-04-24T16:42:42.424+02", 1_461_508_962.424, 1_461_508_962.424),
      ("2016-04-24T14:42:42Z", nil, 1_461_508_962),
      ("2016-04-24T16:42:42+02:00", nil, 1_461_508_962),
      ("2016-04-24T12:12:42-0230", nil, 1_461_508_962),
      ("2016-04-24T14:42:42.Z", nil, nil), ("2016-04-24T14:42:42.424", nil, nil),
      ("2016-04-24T14:42:42", nil, nil), ("2016-04-24", nil, nil),
      ("2016-02-30T14:42:42.424Z", nil, nil), ("2016-04-24T24:42:42.424Z", nil, nil),
      ("2016-04-24T14:42:42.424ZZ", nil, nil), ("2016-04-24T14:42:42.424Z ", nil, nil),
    ] as [(String, Double?, Double?)])
  func verdicts(_ text: String, _ iso: Double?, _ internet: Double?) {
    #expect(ISO(["date": .string(text)]).date?.timeIntervalSince1970 == iso)
    #expect(Internet(["date": .string(text)]).date?.timeIntervalSince1970 == internet)
  }

  @Test("a date of milliseconds is the same after it was set and read")
  func milliseconds() throws {
    for milliseconds in [1_700_000_000_123, 1_461_508_962_424, 1, -1, 1_700_000_000_999] {
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let object = ISO(AnyValue.null)
      try object.setDate(date, setter: "date")
      #expect(object.date == date, "\(milliseconds)")
      #expect(try ISO(object.value()).date == date, "\(milliseconds)")
    }
  }

  @Test("a date without a year of four digits cannot be set")
  func farDates() {
    let object = ISO(AnyValue.null)
    #expect(throws: LazyMappingError.self) {
      try object.setDate(Date(timeIntervalSince1970: 1e12), setter: "date")
    }
  }
}
