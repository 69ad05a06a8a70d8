#if FERRY_YAML
import Ferry
import Testing

/// The tags that are not those of YAML's schemas.
@Suite("YAML's own tags")
struct OwnTagTests {
  /// A template as AWS CloudFormation reads it.
  static let template = """
    Parameters:
      Size: {Type: Number, Default: 2}
    Resources:
      Queue:
        Type: AWS::SQS::Queue
        Properties:
          QueueName: !Sub "${AWS::StackName}-jobs"
      Alarm:
        Type: AWS::CloudWatch::Alarm
        Condition: !Equals [!Ref Size, "2"]
        Properties:
          Dimensions:
            - Name: QueueName
              Value: !GetAtt Queue.QueueName
          Threshold: !If
            - Large
            - 100
            - !Ref AWS::NoValue
          Actions: !Split
            - ","
            - !ImportValue
              Fn::Sub: ${Network}-Topics

    """

  @Test("a tag is part of an AnyValue")
  func value() throws {
    let value = try YAML.decode(AnyValue.self, from: Self.template)
    let alarm = try #require(value["Resources"]?["Alarm"])
    #expect(
      alarm["Condition"]
        == .tagged("!Equals", .array([.tagged("!Ref", "Size"), "2"])))
    #expect(
      value.value(at: "Resources.Alarm.Properties.Threshold[2]")
        == .tagged("!Ref", "AWS::NoValue"))
    #expect(
      value.value(at: "Resources.Alarm.Properties.Actions[1]")
        == .tagged("!ImportValue", ["Fn::Sub": "${Network}-Topics"]))
    // The text of a tagged value is not the text of the value.
    #expect(value.value(at: "Resources.Queue.Properties.QueueName")?.string == nil)
  }

  @Test("a document with tags is read and written again unchanged")
  func roundTrip() throws {
    let value = try YAML.decode(AnyValue.self, from: Self.template)
    let text = try YAML.string(value)
    #expect(try YAML.decode(AnyValue.self, from: text) == value)
    #expect(text.contains("Condition: !Equals\n    - !Ref Size\n    - '2'\n"))
    #expect(text.contains("QueueName: !Sub ${AWS::StackName}-jobs\n"))
  }

  @Test(
    "a tag keeps its value",
    arguments: [
      ("!x", #"!x null"#), ("!x 1", "!x 1"), ("!x '1'", #"!x "1""#),
      ("!x [a, !y b]", #"!x ["a",!y "b"]"#),
      ("!<tag:example.org,2026:p> {a: 1}", #"!<tag:example.org,2026:p> {"a":1}"#),
      ("%TAG !e! tag:example.org,2026:\n--- !e!p 1", "!<tag:example.org,2026:p> 1"),
      ("[&a !x [1], *a]", "[!x [1],!x [1]]"), ("[&a !x 1, *a]", "[!x 1,!x 1]"),
      ("{a: &a !x {b: 1}, c: *a}", #"{"a":!x {"b":1},"c":!x {"b":1}}"#),
      (
        "{a: &a !x {b: !y {c: 1}}, d: {<<: *a, e: 2}}",
        #"{"a":!x {"b":!y {"c":1}},"d":{"e":2,"b":!y {"c":1}}}"#
      ),
      ("{<<: !x {b: !y [1]}, b: !z 2, c: 3}", #"{"b":!z 2,"c":3}"#),
      ("!!str 1", #""1""#), ("!!set {a: null}", #"{"a":null}"#), ("! 1", #""1""#),
      ("!!python/tuple [1]", "!<tag:yaml.org,2002:python/tuple> [1]"),
    ])
  func forms(_ text: String, _ expected: String) throws {
    let value = try YAML.decode(AnyValue.self, from: text)
    #expect(value.description == expected)
    #expect(try YAML.decode(AnyValue.self, from: YAML.encode(value)) == value)
  }

  @Test("a model decodes a value with a tag as the value")
  func model() throws {
    struct Model: Codable, Equatable {
      var name: String
      var ports: [Int]
      var limits: [String: Int]
    }
    struct Mixed: Codable {
      var value: AnyValue
    }
    struct Wrapper: Decodable {
      let value: AnyValue
      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(AnyValue.self)
      }
    }
    for text in ["!x", "!x [1]", "!x {a: !y 1}"] {
      #expect(
        try YAML.decode(Wrapper.self, from: text).value == YAML.decode(AnyValue.self, from: text))
    }
    let mixed = try YAML.decode([Mixed].self, from: "- &a {value: !x [!y 1]}\n- *a\n")
    #expect(mixed.map(\.value.description) == ["!x [!y 1]", "!x [!y 1]"])
    let text = "name: !x a\nports: !y [!z 1, 2]\nlimits: !w {a: !v 1}\n"
    #expect(
      try YAML.decode(Model.self, from: text) == Model(name: "a", ports: [1, 2], limits: ["a": 1]))
  }

  @Test("the strict preset rejects a tag with its place")
  func strict() throws {
    let decoder = YAML.Decoder(preset: .strict)
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(AnyValue.self, from: "a:\n  b: !Ref c\n", userInfo: [:])
    }
    #expect(
      error?.problem.map { "\($0)" } == """
        2:6: unknown tag: `!Ref`, at a.b
          b: !Ref c
             ^
        """)
    #expect(try decoder.decode([String].self, from: "- !!str 1\n- ! 2\n") == ["1", "2"])
  }

  @Test("the path of an error leads through values with tags")
  func paths() {
    struct Model: Decodable {
      struct Part: Decodable { var c: [Int] }
      var a: [Part]
    }
    let error = #expect(throws: DecodingError.self) {
      try YAML.decode(Model.self, from: "!x {a: !y [!z {c: !w [1, x]}]}")
    }
    #expect(error?.problem?.path == "a[0].c[1]")
    #expect(error?.problem?.place?.description == "1:26")
    // An unfinished value with a tag.
    #expect(throws: DecodingError.self) {
      try YAML.Decoder(preset: .strict).decode(Model.self, from: "!!map {a: [1, !x [b, !y c]]}")
    }
    var decoder = YAML.Decoder()
    decoder.depthLimit = 6
    let deep = #expect(throws: DecodingError.self) {
      try decoder.decode(Model.self, from: "!x {a: !y [0, [[[]]]]}", userInfo: [:])
    }
    #expect(deep?.problem?.path == "a[1][0][0]")
  }

  @Test("formats without tags reject a value with a tag")
  func otherFormats() throws {
    let value = try YAML.decode(AnyValue.self, from: "a: [!Ref b]")
    for encode: (AnyValue) throws -> [UInt8] in [
      { try JSON.encode($0) }, { try Binary.encode($0) },
      { try JSON.Encoder(preset: .foundation).encode($0) },
    ] {
      let error = #expect(throws: EncodingError.self) { try encode(value) }
      guard case .invalidValue(_, let context)? = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0"])
      #expect(context.debugDescription.contains("`!Ref`"), "\(context.debugDescription)")
    }
  }

  @Test("an error under a tag has its whole path")
  func pathsUnderTags() throws {
    let text = "a: !x [!y {b: c}]\n"
    let error = #expect(throws: DecodingError.self) {
      try YAML.decode([String: [[String: Int]]].self, from: text)
    }
    #expect(error?.problem?.path == "a[0].b")
    let broken = #expect(throws: DecodingError.self) {
      try YAML.decode(AnyValue.self, from: "a: !x {b: *none}\n")
    }
    #expect(broken?.problem?.path == "a.b")
    let document = YAML.document(text)
    #expect(try document.decode(AnyValue.self, at: "a[0]") == .tagged("!y", ["b": "c"]))
  }

  @Test("equal keys under a tag are an error")
  func duplicateKeys() throws {
    let twice = try JSON.decode(AnyValue.self, from: #"{"k": 1, "k": 2}"#)
    #expect(throws: EncodingError.self) { try YAML.encode(AnyValue.tagged("!x", twice)) }
  }

  @Test("members of a value with a tag can be set")
  func setting() throws {
    var value = try YAML.decode(AnyValue.self, from: "!x {a: !y [1]}")
    value.set(2, at: "a[0]")
    value["b"] = 3
    value.set(4, at: "[*]")
    #expect(value.description == #"!x {"a":4,"b":4}"#)
  }
}
#endif
