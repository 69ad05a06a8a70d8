import FerryMacros
import FerrySchema
import FerryTestSupport
import Foundation
import Testing

private struct Order: Codable {
  enum Status: String, Codable { case open, paid }

  final class Part: Codable {
    var name = "x"
    var parts: [Part] = []
  }

  struct Point: Codable {
    var x = 1.5, y = 2.5

    init() {}
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      x = try list.decode(Double.self)
      y = try list.decode(Double.self)
    }
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(x)
      try list.encode(y)
    }
  }

  struct Name: Codable {
    var text = "n"
    init() {}
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  var id = UUID()
  var count: Int?
  var status = Status.open
  var root = Part()
  var point = Point()
  var names = ["a": Name()]
  var placed = Date()
  var link = URL(fileURLWithPath: "/a")
  var detail = Detail(size: 5)
}

@DirectCodable
private struct Detail { @Range(5...9) var size: Int }

private struct Choosy: Codable {
  var word: String
  init(from decoder: any Decoder) throws {
    word = try decoder.singleValueContainer().decode(String.self)
    guard word.count > 3 else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a short word."))
    }
  }
}

private struct Holder: Codable { var list: [String: Choosy] }

@DirectCodable
private struct Mixed { var order: Order? }

private struct Nested: Codable {
  var city: String
  enum Outer: String, CodingKey { case address }
  enum Inner: String, CodingKey { case city }
  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Outer.self)
    city = try outer.nestedContainer(keyedBy: Inner.self, forKey: .address)
      .decode(String.self, forKey: .city)
  }
}

private struct Wrapped: Codable, KeyMapped {
  @DefaultValue<Defaults.False> var isPublic: Bool
  @LossyArray var sizes: [Int]
  @AsJSON var payload: [Int]
  static let mapping = KeyMapping(["isPublic": "meta.public"])
}

@Suite("Schemas of plain Codable types")
struct ProbingTests {
  @Test("a plain type has the schema that its initialisers ask for", .enabled(if: !isPortableBuild))
  func whole() throws {
    let schema = try JSON.schema(for: Order.self, probing: true)
    let definition = schema["$defs"]?["Order"]
    #expect(schema["$ref"] == "#/$defs/Order")
    #expect(
      definition?["properties"] == [
        "id": ["type": "string", "format": "uuid"], "count": ["type": ["integer", "null"]],
        "status": ["$ref": "#/$defs/Status"], "root": ["$ref": "#/$defs/Part"],
        "point": ["$ref": "#/$defs/Point"],
        "names": ["type": "object", "additionalProperties": ["$ref": "#/$defs/Name"]],
        "placed": ["type": "number"], "link": ["type": "string", "format": "uri-reference"],
        "detail": ["$ref": "#/$defs/Detail"],
      ])
    let required = definition?["required"]?.array?.compactMap(\.string)
    #expect(
      required == ["id", "status", "root", "point", "names", "placed", "link", "detail"])
    let definitions = schema["$defs"]
    #expect(definitions?["Status"] == ["type": "string", "enum": ["open", "paid"]])
    #expect(
      definitions?["Part"]?["properties"]?["parts"]
        == ["type": "array", "items": ["$ref": "#/$defs/Part"]])
    #expect(definitions?["Point"] == ["type": "array", "items": ["type": "number"]])
    #expect(definitions?["Name"] == ["type": "string"])
  }

  @Test(
    "the JSON of Foundation and Ferry is valid by the schema, and wrong values are not",
    .enabled(if: !isPortableBuild))
  func validity() throws {
    let schema = try Schema(JSON.schema(for: Order.self, probing: true))
    #expect(try schema.validate(JSON.document(JSON.encode(Order()))).failures.isEmpty)
    #expect(try schema.isValid(JSON.document(JSONEncoder().encode(Order()))))
    let text = try JSON.string(Order())
    for (old, new) in [(#""open""#, #""shut""#), ("1.5", "null"), (#""size":5"#, #""size":4"#)] {
      let changed = text.replacing(old, with: new)
      #expect(changed != text)
      #expect(try !schema.isValid(JSON.document(changed)))
      #expect(throws: DecodingError.self) { try JSON.decode(Order.self, from: changed) }
    }
  }

  @Test("a value that cannot be made up is an error that names the member")
  func unknown() throws {
    let error = #expect(throws: SchemaError.self) {
      try JSON.schema(for: Holder.self, probing: true)
    }
    #expect(
      error?.description
        == "Holder.list: 'Choosy' does not accept made-up values: a short word; "
        + "pass 'allowingUnknown: true' to allow any value")
    let schema = try JSON.schema(for: Holder.self, probing: true, allowingUnknown: true)
    #expect(schema["$defs"]?["Choosy"] == .object([:]))
  }

  @Test("plain types in a model and nested containers are probed", .enabled(if: !isPortableBuild))
  func nested() throws {
    let mixed = try JSON.schema(for: Mixed.self, probing: true)
    #expect(mixed["$defs"]?["Order"]?["properties"]?["count"] != nil)
    #expect(throws: SchemaError.self) { try JSON.schema(for: Mixed.self) }
    let nested = try JSON.schema(for: Nested.self, probing: true)["$defs"]?["Nested"]
    #expect(
      nested?["properties"]?["address"] == [
        "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
      ])
  }

  @Test(
    "a mapped property with a wrapper has the form that the wrapper writes",
    .enabled(if: !isPortableBuild))
  func wrappers() throws {
    let schema = try JSON.schema(for: Wrapped.self)
    #expect(
      schema["properties"] == [
        "meta": ["type": "object", "properties": ["public": ["type": "boolean"]]],
        "sizes": ["type": "array", "items": ["type": "integer"]], "payload": ["type": "string"],
      ])
    #expect(schema["required"] == ["payload"])
  }
}
