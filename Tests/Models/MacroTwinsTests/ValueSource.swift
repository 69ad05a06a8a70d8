import Ferry
import FerryTestSupport
import Foundation

/// A type of which values can be made at random: the same for the same seed.
protocol Generated {
  init(random source: inout ValueSource)
}

/// Values with extremes more often than chance has them.
struct ValueSource {
  var random: SeededGenerator
  /// Whether there are numbers that JSON does not have.
  let hasNonFinite: Bool
  private var depth = 0

  init(seed: UInt64, hasNonFinite: Bool) {
    random = SeededGenerator(seed: seed)
    self.hasNonFinite = hasNonFinite
  }

  mutating func pick<T>(_ choices: [T]) -> T { choices[random.int(0..<choices.count)] }

  mutating func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T {
    switch random.int(0..<6) {
    case 0: return pick([T.min, T.max, 0, 1])
    case 1: return T(truncatingIfNeeded: 0 &- 1)
    default: return T(truncatingIfNeeded: random.next() >> UInt64(random.int(0..<64)))
    }
  }

  mutating func double() -> Double {
    if hasNonFinite, random.oneIn(12) { return pick([.nan, .infinity, -.infinity]) }
    switch random.int(0..<5) {
    case 0:
      return pick([
        0, -0.0, 1, 0.1, 1e15, 1e16, 1e22, 1e-5, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        .leastNormalMagnitude, 9_007_199_254_740_992, -1e300,
      ])
    case 1: return Double(random.int(-1000..<1000))
    default:
      let value = Double(bitPattern: random.next())
      return value.isFinite ? value : 1.5
    }
  }

  mutating func float() -> Float {
    if hasNonFinite, random.oneIn(12) { return pick([.nan, .infinity, -.infinity]) }
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    return value.isFinite ? value : pick([0.1, -0.0, .greatestFiniteMagnitude])
  }

  mutating func bool() -> Bool { random.oneIn(2) }

  mutating func string() -> String {
    switch random.int(0..<4) {
    case 0:
      return pick([
        "", "null", "true", "1", "-", "~", "1.5", "a/b", "\"\\", "\n\t\r", "\u{0}\u{1}\u{7F}",
        "\u{2028}\u{FEFF}", "e\u{301}", "\u{E9}", "😀👩‍👩‍👧", "- a: b # c", " lead", "trail ",
        "2001-12-14", "0x1F", "1_000", "yes", "'", "=", "<<",
      ])
    default:
      let letters = ["a", "B", "7", "_", " ", "é", "中", "😀", "/", "\"", ":", "-"]
      return (0..<random.int(0..<24)).map { _ in letters[random.int(0..<letters.count)] }.joined()
    }
  }

  /// A key of a dictionary, now and then one that a strategy for keys would change.
  mutating func key() -> String {
    pick(["a", "b", "fooBar", "foo_bar", "_x_", "\u{E9}", "1", "", "a.b", string()])
  }

  /// A date in the years that all strategies have.
  mutating func date() -> Date {
    switch random.int(0..<4) {
    case 0: return Date(timeIntervalSinceReferenceDate: Double(random.int(-1_000_000..<1_000_000)))
    case 1: return pick([Date(timeIntervalSince1970: 0), Date(timeIntervalSinceReferenceDate: 0)])
    default: return Date(timeIntervalSince1970: Double(random.int(0..<2_000_000_000)) / 8)
    }
  }

  mutating func data() -> Data {
    Data((0..<random.int(0..<20)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
  }

  mutating func uuid() -> UUID {
    let bytes = (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  mutating func url() -> URL {
    URL(string: pick(["https://ferry.dev/a?b=c#d", "a/b", "file:///x", "mailto:a@b.c"]))
      ?? URL(fileURLWithPath: "/")
  }

  mutating func decimal() -> Decimal {
    Decimal(string: pick(["0", "1.10", "-123456789.000000001", "1e30", "0.1"])) ?? 0
  }

  mutating func optional<T>(_ make: (inout Self) -> T) -> T? { random.oneIn(3) ? nil : make(&self) }

  mutating func array<T>(_ make: (inout Self) -> T) -> [T] {
    guard depth < 3 else { return [] }
    depth += 1
    defer { depth -= 1 }
    return (0..<random.int(0..<4)).map { _ in make(&self) }
  }

  mutating func dictionary<Key: Hashable, T>(
    _ key: (inout Self) -> Key, _ make: (inout Self) -> T
  ) -> [Key: T] {
    var values: [Key: T] = [:]
    for _ in 0..<random.int(0..<4) { values[key(&self)] = make(&self) }
    return values
  }

  mutating func anyValue() -> AnyValue {
    guard depth < 3 else { return .null }
    depth += 1
    defer { depth -= 1 }
    switch random.int(0..<7) {
    case 0: return .null
    case 1: return .bool(bool())
    case 2: return .number(.init(integer(Int64.self)))
    case 3: return .string(string())
    case 4: return .array((0..<random.int(0..<3)).map { _ in anyValue() })
    default:
      var object = AnyValue.Object()
      for _ in 0..<random.int(0..<4) { object[key()] = anyValue() }
      return .object(object)
    }
  }

  mutating func value<T: Generated>(_ type: T.Type = T.self) -> T { T(random: &self) }
}
