import FerryMacros
import Testing

/// Has the Codable road only.
private struct Plain: Codable, Hashable { var x: Int }

private enum Size: String, Codable, DirectKey { case small, large }

@DirectCodable
private struct Keys: Equatable {
  @Lossy var numbered: [Int: Bool]
  @Lossy var sized: [Size: Int]?
}

@DirectCodable
private struct Elements: Equatable {
  @Lossy var list: [Plain]
  @Lossy var unique: Set<Plain>
  @Lossy var named: [String: Plain]
}

@DirectCodable
private struct Fallback: Equatable {
  @Default(error: Plain(x: 0)) var plain: Plain
  var after: Int
}

@DirectCodable @Tagged(.untagged)
private enum Choice: Equatable {
  case plain(Plain)
  case other([String: AnyValue])
}

@Suite("Lossy collections")
struct LossyTests {
  @Test("leave out keys that are none, and say so")
  func keys() throws {
    let json = #"{"numbered":{"1":true,"one":false,"2":2},"sized":{"small":1,"huge":2}}"#
    try expectEverywhere(
      Keys(numbered: [1: true], sized: [.small: 1]), json,
      written: #"{"numbered":{"1":true},"sized":{"small":1}}"#)
    let report = LossReport()
    _ = try JSON.Decoder().decode(Keys.self, from: json, userInfo: [.lossReport: report])
    #expect(report.losses.map(\.element) == [.key("one"), .key("2"), .key("huge")])
  }

  @Test("leave out elements that have the Codable road only")
  func elements() throws {
    let bad = #"{"x":1},{"x":"1"},7"#
    try expectEverywhere(
      Elements(list: [Plain(x: 1)], unique: [Plain(x: 1)], named: ["a": Plain(x: 1)]),
      #"{"list":[\#(bad)],"unique":[\#(bad)],"named":{"a":{"x":1},"b":{}}}"#,
      written: #"{"list":[{"x":1}],"unique":[{"x":1}],"named":{"a":{"x":1}}}"#)
  }

  @Test("and other ways out of failures keep values that have the Codable road only")
  func fallbacks() throws {
    try expectEverywhere(
      [Fallback(plain: Plain(x: 1), after: 2)], #"[{"plain":{"x":1},"after":2}]"#)
    try expectEverywhere(
      Fallback(plain: Plain(x: 0), after: 2), #"{"plain":{"x":"1"},"after":2}"#,
      written: #"{"plain":{"x":0},"after":2}"#)
    try expectEverywhere(
      [Choice.plain(Plain(x: 1)), .other(["y": 1])], #"[{"x":1},{"y":1}]"#)
  }
}
