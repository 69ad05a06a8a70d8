import Ferry
import FerryTestSupport
import Testing

@Suite("Integers at their limits")
struct IntegerLimitsTests {
  private struct Box<T: Codable & Equatable>: Codable, Equatable {
    var value: T
    var optional: T?
    var list: [T]
  }

  /// `text` read as a `T` in every kind of container; `nil` if all of them reject it.
  private func read<T: FixedWidthInteger & Codable>(_ text: String, as type: T.Type) throws -> T? {
    let attempts: [T?] = [
      try? JSON.decode(T.self, from: text),
      try? JSON.decode([T].self, from: "[\(text)]").first,
      try? JSON.decode([String: T].self, from: "{\"a\":\(text)}")["a"],
      try? JSON.decode(
        Box<T>.self, from: "{\"value\":\(text),\"optional\":\(text),\"list\":[\(text)]}"
      ).optional,
      try? JSON.decode(Optional<T>.self, from: text) ?? nil,
      try? JSON.decode(Unkeyed<T>.self, from: "[\(text)]").value,
    ]
    let first = try #require(attempts.first)
    for attempt in attempts { #expect(attempt == first, "\(text) as \(T.self)") }
    return first
  }

  private struct Unkeyed<T: Decodable>: Decodable {
    var value: T
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      value = try container.decode(T.self)
    }
  }

  private func check<T: FixedWidthInteger & Codable>(_ type: T.Type) throws {
    #expect(try read("\(T.max)", as: type) == T.max)
    #expect(try read("\(T.min)", as: type) == T.min)
    #expect(try read("\(T.max).0", as: type) == T.max || T.bitWidth == 128)
    #expect(try read("\(T.max)e0", as: type) == T.max || T.bitWidth == 128)
    #expect(try read(next(after: "\(T.max)"), as: type) == nil)
    #expect(try read(T.isSigned ? "-" + next(after: "\(T.max)") : "-0", as: type) == T.min)
    #expect(
      try read(T.isSigned ? "-" + next(after: next(after: "\(T.max)")) : "-1", as: type) == nil)
    for text in ["0.5", "1e-1", "1e400", "1e40", "-1e40", "9007199254740993.5"] {
      #expect(try read(text, as: type) == nil)
    }
    for text in ["1e2", "100.00", "1000e-1", "10E+1"] { #expect(try read(text, as: type) == 100) }
    for text in ["true", "\"1\"", "null", "[]", "{}"] {
      #expect((try? JSON.decode(T.self, from: text)) == nil, "\(text)")
    }
    RoundTrip.check(T.max)
    RoundTrip.check(T.min)
    RoundTrip.check(Box(value: T.max, optional: T.min, list: [T.min, 0, T.max]))
  }

  /// The decimal number that follows `digits`, of any length.
  private func next(after digits: String) -> String {
    var result = Array(digits.utf8)
    for index in result.indices.reversed() {
      guard result[index] == UInt8(ascii: "9") else {
        result[index] += 1
        return String(decoding: result, as: UTF8.self)
      }
      result[index] = UInt8(ascii: "0")
    }
    return "1" + String(decoding: result, as: UTF8.self)
  }

  @Test("integers of 8 bits are exact up to their limits")
  func bits8() throws {
    try check(Int8.self); try check(UInt8.self)
  }
  @Test("integers of 16 bits are exact up to their limits")
  func bits16() throws {
    try check(Int16.self); try check(UInt16.self)
  }
  @Test("integers of 32 bits are exact up to their limits")
  func bits32() throws {
    try check(Int32.self); try check(UInt32.self)
  }
  @Test("integers of 64 bits are exact up to their limits")
  func bits64() throws {
    try check(Int64.self); try check(UInt64.self)
  }
  @Test("integers of 128 bits are exact up to their limits")
  func bits128() throws {
    try check(Int128.self); try check(UInt128.self)
  }
  @Test("integers of the machine's word are exact up to their limits")
  func word() throws {
    try check(Int.self); try check(UInt.self)
  }

  @Test("an integer beyond 2^53 with a fraction of zeros is not rounded")
  func exactness() throws {
    #expect(try read("9007199254740993.0", as: Int.self) == 9_007_199_254_740_993)
    #expect(try read("9007199254740993000e-3", as: Int.self) == 9_007_199_254_740_993)
  }

  @Test("beyond 64 bits, only Foundation's preset rejects a fraction of zeros and an exponent")
  func pinned() throws {
    for text in ["18446744073709551616.0", "18446744073709551616e0"] {
      #expect(try JSON.decode(Int128.self, from: text) == 18_446_744_073_709_551_616)
      #expect(throws: DecodingError.self) {
        try JSON.Decoder(preset: .foundation).decode(Int128.self, from: text)
      }
    }
  }

  @Test("every integer of the corpus is exact or an error, as in the standard library")
  func corpus() throws {
    for text in try Corpora.lines("conformance/numbers/integers.txt") {
      // Other notations than digits have a test of their own.
      guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)/) != nil else { continue }
      func agree<T: FixedWidthInteger & Codable>(_ type: T.Type) {
        let value = try? JSON.decode(T.self, from: text)
        #expect(value == T(text), "\(text) as \(T.self)")
      }
      agree(Int8.self)
      agree(UInt8.self)
      agree(Int16.self)
      agree(UInt16.self)
      agree(Int32.self)
      agree(UInt32.self)
      agree(Int64.self)
      agree(UInt64.self)
      agree(Int128.self)
      agree(UInt128.self)
    }
  }
}
