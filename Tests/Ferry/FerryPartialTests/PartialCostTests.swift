import FerryPartial
import FerryTestSupport
import Testing

/// The cost of chunks, in allocations of the size of a long key.
@Suite struct PartialCostTests {
  private static let key = String(repeating: "k", count: 70_000)
  private static let escapedKey = String(repeating: "\\n", count: 70_000)

  /// Counts allocations of the size of the key for 400 chunks behind `head`.
  private func allocations<T: PartiallyDecodable>(
    of type: T.Type, _ head: String, _ chunk: String
  ) throws -> Int {
    var partial = JSON.partial(type)
    try partial.append(head)
    return try AllocationCounter.count(atLeast: 65_000) {
      for _ in 0..<400 { try partial.append(chunk) }
    }.large
  }

  @Test("a chunk of an open value reads no key again", .enabled(if: AllocationCounter.isAvailable))
  func longKeys() throws {
    for key in [Self.key, Self.escapedKey] {
      // The text of the chunks themselves grows a few times.
      #expect(try allocations(of: [String: String].self, "{\"\(key)\":\"", "tok") < 12)
      #expect(try allocations(of: [String: Int].self, "{\"\(key)\":1", "0") < 12)
      #expect(try allocations(of: [String: [Bool]].self, "{\"\(key)\":[true", ", false") < 12)
      #expect(try allocations(of: [String: AnyValue].self, "{\"\(key)\":{\"a\":[", " {},  0,") < 12)
      #expect(
        try allocations(
          of: [String: [String: String]].self, "{\"\(key)\":{\"\(key)\":\"", "\\u00e9") < 12)
      // The value of an equal key is skipped.
      #expect(
        try allocations(of: [String: String].self, "{\"\(key)\":\"\",\"\(key)\":\"", "tok") < 12)
    }
  }

  @Test("a copy goes on by itself")
  func copies() throws {
    var first = JSON.partial([String: [String: String]].self)
    try first.append(#"{"a":{"b":"x\u00"#)
    var second = first
    try first.append(#"e9y"}}"#)
    try second.append(#"e8","c":"z"}"#)
    #expect(first.value == ["a": ["b": "xéy"]] && first.isComplete)
    #expect(second.value == ["a": ["b": "xè", "c": "z"]] && !second.isComplete)
    #expect(try first.finish() == ["a": ["b": "xéy"]])
    #expect(throws: DecodingError.self) { try second.finish() }
    var ended = first
    #expect(try ended.finish() == ["a": ["b": "xéy"]])
  }
}
