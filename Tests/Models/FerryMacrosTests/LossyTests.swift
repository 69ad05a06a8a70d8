import Ferry
import FerryMacros
import Testing

/// Only `Codable`.
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

@DirectCodable
private struct Numbers: Equatable { @Lossy var list: [Double] }

@DirectCodable
private struct Nested: Equatable { @Lossy var nested: [Numbers] }

@DirectCodable
private struct Forms: Equatable {
  @Lossy var nested: [Numbers]
  @Lossy var unique: [Set<Double>]
  @Lossy var floats: [Float]
  @Lossy var truths: [[[Bool]]]
  @Lossy var records: [[Fallback]]
  @Lossy var optionals: [Bool??]
}

/// A list of two numbers, one of them of a type that is only `Codable`.
private struct Pair: Codable, DirectCodable, Equatable {
  struct Plain: Codable, Equatable { var number: Double }

  var plain: Plain
  var direct: Double

  init(_ plain: Double, _ direct: Double) {
    self.plain = Plain(number: plain)
    self.direct = direct
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(try container.decode(Double.self), try container.decode(Double.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(plain.number)
    try container.encode(direct)
  }

  init<R: WireReader & ~Copyable>(from reader: inout R) throws(WireFailure) {
    var list = try reader.beginList()
    _ = try reader.nextElement(&list)
    plain = Plain(number: try reader.readCodable(Double.self))
    _ = try reader.nextElement(&list)
    direct = try reader.readDouble()
    _ = try reader.nextElement(&list)
  }

  func encode<W: WireWriter & ~Copyable>(to writer: inout W) throws(WireFailure) {
    var list = try writer.beginList(count: 2)
    try writer.beginElement(&list)
    try writer.write(plain.number)
    try writer.beginElement(&list)
    try writer.write(direct)
    try writer.endList(&list)
  }
}

@DirectCodable
private struct Pairs: Equatable { @Lossy var lists: [[Pair]] }

@Suite("Lossy collections")
struct LossyTests {
  @Test("a lossy dictionary drops invalid keys and reports them")
  func keys() throws {
    let json = #"{"numbered":{"1":true,"one":false,"2":2},"sized":{"small":1,"huge":2}}"#
    try expectEverywhere(
      Keys(numbered: [1: true], sized: [.small: 1]), json,
      written: #"{"numbered":{"1":true},"sized":{"small":1}}"#)
    let report = LossReport()
    _ = try JSON.Decoder().decode(Keys.self, from: json, userInfo: [.lossReport: report])
    #expect(report.losses.map(\.element) == [.key("one"), .key("2"), .key("huge")])
  }

  @Test("a report prints a line for each loss")
  func printedReport() throws {
    let report = LossReport()
    #expect("\(report)" == "nothing was left out")
    _ = try JSON.Decoder().decode(
      Keys.self, from: #"{"numbered":{"1":1,"2":2},"sized":{}}"#,
      userInfo: [.lossReport: report])
    #expect("\(report)" == "value of '1': not a Bool\nvalue of '2': not a Bool")
  }

  @Test("each loss in a binary document is reported once, in both ways of decoding")
  func binaryReport() throws {
    for last in ["[]", "[1,2,3,4,5,6,7,8,9]"] {
      let json = #"{"nested":[true,{"list":[1,"x"]},{"list":\#(last)}]}"#
      let binary = try Binary.encode(JSON.decode(AnyValue.self, from: json))
      let report = LossReport()
      let value = try Binary.Decoder().decode(
        Nested.self, from: binary, userInfo: [.lossReport: report])
      #expect(report.losses.map(\.element) == [.index(0), .index(1)])
      #expect(value.nested.count == 2)
    }
  }

  @Test("lossy collections drop elements of types that are only Codable")
  func elements() throws {
    let bad = #"{"x":1},{"x":"1"},7"#
    try expectEverywhere(
      Elements(list: [Plain(x: 1)], unique: [Plain(x: 1)], named: ["a": Plain(x: 1)]),
      #"{"list":[\#(bad)],"unique":[\#(bad)],"named":{"a":{"x":1},"b":{}}}"#,
      written: #"{"list":[{"x":1}],"unique":[{"x":1}],"named":{"a":{"x":1}}}"#)
  }

  @Test("lossy collections and defaults keep valid values of types that are only Codable")
  func fallbacks() throws {
    try expectEverywhere(
      [Fallback(plain: Plain(x: 1), after: 2)], #"[{"plain":{"x":1},"after":2}]"#)
    try expectEverywhere(
      Fallback(plain: Plain(x: 0), after: 2), #"{"plain":{"x":"1"},"after":2}"#,
      written: #"{"plain":{"x":0},"after":2}"#)
    try expectEverywhere(
      [Choice.plain(Plain(x: 1)), .other(["y": 1])], #"[{"x":1},{"y":1}]"#)
  }

  @Test("lossy collections keep elements in every form of the binary format")
  func forms() throws {
    let numbers = (0..<40).map { Double($0) + 0.1234567 }
    let truths = (0..<40).map { $0.isMultiple(of: 3) }
    let records = (0..<40).map { Fallback(plain: Plain(x: $0), after: $0) }
    let value = Forms(
      nested: [Numbers(list: numbers), Numbers(list: [1, 2, 3])],
      unique: [Set(numbers), [1, 2, 3]], floats: [0.1, 1.5, .pi], truths: [[truths, truths], []],
      records: [records, []], optionals: [true, nil])
    let any = try JSON.decode(AnyValue.self, from: JSON.encode(value))
    #expect(try Binary.decode(Forms.self, from: Binary.encode(value)) == value)
    #expect(try Binary.decode(Forms.self, from: Binary.encode(any)) == value)

    let plain = Forms(
      nested: [], unique: [], floats: [], truths: [], records: [], optionals: [false])
    let values = [plain, value, plain]
    var file: [UInt8] = []
    let writer = try Binary.recordWriter(
      for: Forms.self, to: .receiver { file.append(contentsOf: $0) })
    for record in values { try writer.write(record) }
    try writer.finish()
    #expect(try Binary.stream(Forms.self, from: .bytes(file)).map { try $0.get() } == values)
  }

  @Test("lossy collections keep rows of types that are only Codable")
  func rows() throws {
    let pairs = (0..<40).map { Pair(Double($0) + 0.123456, Double($0) + 0.765432) }
    let value = Pairs(lists: [pairs, pairs])
    let binary = try Binary.encode(value)
    let rows: UInt8 = 0xFC
    #expect(binary.contains(rows))
    #expect(try Binary.decode(Pairs.self, from: binary) == value)
  }
}
