import FerryMacros
import FerrySchema
import FerryTestSupport
import Foundation
import Testing

/// The settings of a server.
///
/// They are read once.
@DirectCodable
private struct Settings: Equatable {
  /// The name of the host.
  var host: String
  @Range(1...65535) var port = 8080
  @Range(0..<1) var ratio: Double?
  @Length(1...3) var tags: [String]?
  @OneOf("debug", "info") var level = "info"
  @Pattern("^[a-z]+$") var zones: [String] = []
  @Key("meta.owner") @Alias("owner") var owner: String
  @As(.iso8601) var created: Date?
  var mode: Mode?
  var peers: [String: Peer] = [:]
  @available(*, deprecated) var old: Int?

  @DirectCodable
  enum Mode: String { case fast, safe }

  @DirectCodable
  struct Peer: Equatable {
    var address: URL
    @Length(...4) var name: Name?
    var next: [Peer]?

    typealias Name = String
  }
}

private struct Plain: Codable { var x: Int }

@DirectCodable
private struct Holder { var plain: [Plain] }

@DirectCodable
private final class Tree {
  let value: Int
  let children: [Tree]
}

private struct Mapped: Codable, KeyMapped {
  var catID: Int
  var names: [String]?
  static let mapping = KeyMapping(["names": ["meta.names", "names"]], style: .snakeCase)
}

@Suite("Schemas of models")
struct ModelSchemaTests {
  private func text(_ schema: AnyValue) throws -> String {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = .prettyPrinted
    return try encoder.string(schema)
  }

  @Test("a model has a schema with its names, constraints and documentation")
  func wholeSchema() throws {
    let expected = """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings",
        "description": "The settings of a server.\\n\\nThey are read once.",
        "type": "object",
        "properties": {
          "host": {"type": "string", "description": "The name of the host."},
          "port": {"type": "integer", "default": 8080, "minimum": 1, "maximum": 65535},
          "ratio": {"type": ["number", "null"], "minimum": 0, "exclusiveMaximum": 1},
          "tags": {
            "type": ["array", "null"], "items": {"type": "string"}, "minItems": 1, "maxItems": 3
          },
          "level": {"type": "string", "default": "info", "enum": ["debug", "info"]},
          "zones": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]+$"}},
          "meta": {"type": "object", "properties": {"owner": {"type": "string"}}},
          "created": {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]},
          "mode": {"anyOf": [{"$ref": "#/$defs/Mode"}, {"type": "null"}]},
          "peers": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Peer"}},
          "old": {"type": ["integer", "null"], "deprecated": true},
          "owner": {"type": "string"}
        },
        "required": ["host"],
        "allOf": [
          {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "meta": {
                    "type": "object", "properties": {"owner": true}, "required": ["owner"]
                  }
                },
                "required": ["meta"]
              },
              {"type": "object", "properties": {"owner": true}, "required": ["owner"]}
            ]
          }
        ],
        "$defs": {
          "Mode": {"title": "Mode", "enum": ["fast", "safe"]},
          "Peer": {
            "title": "Peer",
            "type": "object",
            "properties": {
              "address": {"type": "string", "format": "uri-reference"},
              "name": {"type": ["string", "null"], "maxLength": 4},
              "next": {"type": ["array", "null"], "items": {"$ref": "#/$defs/Peer"}}
            },
            "required": ["address"]
          }
        }
      }
      """
    let schema = try JSON.schema(for: Settings.self)
    let found = try text(schema)
    #expect(try schema == JSON.decode(AnyValue.self, from: expected), "\(found)")
  }

  @Test("a recursive type refers to the root of its schema")
  func recursion() throws {
    let schema = try JSON.schema(for: Tree.self)
    #expect(schema["properties"]?["children"]?["items"] == ["$ref": "#"])
    let compiled = try Schema(schema)
    let value: AnyValue = ["value": 1, "children": [["value": 2, "children": []]]]
    #expect(try compiled.isValid(value))
    #expect(try !compiled.isValid(["value": 1, "children": [["value": "2", "children": []]]]))
  }

