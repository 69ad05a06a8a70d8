import Ferry
import FerryMacros
import FerryTestSupport
import Foundation
import Testing

/// The whole output of `print(error)` for common mistakes.
@Suite("Printed errors")
struct NewcomerErrorsTests {
  enum Severity: String, Codable, CaseIterable { case debug, info, error }
  @DirectCodable enum DirectLevel: String, CaseIterable { case debug, info, error }
  @DirectCodable enum Outline { case circle(radius: Double), square(side: Double) }

  struct Event: Codable {
    var level: Severity
    var count: UInt8
    var when: Date?
    var list: [Int]?
  }

  @DirectCodable struct DirectEvent {
    var level: DirectLevel
    @As(.text) var count: UInt8 = 0
    @As(.iso8601) var when: Date?
  }

  @DirectCodable struct Cat {
    @Key("cat_id") let id: String
    @Key("meta.coordinates.lon") var longitude: Double
    @Key("meta.coordinates.lat") var latitude: Double
  }

  @DirectCodable struct Numbered { var names: [Int: String] }
  @DirectCodable struct Lives { @Tolerant var lives: Int }

  struct User: Codable, KeyMapped {
    var userID: Int
    var city: String
    static let mapping = KeyMapping(["city": "address.city"], style: .snakeCase)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let printed: String
    let body: @Sendable () throws -> Any

    init(_ name: String, _ printed: String, _ body: @escaping @Sendable () throws -> Any) {
      (self.name, self.printed, self.body) = (name, printed, body)
    }

    var testDescription: String { name }
  }

  @Test("each common mistake has its report", arguments: mistakes)
  func printed(_ mistake: Mistake) {
    let error = #expect(throws: (any Error).self) { _ = try mistake.body() }
    #expect(error.map { "\($0)" } == mistake.printed)
  }

  @Test("the failure of several missing keys names all of them")
  func failureOfMissingKeys() {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Cat.self, from: "{\"meta\": {\"coordinates\": {\"lng\": 1}}}")
    }
    #expect(
      error?.problem?.description == """
        1:1: missing keys: `cat_id`, `meta.coordinates.lon`, `meta.coordinates.lat`
        {"meta": {"coordinates": {"lng": 1}}}
        ^
        """)
  }

  #if FERRY_YAML
  @Test("a date of YAML where the decoder reads numbers is reported with the option for text")
  func dateOfYAML() {
    let error = #expect(throws: DecodingError.self) {
      var decoder = YAML.Decoder()
      decoder.dateDecodingStrategy = .secondsSince1970
      _ = try decoder.decode(Event.self, from: "level: info\ncount: 1\nwhen: 2024-01-01\n")
    }
    #expect(
      error?.problem?.description == """
        3:7: wrong type of value: expected a date as a number of seconds since 1970, found text `2024-01-01`, at when
        when: 2024-01-01
              ^
        hint: to read dates from text, set `dateDecodingStrategy`, or `@As` on the property
        """)
  }
  #endif

  static func event(_ text: String) throws -> Event { try JSON.decode(Event.self, from: text) }
  static func direct(_ text: String) throws -> DirectEvent {
    try JSON.decode(DirectEvent.self, from: text)
  }
}
