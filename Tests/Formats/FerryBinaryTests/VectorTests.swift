import FerryBinaryEngine
import FerryBase
import Foundation
import Testing

/// Every tag with its bytes: these are the format.
@Suite struct VectorTests {
  struct Vector: Sendable {
    var value: Value
    var bytes: String

    init(_ value: Value, _ bytes: String) {
      self.value = value
      self.bytes = bytes
    }
  }

  /// A document of these tables and this value.
  static func tabled(_ tables: String, _ value: String) -> String {
    "b520" + hexText([UInt8(hex(tables).count)]) + tables + value
  }

  static let both: [Vector] = [
    Vector(.int(0), "00"), Vector(.int(63), "3f"), Vector(.int(64), "d0 40"),
    Vector(.int(-1), "40"), Vector(.int(-16), "4f"), Vector(.int(-17), "d8 10"),
    Vector(.int(255), "d0 ff"), Vector(.int(256), "d1 0001"), Vector(.int(65536), "d2 000001"),
    Vector(.int(1 << 24), "d3 00000001"), Vector(.int(1 << 32), "d4 0000000001"),
    Vector(.int(1 << 40), "d5 000000000001"), Vector(.int(1 << 48), "d6 00000000000001"),
    Vector(.int(.max), "d7 ffffffffffffff7f"), Vector(.uint(.max), "d7 ffffffffffffffff"),
    Vector(.int(-257), "d9 0001"), Vector(.int(.min), "df ffffffffffffff7f"),
    Vector(.text(""), "50"), Vector(.text("Ada"), "53 416461"),
    Vector(
      .text(String(repeating: "x", count: 47)), "7f \"" + String(repeating: "x", count: 47) + "\""),
    Vector(
      .text(String(repeating: "x", count: 48)),
      "ee 30 \"" + String(repeating: "x", count: 48) + "\""),
    Vector(
      .text(String(repeating: "x", count: 128)),
      "ee 8080 \"" + String(repeating: "x", count: 128) + "\""),
    Vector(.null, "e0"), Vector(.bool(false), "e2"), Vector(.bool(true), "e3"),
    Vector(.double(0), "e7 00"), Vector(.double(-0.0), "e4 0080"), Vector(.double(3), "e7 06"),
    Vector(.double(-0.5), "e8 09"), Vector(.double(74.16), "e9 b9f0"),
    Vector(.double(3.25), "e9 828a"), Vector(.double(0.000001), "ed 02"),
    Vector(.double(43.420273), "ed e52d14e2"), Vector(.double(1023.5), "e4 ff63"),
    Vector(.double(.infinity), "e4 007c"), Vector(.double(-.infinity), "e4 00fc"),
    Vector(.double(.nan), "e4 007e"), Vector(.double(0x1p-24), "e4 0100"),
    Vector(.double(Double(Float(0.1))), "e5 cdcccc3d"),
    Vector(.double(0.1), "e8 02"), Vector(.double(1e300), "e6 9c7500883ce4377e"),
    Vector(.double(141.00299121), "e6 04a4058118a06140"),
    Vector(.number("1e1000"), "fb 07 00 \"1e1000\""),
    // Beyond 64 bits, and beyond what a double keeps.
    Vector(.number("18446744073709551616"), "fa 09 000000000000000001"),
    Vector(.number("-18446744073709551616"), "fa 09 0000000000000000ff"),
    Vector(.number("-9223372036854775809"), "fa 09 ffffffffffffff7fff"),
    Vector(.number("0.1234567890123456789"), "f9 09 25 1581e97df4102211"),
    Vector(.number("-1.00000000000000000001"), "f9 0a 27 ffffef9cd2a13894fa"),
    Vector(.uuid(Array(0..<16)), "f7 000102030405060708090a0b0c0d0e0f"),
    Vector(.date((0.0).bitPattern), "f8 00"), Vector(.date((-1.0).bitPattern), "f8 40"),
    Vector(.date((700_000_000.0).bitPattern), "f8 d3 0027b929"),
    Vector(.date((0.5).bitPattern), "f8 e8 0a"),
    Vector(.time(1_700_000_000, nanoseconds: 5), "fb 0d 01 00f1536500000000 05000000"),
    Vector(.time((0.1).bitPattern, nanoseconds: nil), "fb 09 01 9a9999999999b93f"),
    Vector(.date((700_000_000.123_456_7).bitPattern), "f8 e6 6ecd0f8093dcc441"),
    Vector(.nested(1), "fd 01"), Vector(.nested(255), "fd ff"),
    Vector(.ext([0x80]), "fb 01 80"), Vector(.ext([0xFF, 1, 2]), "fb 03 ff0102"),
    Vector(.ext([0x02, 0]), "fb 02 0200"),
    Vector(.bytes([1, 2, 255]), "f6 03 0102ff"), Vector(.bytes([]), "f6 00"),
    Vector(.list([]), "a0"), Vector(.ints([1, 2, 3]), "a3 03 010203"),
    Vector(.list([.list([]), .list([.null])]), "a2 04 a0 a1 01 e0"),
    Vector(
      .list((0..<16).map { _ in .bool(true) }), "f1 11 10" + String(repeating: "e3", count: 16)),
    Vector(.object([:]), "f2 00"),
    Vector(
      .ints([1000, 1001, 1002, 1003, 1004, 1005, 1006, 1100]),
      "f3 0c 01 08 87d0 00010203 04050664"),
    Vector(
      .doubles([10.01, 10.02, 10.03, 10.04, 10.05, 10.06, 10.07, 10.08]),
      "f3 0e 22 01 08 87d2 00010203 04050607 00"),
    Vector(
      .doubles([Double](repeating: Double(Float(0.1)), count: 8)),
      "f3 22 28 08" + String(repeating: "cdcccc3d", count: 8)),
    Vector(
      .doubles([Double](repeating: 1.0 / 3.0, count: 8)),
      "f3 42 29 08" + String(repeating: "555555555555d53f", count: 8)),
    Vector(
      .list([
        .double(1000.5), .int(1001), .double(1002.5), .int(1003), .double(1004.5), .int(1005),
        .double(1006.5), .int(1007),
      ]),
      "f3 10 a1 01 08 c04e2a 00051419 282d3c41 00 aa"),
    Vector(
      .list(
        zip([0.1, 0.2, 0.3, 0.4], [1000, 1001, 1002, 1003] as [Int64]).map {
          .list([.double($0), .int($1)])
        }),
      "fc 12 02 21 01 04 02 00010203 00 01 04 87d0 00010203"),
  ]

