import Ferry
import FerryMacros
import Foundation

/// Numbers of every width, for coding through the tape.
struct Numbers: Codable, Equatable {
  var int8: [Int8] = [.min, -1, 0, .max]
  var int16: [Int16] = [.min, -300, 300, .max]
  var int32: [Int32] = [.min, .max]
  var int64: [Int64] = [.min, .min + 1, -17, -16, 63, 64, 1 << 53, .max]
  var uint8: UInt8 = .max
  var uint16: UInt16 = .max
  var uint32: UInt32 = .max
  var uint64: [UInt64] = [0, .max]
  var int128: [Int128] = [.min, -1, .max]
  var uint128: [UInt128] = [0, .max]
  var float: [Float] = [0.1, -1.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 16_777_216]
  var double: [Double] = [
    0.1, -1.5, 74.16, 1e-7, 1e15, 1e16, 123_456.789, .pi, .greatestFiniteMagnitude,
    .leastNonzeroMagnitude, .leastNormalMagnitude, -1e300,
  ]
  var minusZero = -0.0
}

/// The same numbers, coded directly.
@DirectCodable
struct DirectNumbers: Equatable {
  var int8: [Int8] = Numbers().int8
  var int16: [Int16] = Numbers().int16
  var int32: [Int32] = Numbers().int32
  var int64: [Int64] = Numbers().int64
  var uint8: UInt8 = .max
  var uint16: UInt16 = .max
  var uint32: UInt32 = .max
  var uint64: [UInt64] = Numbers().uint64
  var int128: [Int128] = Numbers().int128
  var uint128: [UInt128] = Numbers().uint128
  var float: [Float] = Numbers().float
  var double: [Double] = Numbers().double
  var minusZero = -0.0
}

/// Text of every kind, and truth values.
struct Texts: Codable, Equatable {
  var empty = ""
  var plain = "Ada"
  var escaped = "\"\\/\u{0}\u{1F}\n\t\u{2028}"
  var unicode = "é e\u{301} 日本 🏝️ \u{10FFFF}"
  var lookalikes = [
    "true", "null", "~", "1", "0x1F", "1e3", "2001-12-14", "yes", "- a", "# b", " c ",
  ]
  var long = String(repeating: "long ", count: 30)
  var lines = "one\n  two\n\nthree\n"
  var flags = [true, false, true, true, false, false, true, false, true]
}

/// The encoded forms of Foundation's types.
@DirectCodable
struct Moments: Equatable {
  var date: Date = Date(timeIntervalSince1970: 1_700_000_000.5)
  var early: Date = Date(timeIntervalSinceReferenceDate: -1.25)
  var bytes: Data = Data([0, 1, 0xFE, 0xFF])
  var uuid: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255))
  var url: URL = URL(string: "https://example.org/a?b=c") ?? URL(filePath: "/")
  var decimal: Decimal = Decimal(sign: .minus, exponent: -9, significand: 12_345_678_901_234_567)
}

/// The same through the tape, with dates that every strategy keeps.
struct WholeMoments: Codable, Equatable {
  var date = Date(timeIntervalSince1970: 1_700_000_000)
  var bytes = Data([0, 1, 0xFE, 0xFF])
  var uuid = Moments().uuid
  var url = Moments().url
  var decimal = Decimal(sign: .plus, exponent: -1, significand: 5)
}

/// Attributes that change how a value is written.
@DirectCodable @KeyStyle(.snakeCase)
struct Attributed: Equatable {
  @As(.iso8601) var whole: Date = Date(timeIntervalSince1970: 1_700_000_000)
  @As(.iso8601WithMilliseconds) var exact: Date = Date(timeIntervalSince1970: 1_700_000_000.5)
  @As(.millisecondsSince1970) var epoch: Date = Date(timeIntervalSince1970: 1_700_000_000.25)
  @As(.hexadecimal) var hex: Data = Data([0xDE, 0xAD])
  @As(.base64URL) var token: Data = Data([0xFB, 0xFF])
  @As(.text) var number: UInt64 = .max
  @As(.json) var inner: [String: Int] = ["a": 1]
  @Key("deep.path.value") var deep = 3
  @Flatten var point: Point = Point()
  @Flatten var rest: [String: Double] = ["other": 1.5]

