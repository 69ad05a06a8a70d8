import FerryJSONEngine
import FerryBase
import FerryTestSupport
import FerryValidation
import Foundation
import Testing

/// Returns the value of a JSON text.
func json(_ text: String) -> AnyValue {
  JSONReader.read(Array(text.utf8)) { view throws(WireFailure) in try AnyValue(view, at: 0) }
    ?? .null
}

@Suite("Schemas")
struct SchemaTests {
  private func failures(_ schema: String, _ value: String) throws -> [SchemaFailure] {
    try Schema(json(schema)).validate(json(value)).failures
  }

  @Test(
    "numbers are compared exactly",
    arguments: [
      (#"{"type": "integer"}"#, "1.0", true), (#"{"type": "integer"}"#, "1e400", true),
      (#"{"type": "integer"}"#, "1.5", false), (#"{"type": "integer"}"#, "15e-1", false),
      (#"{"const": 100}"#, "1e2", true),
      (#"{"const": 9007199254740993}"#, "9007199254740992", false),
      (#"{"enum": [0.1]}"#, "0.10000000000000001", false),
      (#"{"maximum": 9007199254740992}"#, "9007199254740993", false),
      (#"{"maximum": 9007199254740993}"#, "9007199254740993.0", true),
      (#"{"exclusiveMinimum": 0.1}"#, "0.10000000000000000001", true),
      (#"{"minimum": -1e999}"#, "-1e1000", false), (#"{"minimum": -0.0}"#, "0", true),
      (#"{"multipleOf": 0.01}"#, "4.35", true), (#"{"multipleOf": 0.1}"#, "0.35", false),
      (#"{"multipleOf": 0.5}"#, "1e308", true), (#"{"multipleOf": 3}"#, "1e1000", false),
      (#"{"multipleOf": 7}"#, "123456789012345678901234567891", false),
      (#"{"multipleOf": 10}"#, "123456789012345678901234567890", true),
      (#"{"uniqueItems": true}"#, "[1, 1.0]", false),
      (#"{"uniqueItems": true}"#, "[1, true]", true),
      (#"{"maxLength": 2.0}"#, #""abc""#, false), (#"{"maxLength": 2}"#, #""🐲é""#, true),
    ])
  func numbers(schema: String, value: String, isValid: Bool) throws {
    #expect(try Schema(json(schema)).isValid(json(value)) == isValid)
  }

  @Test("a failure names the value, the keyword and the way through references")
  func locations() throws {
    let schema = """
      {"$id": "https://example.com/a", "properties": {"list": {"$ref": "#/$defs/list"}},
       "$defs": {"list": {"items": {"$ref": "b#/$defs/x~1y"}},
         "other": {"$id": "b", "$defs": {"x/y": {"minimum": 5}}}}}
      """
    let result = try Schema(json(schema)).validate(json(#"{"list": [7, 3]}"#))
    let failure = try #require(result.failures.first)
    #expect(result.failures.count == 1)
    #expect(failure.path.description == "list[1]")
    #expect(failure.keyword == "minimum")
    #expect(failure.message == "expected at least 5, found 3")
    #expect(failure.keywordLocation == "/properties/list/$ref/items/$ref/minimum")
    #expect(failure.absoluteKeywordLocation == "https://example.com/b#/$defs/x~1y/minimum")
    #expect(
      result.output(.basic)
        == json(
          """
          {"valid": false, "errors": [{"valid": false, "instanceLocation": "/list/1",
            "keywordLocation": "/properties/list/$ref/items/$ref/minimum",
            "absoluteKeywordLocation": "https://example.com/b#/$defs/x~1y/minimum",
            "error": "expected at least 5, found 3"}]}
          """))
    #expect(result.output(.flag) == ["valid": false])
  }

  @Test("the failures of the nearest alternative come first")
  func alternatives() throws {
    let schema = """
      {"oneOf": [{"type": "string"}, {"properties": {"a": {"type": "integer"}}}]}
      """
    let failure = try #require(try failures(schema, #"{"a": "x"}"#).first)
    #expect(failure.message == "the value matches none of the 2 alternatives")
    #expect(failure.causes.map(\.path.description) == ["a", ""])
    #expect(
      failure.causes.map(\.message) == [
        #"expected integer, found "x""#, "expected string, found an object",
      ])
    let detailed = try Schema(json(schema)).validate(json(#"{"a": "x"}"#)).output(.detailed)
    #expect(detailed["errors"]?[0]?["errors"]?.array?.count == 2)
  }

  @Test(
    "const and enum show the values",
    arguments: [
      (#"{"const":{"b":1}}"#, #"{"b":2}"#, #"expected {"b":1}, found {"b":2}"#),
      (
        #"{"enum":[[1],{"a":null}]}"#, #"{"b":[2]}"#,
        #"expected one of [1], {"a":null}, found {"b":[2]}"#
      ),
      (#"{"const":[]}"#, "{}", "expected [], found {}"),
      (#"{"uniqueItems":true}"#, "[[1],[1]]", "the element [1] occurs twice"),
    ])
  func constants(_ schema: String, _ document: String, _ message: String) throws {
    #expect(try failures(schema, document).map(\.message) == [message])
  }

  @Test("a long array or object in a message is its number of elements")
  func longConstants() throws {
    let list = "[" + String(repeating: "1,", count: 99) + "1]"
    let long = "[\"" + String(repeating: "x", count: 400) + "\"]"
    let object = "{" + (0..<40).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
    for (value, shown) in [
      (list, "an array of 100 elements"), (long, "an array of 1 element"),
      (object, "an object of 40 members"),
    ] {
      let messages = try failures(#"{"const":0}"#, value).map(\.message)
      #expect(messages == ["expected 0, found " + shown])
    }
  }

  @Test("an unknown tag is one failure with all tags")
  func unknownTag() throws {
    let schema = """
      {"oneOf": [
        {"properties": {"type": {"const": "circle"}}, "required": ["radius"]},
        {"properties": {"type": {"const": "square"}}, "required": ["size"]}]}
      """
    let failure = try #require(try failures(schema, #"{"type": "circel", "radius": 1}"#).first)
    #expect(failure.keyword == "oneOf")
    #expect(failure.causes.map(\.path.description) == ["type"])
    #expect(
      failure.causes.map(\.message) == [
        #"expected one of "circle", "square", found "circel"; did you mean "circle"?"#
      ])
    let known = try #require(try failures(schema, #"{"type": "circle"}"#).first)
    #expect(
      known.causes.map(\.message) == [
        "missing key `radius`", #"expected "square", found "circle""#, "missing key `size`",
      ])
  }

  @Test(
    "an IPv6 address in a URI or an email address is valid as a whole",
    arguments: [
      ("uri", "http://[::1]/", true), ("uri", "http://[::ffff:1.2.3.4]:80/a", true),
      ("uri", "http://u@[2001:db8::7]", true), ("uri", "http://[v1.a:b]/", true),
      ("uri", "http://a/?[", false), ("uri", "http://[::ffff:1.2.3.256]/", false),
      ("uri", "http://[::ffff:01.2.3.4]/", false), ("uri", "http://[1:2:3:4:5:6:7:8:9]/", false),
      ("uri", "http://[1::2::3]/", false), ("uri", "http://[:]/", false),
      ("uri-reference", "//[::1]/a", true), ("uri-reference", "//[::1.2.3.04]/a", false),
      ("iri", "http://[::1]/é", true), ("iri", "http://[::g]/é", false),
      ("iri-reference", "//[::1]", true), ("iri-reference", "//[12345::]", false),
      ("email", "a@[1.2.3.4]", true), ("email", "a@[IPv6:::1]", true),
      ("email", "a@[IPv6:::1.2.3.256]", false), ("email", #""[x:]"@example.com"#, true),
      ("idn-email", "é@[IPv6:1::2::3]", false),
    ])
  func addressLiterals(format: String, text: String, isValid: Bool) throws {
    var options = SchemaOptions()
    options.assertsFormats = true
    let schema = try Schema(json(#"{"format": "\#(format)"}"#), options: options)
    #expect(try schema.isValid(.string(text)) == isValid)
  }

  @Test("a schema without `$schema` has the draft of the schema that refers to it")
  func draftOfReferences() throws {
    // An array of `items` is a schema for each position in draft 7 alone.
    let positions = json(#"{"items": [{"type": "integer"}, {"type": "string"}]}"#)
    var options = SchemaOptions()
    options.resolver = { uri in
      switch uri {
      case "https://example.com/positions": positions
      case "https://example.com/between": json(#"{"$ref": "positions"}"#)
      default: nil
      }
    }
    let draft7 = "http://json-schema.org/draft-07/schema#"
    for name in ["positions", "between"] {
      let text = #"{"$schema": "\#(draft7)", "$ref": "https://example.com/\#(name)"}"#
      let schema = try Schema(json(text), options: options)
      #expect(try schema.isValid(json(#"[1, "a"]"#)))
      #expect(try !schema.isValid(json(#"["a", 1]"#)))
      #expect(throws: SchemaError.self) {
        try Schema(json(#"{"$ref": "https://example.com/\#(name)"}"#), options: options)
      }
    }
    let draft2020 = "https://json-schema.org/draft/2020-12/schema"
    let own = json(#"{"$schema": "\#(draft2020)", "prefixItems": [false]}"#)
    options.resolver = { _ in own }
    let text = #"{"$schema": "\#(draft7)", "$ref": "https://example.com/own"}"#
    #expect(try !Schema(json(text), options: options).isValid([1]))
  }

  @Test("an unknown key has a suggestion")
  func unknownKeys() throws {
    let schema = #"{"properties": {"timeout": true}, "additionalProperties": false}"#
    let failure = try #require(try failures(schema, #"{"timeuot": 1}"#).first)
    #expect(failure.message == "unknown key `timeuot`; did you mean `timeout`?")
    #expect(failure.path.description == "timeuot")
  }

  @Test(
    "a suggestion is never a key that the object has",
    arguments: [
      #"{"properties": {"host": true}, "additionalProperties": false}"#,
      #"{"allOf": [{"properties": {"host": true}}], "unevaluatedProperties": false}"#,
    ])
  func suggestedKeysAreMissing(schema: String) throws {
    #expect(
      try failures(schema, #"{"hosts": 1, "host": 2}"#).map(\.message) == ["unknown key `hosts`"])
    #expect(
      try failures(schema, #"{"hosts": 1, "port": 2}"#).map(\.message) == [
        "unknown key `hosts`; did you mean `host`?", "unknown key `port`",
      ])
  }

  @Test("an unknown key has the nearest name of all schemas that apply to the object")
  func unevaluatedKeys() throws {
    let schema = """
      {"$ref": "#/$defs/base", "anyOf": [{"properties": {"timeout": true}}],
       "if": false, "else": {"properties": {"retries": true}}, "unevaluatedProperties": false,
       "$defs": {"base": {"properties": {"address": true}}}}
      """
    let messages = try failures(schema, #"{"timeuot": 1, "adress": 1, "retry": 1, "retrise": 1}"#)
      .map(\.message)
    #expect(
      messages == [
        "unknown key `timeuot`; did you mean `timeout`?",
        "unknown key `adress`; did you mean `address`?", "unknown key `retry`",
        "unknown key `retrise`; did you mean `retries`?",
      ])
  }

  @Test("an empty enumeration allows no value")
  func emptyEnumerations() throws {
    #expect(
      try failures(#"{"enum": []}"#, "1").map(\.message) == [
        "no value is allowed here: `enum` has no values"
      ])
  }

  @Test("a misspelled value and a misspelled key have suggestions")
  func suggestions() throws {
    let modes = #"{"enum": ["fast", "safe", 1]}"#
    #expect(
      try failures(modes, #""fats""#).map(\.message) == [
        #"expected one of "fast", "safe", 1, found "fats"; did you mean "fast"?"#
      ])
    #expect(
      try failures(modes, #""slow""#).map(\.message) == [
        #"expected one of "fast", "safe", 1, found "slow""#
      ])
    let keys = #"{"required": ["host", "hosts", "port"], "properties": {"posts": true}}"#
    #expect(
      try failures(keys, #"{"hsot": 1, "hosts": [], "posts": 1}"#).map(\.message) == [
        "missing keys `host`, `port`; the object has `hsot`"
      ])
  }

  @Test(
    "an invalid schema is an error with its place",
    arguments: [
      (#"{"type": "strnig"}"#, "#/type", "unknown type 'strnig'"),
      (#"{"properties": {"a": 3}}"#, "#/properties/a", "expected a schema: an object or a boolean"),
      (
        #"{"items": {"minLength": -1}}"#, "#/items/minLength",
        "expected a number of 0 or more without a fraction, found -1"
      ),
      (##"{"$ref": "#/$defs/a"}"##, "#/$ref", "no schema is at '#/$defs/a'"),
      (
        #"{"$ref": "other.json"}"#, "#/$ref",
        "the schema 'other.json' is unknown"
      ),
      (
        #"{"pattern": "a(?=b)"}"#, "#/pattern",
        "invalid pattern 'a(?=b)': look-ahead is not supported, because it has no linear time, at column 2 of the pattern"
      ),
      (
        #"{"$schema": "http://json-schema.org/draft-04/schema#"}"#, "#/$schema",
        "the dialect 'http://json-schema.org/draft-04/schema#' is not supported; drafts 2020-12 and 7 are"
      ),
      (#"{"type": "string", "type": "object"}"#, "#/type", "the object has the key `type` twice"),
      (
        #"{"properties": {"a/b": {"items": {"$defs": {"x": true, "x": false}}}}}"#,
        "#/properties/a~1b/items/$defs/x", "the object has the key `x` twice"
      ),
      (#"{"multipleOf": 0}"#, "#/multipleOf", "expected a number above 0, found 0"),
    ])
  func invalidSchemas(schema: String, place: String, message: String) {
    let error = #expect(throws: SchemaError.self) { try Schema(json(schema)) }
    #expect(error?.description == place + ": " + message)
  }

  @Test("the meta-schemas are valid by themselves and reject invalid schemas")
  func metaSchemas() throws {
    for draft in [SchemaDraft.draft2020_12, .draft7] {
      let schema = try Schema(["$ref": .string(draft.metaSchema)])
      let meta = try #require(MetaSchemas.document(draft.metaSchema))
      #expect(try schema.validate(meta).failures.isEmpty)
      #expect(try !schema.isValid(["minLength": -1]))
      #expect(try !schema.isValid(["properties": ["a": ["type": "strnig"]]]))
    }
  }

  @Test("the members of failed alternatives are not unknown keys as well")
  func knownKeysOfAlternatives() throws {
    let schema = try Schema(
      json(
        """
        {"unevaluatedProperties": false, "oneOf": [
          {"properties": {"one": true}, "required": ["one"]},
          {"properties": {"two": {"type": "integer"}}, "required": ["two"]}]}
        """))
    #expect(try schema.validate(["two": "a"]).failures.map(\.keyword) == ["oneOf"])
    #expect(
      try schema.validate(["two": "a", "tow": 1]).failures.map(\.keyword)
        == ["oneOf", "unevaluatedProperties"])
    #expect(try !schema.isValid(["one": 1, "two": 2]) && schema.isValid(["two": 2]))
    #expect(try !schema.isValid(["one": 1, "two": "a"]))
  }

  @Test("texts in messages are escaped")
  func escapedTexts() throws {
    let schema = try Schema(["enum": [#"a"b"#, #"c\d"#]])
    #expect(
      try schema.validate(.string("a\"\n")).failures.first?.message
        == #"expected one of "a\"b", "c\\d", found "a\"\n"; did you mean "a\"b"?"#)
  }
}
