import FerryConfiguration
import FerryMacros
import FerrySchema
import Testing

@DirectCodable
private struct Service {
  var key: Secret<String>
  var port: Located<UInt64>
  var cache: ByteCount
  var timeout: Duration
}

/// The types of configurations have schemas, whose verdicts are those of decoding.
@Suite struct ConfigurationSchemaTests {
  @Test("a secret and a located value have the schemas of their values")
  func wrappers() throws {
    let properties = try JSON.schema(for: Service.self)["properties"]
    #expect(properties?["key"] == ["type": "string"])
    #expect(
      properties?["port"]
        == ["type": "integer", "minimum": 0, "maximum": .number(.init(UInt64.max))])
  }

  @Test(
    "a document is valid exactly if it decodes",
    arguments: [
      (#"{"key":"a","port":1,"cache":"64MiB","timeout":[0,5]}"#, true),
      (#"{"key":"a","port":18446744073709551615,"cache":512,"timeout":[0,5]}"#, true),
      (#"{"key":"a","port":1,"cache":"1.5 GB","timeout":[0,5]}"#, true),
      (#"{"key":1,"port":1,"cache":1,"timeout":[0,5]}"#, false),
      (#"{"key":"a","port":18446744073709551616,"cache":1,"timeout":[0,5]}"#, false),
      (#"{"key":"a","port":-1,"cache":1,"timeout":[0,5]}"#, false),
      (#"{"key":"a","port":1,"cache":"much","timeout":[0,5]}"#, false),
      (#"{"key":"a","port":1,"cache":1,"timeout":"5s"}"#, false),
      (#"{"key":"a","port":1,"cache":1,"timeout":[5]}"#, false),
    ])
  func verdicts(_ text: String, isValid: Bool) throws {
    let schema = try Schema(JSON.schema(for: Service.self))
    let value = try JSON.decode(AnyValue.self, from: text)
    #expect(try schema.isValid(value) == isValid)
    #expect(((try? JSON.decode(Service.self, from: text)) != nil) == isValid)
  }
}
