import Ferry
import FerryCBOR
import FerrySchema
import FerryTestSupport
import Foundation
import Testing

@Suite("Schemas and documents")
struct DocumentSchemaTests {
  private static let server = """
    {
      "type": "object",
      "required": ["server"],
      "properties": {
        "server": {
          "type": "object",
          "required": ["host"],
          "properties": {
            "host": { "type": "string" },
            "port": { "type": "integer", "maximum": 65535 },
            "ratios": { "items": { "exclusiveMaximum": 1 } }
          },
          "additionalProperties": false
        }
      }
    }
    """

  private func schema() throws -> Schema { try Schema(JSON.document(Self.server)) }

  #if FERRY_YAML
  @Test("failures in YAML have their line, column and excerpt")
  func yaml() throws {
    let text = """
      server:
        port: "8080"
        hots: example.com

      """
    let result = try schema().validate(YAML.document(text))
    #expect(
      result.failures.map(\.description) == [
        """
        2:9: expected integer, found "8080", at server.port (type)
          port: "8080"
                ^
        """,
        """
        3:3: unknown key `hots`; did you mean `host`?, at server.hots (additionalProperties)
          hots: example.com
          ^
        """,
        """
        2:3: missing key `host`; the object has `hots`, at server (required)
          port: "8080"
          ^
        """,
      ])
  }

  @Test("a value with a tag is validated without the tag")
  func tags() throws {
    for (schema, text) in [
      (#"{"required": ["zz"]}"#, "!x {a: 1}"), (#"{"minimum": 5}"#, "!x 1"),
      (#"{"items": false}"#, "!x [!y [1]]"), (#"{"additionalProperties": false}"#, "!x {a: 1}"),
      (#"{"properties": {"a": {"type": "object"}}}"#, "a: !x 1"),
      (#"{"pattern": "^b"}"#, "!x ab"), (#"{"items": {"type": "string"}}"#, "[&a !x 1, *a]"),
    ] {
      let schema = try Schema(JSON.document(schema))
      #expect(try !schema.validate(YAML.document(text)).isValid, "\(text)")
    }
    let valid = #"{"properties": {"a": {"type": "object"}, "b": {"items": {"type": "integer"}}}}"#
    let schema = try Schema(JSON.document(valid))
    #expect(try schema.validate(YAML.document("!x {a: !y {c: 1}, b: !z [!w 1, 2]}")).isValid)
    for (element, isValid) in [(0x01, true), (0xF4, false)] as [(UInt8, Bool)] {
      let document = CBOR.document([0xD2, 0xA1, 0x61, 0x62, 0xD2, 0x81, element])
      #expect(try schema.validate(document).isValid == isValid)
    }
  }

  @Test("plain scalars and aliases of YAML have the types of the core schema")
  func plainScalars() throws {
    let schema = try Schema(
      YAML.document(
        """
        properties:
          a: {type: integer, minimum: 16}
          b: {type: boolean}
          c: {type: "null"}
          d: {type: string}
          e: {type: number}
          f: {$ref: "#/properties/a"}
        """))
    #expect(
      try schema.isValid(YAML.document("{a: &x 0x10, b: true, c: ~, d: yes, e: 1.5e3, f: *x}")))
    #expect(
      try schema.validate(YAML.document("{a: 15, b: yes, c: '', d: 1, e: a}")).failures.count == 5)
    #expect(try !schema.isValid(YAML.document("{e: 1, a: .inf}")))
    let keys = try Schema(["propertyNames": ["type": "string", "pattern": "^[0-9]+$"]])
    #expect(try keys.isValid(YAML.document("80: http")))
    let failure = try keys.validate(YAML.document("80: a\ntrue: b")).failures.first
    #expect(failure?.message == "the key `true` is not allowed")
    #expect(failure?.place?.line == 2)
  }
  #endif

  @Test("failures in a binary document have their offset and path")
  func binary() throws {
    struct Server: Codable { var host = "a", port = 70_000, ratios = [0.5, 0.25, 2, 0.125, 0.75] }
    struct Settings: Codable { var server = Server() }
    let bytes = try Binary.encode(Settings())
    let failures = try schema().validate(Binary.document(bytes)).failures
    #expect(failures.map(\.path.description) == ["server.port", "server.ratios[2]"])
    #expect(failures.allSatisfy { ($0.place?.offset ?? 0) > 0 && $0.place?.line == 0 })
    let cbor = try CBOR.encode(Settings())
    #expect(try schema().validate(CBOR.document(cbor)).failures.count == 2)
  }

  @Test("a value inside a document is validated with locations in the document")
  func parts() throws {
    let document = JSON.document(#"{"a": [1,\#n {"server": {"port": 7}}]}"#)
    let part = try #require(try document.value(at: "a[1]"))
    let failure = try #require(try schema().validate(part).failures.first)
    #expect(failure.path.description == "server")
    #expect(failure.place?.line == 2)
    #expect(failure.place?.column == 13)
    #expect(try !schema().isValid(part))
  }

  @Test("many failures have the locations that decoding alone finds, in every format")
  func manyFailures() throws {
    var options = SchemaOptions()
    options.failureLimit = .max
    let schema = try Schema(
      ["items": ["additionalProperties": ["type": "string"]]], options: options)
    let value = AnyValue.array(
      (0..<300).map { number in
        ["\u{E9}\(number)": .string("x"), "n": number % 3 == 0 ? .number(.init(number)) : "y"]
      })
    var encoder = JSON.Encoder()
    encoder.outputFormatting = .prettyPrinted
    let json = try encoder.encode(value)
    var decoder = JSON.Decoder()
    decoder.duplicateKeys = .last
    let rows = #"[{"a": 1, "a": 2}, {"b": 1, "a": "x", "b": 3}, {"a": 4}]"#
    var documents = [
      (JSON.document(json), 100), (JSON.document(rows, decoder: decoder), 3),
      (Binary.document(try Binary.encode(value)), 100),
      (CBOR.document(try CBOR.encode(value)), 100),
    ]
    #if FERRY_YAML
    documents.append((YAML.document(try YAML.encode(value)), 100))
    let aliases = "- &x {a: 1}\n- *x\n- {a: y, b: 2}\n- <<: {c: 3}\n  d: 4\n"
    documents.append((YAML.document(aliases), 5))
    #endif
    for (document, count) in documents {
      let failures = try schema.validate(document).failures
      #expect(failures.count == count)
      for failure in failures {
        let error = #expect(throws: DecodingError.self) {
          try document.decode(Bool.self, at: failure.path)
        }
        #expect(failure.place == error?.problem?.place)
      }
    }
    let part = try #require(try JSON.document(#"{"é": \#n \#(rows)}"#).value(at: "é"))
    let places = try schema.validate(part).failures.map { $0.place.map { [$0.line, $0.column] } }
    #expect(places == [[2, 9], [2, 17], [2, 27], [2, 45], [2, 55]])
  }

  @Test("an unreadable document is an error of its decoder")
  func unreadable() throws {
    #expect(throws: DecodingError.self) { try schema().isValid(JSON.document("{")) }
    #expect(throws: DecodingError.self) { try schema().validate(JSON.document("{")) }
  }

  @Test("the same documents are valid in JSON, CBOR and the binary format")
  func formats() throws {
    guard let corpora = ProcessInfo.processInfo.environment["FERRY_CORPORA"] else { return }
    let file = URL(fileURLWithPath: corpora).appendingPathComponent("json/twitter.json")
    guard let data = try? Data(contentsOf: file) else { return }
    let value = try JSON.decode(AnyValue.self, from: data)
    let schema = try Schema([
      "properties": [
        "statuses": [
          "items": [
            "properties": [
              "user": ["properties": ["id": ["type": "integer"], "name": ["maxLength": 12]]]
            ]
          ]
        ]
      ]
    ])
    let expected = try schema.validate(value).failures.map(\.path.description)
    #expect(!expected.isEmpty)
    let documents = [
      JSON.document(data), Binary.document(try Binary.encode(value)),
      CBOR.document(try CBOR.encode(value)),
    ]
    for document in documents {
      #expect(try schema.validate(document).failures.map(\.path.description) == expected)
    }
  }

  @Test("a schema may refer to documents of other formats through the resolver")
  func resolver() throws {
    var options = SchemaOptions()
    options.baseURI = "https://example.com/schemas/main"
    options.resolver = { uri in
      #expect(uri == "https://example.com/schemas/port")
      return ["maximum": 65535]
    }
    let schema = try Schema(JSON.document(#"{"$ref": "port"}"#), options: options)
    #expect(try !schema.isValid(70_000))
  }
}
