import Ferry
import FerryDropIn
import FerryTestSupport
import Foundation
import Testing

@Suite("Dates as text")
struct DateFormatsTests {
  private func date(_ text: String, _ strategy: DateDecodingStrategy) -> Double? {
    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = strategy
    let date = try? decoder.decode([Date].self, from: "[\"\(text)\"]")[0]
    let codable = try? decoder.decode([Wrapped].self, from: "[\"\(text)\"]")[0].date
    #expect(codable == date)
    return date?.timeIntervalSince1970
  }

  private func text(_ seconds: Double, _ strategy: DateEncodingStrategy) -> String? {
    var encoder = JSON.Encoder()
    encoder.dateEncodingStrategy = strategy
    let date = Date(timeIntervalSince1970: seconds)
    // The same on both ways of coding.
    let text = try? encoder.string([date])
    #expect((try? encoder.string([Wrapped(date)])) == text)
    return text
  }

  /// A date that has Codable alone.
  private struct Wrapped: Codable {
    let date: Date

    init(_ date: Date) { self.date = date }
    init(from decoder: any Decoder) throws {
      date = try decoder.singleValueContainer().decode(Date.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(date)
    }
  }

  @Test(
    "RFC 3339 has fractions, zones, small letters, leap seconds and leap days",
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
    "text that RFC 3339 does not allow is an error",
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

  @Test("an invalid date is an error with its location and the expected form")
  func place() throws {
    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = .rfc3339
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([Date].self, from: "[\n  \"yesterday\"]")
    }
    let place = try #require(error?.problem?.place)
    #expect((place.line, place.column) == (2, 3))
    #expect("\(try #require(error))".contains("RFC 3339"))
  }

  @Test(
    "RFC 3339 is written with the requested digits of a fraction",
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

  @Test(
    "a year that does not have four digits is an error",
    arguments: [DateEncodingStrategy.iso8601, .rfc3339(fractionDigits: 0)])
  func farAway(strategy: DateEncodingStrategy) throws {
    #expect(text(253_402_300_799, strategy) == #"["9999-12-31T23:59:59Z"]"#)
    #expect(text(253_402_300_800, strategy) == nil)
    #expect(text(-62_167_219_200, strategy) == #"["0000-01-01T00:00:00Z"]"#)
    #expect(text(-62_167_219_201, strategy) == nil)
    var encoder = JSON.Encoder()
    encoder.dateEncodingStrategy = strategy
    let error = #expect(throws: EncodingError.self) {
      try encoder.encode(["a": Date(timeIntervalSince1970: 253_402_300_800)])
    }
    #expect("\(try #require(error))".contains("years 0 to 9999"))
  }

  @Test(
    "dates before 1582 are Gregorian in every form",
    arguments: [
      // By CPython's datetime.
      ("1582-10-14T00:00:00Z", -12_219_379_200), ("1582-10-10T12:00:00Z", -12_219_681_600),
      ("1500-03-01T00:00:00Z", -14_826_672_000), ("1000-01-01T00:00:00Z", -30_610_224_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800),
    ])
  func early(form: String, seconds: Double) {
    #expect(date(form, .iso8601) == seconds)
    #expect(date(form, .rfc3339) == seconds)
    #expect(date(form, .yamlTimestamp) == seconds)
    #expect(text(seconds, .iso8601) == "[\"\(form)\"]")
    #expect(text(seconds, .rfc3339(fractionDigits: 0)) == "[\"\(form)\"]")
    #expect(text(seconds, .yamlTimestamp) == "[\"\(form)\"]")
  }

  @Test("distantPast and distantFuture come back from text")
  func distant() throws {
    for date in [Date.distantPast, .distantFuture] {
      var (encoder, decoder) = (JSON.Encoder(), JSON.Decoder())
      encoder.dateEncodingStrategy = .iso8601
      decoder.dateDecodingStrategy = .iso8601
      #expect(try decoder.decode([Date].self, from: encoder.encode([date])) == [date])
    }
  }

