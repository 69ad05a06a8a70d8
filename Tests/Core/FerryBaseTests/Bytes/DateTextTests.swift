import FerryBase
import FerryTestSupport
import Foundation
import Testing

@Suite("Dates as text")
struct DateTextTests {
  private func seconds(
    _ text: String, _ notation: DateText.Notation, fraction: DateText.Fraction = .optional
  ) -> Double? {
    Array(text.utf8).withByteView {
      DateText.seconds($0, notation, fraction: fraction)
    }
  }

  @Test("every second from the year 1 to 9999 has the same text as in CPython")
  func calendar() {
    for (text, expected) in CalendarTable.rows {
      #expect(DateText.text(Double(expected)) == text)
      for notation in [DateText.Notation.rfc3339, .iso8601, .yaml] {
        #expect(seconds(text, notation) == Double(expected), "\(text)")
      }
    }
  }

  @Test("the year 0 is before the year 1, and years end with 9999")
  func range() {
    let first = -63_145_526_400.0
    let last = 252_423_993_599.0
    #expect(DateText.text(first) == "0000-01-01T00:00:00Z")
    #expect(seconds("0000-01-01T00:00:00Z", .iso8601) == first)
    #expect(seconds("0000-02-29T00:00:00Z", .iso8601) == first + 59 * 86400)
    #expect(DateText.text(first.nextDown) == nil)
    #expect(DateText.text(last.nextUp) == "9999-12-31T23:59:59Z")
    #expect(DateText.text(last + 0.9996, fractionDigits: 3) == nil)
    for far in [last + 1, .infinity, -.infinity, .nan, .greatestFiniteMagnitude] {
      #expect(DateText.text(far) == nil)
      #expect(DateText.exactText(far) == nil)
    }
  }

  @Test("a fraction is rounded to its last digit, and carries")
  func rounding() {
    let newYear = -31_622_400.0  // 2000-01-01
    #expect(DateText.text(newYear - 0.0004, fractionDigits: 3) == "2000-01-01T00:00:00.000Z")
    #expect(DateText.text(newYear - 0.0006, fractionDigits: 3) == "1999-12-31T23:59:59.999Z")
    #expect(DateText.text(newYear - 0.0006, fractionDigits: 0) == "1999-12-31T23:59:59Z")
    #expect(DateText.text(-1e-20, fractionDigits: 9) == "2001-01-01T00:00:00.000000000Z")
  }

