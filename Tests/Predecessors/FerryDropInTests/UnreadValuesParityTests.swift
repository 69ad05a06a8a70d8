import Ferry
import FerryTestSupport
import Foundation
import Testing

/// A model that reads one member of an object, directly.
private struct DirectMember: DirectDecodable, Equatable {
  var a: Int

  init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    var a: Int?
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      if "a" ~= key { a = try reader.read() } else { try reader.skipValue() }
    }
    guard let a else { throw reader.missing("a", in: object) }
    self.a = a
  }
}

/// A model that reads one member of an object.
private struct Member: Codable, Equatable {
  var a: Int
}

/// A model that reads nothing of its value.
private struct Unread: Codable, Equatable {
  init(from decoder: any Decoder) {}
  func encode(to encoder: any Encoder) throws {}
}

@Suite("Unread values against Foundation")
struct UnreadValuesParityTests {
  private typealias Outcomes = (theirs: Int?, ours: Int?, direct: Int?)

  /// The member `a` of a document, from Foundation and from both ways of Ferry.
  private func decode(_ text: some Collection<UInt8>, json5: Bool = false) -> Outcomes {
    let text = Data(text)
    let foundation = JSONDecoder()
    var ferry = JSON.Decoder(preset: .foundation)
    (foundation.allowsJSON5, ferry.allowsJSON5) = (json5, json5)
    return (
      try? foundation.decode(Member.self, from: text).a,
      try? ferry.decode(Member.self, from: text).a,
      try? ferry.decode(DirectMember.self, from: text).a
    )
  }

  @Test(
    "an invalid string or number that the model does not read is no error",
    arguments: [
      #""\ud800""#, #""\x""#, #""\u12G4""#, "\"\\n\u{1}\"", "01", "-", "1.", "1e", "-01", "1-2",
      "2020-01-02",
      "[01, -]", #"{"\x": 1}"#, #"{"b": {"\x": 1}, "c": [01]}"#, #"["\"\x", "\\"]"#,
    ])
  func unreadFaults(value: String) {
    for text in [
      #"{"unused": \#(value), "a": 7}"#, #"{"a": 7, "unused": \#(value)}"#,
      "{\"unused\":\n[\(value),\(value)] , \"a\":7}",
    ] {
      let (theirs, ours, direct) = decode(text.utf8)
      #expect(theirs == 7 && ours == 7 && direct == 7, "\(text)")
      #expect(throws: DecodingError.self) { try JSON.decode(Member.self, from: text) }
    }
  }