  @Test("a vector is written and read unchanged", arguments: both)
  func isWrittenAndRead(_ vector: Vector) throws {
    let bytes = hex("b52000") + hex(vector.bytes)
    #expect(try hexText(document(vector.value)) == hexText(bytes))
    #expect(try read(bytes) == vector.value)
  }

  /// Whole documents, which have tables.
  static let documents: [Vector] = [
    Vector(
      .list([.object(["a": .null]), .object(["a": .bool(true)])]),
      tabled("01 01 61 01 01 00 00", "a2 06 80 01 e0 80 01 e3")),
    // The third "Ada" is the first that has a number to be.
    Vector(
      .list([.text("Ada"), .text("Ada"), .text("Ada")]),
      tabled("00 00 01 53 416461", "a3 06 53 416461 b0 b0")),
    // Each sequence of keys has its own key list, numbered when its first object ends.
    Vector(
      .list([.object(["a": .null, "b": .null]), .object(["a": .null])]),
      tabled("02 01 61 01 62 02 02 00 01 01 00 00", "a2 07 80 02 e0e0 81 01 e0")),
    Vector(
      .object(["a": .object(["b": .null]), "b": .object(["b": .null])]),
      tabled("02 01 62 01 61 02 01 00 02 01 00 00", "81 06 80 01 e0 80 01 e0")),
  ]

  /// Bytes that only writers with other options write.
  static let smallest: [Vector] = [
    Vector(
      .ints([0, 1000, 2000, 3000, 4000, 5000, 6000, 7001]), "f3 0c 11 08 00 87d0 00000000000001"),
    Vector(.list((0..<9).map { .bool($0 % 3 == 0) }), "f3 04 30 09 4900"),
    Vector(
      .doubles([1.05, 1.06, 1.07, 1.08, 1.09, 1.1, 1.11, 1.1200000000000003]),
      "f3 16 22 01 08 80d2 00010203 04050607 01 00000000 00000001"),
  ]