  @DirectCodable
  struct Point: Equatable {
    var x = 1.5
    var y: Double? = -2
  }
}

/// Nothing at every depth. The binary format tells `nil` inside of optionals from `nil`.
@DirectCodable
struct Nothings: Equatable {
  var none: Int?
  var some: Int? = 5
  var twice: Int??
  var list: [Int?] = [1, nil, 3]
  var map: [String: Int?] = ["a": nil]
  var filled: Int?? = 7
}

/// A property whose default is not nil.
@DirectCodable
struct Defaulted: Equatable {
  var id = 1
  var a: Int? = 5
}

/// Dictionaries with keys of several types.
struct Dictionaries: Codable, Equatable {
  var names = ["b": 2, "a": 1, "": 0]
  var numbers = [-1: "minus", 7: "seven"]
  var nested = ["x": ["y": [1, 2], "z": []]]
  var pairs = [Pair(a: 1): "one"]

  struct Pair: Codable, Hashable { var a: Int }
}

/// A model with names of its own, as the mapping protocols have them.
struct Mapping: Codable, Equatable, KeyMapped {
  var catID = "7"
  var place = Place()
  static let mapping = KeyMapping(["place": "meta.place"], style: .snakeCase)

  struct Place: Codable, Equatable {
    var latitude = 52.374
    var longitude = 4.886
  }
}

/// A model whose documents have another shape.
struct Shape: Codable, Equatable, KeyMapped {
  enum Nine: DefaultSource { static let whenMissing = 9 }

  var id = "7"
  var latitude = 52.374
  var longitude: Double?
  @DefaultValue<Nine> var lives = 7

  static let mapping: KeyMapping = [
    "id": "cat_id", "latitude": "meta.coordinates.lat", "longitude": "meta.coordinates.lon",
  ]
}

/// Keys that strategies rename.
struct Names: Codable, Equatable {
  var userName = "Ada"
  var imageURLs = ["a/b"]
  var inner = ["leftAlone": 1]
}

/// The same without acronyms, which Foundation's rule takes apart.
struct FoundationNames: Codable, Equatable {
  var userName = "Ada"
  var imageUrls = ["a/b"]
  var inner = ["leftAlone": 1]
}

/// An element of a list.
@DirectCodable
struct Reading: Equatable {
  var id: Int
  var station: String
  var value: Double
  var exact: Double?
  var note: String?
  var ok: Bool

  static let many = (0..<60).map { index in
    Reading(
      id: 1_000_000 + index, station: ["north", "south", "harbour"][index % 3],
      value: Double(index) * 0.25 - 3, exact: index % 4 == 1 ? nil : Double(index) / 7,
      note: index % 10 == 0 ? "note \(index)" : nil, ok: index % 5 != 0)
  }
}

/// The same record, for coding through the tape.
struct TapeReading: Codable, Equatable {
  var id: Int
  var station: String
  var value: Double
  var exact: Double?
  var note: String?
  var ok: Bool

  static let many = Reading.many.map {
    TapeReading(
      id: $0.id, station: $0.station, value: $0.value, exact: $0.exact, note: $0.note, ok: $0.ok)
  }
}

/// Lists that are packed in different ways.
struct Lists: Codable, Equatable {
  var steady = Array(1000..<1100)
  var jumps = (0..<50).map { $0 * $0 * 1_000_003 % 65_537 - 30_000 }
  var decimals = (0..<50).map { Double($0) / 100 + 20 }
  var doubles = (0..<20).map { sqrt(Double($0)) }
  var floats: [Float] = (0..<20).map { sqrt(Float($0)) }
  var mixed: [Double] = [1, 2.5, 3, 4, 5.25, 6, 7, 8, 9, 10]
  var bits = (0..<40).map { $0 % 3 == 0 }
  var matrix = (0..<12).map { [Double($0) + 0.5, Double(-$0) * 3] }
}
