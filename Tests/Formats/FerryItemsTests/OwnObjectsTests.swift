import Ferry
import FerryCBOR
import FerryMessagePack
import Testing

/// A type that reads the names of an object with its own loop, each after its value.
private struct Names: DirectDecodable, Decodable {
  var names: [String] = []

  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      _ = try AnyValue(from: &reader)
      names.append(key.string)
    }
  }

  init(from decoder: any Decoder) throws {}
}

/// A type that takes an error of a key for the end of its object.
private struct Swallowing: DirectDecodable, Decodable {
  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    var object = try reader.beginObject()
    while (try? reader.nextKey(&object)) != nil { try reader.skipValue() }
  }

  init(from decoder: any Decoder) throws {}
}

@Suite("Loops of types over their objects")
struct OwnObjectsTests {
  @Test("a key stays valid while its value is read")
  func keys() throws {
    let escaped = #"{"\u0061b":{"\u0063d":1,"x":{"\u0065":2}},"\u0066":3}"#
    #expect(try JSON.decode(Names.self, from: escaped).names == ["ab", "f"])
    let numbered: [UInt8] = [0xA1, 0x19, 0x30, 0x39, 0xA1, 0x19, 0x01, 0x00, 0x01]
    #expect(try CBOR.decode(Names.self, from: numbered).names == ["12345"])
    let snakeCase = JSON.Decoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
    let text = #"{"a_key_of_more_than_fifteen":{"another_key_in_there":{"more":1}},"a_b":2}"#
    #expect(try snakeCase.decode(Names.self, from: text).names == ["aKeyOfMoreThanFifteen", "aB"])
  }

  @Test("a key that is longer than the document is an error of the whole", arguments: 1...20)
  func lengths(count: Int) {
    // The last value is an object with a key of 805,306,368 bytes, which its type does not report.
    for (map, text, object): (UInt8, [UInt8], [UInt8]) in [
      (0xB8, [0x62], [0xA1, 0x7A]), (0xDE, [0xA2], [0x81, 0xDB]),
    ] {
      var bytes = map == 0xB8 ? [map, UInt8(count)] : [map, 0, UInt8(count)]
      for index in 0..<count {
        bytes += text + [0x61, 0x61 + UInt8(index)]
        bytes += index < count - 1 ? [object[0] - 1] : object + [0x30, 0x00, 0x00, 0x00]
      }
      bytes += Array(repeating: 0x61, count: 4)
      #expect(throws: DecodingError.self) {
        if map == 0xB8 {
          _ = try CBOR.decode([String: Swallowing].self, from: bytes)
        } else {
          _ = try MessagePack.decode([String: Swallowing].self, from: bytes)
        }
      }
    }
  }
}
