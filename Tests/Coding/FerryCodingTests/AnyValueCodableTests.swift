import FerryBase
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

  @Test(
    "the digits of a number come back through JSONEncoder and JSONDecoder",
    arguments: [
      "18446744073709551616", "-9223372036854775809", "-18446744073709551616",
      "340282366920938463463374607431768211455", "-170141183460469231731687303715884105728",
      "0.12345678901234567890123", "-12345678901234567890.5", "0.1", "1.5e+200", "-0",
      "123456789012345678901.25",
    ])
  func digits(text: String) throws {
    let value = AnyValue.array([.number(.init(text: text))])
    let data = try JSONEncoder().encode(value)
    #expect(String(decoding: data, as: UTF8.self) == "[\(text)]")
    let copy = try JSONDecoder().decode(AnyValue.self, from: data)
    #expect(copy[0]?.number?.text == text)
  }

  @Test("a number that no type of an encoder holds is the nearest double")
  func nearestDouble() throws {
    for text in ["18446744073709551616", "0.12345678901234567890123"] {
      let value = AnyValue.array([.number(.init(text: text))])
      let data = try PropertyListEncoder().encode(value)
      let copy = try PropertyListDecoder().decode([Double].self, from: data)
      #expect(copy == [Double(text)])
    }
  }

  @Test("bytes are an array of numbers")
  func bytes() throws {
    let data = try JSONEncoder().encode(AnyValue.bytes([1, 2, 255]))
    #expect(String(decoding: data, as: UTF8.self) == "[1,2,255]")
  }
}
