import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Dictionaries with integer keys")
struct IntegerKeysParityTests {
  private struct Box: Codable, Equatable { var value: [Int: Bool] }

  private static let keys = [
    "1", "01", "+1", "-1", "-0", "00", "-01", "1.0", "1e0", " 1", "1 ", "", "a", "\u{661}", "0x1",
    "+-1",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "0000000000000000000000001",
  ]

  @Test("a key is an integer in every way of coding if it is one in Foundation", arguments: keys)
  func everyKey(key: String) {
    let object = #"{"\#(key)":true}"#
    let box = #"{"value":\#(object)}"#
    let theirs = Oracle.decode([Int: Bool].self, from: object)
    for decoder in [JSON.Decoder(), JSON.Decoder(preset: .foundation)] {
      let direct = try? decoder.decode([Int: Bool].self, from: object)
      let throughTape = try? decoder.decode(Box.self, from: box).value
      if case .value(let value) = theirs {
        #expect(direct == value && throughTape == value)
      } else {
        #expect(direct == nil && throughTape == nil)
      }
    }
  }

  @Test("of two keys that are one integer, the first counts")
  func equalIntegers() throws {
    let object = #"{"01":true,"1":false}"#
    #expect(try JSON.decode([Int: Bool].self, from: object) == [1: true])
    #expect(try JSON.decode(Box.self, from: #"{"value":\#(object)}"#).value == [1: true])
    #expect(
      try JSON.Decoder(preset: .foundation).decode([Int: Bool].self, from: object) == [1: true])
  }
}
