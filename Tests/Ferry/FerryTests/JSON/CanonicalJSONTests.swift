import Ferry
import FerryTestSupport
import Testing

@Suite("Canonical JSON (RFC 8785)")
struct CanonicalJSONTests {
  private static let encoder = {
    var encoder = JSON.Encoder()
    encoder.isCanonical = true
    return encoder
  }()

  private func canonical(_ text: String) throws -> String {
    try Self.encoder.string(JSON.decode(AnyValue.self, from: text))
  }

  @Test(
    "numbers are those of ECMAScript",
    arguments: [
      ("1.0", "1"), ("-0", "0"), ("-0.0", "0"), ("1e2", "100"), ("4.50", "4.5"), ("2e-3", "0.002"),
      ("1E30", "1e+30"), ("333333333.33333329", "333333333.3333333"),
      ("0.000000000000000000000000001", "1e-27"), ("1e21", "1e+21"),
      ("1e20", "100000000000000000000"),
      ("9007199254740992", "9007199254740992"), ("0.000001", "0.000001"), ("1e-7", "1e-7"),
      ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ])
  func numbers(text: String, expected: String) throws {
    #expect(try canonical(text) == expected)
    #expect(try canonical("[\(text)]") == "[\(expected)]")
  }

  @Test("keys are in the order of UTF-16, at every level")
  func order() throws {
    #expect(
      try canonical(#"{"b":1,"a":{"z":[],"y":{}},"":0}"#) == #"{"":0,"a":{"y":{},"z":[]},"b":1}"#)
    // U+FB33 is behind U+1F600, whose first surrogate is U+D83D.
    let text = #"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#
    let keys = try JSON.decode([Pair].self, from: "[\(try canonical(text))]").first?.keys
    #expect(keys == ["\r", "1", "\u{80}", "ö", "€", "😀", "\u{FB33}"])
  }

  /// The keys of an object in its order.
  private struct Pair: Decodable {
    var keys: [String]
    init(from decoder: any Decoder) throws {
      keys = try AnyValue(from: decoder).object?.map(\.key) ?? []
    }
  }

  @Test("only characters that must be escaped are escaped")
  func strings() throws {
    #expect(
      try canonical(#""\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/\u007f""#)
        == "\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u{7F}\"")
  }

  @Test("equal models and numbers of every type give equal bytes")
  func models() throws {
    struct Model: Encodable {
      var b: Float = 0.1
      var a: [Int] = [1, -2]
      var d: [Double] = [1, 0.5]
      var c: UInt64 = 1 << 60
    }
    #expect(
      try Self.encoder.string(Model())
        == #"{"a":[1,-2],"b":0.1,"c":1152921504606847000,"d":[1,0.5]}"#)
  }

  @Test("sets with equal elements are the same bytes")
  func sets() throws {
    let words = (0..<50).map { "word \($0)" }
    var random = SeededGenerator(for: "CanonicalJSON.sets")
    func set() -> Set<String> { Set(words.shuffled(using: &random)) }
    let texts = try (0..<20).map { _ in try Self.encoder.string(set()) }
    #expect(Set(texts).count == 1)
    var binary = Binary.Encoder()
    binary.isCanonical = true
    let documents = try (0..<20).map { _ in try binary.encode(["words": set()]) }
    #expect(Set(documents).count == 1)
  }

  @Test("a number that is not an exact double is an error with a path")
  func errors() throws {
    let encoder = Self.encoder
    for value in [1 << 53 + 1, .max] {
      let error = #expect(throws: EncodingError.self) { try encoder.string(["a": value]) }
      guard case .invalidValue(_, let context) = try #require(error) else { return }
      #expect(context.codingPath.map(\.stringValue) == ["a"])
    }
    #expect(throws: EncodingError.self) { try encoder.string([Double.nan]) }
    #expect(throws: EncodingError.self) { try encoder.string([9_007_199_254_740_993]) }
  }

  @Test("canonical text does not change when it is written again")
  func idempotent() throws {
    var random = SeededGenerator(for: "CanonicalJSON")
    var count = 0
    for _ in 0..<200 {
      // Integers without an exact double are an error.
      guard let text = try? canonical(JSON.string(random.anyValue())) else { continue }
      #expect(try canonical(text) == text)
      count += 1
    }
    #expect(count > 50)
  }
}
