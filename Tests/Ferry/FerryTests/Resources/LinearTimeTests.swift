import Ferry
import FerryBinaryEngine
import FerryTestSupport
import Foundation
import Testing

@Suite("Time is linear", .serialized)
struct LinearTimeTests {
  private func decode<T: Decodable>(_ type: T.Type) -> (String) throws -> Void {
    { _ = try JSON.decode(type, from: $0) }
  }

  @Test("long strings, escapes and keys take linear time")
  func strings() throws {
    try expectLinear(
      4000, { "\"\(String(repeating: #"\n\u00e9\ud83d\ude00"#, count: $0))\"" }, decode(String.self)
    )
    try expectLinear(40_000, { "\"\(String(repeating: "é", count: $0))\"" }, decode(String.self))
    try expectLinear(
      4000, { "{\"\(String(repeating: #"\u0061"#, count: $0))\":1}" }, decode([String: Int].self))
  }

  @Test("numbers of many digits take linear time")
  func digits() throws {
    for text in ["1", "0.", "1e-", "0."] {
      try expectLinear(20_000, { "[\(text)\(String(repeating: "3", count: $0))]" }) {
        _ = try? JSON.decode([Double].self, from: $0)
        _ = try? JSON.decode([Int].self, from: $0)
        _ = try? JSON.decode([AnyValue].self, from: $0)
      }
    }
  }

  @Test("objects of many keys take linear time, distinct, equal or similar")
  func keys() throws {
    let shapes: [(Int) -> String] = [{ "key\($0)" }, { _ in "key" }, { "k\($0 % 7)e\($0)y" }]
    for name in shapes {
      let make = { (count: Int) in
        "{\((0..<count).map { "\"\(name($0))\":\($0)" }.joined(separator: ","))}"
      }
      try expectLinear(1500, make, decode([String: Int].self))
      try expectLinear(1500, make, decode(AnyValue.self))
      var decoder = JSON.Decoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      try expectLinear(1500, make) { _ = try? decoder.decode(AllKeys.self, from: $0) }
    }
  }

  /// Asks for every key that there is.
  private struct AllKeys: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Fixtures.AnyKey.self)
      for key in container.allKeys { _ = try container.decode(Int.self, forKey: key) }
    }
  }

  /// Writes to containers in turns, which is put in order at the end.
  private struct Turns: Encodable {
    let count: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Fixtures.AnyKey.self)
      var list = container.nestedUnkeyedContainer(forKey: .init(stringValue: "list"))
      for index in 0..<count {
        try list.encode(index)
        try container.encode(index, forKey: .init(stringValue: "key\(index % 50)"))
        var again = container.nestedContainer(
          keyedBy: Fixtures.AnyKey.self, forKey: .init(stringValue: "nested"))
        try again.encode(index, forKey: .init(stringValue: "\(index)"))
      }
    }
  }

  @Test("containers that are written to in turns take linear time")
  func merges() throws {
    try expectLinear(400, { "\($0)" }) { text in _ = try JSON.encode(Turns(count: Int(text) ?? 0)) }
  }

  @Test("setting members and elements one by one takes linear time")
  func setting() throws {
    try expectLinear(2000, { "\($0)" }) { text in
      let count = Int(text) ?? 0
      var members: AnyValue = [:]
      for index in 0..<count { members["key\(index)"] = true }
      #expect(members.object?.count == count)
      var elements = AnyValue.array(Array(repeating: false, count: count))
      for index in 0..<count { elements[index] = true }
      #expect(elements.array?.allSatisfy { $0 == true } == true)
    }
  }

  @Test("nested arrays and blanks take linear time")
  func nesting() throws {
    try expectLinear(
      4000, { "[\(Array(repeating: "[[1],[]]", count: $0).joined(separator: " , "))]" },
      decode(AnyValue.self))
    try expectLinear(40_000, { "[1\(String(repeating: " \n", count: $0)),2]" }, decode([Int].self))
  }

  /// A number that is coded through the tape.
  private struct Plain: Decodable {
    let number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  @Test("frames that extend the tables of a record file take linear time")
  func frames() throws {
    func file(_ count: Int) -> [UInt8] {
      var file = HostileRecordFile()
      for number in 0..<count {
        // A key, a key list of that key, an empty text; and the record 7.
        let key = [UInt8](String(100_000 + number).utf8)
        let tables: [UInt8] = [1, 6] + key + [1, 1] + HostileBytes.length(number) + [1, 0x50]
        let payload = [1, UInt8(tables.count)] + tables + [7]
        file.append(number == 0 ? BinaryFormat.resetFlag : 0, payload)
      }
      return file.ended(records: count)
    }
    try expectLinear(400, file) { bytes in
      let records = try Binary.RecordFile<Int>(bytes).records.map { try $0.get() }
      #expect(records.allSatisfy { $0 == 7 } && records.count >= 400)
    }
    try expectLinear(400, file) { bytes in
      let records = try Binary.stream(Plain.self, from: .bytes(bytes)).map { try $0.get().number }
      #expect(records.allSatisfy { $0 == 7 } && records.count >= 400)
    }
    try expectLinear(400, file) { bytes in
      let records = try Binary.stream(Int.self, from: .bytes(bytes)).map { try $0.get() }
      #expect(records.allSatisfy { $0 == 7 } && records.count >= 400)
    }
  }

  @Test(
    "reading elements of a packed array one by one takes linear time",
    arguments: [Binary.Packing.indexed, .smallest])
  func elements(_ packing: Binary.Packing) throws {
    var encoder = Binary.Encoder()
    encoder.packing = packing
    try expectLinear(
      400, { try encoder.encode((0..<$0).map { 1000 * $0 + $0 % 7 }) },
      { bytes in
        let document = Binary.document(bytes)
        let last = try document.children().map { try $0.decode(Int.self) }.last
        #expect(last ?? 0 > 1000)
      })
  }
}
