import Ferry
import Testing

@Suite("Direct coding: both shapes")
struct DirectShapesTests {
  private let record = SlotRecord(
    id: 7, name: "Ada", score: 74.16, active: true, tags: ["a", "b\n"], parent: 3)

  @Test("a record comes back, and has the bytes of Codable")
  func roundTrip() throws {
    let bytes = try JSON.encode(record)
    let text = #"{"id":7,"name":"Ada","score":74.16,"active":true,"tags":["a","b\n"],"parent":3}"#
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(try JSON.decode(SlotRecord.self, from: bytes) == record)
    #expect(try JSON.string(CodableOnly(record)) == text)
  }

  @Test(
    "keys may be in any order, unknown, repeated or null",
    arguments: [
      #"{"parent":3,"tags":["a","b\n"],"active":true,"score":74.16,"name":"Ada","id":7}"#,
      #" { "id" : 7 , "x":{"y":[1,{}]}, "name":"Ada", "id":8, "score":74.16, "active":true, "#
        + #""note":null, "tags":["a","b\n"], "parent":3 , "z":null} "#,
      #"{"\u0069d":7,"name":"Ada","score":7416e-2,"active":true,"tags":["\u0061","b\n"],"#
        + #""parent":3}"#,
    ])
  func orders(text: String) throws {
    #expect(try JSON.decode(SlotRecord.self, from: text) == record)
    #expect(try JSON.decode(CodableOnly<SlotRecord>.self, from: text).value == record)
  }

  @Test("a handwritten switch over keys reads and writes as Codable")
  func switchShape() throws {
    let value = SwitchRecord(id: 1, name: "x", inner: [SwitchRecord(id: 2, name: "y")])
    let text = #"{"id":1,"name":"x","inner":[{"id":2,"name":"y"}]}"#
    #expect(try JSON.string(value) == text)
    #expect(try JSON.decode(SwitchRecord.self, from: text) == value)
    #expect(
      try JSON.decode(SwitchRecord.self, from: #"{"u":[{}],"name":"x","id":1,"inner":null}"#)
        == SwitchRecord(id: 1, name: "x"))
  }

  @Test("one error lists all required keys that are missing")
  func missingKeys() throws {
    #expect {
      try JSON.decode([SlotRecord].self, from: #"[{"name":"x","active":true}]"#)
    } throws: { error in
      guard case DecodingError.keyNotFound(let key, let context) = error else { return false }
      return key.stringValue == "id"
        && context.debugDescription == "1:2: missing keys: `id`, `score`, `tags`, at [0]"
        && context.codingPath.map(\.intValue) == [0]
        && (error as? DecodingError)?.problem?.place?.column == 2
    }
  }

  @Test("YAML is coded directly over its tape")
  func yaml() throws {
    let text = "id: 7\nname: Ada\nscore: 74.16\nactive: true\ntags: [a, \"b\\n\"]\nparent: 3\n"
    #expect(try YAML.decode(SlotRecord.self, from: text) == record)
  }
}

@Suite("Direct coding: vectors")
struct DirectVectorsTests {
  @Test("vectors and arrays of a fixed size are arrays of exactly as many values")
  func vectors() throws {
    let vector = SIMD3<Double>(1, 2.5, -3)
    #expect(try JSON.string([vector]) == "[[1,2.5,-3]]")
    #expect(try JSON.decode([SIMD3<Double>].self, from: "[[1,2.5,-3]]") == [vector])
    #expect(try Binary.decode(SIMD3<Double>.self, from: Binary.encode(vector)) == vector)
    #expect(
      try Binary.decode(SIMD4<UInt8>.self, from: Binary.encode(SIMD4<UInt8>(1, 2, 3, 255)))
        == SIMD4(1, 2, 3, 255))
    for text in ["[1,2]", "[1,2,3,4]", "7", "[1,2,null]"] {
      #expect(throws: DecodingError.self) { try JSON.decode(SIMD3<Double>.self, from: text) }
    }
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let texts: [2 of String] = ["a", "b"]
    #expect(try JSON.string(texts) == #"["a","b"]"#)
    let read = try JSON.decode([2 of String].self, from: #"["a","b"]"#)
    #expect(read[0] == "a" && read[1] == "b")
    #expect(throws: DecodingError.self) { try JSON.decode([2 of String].self, from: #"["a"]"#) }
  }

  @Test("arrays become rows if that is shorter, whatever was encoded before")
  func rowsAfterOtherDocuments() throws {
    for wide in 0...42 {
      // A wide row has 11 bytes, a narrow one has 4, and a row of a matrix has 8.
      let rows = (0..<42).map { [$0 < wide ? .pi : 0.0] }
      var documents: Set<[UInt8]> = []
      for other in [1, 16, 1000, 3000] {
        _ = try Binary.encode([[Double]](repeating: [.pi], count: other))
        documents.insert(try Binary.encode(rows))
      }
      let sizes = documents.map(\.count)
      #expect(sizes == [sizes.min()], "\(wide) wide rows")
    }
  }

  @Test(
    "a wrong number of values is reported before a wrong value",
    arguments: [
      ("[null,2]", false), ("[null,\"b\"]", false), ("[null]", true), ("[null,2,3]", true),
      ("[]", true),
    ])
  func wrongCount(_ text: String, _ isCount: Bool) {
    func isAboutCount<Value: DirectDecodable>(_ type: Value.Type) -> Bool {
      do {
        _ = try JSON.decode(type, from: text)
        return false
      } catch {
        return "\(error)".contains("Expected 2 values, found")
      }
    }
    #expect(isAboutCount(SIMD2<Int8>.self) == isCount)
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    #expect(isAboutCount([2 of String].self) == isCount)
  }
}
