import FerryMacros

// Structs of 256 bytes, 4 KiB and 64 KiB, coded by a table, by generated code and through `Codable`.

@DirectCodable struct TableBlock {
  var a, b, c, d: String?
  var e, f, g, h: String?
  var i, j, k, l: String?
  var m, n, o, p: String?
}
@DirectCodable struct TableWide {
  var a, b, c, d: TableBlock?
  var e, f, g, h: TableBlock?
  var i, j, k, l: TableBlock?
  var m, n, o, p: TableBlock?
}
@DirectCodable struct TableHuge {
  var a, b, c, d: TableWide?
  var e, f, g, h: TableWide?
  var i, j, k, l: TableWide?
  var m, n, o, p: TableWide?
}

@DirectCodable struct GeneratedWide {
  var a, b, c, d: TableBlock?
  var e, f, g, h: TableBlock?
  var i, j, k, l: TableBlock?
  var m, n, o, p: TableBlock?
  mutating func didDecode() {}
}
@DirectCodable struct GeneratedHuge {
  var a, b, c, d: GeneratedWide?
  var e, f, g, h: GeneratedWide?
  var i, j, k, l: GeneratedWide?
  var m, n, o, p: GeneratedWide?
  mutating func didDecode() {}
}

struct PlainBlock: Codable {
  var a, b, c, d: String?
  var e, f, g, h: String?
  var i, j, k, l: String?
  var m, n, o, p: String?
}
struct PlainWide: Codable {
  var a, b, c, d: PlainBlock?
  var e, f, g, h: PlainBlock?
  var i, j, k, l: PlainBlock?
  var m, n, o, p: PlainBlock?
}
struct PlainHuge: Codable {
  var a, b, c, d: PlainWide?
  var e, f, g, h: PlainWide?
  var i, j, k, l: PlainWide?
  var m, n, o, p: PlainWide?
}

/// A type of lists, whose elements take 1 byte to 64 KiB.
struct HostileModel {
  let name: String
  let decode: (HostileDocument) throws -> Void

  private init<T: Decodable>(_ type: T.Type) {
    name = "\(type)"
    decode = { _ = try $0.way.decode(type, $0.bytes) }
  }

  // The compiler sees that the type has direct coding.
  private init<T: DirectDecodable & Decodable>(direct type: T.Type) {
    name = "\(type)"
    decode = { _ = try $0.way.decode(type, $0.bytes) }
  }

  static var all: [HostileModel] {
    [
      HostileModel(direct: [Int8].self), HostileModel([Int8].self),
      HostileModel(direct: [[Int]].self), HostileModel([[Int]].self),
      HostileModel(direct: [TableBlock].self), HostileModel(direct: [TableHuge].self),
      HostileModel(direct: [TableHuge?].self), HostileModel(direct: [[TableHuge]].self),
      HostileModel(direct: [GeneratedHuge].self), HostileModel(direct: [PlainInDirect].self),
      HostileModel(direct: [String: TableHuge].self), HostileModel([String: PlainHuge].self),
      HostileModel([Int: PlainHuge].self), HostileModel([PlainBlock].self),
      HostileModel([PlainHuge].self), HostileModel(ContiguousArray<PlainHuge>.self),
      HostileModel(direct: Set<Int8>.self),
    ]
  }
}

@DirectCodable struct PlainInDirect { var list: [PlainHuge] }
