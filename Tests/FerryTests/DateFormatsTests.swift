import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Dates as text")
struct DateFormatsTests {
  private func date(_ text: String, _ strategy: JSON.Decoder.DateDecodingStrategy) -> Double? {
    let decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = strategy
    return try? decoder.decode([Date].self, from: "[\"\(text)\"]")[0].timeIntervalSince1970
  }

  private func text(_ seconds: Double, _ strategy: JSON.Encoder.DateEncodingStrategy) -> String? {
    let encoder = JSON.Encoder()
    encoder.dateEncodingStrategy = strategy
    return try? encoder.string([Date(timeIntervalSince1970: seconds)])
  }

  @Test(
    "RFC 3339: fractions, zones, small letters, leap seconds and leap days",
    arguments: [
      ("2016-04-24T14:42:42Z", 1_461_508_962), ("2016-04-24T14:42:42.424Z", 1_461_508_962.424),
      ("2016-04-24T16:42:42.5+02:00", 1_461_508_962.5), ("2016-04-24t14:42:42z", 1_461_508_962),
      ("2016-04-24 09:12:42-05:30", 1_461_508_962), ("1970-01-01T00:00:00Z", 0),
      ("1969-12-31T23:59:59.75Z", -0.25), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("2000-02-29T00:00:00Z", 951_782_400), ("0001-01-01T00:00:00Z", -62_135_596_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("2016-04-24T14:42:42.000000000000000000001Z", 1_461_508_962),
    ])
  func reading(text: String, seconds: Double) {
    #expect(date(text, .rfc3339) == seconds)
  }

  @Test(
    "what RFC 3339 does not have is an error",
    arguments: [
      "", "2016-04-24", "2016-04-24T14:42:42", "2016-04-24T14:42Z", "2016-4-24T14:42:42Z",
      "2016-13-24T14:42:42Z", "2016-04-31T14:42:42Z", "2015-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z",
      "2016-04-24T24:00:00Z", "2016-04-24T14:60:42Z", "2016-04-24T14:42:61Z",
      "2016-04-24T14:42:42.Z", "2016-04-24T14:42:42+0200", "2016-04-24T14:42:42+2:00",
      "2016-04-24T14:42:42Zx", "+016-04-24T14:42:42Z", "2016-04-24T14:42:42.5",
      "2016-04-2 T14:42:42Z",
    ])
  func refusing(text: String) {
    #expect(date(text, .rfc3339) == nil)
  }

  @Test("a bad date has its place and says what was expected")
  func place() throws {
    let decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = .rfc3339
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([Date].self, from: "[\n  \"yesterday\"]")
    }
    let place = try #require(error?.place)
    #expect((place.line, place.column) == (2, 3))
    #expect("\(try #require(error))".contains("RFC 3339"))
  }

  @Test(
    "writing RFC 3339 with digits of a fraction",
    arguments: [
      (1_461_508_962.424, 3, "2016-04-24T14:42:42.424Z"),
      (1_461_508_962, 0, "2016-04-24T14:42:42Z"),
      (-0.25, 2, "1969-12-31T23:59:59.75Z"), (0.9999, 3, "1970-01-01T00:00:01.000Z"),
      (-62_135_596_800, 0, "0001-01-01T00:00:00Z"), (253_402_300_799, 1, "9999-12-31T23:59:59.0Z"),
    ])
  func writing(seconds: Double, digits: Int, expected: String) {
    #expect(text(seconds, .rfc3339(fractionDigits: digits)) == "[\"\(expected)\"]")
  }

  @Test("dates that have no text are an error", arguments: [Double.infinity, -.infinity, .nan])
  func notFinite(seconds: Double) {
    #expect(text(seconds, .rfc3339(fractionDigits: 0)) == nil)
    #expect(text(seconds, .iso8601) == nil)
    #expect(text(seconds, .secondsSince1970) == nil)
    #expect(text(seconds, .millisecondsSince1970) == nil)
    #expect(text(seconds, .deferredToDate) == nil)
  }

  @Test("years beyond four digits are none of RFC 3339's")
  func farAway() {
    #expect(text(253_402_300_800, .rfc3339(fractionDigits: 0)) == nil)
    #expect(text(-62_135_596_801, .rfc3339(fractionDigits: 0)) == nil)
  }

  @Test("ISO 8601 is Foundation's, both ways, for random dates")
  func iso8601() throws {
    var random = SeededGenerator(for: "DateFormats.iso8601")
    let (theirEncoder, theirDecoder) = (JSONEncoder(), JSONDecoder())
    theirEncoder.dateEncodingStrategy = .iso8601
    theirDecoder.dateDecodingStrategy = .iso8601
    for index in 0..<300 {
      let whole = Double(random.int(-60_000_000_000..<250_000_000_000))
      let seconds = index % 3 == 0 ? whole + 0.5 : whole
      let expected = try theirEncoder.encode([Date(timeIntervalSince1970: seconds)])
      let ours = try #require(text(seconds, .iso8601))
      #expect(ours == String(decoding: expected, as: UTF8.self), "\(seconds)")
      let dates = try theirDecoder.decode([Date].self, from: expected)
      #expect(
        date(String(ours.dropFirst(2).dropLast(2)), .iso8601) == dates[0].timeIntervalSince1970)
    }
  }

  @Test(
    "ISO 8601 is Foundation's for text that is nearly right",
    arguments: [
      "2016-04-24T14:42:42Z", "2016-04-24T14:42:42+02:00", "2016-04-24T14:42:42+0200",
      "2016-04-24T14:42:42.5Z", "2016-04-24", "2016-02-30T14:42:42Z", "2016-04-24T25:42:42Z",
      "2016-04-24t14:42:42z", "2016-04-24 14:42:42Z", "2016-04-24T14:42:60Z",
      "0000-04-24T14:42:42Z",
      "2016-04-24T14:42:4xZ", "2016-00-24T14:42:42Z",
    ])
  func iso8601Text(text: String) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let theirs = try? decoder.decode([Date].self, from: Data("[\"\(text)\"]".utf8))
    #expect(date(text, .iso8601) == theirs?[0].timeIntervalSince1970)
  }
}
