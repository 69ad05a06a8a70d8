import Ferry
import FerryCBOR
import FerryMessagePack
import Foundation
import Testing

// The keys of maps.
extension CBORTests {
  @Test("an integer key below those of 64 bits is written as an integer")
  func smallestKey() throws {
    let document = bytes("a13bffffffffffffffff01")
    let value = try CBOR.decode(AnyValue.self, from: document)
    #expect(value == ["-18446744073709551616": 1])
    var encoder = CBOR.Encoder()
    encoder.usesIntegerKeys = true
    #expect(try encoder.encode(value) == document)
    #expect(try encoder.encode(["a": value]) == bytes("a16161") + document)
  }

  @Test("an integer and a text with its digits are no duplicate keys, but have no form in Swift")
  func mixedKeys() throws {
    let error = #expect(throws: DecodingError.self) {
      try CBOR.decode([String: Int].self, from: bytes("a2016131 613102"))
    }
    #expect(error?.problem?.category == .unsupported)
    #expect(error?.problem?.place?.offset == 5)
  }

  @Test(
    "an error names a key that is neither text nor an integer, with its kind and its location",
    arguments: [
      ("a1f401", "the truth value `false`", 1), ("a1f501", "the truth value `true`", 1),
      ("a1f601", "null", 1), ("a1f701", "`undefined`", 1), ("a1f93e0001", "the float 1.5", 1),
      ("a1420a0b01", "bytes 0a0b", 1), ("a1800180", "an array", 1), ("a1a001", "an object", 1),
      ("a1c1000101", "a value with the tag 1", 1), ("a1f8ff01", "the simple value 255", 1),
      ("a1616182a1f40101", "the truth value `false`", 5),
      ("bf6161 01f501ff", "the truth value `true`", 4),
    ])
  func otherKeys(digits: String, key: String, offset: Int) throws {
    let error = #expect(throws: DecodingError.self) {
      try CBOR.decode(AnyValue.self, from: bytes(digits))
    }
    #expect(error?.problem?.detail == key)
    #expect(error?.problem?.hint == "a key must be text or an integer")
    #expect(error?.problem?.place?.offset == offset)
    #expect(error?.problem?.path == (offset == 5 ? "a[0]" : ""))
    let records = Array(CBOR.stream(AnyValue.self, from: .bytes(bytes("01" + digits))))
    let failed = #expect(throws: Problem.self) { try records[1].get() }
    #expect(failed?.detail == key)
  }

  @Test("an error names a key of MessagePack that is neither text nor an integer")
  func otherKeysOfMessagePack() {
    for (digits, key) in [
      ("81c301", "the truth value `true`"), ("81c001", "null"), ("81ca3fc0000001", "the float 1.5"),
      ("81c4010a01", "bytes 0a"), ("81d4050001", "an extension of type 5"),
    ] {
      let error = #expect(throws: DecodingError.self) {
        try MessagePack.decode(AnyValue.self, from: bytes(digits))
      }
      #expect(error?.problem?.detail == key)
    }
  }

  @Test("a duplicate key is an error, also among integers and text")
  func duplicates() {
    for digits in ["a2616101616102", "a2010101 02", "a2016131 613102", "bf616101616102ff"] {
      let input = bytes(digits)
      #expect(throws: DecodingError.self) { try CBOR.decode(AnyValue.self, from: input) }
      #expect(throws: DecodingError.self) { try CBOR.decode([String: Int].self, from: input) }
      #expect(throws: DecodingError.self) { try CBOR.decode(Times?.self, from: input) }
    }
    var object = AnyValue.Object()
    object["a"] = 1
    let clash = try? JSON.decode(AnyValue.self, from: #"{"a":1,"a":2}"#)
    #expect(throws: EncodingError.self) { try CBOR.encode(clash) }
  }
}
