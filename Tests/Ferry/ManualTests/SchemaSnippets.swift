import Ferry
import FerryMacros
import FerrySchema
import Testing

@DirectCodable
private struct Fence { var corner: Corner }

private struct Corner: Codable {
  var x: Double
  var y: Double

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    (x, y) = (try list.decode(Double.self), try list.decode(Double.self))
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(x)
    try list.encode(y)
  }
}

/// The code of the page about schemas.
@Suite struct SchemaSnippets {
  private static let schemaText = """
    {
      "properties": {
        "server": {
          "properties": {"host": {"type": "string"}, "port": {"type": "integer"}},
          "additionalProperties": false
        }
      }
    }
    """

  #if FERRY_YAML
  @Test("a document is validated with the location of each failure")
  func validation() throws {
    let schemaText = Self.schemaText
    let settings = "server:\n  port: \"8080\"\n  hots: example.com\n"
    let schema = try Schema(JSON.document(schemaText))
    let result = try schema.validate(YAML.document(settings))
    for failure in result.failures { print(failure) }
    #expect(
      result.failures.map(\.description).joined(separator: "\n") == """
        2:9: expected integer, found "8080", at server.port (type)
          port: "8080"
                ^
        3:3: unknown key `hots`; did you mean `host`?, at server.hots (additionalProperties)
          hots: example.com
          ^
        """)
  }
  #endif

  @Test("a member of a plain Codable type has a schema by hand")
  func schemaByHand() throws {
    var schema = try JSON.schema(for: Fence.self, allowingUnknown: true)
    schema.set(["type": "array", "items": ["type": "number"]], at: "properties.corner")
    let compiled = try Schema(schema)
    #expect(try compiled.isValid(["corner": [1, 2.5]]))
    #expect(try !compiled.isValid(["corner": ["x": 1, "y": 2.5]]))
  }

  @Test("the resolver gives schemas of other documents")
  func references() throws {
    var options = SchemaOptions()
    options.resolver = { uri in uri == "https://example.com/port" ? ["maximum": 65535] : nil }
    let port = try Schema(["$ref": "https://example.com/port"], options: options)
    #expect(try port.isValid(80))
    #expect(try !port.isValid(70_000))
  }
}