  @Test("the smallest packing is that of the vector", arguments: smallest)
  func isPackedSmallest(_ vector: Vector) throws {
    var options = BinaryWriter.Options()
    options.packing = .smallest
    let bytes = hex("b52000") + hex(vector.bytes)
    #expect(try hexText(document(vector.value, options)) == hexText(bytes))
    #expect(try read(bytes) == vector.value)
  }

  @Test("tables are written and read as the vector has them", arguments: documents)
  func isWrittenAndReadWithTables(_ vector: Vector) throws {
    let bytes = hex(vector.bytes)
    #expect(try hexText(document(vector.value)) == hexText(bytes))
    #expect(try read(bytes) == vector.value)
  }

  /// Other bytes for the same: readers take them, writers do not make them.
  static let readOnly: [Vector] = [
    Vector(.int(5), "b52000 d0 05"), Vector(.int(5), "b52000 d7 0500000000000000"),
    Vector(.int(-1), "b52000 d8 00"), Vector(.text("a"), "b52000 ee 01 61"),
    Vector(.double(1), "b52000 e8 14"), Vector(.double(1), "b52000 e6 000000000000f03f"),
    Vector(.double(.nan), "b52000 e4 01fe"), Vector(.double(.nan), "b52000 e5 0100c0ff"),
    Vector(.double(.nan), "b52000 e6 010000000000f87f"),
    Vector(.list([.int(1)]), "b52000 f1 02 01 01"), Vector(.list([]), "b52000 f1 01 00"),
    Vector(.list([.int(7)]), "b52000 f3 04 01 01 0e 00"),
    Vector(.list([.double(7)]), "b52000 f3 06 20 01 01 0e 00 00"),
    Vector(.object(["a": .int(1)]), "b52000 f2 03 51 61 01"),
    Vector(.null, "b52003 000000 e0"),
    Vector(.int(1), tabled("01 01 61 01 01 00 00", "01")),
    Vector(.object(["a": .int(1)]), tabled("01 01 61 01 01 00 00", "f0 00 01 01")),
    Vector(.text("ab"), tabled("00 00 01 52 6162", "ef 00")),
    Vector(.object(["ab": .text("ab")]), tabled("00 00 01 52 6162", "f2 02 b0 b0")),
  ]

  @Test("a valid vector is read even if no writer writes it", arguments: readOnly)
  func isRead(_ vector: Vector)
    throws
  {
    #expect(try read(hex(vector.bytes)) == vector.value)
  }

  /// The worked example of Format.md, and of nothing else: page and code say the same.
  @Test("the worked example of the format has its bytes")
  func workedExample() throws {
    let value = Value.list([
      .object([
        "id": .int(1_000_000), "name": .text("Ada"), "score": .double(74.16), "ok": .bool(true),
      ]),
      .object([
        "id": .int(1_000_001), "name": .text("Bob"), "score": .double(0.5), "ok": .bool(false),
      ]),
      .object([
        "id": .int(1_000_002), "name": .text("Ada"), "score": .double(3.25), "ok": .bool(true),
      ]),
    ])
    let example = """
      b5 20 1d
      04 02"id" 04"name" 05"score" 02"ok"
      01 04 00 01 02 03
      01 53"Ada"
      a3 26
      80 0c  d2 40420f  53"Ada"  e9 b9f0  e3
      80 0b  d2 41420f  53"Bob"  e8 0a    e2
      80 09  d2 42420f  b0       e9 828a  e3
      """
    #expect(try hexText(document(value)) == hexText(hex(example)))
    #expect(hex(example).count == 72)
    #expect(try read(hex(example)) == value)
    guard
      let page = FileManager.default.contents(atPath: "Sources/Formats/FerryBinaryEngine/Format.md")
    else {
      return print("skipped: the page, since the tests do not run in the package's folder")
    }
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains(example), "Format.md has another example")
  }
}
