import FerryPartial
import FerryTestSupport
import Foundation
import Testing

/// Values of JSON text that arrives in chunks.
@Suite struct PartialTests {
  /// The values after each chunk, as JSON.
  private func values<T: PartiallyDecodable>(
    _ type: T.Type, _ chunks: [String]
  ) throws -> [String] where T.Partial: Encodable {
    var partial = JSON.partial(type)
    return try chunks.map { chunk in
      try partial.append(chunk)
      return try partial.value.map { try JSON.string($0) } ?? "-"
    }
  }

  @Test("texts grow, numbers and literals come when they are over")
  func growth() throws {
    #expect(
      try values(
        AnyValue.self,
        [" ", "{\"a", "\":\"x", "y\\u00", "e9\",\"b\": 1", "2", ",\"c\":[tru", "e, {", "}]}"])
        == [
          "-", "{}", #"{"a":"x"}"#, #"{"a":"xy"}"#, #"{"a":"xyé"}"#, #"{"a":"xyé"}"#,
          #"{"a":"xyé","b":12,"c":[]}"#, #"{"a":"xyé","b":12,"c":[true,{}]}"#,
          #"{"a":"xyé","b":12,"c":[true,{}]}"#,
        ])
    #expect(
      try values([String?].self, ["[\"a", "\",nul", "l,\"", "\"]"]) == [
        #"["a"]"#, #"["a"]"#, #"["a",null,""]"#, #"["a",null,""]"#,
      ])
    #expect(
      try values([String: [Int]].self, ["{\"a\":[1,2", "2],\"b"])
        == [#"{"a":[1]}"#, #"{"a":[1,22]}"#])
  }

  @Test("a number at the end of the text comes with the end")
  func lastNumber() throws {
    var partial = JSON.partial(Int.self)
    try partial.append("1")
    try partial.append("2")
    #expect(partial.value == nil && !partial.isComplete)
    #expect(try partial.finish() == 12 && partial.value == 12 && partial.isComplete)
  }

  @Test(
    "an error has the place and the path of the whole text, and stays",
    arguments: [
      ("{\"a\":\n 1,}", 2, 4, "", "trailing comma"), ("[1 2]", 1, 4, "", "expected a comma"),
      ("[\"\\ud83dx\"]", 1, 3, "[0]", "surrogate"),
      ("[\"a\u{1}\"]", 1, 4, "[0]", "control character"),
      ("[01]", 1, 2, "[0]", "invalid number"), ("[1] x", 1, 5, "", "unexpected content"),
      ("{\"a\":[{\"b\":nulx}]}", 1, 15, "a[0].b", "literal"), ("[1}", 1, 3, "", "bracket"),
      ("{1:2}", 1, 2, "", "key"),
    ])
  func errors(_ text: String, _ line: Int, _ column: Int, _ path: String, _ message: String) throws
  {
    for size in [1, 3, 100] {
      var partial = JSON.partial(AnyValue.self)
      let error = #expect(throws: DecodingError.self) {
        for chunk in Self.chunks(Array(text.utf8), size) { try partial.append(chunk) }
      }
      let place = try #require(error?.problem?.place)
      #expect((place.line, place.column) == (line, column), "\(text)")
      #expect("\(error?.problem?.path ?? .root)" == path, "\(text)")
      #expect(error?.problem?.headline.contains(message) == true, "\(error as Any)")
      #expect(throws: DecodingError.self) { try partial.append(" ") }
      #expect(throws: DecodingError.self) { try partial.finish() }
    }
  }

  @Test("a value of another type is an error with its path")
  func mismatches() {
    var numbers = JSON.partial([String: [Int]].self)
    let number = #expect(throws: DecodingError.self) { try numbers.append(#"{"a": [1, 2.5, "#) }
    #expect(number?.problem.map { "\($0.path) \($0.place?.column ?? 0)" } == "a[1] 11")
    var texts = JSON.partial([[String]].self)
    let text = #expect(throws: DecodingError.self) { try texts.append("[[], [\"a\", 1") }
    #expect(text?.problem.map { "\($0.path) \($0.place?.column ?? 0)" } == "[1][1] 12")
    #expect(text?.problem?.headline.contains("expected a text") == true)
  }

  @Test("a text that ends too early is an error at the end only")
  func cutOff() throws {
    for text in ["", "[", "[1", "\"a", "{\"a\":", "tru", "-", "\"\\u12"] {
      var partial = JSON.partial(AnyValue.self)
      try partial.append(text)
      #expect(throws: DecodingError.self, "\(text)") { try partial.finish() }
    }
  }

  @Test("numbers and literals have the value and the verdict of a whole document")
  func scalars() {
    let texts = [
      "0", "-0", "7", "-128", "128", "255", "256", "65536", "1e2", "1.0", "1.5", "-1", "01", "1.",
      ".5", "+1", "-",
      "1e", "2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551615",
      "1e400", "1e-400",
      "0.1", "123456789012345678901234567890", "5e-324", "2.2250738585072014e-308", "true", "false",
      "truex", "\"1\"",
      "null", "[1]", "{}", "1 2",
    ]
    func check<T: PartiallyDecodable & DirectDecodable & Equatable>(_ type: T.Type)
    where T.Partial == T {
      for text in texts {
        for tail in ["", " "] {
          let whole = try? JSON.decode(type, from: text + tail)
          var partial = JSON.partial(type)
          for byte in (text + tail).utf8 { try? partial.append([byte]) }
          let value = try? partial.finish()
          #expect(value == whole, "\(type) \(text)")
          if let value { #expect(partial.value == value, "\(type) \(text)") }
        }
      }
    }
    check(Int.self)
    check(Int8.self)
    check(UInt8.self)
    check(UInt16.self)
    check(UInt64.self)
    check(Int128.self)
    check(Double.self)
    check(Float.self)
    check(Bool.self)
    check(Decimal.self)
    check(AnyValue.self)
  }

  // MARK: The law

  /// Cuts of random sizes up to `largest`.
  static func chunks(_ bytes: [UInt8], _ size: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
  }

  /// Values only grow, and the last one equals that of the whole text.
  private func check(_ text: [UInt8], _ random: inout SeededGenerator) throws {
    let whole = try JSON.decode(AnyValue.self, from: text)
    var partial = JSON.partial(AnyValue.self)
    var previous: AnyValue?
    var start = 0
    while start < text.count {
      let end = min(text.count, start + random.int(1..<(random.oneIn(4) ? 40 : 4)))
      try partial.append(text[start..<end])
      if let previous, let value = partial.value {
        #expect(value.isGrown(from: previous), "\(previous) became \(value)")
      }
      #expect(previous == nil || partial.value != nil)
      previous = partial.value
      start = end
    }
    let last = try partial.finish()
    #expect(last == whole && partial.value == whole && partial.isComplete)
    if let previous { #expect(whole.isGrown(from: previous)) }
  }

  @Test("values only grow, and the last one equals decoding the whole, for every cut")
  func law() throws {
    var random = SeededGenerator(for: "PartialTests.law")
    for _ in 0..<Cases.count(300) {
      var text = ""
      Self.write(depth: 0, to: &text, &random)
      try check(Array(text.utf8), &random)
    }
  }

  @Test("damaged text is an error or has the value of the whole, for every cut")
  func damage() throws {
    var random = SeededGenerator(for: "PartialTests.damage")
    let bytes: [UInt8] = Array("\"\\[]{},:u0e-\u{7F}\n ".utf8) + [1, 0x80, 0xC3, 0xED, 0xF0, 0xFF]
    for _ in 0..<Cases.count(2000) {
      var text = ""
      Self.write(depth: 0, to: &text, &random)
      var damaged = Array(text.utf8)
      for _ in 0..<random.int(1..<4) where !damaged.isEmpty {
        let place = random.int(0..<damaged.count)
        if random.oneIn(3) {
          damaged.remove(at: place)
        } else {
          damaged[place] = bytes[random.int(0..<bytes.count)]
        }
      }
      let whole = try? JSON.decode(AnyValue.self, from: damaged)
      var partial = JSON.partial(AnyValue.self)
      var value: AnyValue?
      do {
        for chunk in Self.chunks(damaged, random.int(1..<9)) { try partial.append(chunk) }
        value = try partial.finish()
      } catch {}
      #expect(value == whole, "\(damaged)")
      if value != nil { #expect(partial.value == whole) }
    }
  }

  @Test("containers nest up to the limit")
  func depth() throws {
    for depth in [512, 513] {
      var partial = JSON.partial(AnyValue.self)
      func feed() throws {
        for _ in 0..<depth { try partial.append("[") }
        for _ in 0..<depth { try partial.append("]") }
      }
      if depth == 512 {
        try feed()
        let isComplete = partial.isComplete
        #expect(isComplete)
      } else {
        let error = #expect(throws: DecodingError.self) { try feed() }
        #expect(error?.problem?.headline.contains("nested") == true, "\(error as Any)")
      }
    }
  }

  @Test(
    "files of the corpora have the same values in chunks",
    arguments: [
      "json/twitter.json", "json/citm_catalog.json", "json/canada.json",
    ])
  func corpora(_ name: String) throws {
    guard let bytes = try Corpora.bytes(name) else { return }
    let whole = try JSON.decode(AnyValue.self, from: bytes)
    for size in [4, 4096] {
      var partial = JSON.partial(AnyValue.self)
      for chunk in Self.chunks(bytes, size) { try partial.append(chunk) }
      #expect(partial.value == whole && partial.isComplete, "\(name) by \(size)")
    }
  }

  /// Writes a random value: all escapes, characters of one to four bytes, equal keys, white space.
  private static func write(depth: Int, to text: inout String, _ random: inout SeededGenerator) {
    func blank(_ random: inout SeededGenerator) -> String {
      random.oneIn(3) ? [" ", "\n", "\t\r\n  "][random.int(0..<3)] : ""
    }
    text += blank(&random)
    switch random.int(0..<(depth > 4 ? 4 : 8)) {
    case 0: text += ["null", "true", "false"][random.int(0..<3)]
    case 1: text += ["0", "-0.5e-7", "12345678901234567890", "1E+2", "3.25"][random.int(0..<5)]
    case 2, 3: writeText(to: &text, &random)
    case 4, 5:
      text += "["
      for index in 0..<random.int(0..<5) {
        if index > 0 { text += "," }
        write(depth: depth + 1, to: &text, &random)
      }
      text += blank(&random) + "]"
    default:
      text += "{"
      for index in 0..<random.int(0..<5) {
        if index > 0 { text += "," }
        text += blank(&random)
        if random.oneIn(3) { text += "\"k\"" } else { writeText(to: &text, &random) }
        text += blank(&random) + ":"
        write(depth: depth + 1, to: &text, &random)
      }
      text += blank(&random) + "}"
    }
    text += blank(&random)
  }

  private static func writeText(to text: inout String, _ random: inout SeededGenerator) {
    let parts = [
      "a", "bc", "ß", "漢", "😀", "e\u{301}", "\\n", "\\\"", "\\\\", "\\/", "\\b\\f\\r\\t", "\\u0041",
      "\\u00e9", "\\uD83D\\ude00", "\\u0000", "[]{}:,", " ",
    ]
    text += "\""
    for _ in 0..<random.int(0..<8) { text += parts[random.int(0..<parts.count)] }
    text += "\""
  }
}

extension AnyValue {
  /// Whether the value has all that an earlier one had, in the same places.
  fileprivate func isGrown(from old: AnyValue) -> Bool {
    switch (old, self) {
    case (.string(let old), .string(let new)): new.utf8.starts(with: old.utf8)
    case (.array(let old), .array(let new)):
      old.count <= new.count && old.dropLast() == new.prefix(max(0, old.count - 1))
        && zip(old, new).allSatisfy { $1.isGrown(from: $0) }
    case (.object(let old), .object(let new)):
      old.count <= new.count
        && zip(old, new).allSatisfy { $0.key == $1.key && $1.value.isGrown(from: $0.value) }
    default: old == self
    }
  }
}
