import Ferry
import FerryTestSupport
import Testing

@Suite("Options of reading JSON")
struct ReadingOptionsTests {
  private func value(
    _ text: String, preset: JSON.Preset = .standard, _ configure: (inout JSON.Decoder) -> Void
  ) -> AnyValue? {
    var decoder = JSON.Decoder(preset: preset)
    configure(&decoder)
    return try? decoder.decode(AnyValue.self, from: text)
  }

  @Test(
    "an assumed object has both braces or none",
    arguments: [
      ("", [:]), (" \n", [:]), ("{}", [:]), (#""x": 42"#, ["x": 42]), (#"{"x": 42}"#, ["x": 42]),
      (#" "x" : 1 , "y":[2] "#, ["x": 1, "y": [2]]), (#""x":{"y":{}}"#, ["x": ["y": [:]]]),
      (#""x": 42}"#, nil), (#"{"x": 42"#, nil), (",", nil), (#""x""#, nil), (#""x":"#, nil),
      (#""x":1,"#, nil), (#""x":1 "y":2"#, nil), (#""x":1 y"#, nil), ("42", nil), ("[1]", nil),
      ("null", nil), (#""x":1,,"y":2"#, nil),
    ] as [(String, AnyValue?)])
  func assumedObject(text: String, expected: AnyValue?) {
    #expect(value(text) { $0.assumesTopLevelDictionary = true } == expected)
  }

  @Test(
    "an assumed object in JSON5 may have a comma at its end",
    arguments: [
      ("x: 'y'", ["x": "y"]), ("x: 1,", ["x": 1]), ("x: 1 ,  // end", ["x": 1]),
      ("/**/", [:]), ("x: 1.", ["x": 1]), (" , ", nil), ("x: 0x", nil), ("x: 1}", nil), ("x", nil),
    ] as [(String, AnyValue?)])
  func assumedObjectInJSON5(text: String, expected: AnyValue?) {
    let found = value(text) {
      $0.assumesTopLevelDictionary = true
      $0.allowsJSON5 = true
    }
    #expect(found == expected)
  }

  @Test("errors in an assumed object have their location")
  func placeInAssumedObject() throws {
    var decoder = JSON.Decoder()
    decoder.assumesTopLevelDictionary = true
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String: Int].self, from: "\"a\": 1,\n\"b\": true")
    }
    let place = try #require(error?.problem?.place)
    #expect(place.line == 2)
    #expect(place.column == 6)
  }

  @Test(
    "trailing commas are read by Foundation's preset and on request",
    arguments: ["[1,]", #"{"a":1,}"#, #"{"a":[true,],}"#])
  func trailingCommas(text: String) {
    #expect(value(text) { _ in } == nil)
    #expect(value(text) { $0.allowsTrailingCommas = true } != nil)
    #expect(value(text, preset: .foundation) { _ in } != nil)
    #expect(value(text, preset: .foundation) { $0.allowsTrailingCommas = false } == nil)
    #expect(value("[,]") { $0.allowsTrailingCommas = true } == nil)
    #expect(value("[1,,]") { $0.allowsTrailingCommas = true } == nil)
  }

  @Test(
    "the first of equal keys counts, or they are an error with a location",
    arguments: [
      (#"{"a":1,"a":2}"#, 7), (#"[{"a":1},{"b":{"c":1,"d":2,"c":3}}]"#, 27),
      (#"{"a":1,"\u0061":2}"#, 7),
    ])
  func duplicateKeys(text: String, offset: Int) throws {
    #expect(try JSON.decode([String: Int].self, from: #"{"a":1,"a":2}"#) == ["a": 1])
    var decoder = JSON.Decoder()
    decoder.duplicateKeys = .error
    #expect(throws: Never.self) {
      try decoder.decode(AnyValue.self, from: #"{"a":{"a":1},"b":{"a":[{"a":1},{"a":1}]}}"#)
    }
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(AnyValue.self, from: text)
    }
    #expect(error?.problem?.place?.offset == offset)
  }

  @Test(
    "JSON5 has escapes for NUL, unlike Foundation's",
    arguments: [#""\0""#, #""\x00""#, #""\u0000""#])
  func escapedNull(text: String) {
    #expect(value(text) { $0.allowsJSON5 = true } == "\u{0}")
    #expect(value(text, preset: .foundation) { $0.allowsJSON5 = true } == nil)
    #expect(value(#""\u0000""#, preset: .foundation) { _ in } == "\u{0}")
  }
}
