import Ferry
import FerryMacros
import Foundation
import Testing

private final class Owner {}

/// A value whose bytes cannot be moved: the runtime may know the address of a weak reference.
private struct Watcher: DirectCodable, Codable {
  weak var owner: Owner?
  var number: Int

  init(number: Int) { self.number = number }

  init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    self.init(number: try Int(from: &reader))
  }

  func encode(to writer: inout some WireWriter & ~Copyable) throws(WireFailure) {
    try number.encode(to: &writer)
  }

  init(from decoder: any Decoder) throws { self.init(number: try Int(from: decoder)) }

  func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
}

@DirectCodable(codable: false)
private struct Watched: Codable {
  let watcher: Watcher
  let name: String
}

/// Arrays inside of arrays, whose elements have that memory.
@DirectCodable(codable: false)
private struct WatchedRows: Codable {
  let rows: [[Watched]]
  let lastRow: [[Watched]]?
}

@DirectCodable(codable: false)
private struct Wide: Codable {
  let id: UInt8
  let vector: SIMD4<Double>
}

/// Records whose `nil` lies in different places.
@DirectCodable(codable: false)
private struct Optionals: Codable {
  @DirectCodable(codable: false)
  struct Text: Codable {
    let number: Int
    let text: String
    let bytes: [UInt8]
  }

  @DirectCodable(codable: false)
  struct Flag: Codable {
    let number: Int32
    let flag: Bool
    let other: UInt8
  }

  @DirectCodable(codable: false)
  struct Inner: Codable {
    let flag: Bool?
    let small: UInt8
  }

  @DirectCodable(codable: false)
  struct Outer: Codable {
    let low: UInt16
    let inner: Inner
    let text: Text?
  }

  @DirectCodable(codable: false)
  enum Level: String, Codable { case low, high }

  @DirectCodable(codable: false)
  struct Ranked: Codable {
    let level: Level
    let number: Int
  }

  let text: Text?
  let flag: Flag?
  let inner: Inner?
  let outer: Outer?
  let ranked: Ranked?
}

@Suite("The memory of arrays and optionals in direct coding")
struct ArrayMemoryTests {
  // Few elements, those that a reader gathers first, and arrays beyond the first estimate.
  private static let counts = [0, 1, 63, 64, 65, 1000]

  /// Checks that direct coding makes the same as Foundation, in JSON and in the binary format.
  private func check<T: DirectCodable & Codable>(_ type: T.Type, _ elements: [String]) throws {
    let text = "[" + elements.joined(separator: ",") + "]"
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let expected = try encoder.encode(JSONDecoder().decode([T].self, from: Data(text.utf8)))
    let values = try JSON.decode([T].self, from: text)
    #expect(try encoder.encode(values) == expected)
    let again = try JSON.decode([T].self, from: JSON.encode(values))
    #expect(try encoder.encode(again) == expected)
    let binary = try Binary.decode([T].self, from: Binary.encode(values))
    #expect(try encoder.encode(binary) == expected)
    var longer = values
    longer += values
    #expect(try longer.count == 2 * elements.count && encoder.encode(values) == expected)
  }

  @Test("arrays of values that cannot be moved by their bytes", arguments: counts)
  func weak(count: Int) throws {
    try check(Watched.self, (0..<count).map { #"{"watcher":\#($0),"name":"the name \#($0)"}"# })
    var values = try JSON.decode([Watched].self, from: #"[{"watcher":1,"name":""}]"#)
    let owner = Owner()
    values = values.map { value in
      var watcher = value.watcher
      watcher.owner = owner
      return Watched(watcher: watcher, name: value.name)
    }
    #expect(values.allSatisfy { $0.watcher.owner === owner })
  }

  @Test("arrays of arrays of values that cannot be moved by their bytes", arguments: counts)
  func weakRows(count: Int) throws {
    let row =
      "[" + (0..<count).map { #"{"watcher":\#($0),"name":""}"# }.joined(separator: ",") + "]"
    try check(
      WatchedRows.self, [#"{"rows":[]}"#, #"{"rows":[\#(row),[],\#(row)],"lastRow":[\#(row)]}"#])
  }

  @Test("arrays of values with a large alignment", arguments: counts)
  func wide(count: Int) throws {
    try check(Wide.self, (0..<count).map { #"{"id":\#($0 % 256),"vector":[\#($0),1.5,-2,3e10]}"# })
  }

  @Test("the nil of a record is found wherever it lies", arguments: counts)
  func optionals(count: Int) throws {
    let text = #"{"number":-1,"text":"a text of many bytes","bytes":[255]}"#
    let members = [
      #""text":\#(text)"#, #""flag":{"number":-1,"flag":true,"other":255}"#,
      #""inner":{"flag":false,"small":255}"#, #""inner":{"small":255}"#,
      #""outer":{"low":65535,"inner":{"small":0},"text":\#(text)}"#,
      #""outer":{"low":65535,"inner":{"flag":true,"small":0}}"#,
      #""ranked":{"level":"high","number":0}"#,
    ]
    // Each set of members, so that each record is nil beside each other one.
    try check(
      Optionals.self,
      (0..<count).map { number in
        var names: Set<Substring> = []
        let chosen = members.enumerated().filter { number >> $0.offset & 1 == 1 }.map(\.element)
          .filter { names.insert($0.prefix(5)).inserted }
        return "{" + chosen.joined(separator: ",") + "}"
      })
  }

  @Test("elements that were read are destroyed after a failure", arguments: counts)
  func failures(count: Int) throws {
    let element = #"{"text":{"number":1,"text":"a text of many bytes","bytes":[1]}}"#
    for last in [#"{"text":{"number":"x"}}"#, "{", "1]"] {
      let text = "[" + (Array(repeating: element, count: count) + [last]).joined(separator: ",")
      #expect(throws: DecodingError.self) { try JSON.decode([Optionals].self, from: text) }
    }
  }
}
