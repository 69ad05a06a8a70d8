import FerryMacros
import FerrySchema
import Foundation
import Testing

/// Books a table.
@DirectCodable
private struct Booking: Equatable {
  /// The name of the guest.
  var guest: String
  @Range(1...20) var seats = 2
  @As(.iso8601) var date: Date
  var area: Area?
  /// The person to call.
  var contact: Contact
  @Key("notes.allergies") @Length(...5) var allergies: [String] = []
  var payment: Payment
  @Flatten var place: Place
  var website: URL?

  @DirectCodable
  enum Area: String { case inside, terrace }

  @DirectCodable
  struct Contact: Equatable {
    var phone: String
    var mail: String?
    var next: [Contact] = []
  }

  @DirectCodable @Tagged(.internal("kind"))
  enum Payment: Equatable {
    /// On the spot.
    case cash
    case card(number: String)
  }

  @DirectCodable
  struct Place: Equatable { var city: String }

  static let sample = Booking(
    guest: "Ada", date: Date(timeIntervalSince1970: 0),
    contact: Contact(phone: "1", next: [Contact(phone: "2")]), payment: .card(number: "4"),
    place: Place(city: "Rome"))
}

@DirectCodable
private struct Wrong<Value: Codable & DirectCodable> { var value: Value }

@DirectCodable
private struct Texts { @Length(...5) var name: String }

@DirectCodable
private struct Nested { var texts: [Texts] }

@DirectCodable
private struct Aliased { @Alias("other") var name: String }

@Suite("Schemas of strict tools")
struct StrictToolTests {
  @Test("a model has a schema with all members, without others, with a type everywhere")
  func whole() throws {
    let expected = """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Booking",
        "description": "Books a table.",
        "type": "object",
        "properties": {
          "guest": {"type": "string", "description": "The name of the guest."},
          "seats": {"type": "integer", "minimum": 1, "maximum": 20},
          "date": {"type": "string", "format": "date-time"},
          "area": {"anyOf": [{"$ref": "#/$defs/Area"}, {"type": "null"}]},
          "contact": {
            "title": "Contact", "description": "The person to call.", "type": "object",
            "properties": {
              "phone": {"type": "string"},
              "mail": {"type": ["string", "null"]},
              "next": {"type": "array", "items": {"$ref": "#/$defs/Contact"}}
            },
            "required": ["phone", "mail", "next"], "additionalProperties": false
          },
          "notes": {
            "type": "object",
            "properties": {
              "allergies": {"type": "array", "items": {"type": "string"}, "maxItems": 5}
            },
            "required": ["allergies"], "additionalProperties": false
          },
          "payment": {"$ref": "#/$defs/Payment"},
          "website": {"type": ["string", "null"]},
          "city": {"type": "string"}
        },
        "required": [
          "guest", "seats", "date", "area", "contact", "notes", "payment", "website", "city"
        ],
        "additionalProperties": false,
        "$defs": {
          "Area": {"title": "Area", "type": "string", "enum": ["inside", "terrace"]},
          "Contact": {
            "title": "Contact", "type": "object",
            "properties": {
              "phone": {"type": "string"},
              "mail": {"type": ["string", "null"]},
              "next": {"type": "array", "items": {"$ref": "#/$defs/Contact"}}
            },
            "required": ["phone", "mail", "next"], "additionalProperties": false
          },
          "Payment": {
            "title": "Payment",
            "anyOf": [
              {
                "description": "On the spot.", "type": "object",
                "properties": {"kind": {"const": "cash", "type": "string"}},
                "required": ["kind"], "additionalProperties": false
              },
              {
                "type": "object",
                "properties": {
                  "kind": {"const": "card", "type": "string"}, "number": {"type": "string"}
                },
                "required": ["kind", "number"], "additionalProperties": false
              }
            ]
          }
        }
      }
      """
    let schema = try JSON.schema(for: Booking.self, profile: .strictTool)
    let found = try JSON.string(schema)
    #expect(try schema == JSON.decode(AnyValue.self, from: expected), "\(found)")
    #expect(schema["required"]?.array == schema["properties"]?.object?.map { .string($0.key) })
  }

  @Test("a document that is valid decodes, with null for absent members")
  func decoding() throws {
    let schema = try Schema(JSON.schema(for: Booking.self, profile: .strictTool))
    let text = """
      {"guest":"Ada","seats":2,"date":"1970-01-01T00:00:00Z","area":null,
       "contact":{"phone":"1","mail":null,"next":[{"phone":"2","mail":null,"next":[]}]},
       "notes":{"allergies":[]},"payment":{"kind":"card","number":"4"},"website":null,"city":"Rome"}
      """
    #expect(try schema.validate(JSON.document(text)).failures.isEmpty)
    #expect(try JSON.decode(Booking.self, from: text) == .sample)
    // A member less, or one more, is invalid anywhere.
    for change in ["\"mail\":null,", "\"seats\":2,", ",\"city\":\"Rome\""] {
      #expect(try !schema.isValid(JSON.document(text.replacing(change, with: ""))), "\(change)")
    }
    #expect(try !schema.isValid(JSON.document(text.replacing("\"4\"}", with: "\"4\",\"x\":1}"))))
  }

  @Test("a form that is not in the profile is an error that names the member")
  func errors() throws {
    func check<T>(_ type: T.Type, _ member: String, _ problem: String) {
      let error = #expect(throws: SchemaError.self) {
        try JSON.schema(for: type, profile: .strictTool)
      }
      let text = error?.description ?? ""
      #expect(text.hasPrefix("\(member): ") && text.contains(problem), "\(text)")
    }
    check(Wrong<Set<String>>.self, "Wrong<Set<String>>.value", "keyword 'uniqueItems'")
    check(
      Wrong<[String: Int]>.self, "Wrong<Dictionary<String, Int>>.value", "an object with any keys")
    check(Wrong<AnyValue>.self, "Wrong<AnyValue>.value", "any value is allowed")
    check(Wrong<[AnyValue]>.self, "Wrong<Array<AnyValue>>.value", "any value is allowed")
    check(Wrong<Data>.self, "Wrong<Data>.value", "keyword 'contentEncoding'")
    check(Texts.self, "Texts.name", "keyword 'maxLength'")
    check(Nested.self, "Texts.name", "keyword 'maxLength'")
    check(Aliased.self, "Aliased", "keyword 'allOf'")
    check([Int].self, "Array<Int>", "not an object")
  }

  @Test("failures are a message with the path of each value")
  func feedback() throws {
    let text = #"{"name":"abcdef","nmae":1}"#
    let failures = JSON.document(text).failures(of: Texts.self)
    #expect(
      failures.feedback == """
        The JSON value is invalid:
        - name: expected at most 5 characters, found "abcdef"
        - nmae: unknown key `nmae`
        Correct this and write the whole value again.
        """)
    #expect(JSON.document(#"{"name":"a"}"#).failures(of: Texts.self).feedback == "")
    let payment = JSON.document(#"{"kind":"card","numbr":1}"#)
      .failures(of: Booking.Payment.self).feedback
    #expect(payment.contains("- the value: ") && payment.contains("  - "), "\(payment)")
  }
}
