import Ferry
import FerryMacros
import Foundation
import Testing

@DirectCodable(codable: false)
private struct Sparse: Codable {
  let int: Int?
  let small: Int32?
  let byte: UInt8?
  let double: Double?
  let float: Float?
  let bool: Bool?
  let text: String?
  let pair: Pair?
  let triple: Triple?
}

@DirectCodable(codable: false)
private struct Pair: Codable {
  let x: Int
  let y: Int
}

@DirectCodable(codable: false)
private struct Triple: Codable {
  let x: Int32
  let y: Int16
  let z: UInt8
}

/// Code that knows the type of an optional looks only at the byte behind the value. Generic code, as in
/// Foundation and in reflection, looks at all bytes.
@Suite("The bytes of nil in decoded structs")
struct NilMemoryTests {
  private static let full = """
    {"int":-1,"small":-1,"byte":255,"double":-1.5,"float":-1.5,"bool":true,"text":"a text of many bytes",
    "pair":{"x":-1,"y":-1},"triple":{"x":-1,"y":-1,"z":255}}
    """

  private static func document(count: Int) -> String {
    let elements = (0..<count).map { $0.isMultiple(of: 3) ? full : $0 % 3 == 1 ? "{}" : nulls }
    return "[" + elements.joined(separator: ",") + "]"
  }

  private static let nulls = """
    {"int":null,"small":null,"byte":null,"double":null,"float":null,"bool":null,"text":null,"pair":null,
    "triple":null}
    """

  @Test("generic code finds the nil of members", arguments: [1, 4, 63, 64, 65, 500])
  func generic(count: Int) throws {
    let text = Self.document(count: count)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let expected = try JSONDecoder().decode([Sparse].self, from: Data(text.utf8))
    let full = "[" + Array(repeating: Self.full, count: count).joined(separator: ",") + "]"
    for _ in 0..<3 {
      // The memory of these values is used for the next ones.
      _ = try JSON.decode([Sparse].self, from: full)
      let values = try JSON.decode([Sparse].self, from: text)
      #expect(try encoder.encode(values) == encoder.encode(expected))
      #expect(values.map { "\($0)" } == expected.map { "\($0)" })
      let binary = try Binary.decode([Sparse].self, from: Binary.encode(values))
      #expect(try encoder.encode(binary) == encoder.encode(expected))
    }
  }
}
