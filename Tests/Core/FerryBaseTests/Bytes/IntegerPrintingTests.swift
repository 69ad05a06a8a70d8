import FerryBase
import Foundation
import Testing

@Suite("Integer printing")
struct IntegerPrintingTests {
  private func print(_ value: UInt64) -> String {
    Printed.text(capacity: IntegerPrinting.capacity) { IntegerPrinting.write(value, to: $0) }
  }

  private func print(_ value: Int64) -> String {
    Printed.text(capacity: IntegerPrinting.capacity) { IntegerPrinting.write(value, to: $0) }
  }

  @Test("numbers around each power of ten and of two are printed")
  func edges() {
    var values: Set<UInt64> = [0, .max]
    var power: UInt64 = 1
    for _ in 0..<20 {
      values.formUnion([power &- 1, power, power &+ 1, power &* 9, power &* 5])
      power &*= 10
    }
    for bit in 0..<64 as Range<UInt64> {
      values.formUnion([1 << bit, (1 << bit) - 1, (1 << bit) &+ 1])
    }
    for value in values {
      #expect(print(value) == value.description)
      let signed = Int64(bitPattern: value)
      #expect(print(signed) == signed.description)
      #expect(print(0 &- signed) == (0 &- signed).description)
    }
  }

  @Test("all numbers of up to five digits are printed")
  func small() {
    for value in 0..<(isDebugBuild ? 12_000 : 100_000) as Range<Int64> {
      if print(value) != value.description { #expect(print(value) == value.description) }
      if print(-value) != (-value).description { #expect(print(-value) == (-value).description) }
    }
  }

  @Test("random numbers of every width are printed as `description` has them")
  func randomNumbers() {
    var random = SplitMix()
    for _ in 0..<(isDebugBuild ? 20_000 : 1_000_000) {
      let value =
        UInt64.random(in: .min ... .max, using: &random)
        >> UInt64.random(in: 0...63, using: &random)
      if print(value) != value.description { #expect(print(value) == value.description) }
      let signed = Int64(bitPattern: value)
      if print(signed) != signed.description { #expect(print(signed) == signed.description) }
    }
  }
}

@Suite("Integer parsing")
struct IntegerParsingTests {
  private func integer<T: FixedWidthInteger>(_ text: String, _ type: T.Type = T.self) -> T? {
    Guarded.read(text) { DecimalParsing.integer($0, as: type) }
  }
  private func whole<T: FixedWidthInteger>(_ text: String, _ type: T.Type = T.self) -> T? {
    Guarded.read(text) { DecimalParsing.wholeNumber($0, as: type) }
  }

  @Test("integers around the limits of each width are exact or an error")
  func integerEdges() {
    func check<T: FixedWidthInteger>(_ type: T.Type) {
      for edge in [T.min, T.max] {
        let text = edge.description
        #expect(integer(text, type) == edge)
        #expect(whole(text + ".0", type) == edge)
        #expect(whole(text + "00e-2", type) == edge)
      }
      let beyond = String(decimalSuccessor(of: T.max.description))
      #expect(integer(beyond, type) == nil)
      #expect(whole(beyond + ".0", type) == nil)
      let below =
        T.min == 0 ? "-1" : "-" + decimalSuccessor(of: String(T.min.description.dropFirst()))
      #expect(integer(below, type) == nil)
      #expect(whole(below + "e0", type) == nil)
      for text in ["0", "-0", "1", "7", "100", "-100", "-128", "1234567", "12345678", "-1234567"] {
        #expect(integer(text, type) == T(text), "\(text) \(type)")
      }
      #expect(integer("", type) == nil)
      #expect(integer("-", type) == nil)
      for text in ["1.0", "1e1", "12345678.0", "123456789012345678.0", "1234567890123456789012.0"] {
        #expect(integer(text, type) == nil, "\(text) is not plain")
      }
    }
    check(Int8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int64.self)
    check(Int128.self)
    check(UInt8.self)
    check(UInt16.self)
    check(UInt32.self)
    check(UInt64.self)
    check(UInt128.self)
  }

  @Test("the integers of the corpus are exact or an error")
  func integerCorpus() throws {
    for fields in try Corpora.fields("numbers/integers.txt") {
      let text = fields[0]
      #expect(integer(text, Int8.self) == Int8(text))
      #expect(integer(text, UInt16.self) == UInt16(text))
      #expect(integer(text, Int32.self) == Int32(text))
      #expect(integer(text, Int64.self) == Int64(text))
      #expect(integer(text, UInt64.self) == UInt64(text))
      #expect(integer(text, Int128.self) == Int128(text))
      #expect(integer(text, UInt128.self) == UInt128(text))
      guard text.wholeMatch(of: /-?[0-9]+/) != nil else { continue }
      #expect(whole(text + ".00", Int64.self) == Int64(text))
      #expect(whole(text + "0e-1", UInt128.self) == UInt128(text))
    }
  }

  @Test("integers of every length are read without touching a byte around them")
  func integerLengths() {
    for count in 1...45 {
      let digits = String("987654321098765432109876543210987654321098765".prefix(count))
      for text in [digits, "-" + digits, "0" + digits, "000000000000000000000000" + digits] {
        #expect(integer(text, Int64.self) == Int64(text), "\(text)")
        #expect(integer(text, UInt64.self) == UInt64(text), "\(text)")
        #expect(integer(text, Int128.self) == Int128(text), "\(text)")
      }
    }
  }

  /// The decimal number after `text`, which holds digits only.
  private func decimalSuccessor(of text: String) -> String {
    var digits = Array(text.utf8)
    var index = digits.count - 1
    while index >= 0, digits[index] == 0x39 {
      digits[index] = 0x30
      index -= 1
    }
    if index < 0 { return "1" + String(decoding: digits, as: UTF8.self) }
    digits[index] += 1
    return String(decoding: digits, as: UTF8.self)
  }
}

/// Runs a writing function on a buffer of the capacity that it asks for.
enum Printed {
  /// The text that `write` leaves in `capacity` bytes. Expects that the bytes behind are untouched.
  static func text(capacity: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + 16) { buffer in
      buffer.initialize(repeating: 0xA5)
      guard let p = buffer.baseAddress else { return "" }
      let count = write(p)
      if count > capacity || buffer[capacity...].contains(where: { $0 != 0xA5 }) {
        #expect(Bool(false), "more than \(capacity) bytes were written")
      }
      return String(decoding: buffer[..<min(count, capacity)], as: UTF8.self)
    }
  }
}

/// Whether the tests were built without optimisation, and have to be content with fewer cases.
var isDebugBuild: Bool {
  #if DEBUG
  true
  #else
  false
  #endif
}

/// SplitMix64 (Steele et al., 2014). Prints its seed; `FERRY_SEED` replays one.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(function: String = #function) {
    let given = ProcessInfo.processInfo.environment["FERRY_SEED"].flatMap { UInt64($0) }
    state = given ?? UInt64.random(in: .min ... .max)
    print("\(function): FERRY_SEED=\(state)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