  @Test(
    "a fault of the structure is an error, also in unread values",
    arguments: [
      "tru", "[1 2]", "[}", "+1", ".5", "{1: 2}", #"{"b" 1}"#, #"["\u12"]"#, #""\"#, "[,]", "\u{1}",
      "0x1F", "NaN", "\u{1}\u{1}", "01 02", "'a'", "[1, 01",
    ])
  func faultsOfStructure(value: String) {
    let (theirs, ours, direct) = decode(#"{"unused": \#(value), "a": 7}"#.utf8)
    #expect(theirs == nil && ours == nil && direct == nil)
  }

  @Test(
    "an invalid string or number that the model reads is an error with its location",
    arguments: [
      (#"{"b": "\x", "a": 01}"#, 17), (#"{"a": 1-2}"#, 6), (#"{"b": 01, "a": "\ud800"}"#, 15),
      (#"{"a": 1, "\x": 2}"#, 0),
    ])
  func readFaults(text: String, offset: Int) {
    let (theirs, ours, direct) = decode(text.utf8)
    #expect(theirs == nil && ours == nil && direct == nil)
    let error = #expect(throws: DecodingError.self) {
      try JSON.Decoder(preset: .foundation).decode(Member.self, from: text)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "The given data was not valid JSON.")
    #expect(error?.problem?.place?.offset == offset)
    #expect(throws: DecodingError.self) {
      try JSON.Decoder(preset: .foundation).decode(AnyValue.self, from: text)
    }
  }

  @Test("an invalid key is an error only if the model reads its object")
  func invalidKeys() throws {
    struct Outer: Codable, Equatable {
      var inner: Unread
      var a: Int
    }
    let text = #"{"inner": {"\x": 1}, "a": 7}"#
    let value = try JSON.Decoder(preset: .foundation).decode(Outer.self, from: text)
    #expect(value == (try JSONDecoder().decode(Outer.self, from: Data(text.utf8))))
    #expect(Oracle.decode([String: [String: Int]].self, from: text).isValue == false)
    #expect(Oracle.decodeAsFoundation([String: [String: Int]].self, from: text).isValue == false)
  }

  @Test("ill-formed UTF-8 in an unread string is no error")
  func illFormedText() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x80, 0x5C, 0x6E]] {
      let string = Array("\"".utf8) + bytes + Array("\"".utf8)
      let inValue = Array(#"{"unused": "#.utf8) + string + Array(#", "a": 7}"#.utf8)
      let (theirs, ours, direct) = decode(inValue)
      #expect(theirs == 7 && ours == 7 && direct == 7)
      let inKey = Array(#"{"a": 7, "#.utf8) + string + Array(": 1}".utf8)
      let (left, right, third) = decode(inKey)
      #expect(left == nil && right == nil && third == nil)
    }
  }

  @Test("an unread fault in a long array is no error")
  func longArrays() throws {
    let rows = (0..<20_000).map { #"{"a": \#($0), "unused": \#($0 == 15_000 ? "01" : "1")}"# }
    let text = "[" + rows.joined(separator: ",\n") + "]"
    let value = try JSON.Decoder(preset: .foundation).decode([Member].self, from: text)
    #expect(value.map(\.a) == Array(0..<20_000))
    #expect(value == (try JSONDecoder().decode([Member].self, from: Data(text.utf8))))
  }

  @Test("unread values are checked if the option requires it")
  func checkedValues() {
    var decoder = JSON.Decoder(preset: .foundation)
    #expect(!decoder.checksUnreadValues && JSON.Decoder().checksUnreadValues)
    decoder.checksUnreadValues = true
    #expect(throws: DecodingError.self) {
      try decoder.decode(Member.self, from: #"{"unused": 01, "a": 7}"#)
    }
  }

  @Test("streams and the validation of documents check unread values")
  func streamsAndDocuments() throws {
    let decoder = JSON.Decoder(preset: .foundation)
    let text = #"{"unused": 01, "a": 7}"#
    let records = Array(
      JSON.stream(Member.self, from: .bytes(Array(text.utf8)), decoder: decoder))
    #expect(throws: Problem.self) { try records[0].get() }
    #expect(throws: DecodingError.self) { try JSON.document(text, decoder: decoder).validate() }
  }

  @Test("JSON5: an invalid string or number that the model does not read is no error")
  func json5() {
    for value in [
      #""\ud800""#, "'\\u00zz'", "01", "-", "0x", "1.2.3", "[0xZ, '\\ud800']", "-0x1p3",
    ] {
      let (theirs, ours, direct) = decode("{unused: \(value), a: 7}".utf8, json5: true)
      #expect(theirs == 7 && ours == 7 && direct == 7, "\(value)")
    }
  }

  @Test("a random unread member has Foundation's verdict")
  func randomMembers() {
    var random = SeededGenerator(for: "UnreadValuesParity")
    let pieces = [
      "0", "1", "01", "-", "+", ".", "e", "E1", "\"", "\\", "\\u", "\\ud8", "d800", "\\udc00", "a",
      "é",
      "[", "]", "{", "}", ",", ":", " ", "\n", "true", "null", "\u{1}", "\u{7F}", "\"k\":", "\"v\"",
      "/",
    ]
    var wrong = 0
    for _ in 0..<Cases.count(isDebugBuild ? 5000 : 100_000) {
      var value = ""
      for _ in 0..<random.int(1..<8) { value += pieces[random.int(0..<pieces.count)] }
      var text = Array(#"{"unused": \#(value), "a": 7}"#.utf8)
      if random.oneIn(3) { text[random.int(0..<text.count)] = UInt8(random.int(0..<256)) }
      let (theirs, ours, direct) = decode(text)
      guard theirs != ours || ours != direct else { continue }
      wrong += 1
      if wrong < 5 {
        Issue.record(
          """
          \(String(decoding: text, as: UTF8.self)) \(text): Foundation \(String(describing: theirs)), \
          Ferry \(String(describing: ours)) and \(String(describing: direct))
          """)
      }
    }
    #expect(wrong == 0)
  }
}
