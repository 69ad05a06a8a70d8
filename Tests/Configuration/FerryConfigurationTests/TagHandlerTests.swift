#if FERRY_YAML
import FerryConfiguration
import FerryMacros
import Testing

/// The handlers of YAML's tags.
@Suite("Handlers of tags")
struct TagHandlerTests {
  private func decoder(
    preset: YAML.Preset = .standard, variables: [String: String] = [:],
    _ handlers: [String: YAMLTagHandler] = [:]
  ) -> YAML.Decoder {
    var decoder = YAML.Decoder(preset: preset)
    decoder.tagHandlers = handlers
    decoder.tagHandlers["!env"] = .environment(variables)
    return decoder
  }

  /// A handler that joins the elements of an array, as `Fn::Join` of CloudFormation.
  private static let join = YAMLTagHandler { value in
    .string((value.array ?? []).map { $0.string ?? "\($0)" }.joined(separator: "-"))
  }

  // The expected values are those of PyYAML 6.0 with the constructors `!join` and `!env`.
  @Test(
    "the result of a handler takes the place of the value",
    arguments: [
      ("!join [a, b]", #""a-b""#), ("a: !join [a, !join [b, 1]]", #"{"a":"a-b-1"}"#),
      ("[&a !join [x, y], *a]", #"["x-y","x-y"]"#),
      ("{a: &a {b: !join [c]}, d: *a}", #"{"a":{"b":"c"},"d":{"b":"c"}}"#),
      ("{a: &a {b: !join [c]}, <<: *a}", #"{"a":{"b":"c"},"b":"c"}"#),
      ("!env PORT", "8080"), ("!env 'PORT'", #""8080""#), ("!env NAME", #""n""#),
      ("!env NONE 5", "5"), ("!env NONE a b", #""a b""#), ("!env \"NONE 5\"", #""5""#),
      ("!env EMPTY", #""""#), ("!env EMPTY 1", #""""#),
      ("!join [!env PORT, !env NAME]", #""8080-n""#), ("!other [!env PORT]", "!other [8080]"),
      ("!keep {a: [1, ~, 1.5, 'x']}", #"{"a":[1,null,1.5,"x"]}"#),
    ])
  func values(_ text: String, _ expected: String) throws {
    let decoder = decoder(
      variables: ["PORT": "8080", "NAME": "n", "EMPTY": ""],
      ["!join": Self.join, "!keep": YAMLTagHandler { $0 }])
    #expect(try decoder.decode(AnyValue.self, from: text).description == expected)
    #expect(
      try decoder.decodeAll(AnyValue.self, from: text + "\n--- \n" + text + "\n")
        .map(\.description) == [expected, expected])
    #expect(try YAML.document(text, decoder: decoder).decode(AnyValue.self).description == expected)
    var configuration = LayeredConfiguration(decoder: decoder)
    try configuration.add("value:\n  " + text, name: "a.yaml")
    #expect(try configuration.value()["value"]?.description == expected)
  }

  struct Plain: Codable, Equatable {
    var port: Int
    var name: String
  }

  @DirectCodable
  struct Direct: Equatable {
    var port: Int
    var name: String
  }

  @Test("models decode the results of handlers")
  func models() throws {
    let decoder = decoder(preset: .strict, variables: ["PORT": "80"], ["!join": Self.join])
    let text = "port: !env PORT\nname: !join [a, b]\n"
    #expect(try decoder.decode(Plain.self, from: text) == Plain(port: 80, name: "a-b"))
    #expect(try decoder.decode(Direct.self, from: text) == Direct(port: 80, name: "a-b"))
  }

  @Test("an error names the location of the tag")
  func errors() {
    struct Failure: Error, CustomStringConvertible {
      var description: String { "no such stack" }
    }
    let decoder = decoder(
      preset: .strict, variables: ["PORT": "http"],
      [
        "!Ref": YAMLTagHandler { _ in throw Failure() },
        "!Int": YAMLTagHandler { .string("\($0)") },
      ])
    func report(_ text: String) -> String? {
      FerryConfigurationTests.report {
        _ = try decoder.decode(Plain.self, from: Array(text.utf8), file: "a.yaml")
      }
    }
    #expect(
      report("name: x\nport: !env NONE\n") == """
        a.yaml:2:7: missing value: the variable `NONE` is not set, at port
        port: !env NONE
              ^
        hint: write `NONE value` for a default
        """)
    #expect(
      report("name: x\nport: !env PORT\n") == """
        a.yaml:2:7: wrong type of value: expected Int, found text `http`, at port
        port: !env PORT
              ^
        """)
    #expect(
      report("name: [!Ref x]\n") == """
        a.yaml:1:8: invalid value: no such stack, at name[0]
        name: [!Ref x]
               ^
        """)
    #expect(
      report("name: x\nport: !Int 1\n") == """
        a.yaml:2:7: wrong type of value: expected Int, found text "1", at port
        port: !Int 1
              ^
        hint: remove the quotes: text in quotes is never a number
        """)
    #expect(
      report("name: x\nport: !evn PORT\n") == """
        a.yaml:2:7: invalid value: unknown tag `!evn`
        port: !evn PORT
              ^
        hint: did you mean `!env`?
        """)
    #expect(
      report("name: x\n!env port: 1\n") == """
        a.yaml:2:1: invalid value: the tag `!env` is before a key
        !env port: 1
        ^
        hint: write the tag after the colon
        """)
    #expect(report("name: x\nport: !Other 1\n")?.contains("unknown tag: `!Other`") == true)
    #expect(
      report("name: x\nport: !env [1]\n")?.contains("expected the name of a variable") == true)
  }

  @Test("equal keys of a result are an error in a layer")
  func equalKeys() {
    let twice = YAMLTagHandler { value in
      var members = AnyValue.Object()
      members.append("key", value)
      members.append("key", value)
      return .object(members)
    }
    var configuration = LayeredConfiguration(decoder: decoder(["!twice": twice]))
    let report = report {
      try configuration.add("a: 1\nb: [0, !twice [1, 2, 3]]\n", name: "a.yaml")
    }
    #expect(
      report?.hasPrefix("a.yaml:2:8: invalid value: `key`, at b[1].key") == true, "\(report ?? "")")
  }

  @Test("a tag with a handler cannot be on the value of a merge key")
  func mergeValues() {
    for text in ["<<: !join {a: 1}", "<<: !join [{a: 1}]", "<<: !env X"] {
      #expect(throws: DecodingError.self) {
        try decoder(["!join": Self.join]).decode(AnyValue.self, from: text)
      }
    }
  }
}
#endif
