import Ferry
import Testing

/// Text in quotes that the end of the input cuts off.
@Suite("Text without a closing quote")
struct UnterminatedTextTests {
  private struct Model: Codable { var a: String }

  private func failure(_ body: () throws -> Void) -> Problem? {
    do {
      try body()
      return nil
    } catch {
      return (error as? DecodingError)?.problem
    }
  }

  static let ends = ["", "b", #"b\"#, #"\"#, #"\u"#, #"\u00"#, #"b\u00e"#, #"b\n"#]

  @Test("the error is at the opening quote of the text", arguments: ends)
  func json(_ end: String) {
    var json5 = JSON.Decoder()
    json5.allowsJSON5 = true
    let text = #"{"a": "x\#(end)"#
    let ways: [() throws -> Void] = [
      { _ = try JSON.decode(Model.self, from: text) },
      { _ = try JSON.decode(AnyValue.self, from: text) },
      { _ = try json5.decode(Model.self, from: text) },
      { _ = try JSON.document(text).decode(Int.self, at: "b") },
      { _ = try JSON.document(#"{"c": [\#(text)"#).decode(Int.self, at: "b") },
    ]
    for (number, way) in ways.enumerated() {
      let failure = failure(way)
      let column = number == 4 ? 14 : 7
      #expect(
        failure?.description.hasPrefix("1:\(column): string without a closing quote") == true,
        "\(number): \(failure?.description ?? "")")
      #expect(failure?.category == .unexpectedEnd)
    }
  }

  @Test(
    "escapes of JSON5 that the input cuts off belong to their text",
    arguments: ["", #"\x"#, #"\x4"#])
  func json5(_ end: String) {
    var decoder = JSON.Decoder()
    decoder.allowsJSON5 = true
    let failure = failure { _ = try decoder.decode([String].self, from: "[ 'x\(end)") }
    #expect(failure?.description.hasPrefix("1:3: string without a closing quote") == true)
  }

  @Test("an invalid escape before the end of the text is an error of its own")
  func invalidEscapes() {
    for text in [#"["\x4"]"#, #"["\u00"]"#, #"["\u00g"#] {
      let failure = failure { _ = try JSON.decode([String].self, from: text) }
      #expect(failure?.description.hasPrefix("1:3: invalid escape") == true, "\(text)")
    }
  }

  #if FERRY_YAML
  @Test(
    "the error in YAML is at the opening quote of the text",
    arguments: [#""b"#, "'b", #""b\"#, #""\x4"#, #""\u00e"#, "\"b\n  c\n"])
  func yaml(_ text: String) {
    let failure = failure { _ = try YAML.decode([String: String].self, from: "a: \(text)") }
    #expect(
      failure?.description.hasPrefix("1:4: invalid YAML: the closing quote is missing") == true,
      "\(failure?.description ?? "")")
  }
  #endif
}
