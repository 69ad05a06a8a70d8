import Ferry
import FerryMacros
import Testing

/// Only `Codable`.
private struct Plain: Codable, Equatable { var x: Int }

@DirectCodable
private struct Page<Item: Codable & Equatable>: Equatable {
  var items: [Item]
  var first: Item
  var named: [String: Item]?
  @Lossy var some: [Item] = []
}

@DirectCodable @Tagged(.internal("t"))
private enum Either<A: Codable, B>: Equatable
where A: Equatable, B: Encodable & Decodable & Equatable {
  case a(A)
  case b(v: B)
  case none
}

@DirectCodable @Tagged(.external)
private enum Result<A: Codable & Equatable>: Equatable {
  case one(A)
  case two(A, Int)
  case none
}

@DirectCodable
private struct Nested<Item: Codable & Equatable>: Equatable {
  var page: Page<Item>
  var item: Item
}

@DirectCodable
private final class Reference<Item: Codable & Equatable>: Equatable {
  let item: Item
  init(_ item: Item) { self.item = item }
  static func == (left: Reference, right: Reference) -> Bool { left.item == right.item }
}

@Suite("Generic types whose arguments have to be Codable")
struct GenericsTests {
  @Test("generic types take arguments that are directly codable or only Codable")
  func arguments() throws {
    try expectEverywhere(
      Page(items: [Plain(x: 1)], first: Plain(x: 2), named: ["a": Plain(x: 4)]),
      #"{"items":[{"x":1}],"first":{"x":2},"named":{"a":{"x":4}},"some":[]}"#)
    try expectEverywhere(
      Page(items: [1], first: 2), #"{"items":[1],"first":2,"some":[]}"#)
    try expectEverywhere(
      Nested(page: Page(items: [], first: Plain(x: 2)), item: Plain(x: 4)),
      #"{"page":{"items":[],"first":{"x":2},"some":[]},"item":{"x":4}}"#)
    try expectEverywhere(Reference(Plain(x: 1)), #"{"item":{"x":1}}"#)
  }

  @Test("a member of the parameter's type is required, whatever the argument")
  func missing() throws {
    let json = #"{"items":[null],"first":null}"#
    let written = #"{"items":[null],"first":null,"some":[]}"#
    try expectEverywhere(Page<Plain?>(items: [nil], first: nil), json, written: written)
    try expectEverywhere(Page<Int?>(items: [nil], first: nil), json, written: written)
    try expectRefusalEverywhere(Page<Plain?>.self, #"{"items":[]}"#)
    try expectRefusalEverywhere(Page<Int?>.self, #"{"items":[]}"#)
    try expectRefusalEverywhere(Page<Plain>.self, #"{"items":[]}"#)
    try expectRefusalEverywhere(Page<Int>.self, #"{"items":[]}"#)
  }

  @Test("generic enums are read and written with every kind of tag")
  func enums() throws {
    try expectEverywhere(
      [Either<Plain, Int>.a(Plain(x: 1)), .b(v: 2), .none],
      #"[{"t":"a","x":1},{"t":"b","v":2},{"t":"none"}]"#)
    try expectEverywhere(
      [Result.one(Plain(x: 1)), .two(Plain(x: 1), 2), .none],
      #"[{"one":{"x":1}},{"two":[{"x":1},2]},"none"]"#)
  }
}