  @Test("a plain Codable member is an error that names it, or anything on request")
  func plainCodable() throws {
    let error = #expect(throws: SchemaError.self) { try JSON.schema(for: Holder.self) }
    #expect(
      error?.description
        == "Holder.plain: the form of 'Plain' is unknown; make the type @DirectCodable or KeyMapped, "
        + "write its schema by hand, or pass 'allowingUnknown: true' to allow any value")
    let schema = try JSON.schema(for: Holder.self, allowingUnknown: true)
    #expect(schema["properties"]?["plain"] == ["type": "array", "items": .object([:])])
  }

  @Test("a mapped type has a schema by its mapping", .enabled(if: !isPortableBuild))
  func mapped() throws {
    let schema = try JSON.schema(for: Mapped.self)
    let names: AnyValue = ["type": ["array", "null"], "items": ["type": "string"]]
    #expect(
      schema["properties"] == [
        "cat_id": ["type": "integer"],
        "meta": ["type": "object", "properties": ["names": names]], "names": names,
      ])
    #expect(schema["required"] == ["cat_id"])
  }

  @Test("dates have the form of the encoder's strategy")
  func dates() throws {
    #expect(try JSON.schema(for: [Date].self)["items"] == ["type": "number"])
    #expect(
      try JSON.schema(for: [Date].self, dates: .iso8601)["items"]
        == ["type": "string", "format": "date-time"])
  }

  @Test("the schema of a model is valid by its meta-schema", .enabled(if: !isPortableBuild))
  func metaSchema() throws {
    let meta = try Schema(["$ref": "https://json-schema.org/draft/2020-12/schema"])
    for schema in [
      try JSON.schema(for: Settings.self), try JSON.schema(for: Tree.self),
      try JSON.schema(for: Mapped.self),
    ] {
      #expect(try meta.validate(schema).failures.map(\.description) == [])
    }
  }

  @Test("the decoder and the schema reject the same documents")
  func sameVerdicts() throws {
    let schema = try Schema(JSON.schema(for: Settings.self))
    let choices: [(String, [AnyValue])] = [
      ("host", ["a", "b", "c", 1]), ("port", [1, 65535, 80, 0, 65536]),
      ("ratio", [0, 0.5, nil, 1, -0.25]),
      ("tags", [["a"], ["a", "b", "c"], nil, [], ["a", "b", "c", "d"], [1]]),
      ("level", ["debug", "info", "warn"]), ("zones", [[], ["a", "bc"], ["a", "B"], "a"]),
      ("meta", [["owner": "x"], ["owner": "y"], ["owner": 1], .object([:])]), ("owner", ["z"]),
      ("mode", ["fast", nil, "slow"]), ("old", [1, nil]),
      (
        "peers",
        [
          .object([:]), ["p": ["address": "a", "name": "abcd"]],
          ["p": ["address": "a", "name": "abcde"]], ["p": .object([:])],
          ["p": ["address": "a", "next": [["address": "b", "name": "😀😀😀😀"]]]],
        ]
      ),
    ]
    var random = SeededGenerator(for: "schemas of models")
    var verdicts: [Bool: Int] = [:]
    for _ in 0..<2000 {
      var document = AnyValue.Object()
      for (key, values) in choices where random.int(0..<8) > 0 {
        // The first values are valid, so that not all documents are invalid.
        let count = random.int(0..<8) == 0 ? values.count : min(2, values.count)
        document[key] = values[random.int(0..<count)]
      }
      let value = AnyValue.object(document)
      let text = try JSON.string(value)
      let decodes = (try? JSON.decode(Settings.self, from: text)) != nil
      #expect(try schema.isValid(value) == decodes, "\(text)")
      verdicts[decodes, default: 0] += 1
    }
    #expect(verdicts.values.allSatisfy { $0 > 300 } && verdicts.count == 2, "\(verdicts)")
  }
}
