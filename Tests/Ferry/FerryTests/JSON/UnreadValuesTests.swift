import Ferry
import FerryTestSupport
import Testing

/// Asks for one key of a record and passes over all others.
private struct Asked: DirectDecodable {
  var wanted: Int

  init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    var wanted: Int?
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      if "wanted" ~= key { wanted = try reader.read() } else { try reader.skipValue() }
    }
    guard let wanted else { throw reader.missing("wanted", in: object) }
    self.wanted = wanted
  }
}

@Suite("Unread values")
struct UnreadValuesTests {
  private func wanted(_ other: String, checks: Bool, depthLimit: Int = 512) -> Int? {
    var decoder = JSON.Decoder()
    decoder.checksUnreadValues = checks
    decoder.depthLimit = depthLimit
    let text = #"{"other": \#(other), "wanted": 7}"#
    return try? decoder.decode(Asked.self, from: text).wanted
  }

  @Test(
    "an unread value is skipped, checked or not",
    arguments: [
      "1", #""a\"]}""#, "null", "[]", "{}", "[ ]", #"["]", "}", "\\"]"#, #"{"a": {"b": [1, {}]}}"#,
      #"[[[[{"x": "\u0041\\"}]]]]"#, "[\"\(String(repeating: "ä]", count: 200))\"]",
      "[\(String(repeating: "[", count: 200))\(String(repeating: "]", count: 200))]",
      "[\(String(repeating: "1234567,", count: 999))0]",
    ])
  func passedOver(other: String) {
    #expect(wanted(other, checks: true) == 7)
    #expect(wanted(other, checks: false) == 7)
  }

  @Test(
    "an invalid unread value is an error if it is checked",
    arguments: ["[1 2]", "[1,]", "[tru]", #"{"a" 1}"#, "{1: 2}", "[01, +1, .]", "[,,]", "[:]"])
  func wrongInside(other: String) {
    #expect(wanted(other, checks: true) == nil)
    #expect(wanted(other, checks: false) == 7)
  }

  @Test(
    "an unread value without a certain end is an error",
    arguments: [
      "[", "[}", "{]", "[[]", #"["]"#, #"["\x"]"#, "[\"\u{1}\"]", #"["\u12"]"#, "[\\]", "x", "tru",
      "\(String(repeating: "[", count: 100_000))", #"{"a": ["b}"#,
    ])
  func uncertainEnd(other: String) {
    #expect(wanted(other, checks: true) == nil)
    #expect(wanted(other, checks: false) == nil)
  }

  @Test(
    "an unread value is as deep as the limit allows, and no deeper",
    arguments: [1, 2, 63, 64, 65, 200])
  func depth(limit: Int) {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    for checks in [true, false] {
      // The record around is one level.
      if limit > 1 { #expect(wanted(nested(limit - 1), checks: checks, depthLimit: limit) == 7) }
      #expect(wanted(nested(limit), checks: checks, depthLimit: limit) == nil)
    }
  }

  @Test("the end of an unread value does not depend on its position")
  func everyPlace() {
    for padding in 0..<200 {
      let spaces = String(repeating: " ", count: padding)
      let other = #"\#(spaces)[\#(spaces)"\\\#(spaces)]", {"k\"]": "}\#(spaces)\""}]\#(spaces)"#
      #expect(wanted(other, checks: false) == 7, "\(padding)")
    }
  }

  @Test("unread values are always checked in coding through the tape")
  func throughTheTape() {
    struct Plain: Decodable { var wanted: Int }
    var decoder = JSON.Decoder()
    decoder.checksUnreadValues = false
    #expect(throws: DecodingError.self) {
      try decoder.decode(Plain.self, from: #"{"other": [1 2], "wanted": 7}"#)
    }
  }
}
