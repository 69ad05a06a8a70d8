import FerryTape
import FerryTestSupport
import Foundation
import Testing

@Suite("AnyValue through Foundation's coders")
struct AnyValueCodableTests {
  private static let value: AnyValue = [
    "null": nil, "yes": true, "no": false, "zero": 0, "one": 1, "minus": -7, "half": 0.5,
    "big": .number(.init(UInt64.max)), "text": "é😀", "list": [1, [], [:], "a", nil],
    "map": ["a": ["b": [true]]],
  ]

  @Test("JSONEncoder and JSONDecoder keep every kind apart")
  func json() throws {
    let data = try JSONEncoder().encode(Self.value)
    #expect(try JSONDecoder().decode(AnyValue.self, from: data) == Self.value)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    #expect(object?["yes"] as? Bool == true)
    #expect(object?["text"] as? String == "é😀")
    #expect(object?.count == Self.value.object?.count)
  }

  @Test("PropertyListEncoder and PropertyListDecoder keep the kinds of property lists")
  func propertyList() throws {
    let value: AnyValue = ["yes": true, "one": 1, "half": 0.5, "text": "t", "list": [1, "a", []]]
    let data = try PropertyListEncoder().encode(value)
    #expect(try PropertyListDecoder().decode(AnyValue.self, from: data) == value)
  }

  @Test(
    "scalars at the top come back",
    arguments: [nil, true, 0, 1.5, "text", [], [:]] as [AnyValue])
  func scalars(value: AnyValue) throws {
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(AnyValue.self, from: data) == value)
  }

  @Test("bytes are an array of numbers")
  func bytes() throws {
    let data = try JSONEncoder().encode(AnyValue.bytes([1, 2, 255]))
    #expect(String(decoding: data, as: UTF8.self) == "[1,2,255]")
  }
}
