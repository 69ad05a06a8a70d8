import FerryMacros
import FerrySchema
import FerryTestSupport
import Foundation
import Testing

@DirectCodable @Tagged(.external)
private enum External {
  case circle(radius: Double)
  case size(Int?)
  case none
}

@DirectCodable @Tagged(.adjacent(tag: "kind", content: "value"))
private enum Adjacent {
  case size(Int?)
  case none
}

@DirectCodable @Tagged(.internal("type"))
private enum Internal {
  case counts([String: Int])
  case empty
}

@DirectCodable
private struct Box<Value: Codable> {
  var value: Value
  var other: Value?
}

@DirectCodable
private struct Lengths {
  @Length(1...2) var pairs: [UUID: Int]
  @Length(1...2) var names: [String: Int]
  @Length(2...4) var bytes: Data?
  @As(.each(.iso8601)) @Length(1...2) var dates: [Date]
}

private struct Renamed: Codable, KeyMapped {
  var catID: Int
  enum CodingKeys: String, CodingKey { case catID = "cat" }
  static let mapping = KeyMapping(style: .snakeCase)
}

private struct Partial: Codable, KeyMapped {
  var catID: Int
  var cache = 0
  enum CodingKeys: String, CodingKey, CaseIterable { case catID }
  static let mapping = KeyMapping(style: .snakeCase)
}

private struct Wrapped: Codable, KeyMapped {
  @DefaultValue<Defaults.False> var isPublic: Bool
  @LossyArray var sizes: [Int]
  @AsJSON var payload: [Int]
  static let mapping = KeyMapping(["isPublic": "meta.public"])
}

/// Checks that the schema of a type accepts values of the type, and that schema and decoder reject
/// the invalid documents.
func expectVerdicts<T: Codable>(_ values: [T], _ invalid: [String]) throws {
  let schema = try Schema(JSON.schema(for: T.self))
  for value in values {
    let text = try JSON.string(value)
    #expect(try schema.validate(JSON.document(text)).failures.isEmpty, "\(text)")
  }
  for text in invalid {
    #expect(try !schema.isValid(JSON.document(text)), "\(text)")
    #expect(throws: DecodingError.self) { try JSON.decode(T.self, from: text) }
  }
}

@Suite("Schemas and written values")
struct WrittenValuesTests {
  @Test("a case with one optional value requires its key")
  func optionalPayload() throws {
    try expectVerdicts(
      [External.circle(radius: 1), .size(nil), .size(1), .none],
      ["{}", #"{"size":"a"}"#, #"{"circle":{}}"#, #"{"other":1}"#])
    try expectVerdicts(
      [Adjacent.size(nil), .size(1), .none], [#"{"kind":"size"}"#, #"{"kind":"other"}"#])
  }

  @Test("a dictionary in a case with a tag has the members other than the tag")
  func dictionaryPayload() throws {
    try expectVerdicts(
      [Internal.counts(["a": 1]), .counts([:]), .empty],
      [#"{"type":"counts","a":"b"}"#, #"{"type":"other"}"#])
    let failures = JSON.document(#"{"type":"counts","a":1}"#).failures(of: Internal.self)
    #expect(failures.isEmpty)
  }

  @Test("a member of a generic parameter's type is required, also if its type is optional")
  func genericParameter() throws {
    #expect(try JSON.schema(for: Box<Int>.self)["required"] == ["value"])
    try expectVerdicts([Box<Int?>(value: nil), Box(value: 1, other: .some(1))], ["{}"])
  }

  @Test("a length is that of the written array or text")
  func lengths() throws {
    let date = Date(timeIntervalSince1970: 0)
    let (first, second) = (UUID(), UUID())
    try expectVerdicts(
      [
        Lengths(
          pairs: [first: 1, second: 2], names: ["a": 1], bytes: Data([1, 2, 3, 4]), dates: [date]),
        Lengths(
          pairs: [first: 1], names: ["a": 1, "b": 2], bytes: Data([1, 2]), dates: [date, date]),
        Lengths(pairs: [first: 1], names: ["a": 1], bytes: nil, dates: [date]),
      ],
      [
        #"{"pairs":[],"names":{"a":1},"dates":["1970-01-01T00:00:00Z"]}"#,
        #"{"pairs":["\#(first)",1],"names":{"a":1},"dates":[]}"#,
        #"{"pairs":["\#(first)",1],"names":{"a":1},"bytes":"","dates":["1970-01-01T00:00:00Z"]}"#,
      ])
  }

  @Test(
    "coding keys other than the names of properties are an error, and other properties are left out",
    .enabled(if: !isPortableBuild)
  )
  func codingKeys() throws {
    let error = #expect(throws: (any Error).self) { try JSON.schema(for: Renamed.self) }
    #expect(
      error.map { "\($0)" }
        == "invalid mapping: Renamed: a schema needs coding keys with the names of properties: 'catID' has another or none; if it has none, make the keys CaseIterable"
    )
    #expect(
      try JSON.schema(for: Partial.self)["properties"] == ["cat_id": ["type": "integer"]])
    try expectVerdicts([Partial(catID: 1)], ["{}"])
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

  @Test("dates of a strategy of your own are an error, or anything on request")
  func customDates() throws {
    let strategy = DateEncodingStrategy.custom { _, encoder in
      var container = encoder.singleValueContainer()
      try container.encode("a")
    }
    let error = #expect(throws: SchemaError.self) {
      try JSON.schema(for: [Date].self, dates: strategy)
    }
    #expect(
      error?.description
        == "Array<Date>: the form of dates is unknown: their strategy is custom; pass 'allowingUnknown: true' to allow any value"
    )
    #expect(
      try JSON.schema(for: [Date].self, dates: strategy, allowingUnknown: true)["items"]
        == .object([:]))
  }

  @Test("an integer beyond the limits of its type is a failure")
  func limits() throws {
    let document = JSON.document("[1,9223372036854775808,-9223372036854775809]")
    #expect(
      document.failures(of: [Int].self).map(\.message) == [
        "expected at most 9223372036854775807, found 9223372036854775808",
        "expected at least -9223372036854775808, found -9223372036854775809",
      ])
    #expect(throws: DecodingError.self) { try document.decode([Int].self) }
  }
}