  @Test("the fewest digits read as the same double")
  func exactness() throws {
    var random = SeededGenerator(for: "DateText.exactness")
    for round in 0..<30_000 {
      var value: Double
      switch round % 4 {
      case 0: value = .random(in: -63_145_526_400..<252_423_993_600, using: &random)
      case 1: value = .random(in: -1e9..<2e9, using: &random)
      case 2: value = Double(random.int(-63_145_526_400_000..<252_423_993_600_000)) / 1000
      default: value = (.random(in: -4e9..<4e9, using: &random) * 1e6).rounded() / 1e6
      }
      if round % 7 == 0 { value.round() }
      let text = try #require(DateText.exactText(value), "\(value)")
      let back = try #require(seconds(text, .yaml))
      if back.bitPattern != value.bitPattern { #expect(back == value, "\(text)") }
      // These count short fractions from 1970.
      for notation in [DateText.Notation.rfc3339, .iso8601] {
        let distance = abs((seconds(text, notation) ?? .infinity) - value)
        if distance > 2 * max((value + 978_307_200).ulp, value.ulp) {
          Issue.record("\(text) is \(value)")
        }
      }
    }
  }

  @Test("a timestamp of YAML is the date nearest to it, as are long fractions elsewhere")
  func nearest() {
    var random = SeededGenerator(for: "DateText.nearest")
    for round in 0..<40_000 {
      let digits = 1 + round % 18
      let whole = random.int([-10..<10, -3_000_000_000..<3_000_000_000][round % 2])
      let scale = (0..<digits).reduce(Int128(1)) { scale, _ in scale * 10 }
      let fraction = Int128(random.next() % UInt64(scale))
      let places = String("\(fraction + scale)".dropFirst())
      let day = DateText.text(Double(whole))?.dropLast() ?? ""
      // The standard library rounds the exact decimal once.
      let expected = Double("\(Int128(whole) * scale + fraction)e-\(digits)")
      let isLong = digits > 6 && !places.hasSuffix("0")
      for notation in [DateText.Notation.yaml] + (isLong ? [.rfc3339, .iso8601] : []) {
        let date = seconds("\(day).\(places)Z", notation)
        if date != expected { Issue.record("\(day).\(places)Z is \(date ?? .nan)") }
      }
    }
  }

  @Test("milliseconds and microseconds since 1970 have three and six digits, and come back")
  func shortness() throws {
    var random = SeededGenerator(for: "DateText.shortness")
    for _ in 0..<20_000 {
      let count = random.int(-60_000_000_000_000..<250_000_000_000_000)
      for (scale, digits) in [(1e3, 3), (1e6, 6)] where Double(count) / scale < 4e9 {
        let value = Double(count) / scale - 978_307_200
        guard value > -5e9 else { continue }
        let text = try #require(DateText.text(value, fractionDigits: digits))
        #expect(seconds(text, .rfc3339) == value, "\(text)")
        let near = Double(count) / scale
        let exact = try #require(DateText.exactText(near))
        let short = try #require(DateText.text(near, fractionDigits: digits))
        #expect(exact.utf8.count <= short.utf8.count, "\(exact)")
      }
    }
  }

  @Test("a double far below a second has no text of 15 digits, and minus zero has no text")
  func tiny() {
    #expect(DateText.exactText(1e-20) == nil)
    #expect(DateText.exactText(-0.0) == nil)
    #expect(DateText.exactText(0) == "2001-01-01T00:00:00Z")
  }

  @Test("trailing zeros of a fraction are ignored, and other digits are kept")
  func fractions() {
    for (short, long) in [
      (".5", ".500000000000000000000000"), (".123", ".1230000"), (".1234567", ".12345670000"),
      ("", ".0"), ("", ".000000000000000000000001"),
    ] {
      let day = "2023-11-14T22:13:20"
      #expect(seconds(day + short + "Z", .rfc3339) == seconds(day + long + "Z", .rfc3339))
    }
    // 2001 is where doubles are dense: the nearest one, as Foundation's parser finds it.
    for digits in ["0000001", "123456789", "999999999999", "100000000000000006", "000000000000001"]
    {
      let text = "2001-01-01T00:00:00.\(digits)Z"
      #expect(seconds(text, .rfc3339) == Double("0.\(digits)"))
      #expect(seconds("2000-12-31T23:59:59.\(digits)Z", .rfc3339) == Self.less(digits))
    }
  }

  /// The double nearest to the fraction less 1.
  private static func less(_ digits: String) -> Double? {
    let ten = (0..<digits.count).reduce(Int128(1)) { ten, _ in ten * 10 }
    return Int128(digits).flatMap { Double("\($0 - ten)e-\(digits.count)") }
  }

  @Test(
    "each notation accepts its own forms and rejects those of the others",
    arguments: [
      ("2016-04-24t14:42:42z", [.rfc3339]), ("2016-04-24 14:42:42Z", [.rfc3339, .yaml]),
      ("2016-04-24T14:42:42+0200", [.iso8601]), ("2016-04-24T14:42:42+02", [.iso8601, .yaml]),
      ("2016-04-24T24:00:00Z", [.iso8601]), ("2016-04-24T14:42:42", [.yaml]),
      ("2016-04-24T14:42:42z", [.rfc3339, .iso8601]), ("2016-04-24", [.yaml]),
      ("2016-4-24T4:42:42Z", [.yaml]), ("2016-04-24T14:42:42.Z", [.yaml]),
      ("2016-04-24T14:42:60Z", [.rfc3339, .iso8601, .yaml]),
      ("2016-04-24T14:42:42+23:59", [.rfc3339, .iso8601, .yaml]),
    ] as [(String, [DateText.Notation])])
  func notations(text: String, notations: [DateText.Notation]) {
    for notation in [DateText.Notation.rfc3339, .iso8601, .yaml] {
      #expect((seconds(text, notation) != nil) == notations.contains(notation), "\(notation)")
    }
  }

  @Test(
    "invalid dates are rejected in every notation",
    arguments: [
      "", "2016", "2016-02-30T00:00:00Z", "1900-02-29", "2016-00-01", "2016-13-01", "2016-01-00",
      "2016-01-32", "2016-04-24T24:00:01Z", "2016-04-24T25:00:00Z", "2016-04-24T14:60:00Z",
      "2016-04-24T14:42:61Z", "2016-04-24T14:42Z", "2016-04-24T14:42:42Zx", "2016-04-24T",
      "2016-04-24T14:42:42+24:00", "2016-04-24T14:42:42+02:60", "2016-04-24T14:42:42+2:0",
      "2016-04-24T14:42:42+020", "2016-04-24T14:42:42+", "2016-04-24T14:42:42,5Z", "12016-04-24",
      "+2016-04-24", "-2016-04-24", "2016-04-24T14:42:42.5.5Z", "2016-4-24", "20160424",
      "2016-04-24  ", "2016-04-24T14:42:42 ", " 2016-04-24", "2016-04-24T14:42:42UTC",
      "2016-04-24T14:42:42GMT+2", "２016-04-24", "2016-04-24T-1:00:00Z",
    ])
  func refused(text: String) {
    for notation in [DateText.Notation.rfc3339, .iso8601, .yaml] {
      #expect(seconds(text, notation) == nil, "\(notation)")
    }
  }

  @Test("a fraction can be required or forbidden")
  func fractionRule() {
    let (whole, half) = ("2016-04-24T14:42:42Z", "2016-04-24T14:42:42.5Z")
    #expect(seconds(whole, .iso8601, fraction: .required) == nil)
    #expect(seconds(half, .iso8601, fraction: .required) == 483_201_762.5)
    #expect(seconds(whole, .rfc3339, fraction: .absent) == 483_201_762)
    #expect(seconds(half, .rfc3339, fraction: .absent) == nil)
  }
}
