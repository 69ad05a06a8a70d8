import FerryConvertible
import Foundation
import Testing

@Suite struct FoundationConversionTests {
  static let json = #"{"a":1,"b":[true,null,"x",1.5,18446744073709551615],"c":{}}"#

  @Test("a value equals its tree of Foundation objects")
  func treesOfFoundation() throws {
    let value = try JsonValue(jsonData: Data(Self.json.utf8))
    let tree = try JSONSerialization.jsonObject(with: Data(Self.json.utf8))
    #expect(try JsonValue(object: tree) == value)
    #expect(try JsonValue(object: value.foundationObject) == value)
    let members = try #require(value.foundationObject as? [String: Any])
    #expect(members["a"] as? Int == 1)
    let elements = try #require(members["b"] as? [Any])
    #expect(elements[0] as? Bool == true && elements[1] is NSNull)
    #expect(elements[4] as? UInt64 == .max)
    #expect(try JsonValue(object: NSNull()) == .null)
  }

  @Test("a number that is out of range is an error, not an infinite NSNumber")
  func numbersOutOfRange() throws {
    #expect(throws: ConversionError.self) {
      try NSNumber.initializeWithJson(JsonValue(jsonData: Data("1e400".utf8)))
    }
    #expect(
      try NSNumber.initializeWithJson(.number(.init(Double.infinity)))
        == .init(value: Double.infinity))
  }

  @Test("a convertible object may be part of a tree")
  func whatSaysItsJsonIsPartOfTrees() throws {
    let url = try #require(URL(string: "http://a.b"))
    let date = Date(timeIntervalSince1970: 5)
    #expect(
      try JsonValue(object: ["url": url, "date": date] as [String: Any])
        == ["date": "1970-01-01T00:00:05Z", "url": "http://a.b"])
    #expect(throws: ConversionError.self) { try JsonValue(object: [Thread.current]) }
  }

  @Test("classes of Foundation are converted")
  func classesOfFoundation() throws {
    let value = try JsonValue(jsonData: Data(Self.json.utf8))
    let dictionary = try NSDictionary.initializeWithJson(value)
    #expect(dictionary.count == 3)
    #expect(try dictionary.serializeToJson() == value)
    #expect(try String.initializeWithData(dictionary.serializeToData()) == Self.json)
    let array = try NSMutableArray.initializeWithData(Data("[1,\"x\",null]".utf8))
    array.add(2)
    #expect(try array.serializeToJson() == [1, "x", nil, 2])
    let string = try NSString.initializeWithJson("text")
    #expect(string.length == 4)
    #expect(try string.serializeToData() == Data("text".utf8))
    #expect(try NSString.initializeWithData(Data("é".utf8)).serializeToJson() == "é")
    let set = try NSSet.initializeWithJson([1, 2, 1])
    #expect(set.count == 2)
    #expect(try Set(set.serializeToJson().array ?? []) == [1, 2])
    for number in [1, 2.5, true, .number(.init(UInt64.max))] as [JsonValue] {
      #expect(try NSNumber.initializeWithJson(number).serializeToJson() == number)
    }
    #expect(try NSNull.initializeWithJson(.null).serializeToJson() == .null)
    #expect(try NSURL.initializeWithJson("http://a.b").serializeToJson() == "http://a.b")
  }

  @Test("a value of another type is an error")
  func otherValuesAreErrors() {
    #expect(throws: ConversionError.self) { try NSString.initializeWithJson(1) }
    #expect(throws: ConversionError.self) { try NSArray.initializeWithJson("x") }
    #expect(throws: ConversionError.self) { try NSDictionary.initializeWithJson([1]) }
    #expect(throws: ConversionError.self) { try NSSet.initializeWithJson(.null) }
    #expect(throws: ConversionError.self) { try NSNumber.initializeWithJson("7") }
    #expect(throws: ConversionError.self) { try NSNull.initializeWithJson(0) }
    #expect(throws: ConversionError.self) { try NSURL.initializeWithJson(7) }
    #expect(throws: ConversionError.self) { try NSString.initializeWithData(Data([0xFF])) }
  }
}
