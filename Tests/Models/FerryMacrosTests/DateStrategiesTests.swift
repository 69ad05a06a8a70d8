import Ferry
import FerryMacros
import FerryTestSupport
import Foundation
import Testing

@DirectCodable
private struct Moment: Equatable {
  @As(.iso8601WithMilliseconds) var at: Date
}

@DirectCodable
private struct Second: Equatable {
  @As(.iso8601) var at: Date
}

@DirectCodable
private struct Moments: Equatable {
  @As(.each(.iso8601WithMilliseconds)) var at: [Date]
}

/// Dates without an attribute.
@DirectCodable
private struct Log: Equatable {
  var at: Date
  var maybe: Date?
  var all: [Date]
  var named: [String: Date]
}

@Suite("Dates of direct types")
struct DateStrategiesTests {
  private func milliseconds(_ seconds: Double) -> Moment {
    Moment(at: Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "milliseconds are the nearest ones, and carry",
    arguments: [
      (1_700_000_000.123, "2023-11-14T22:13:20.123Z"), (0.001, "1970-01-01T00:00:00.001Z"),
      (-0.001, "1969-12-31T23:59:59.999Z"), (951_782_400.999, "2000-02-29T00:00:00.999Z"),
      (0.9996, "1970-01-01T00:00:01.000Z"), (86_399.9996, "1970-01-02T00:00:00.000Z"),
      (-0.0004, "1970-01-01T00:00:00.000Z"), (1_461_508_962, "2016-04-24T14:42:42.000Z"),
    ])
  func nearest(seconds: Double, text: String) throws {
    #expect(try JSON.string(milliseconds(seconds)) == "{\"at\":\"\(text)\"}")
  }

  @Test("every millisecond comes back, and a round trip changes nothing")
  func roundTrips() throws {
    var random = SeededGenerator(for: "DateStrategies.roundTrips")
    var counts = (0..<1000).map { 1_700_000_000_000 + $0 }
    counts += (0..<5_000).map { _ in random.int(-62_000_000_000_000..<253_000_000_000_000) }
    let moments = Moments(at: counts.map { Date(timeIntervalSince1970: Double($0) / 1000) })
    for bytes in [
      try JSON.encode(moments), try Foundation.JSONEncoder().encode(moments).map(\.self),
    ] {
      #expect(try JSON.decode(Moments.self, from: bytes) == moments)
    }
    #expect(try YAML.decode(Moments.self, from: YAML.encode(moments)) == moments)
    #expect(try Binary.decode(Moments.self, from: Binary.encode(moments)) == moments)
    let others = Moments(
      at: (0..<1000).map { _ in
        Date(timeIntervalSince1970: .random(in: -1e10..<1e10, using: &random))
      }
    )
    let text = try JSON.string(others)
    #expect(try JSON.string(JSON.decode(Moments.self, from: text)) == text)
  }

  @Test(
    "dates before 1582 are Gregorian",
    arguments: [
      ("1582-10-10T12:00:00Z", -12_219_681_600), ("1000-01-01T00:00:00Z", -30_610_224_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
  func calendar(text: String, seconds: Double) throws {
    let value = Second(at: Date(timeIntervalSince1970: seconds))
    #expect(try JSON.string(value) == "{\"at\":\"\(text)\"}")
    #expect(try JSON.decode(Second.self, from: "{\"at\":\"\(text)\"}") == value)
  }

  @Test("a date without a year of four digits is an error in every format")
  func noText() throws {
    for seconds: Double in [253_402_300_800, -62_167_219_201, .infinity, -.infinity, .nan] {
      let value = Second(at: Date(timeIntervalSince1970: seconds))
      // Foundation cannot print such dates, so that the errors are not looked at.
      #expect((try? JSON.encode(value)) == nil)
      #expect((try? Binary.encode(value)) == nil)
      #expect((try? YAML.encode(value)) == nil)
      #expect((try? Foundation.JSONEncoder().encode(value)) == nil)
      #expect((try? JSON.encode(milliseconds(seconds))) == nil)
    }
    let far = milliseconds(253_402_300_800)
    let error = try #require(throws: EncodingError.self) { try JSON.encode(far) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.debugDescription == "Only a date of the years 0 to 9999 has a text")
  }

  @Test(
    "text that is not a date in ISO 8601 is an error",
    arguments: [
      "2016-02-30T14:42:42Z", "2016-04-24T14:42:42Zulu", "10000-01-01T00:00:00Z", "2016-04-24",
    ])
  func refused(text: String) {
    #expect(throws: DecodingError.self) {
      try JSON.decode(Second.self, from: "{\"at\":\"\(text)\"}")
    }
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 30_077_983.1)

  @Test("dates without an attribute are written as timestamps in YAML, and come back")
  func writtenTimestamps() throws {
    let log = Log(
      at: Self.date, maybe: nil, all: [Self.date, Date(timeIntervalSinceReferenceDate: 1e300)],
      named: ["a": Self.date])
    let text = try YAML.string(log)
    #expect(
      text == """
        at: 2001-12-15T02:59:43.1Z
        all:
        - 2001-12-15T02:59:43.1Z
        - 1.0e+300
        named:
          a: 2001-12-15T02:59:43.1Z

        """)
    #expect(try YAML.decode(Log.self, from: text) == log)
  }

  @Test("dates without an attribute are read from timestamps and numbers in YAML")
  func readTimestamps() throws {
    let text = """
      at: 2001-12-14 21:59:43.10 -5
      maybe: !!timestamp '2001-12-14t21:59:43.10-05:00'
      all: [2001-12-15 2:59:43.10, 2002-12-14, 30077983.1, 1.5]
      named: {a: 2001-12-15T02:59:43.1Z}
      """
    let others = [61_516_800, 30_077_983.1, 1.5].map(Date.init(timeIntervalSinceReferenceDate:))
    let log = Log(
      at: Self.date, maybe: Self.date, all: [Self.date] + others, named: ["a": Self.date])
    #expect(try YAML.decode(Log.self, from: text) == log)
  }
}
