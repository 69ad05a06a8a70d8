import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct Log: Equatable {
  var at: Date
  var maybe: Date?
  var all: [Date]
  var named: [String: Date]
}

@Suite("Timestamps of YAML in direct types")
struct TimestampsTests {
  @Test("dates of a direct type are timestamps in YAML")
  func timestamps() throws {
    let date = Date(timeIntervalSince1970: 1_008_385_183.1)
    let log = Log(
      at: date, maybe: nil, all: [date, Date(timeIntervalSinceReferenceDate: 1e300)],
      named: ["a": date])
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
    #expect(
      try YAML.decode(
        Log.self,
        from: """
          at: 2001-12-14 21:59:43.10 -5
          maybe: !!timestamp '2001-12-14t21:59:43.10-05:00'
          all: [2001-12-15 2:59:43.10, 2002-12-14, 30077983.1, 1.5]
          named: {a: 2001-12-15T02:59:43.1Z}
          """)
        == Log(
          at: date, maybe: date,
          all: [
            date, Date(timeIntervalSinceReferenceDate: 61_516_800),
            Date(timeIntervalSinceReferenceDate: 30_077_983.1),
            Date(timeIntervalSinceReferenceDate: 1.5),
          ], named: ["a": date]))
  }
}