  @Test("ISO 8601 is Foundation's from 1583 to 9999, for random dates")
  func iso8601() throws {
    var random = SeededGenerator(for: "DateFormats.iso8601")
    let (theirEncoder, theirDecoder) = (Foundation.JSONEncoder(), Foundation.JSONDecoder())
    theirEncoder.dateEncodingStrategy = .iso8601
    theirDecoder.dateDecodingStrategy = .iso8601
    for index in 0..<300 {
      let whole = Double(random.int(-12_212_000_000..<253_402_300_799))
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
    "ISO 8601 reads what Foundation reads, with the same meaning",
    arguments: [
      "2016-04-24T14:42:42Z", "2016-04-24T14:42:42+02:00", "2016-04-24T14:42:42+0200",
      "2016-04-24T14:42:42-02", "2016-04-24T14:42:42.5Z", "2016-04-24",
      "2016-04-24T24:00:00Z", "2016-04-24T14:42:42z", "2016-04-24t14:42:42Z",
      "2016-04-24 14:42:42Z", "2016-04-24T14:42:60Z", "2016-04-24T14:42:4xZ",
      "2016-00-24T14:42:42Z", "2016-04-24T14:42:42,5Z", "2016-04-24T14:42:42+24:00",
    ])
  func iso8601Text(text: String) {
    let decoder = Foundation.JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let theirs = try? decoder.decode([Date].self, from: Data("[\"\(text)\"]".utf8))
    #expect(date(text, .iso8601) == theirs?[0].timeIntervalSince1970)
  }

  @Test(
    "ISO 8601 rejects text that Foundation reads as another date",
    arguments: [
      "2016-02-30T14:42:42Z", "2016-04-31T14:42:42Z", "2016-04-24T23:60:00Z",
      "2016-04-24T14:42:61Z", "2016-04-24T25:42:42Z", "2016-04-24T14:42:42Zulu",
      "10000-01-01T00:00:00Z",
      "016-04-24T14:42:42Z", "2016-04-24T14:42:42+02:60", "2016-4-24T14:42:42Z",
    ])
  func notISO8601(text: String) {
    #expect(date(text, .iso8601) == nil)
  }

  @Test("the drop-in classes code dates as Foundation, even unusual ones")
  func dropIn() throws {
    let (theirEncoder, theirDecoder) = (Foundation.JSONEncoder(), Foundation.JSONDecoder())
    let (encoder, decoder) = (FerryDropIn.JSONEncoder(), FerryDropIn.JSONDecoder())
    var preset = JSON.Decoder(preset: .foundation)
    theirEncoder.dateEncodingStrategy = .iso8601
    theirDecoder.dateDecodingStrategy = .iso8601
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
    preset.dateDecodingStrategy = .iso8601
    for text in [
      "0001-01-01T00:00:00Z", "1582-10-10T00:00:00Z", "1582-10-15T00:00:00Z",
      "1500-02-29T00:00:00Z", "10000-01-01T00:00:00Z", "2016-02-30T14:42:42Z",
      "2016-04-24T24:00:00Z", "2016-04-24T14:42:42Zulu", "2016-04-24T14:42:42.123Z", "016-01-01",
      "2016-04-24T14:42:60Z", "2016-04-24 14:42:42Z", "yesterday",
    ] {
      let json = Data("[\"\(text)\"]".utf8)
      let theirs = try? theirDecoder.decode([Date].self, from: json)
      #expect((try? decoder.decode([Date].self, from: json)) == theirs, "\(text)")
      #expect((try? decoder.decode([Wrapped].self, from: json))?.map(\.date) == theirs, "\(text)")
      #expect((try? preset.decode([Date].self, from: json)) == theirs, "\(text)")
    }
    for seconds in [-62_135_769_600.0, -12_219_292_801, -12_219_292_800, 0.999, 253_402_300_800] {
      let dates = [Date(timeIntervalSince1970: seconds)]
      let theirs = try theirEncoder.encode(dates)
      #expect(try encoder.encode(dates) == theirs, "\(seconds)")
      #expect(try encoder.encode(dates.map(Wrapped.init)) == theirs, "\(seconds)")
    }
    #expect((try? encoder.encode([Date(timeIntervalSince1970: .infinity)])) == nil)
  }

  @Test("RFC 3339 with three digits brings every millisecond since 1970 back")
  func milliseconds() throws {
    var random = SeededGenerator(for: "DateFormats.milliseconds")
    var (encoder, decoder) = (JSON.Encoder(), JSON.Decoder())
    encoder.dateEncodingStrategy = .rfc3339(fractionDigits: 3)
    decoder.dateDecodingStrategy = .rfc3339
    let dates = (0..<5_000).map { _ in
      Date(
        timeIntervalSince1970: Double(random.int(-60_000_000_000_000..<250_000_000_000_000)) / 1000)
    }
    #expect(try decoder.decode([Date].self, from: encoder.encode(dates)) == dates)
  }
}
