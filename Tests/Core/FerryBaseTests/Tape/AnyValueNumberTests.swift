import FerryBase
import Testing

@Suite("AnyValue.Number")
struct AnyValueNumberTests {
  private static let texts = [
    "0", "-0", "0.0", "-0.0", "1", "1.0", "1.10", "1e0", "10e-1", "0.1", "0.10", "1e-1", "1e1000",
    "-1e1000", "1e-1000", "9007199254740993", "9007199254740992", "9007199254740993.0",
    "9223372036854775808", "18446744073709551616", "1e38",
    "100000000000000000000000000000000000000",
    "3.14159265358979323846264338327950288", "12345678901234567890123456789012345678901234567890",
    "4503599627370497.5", "9007199254740992.5", "1.5e300", "15e299", "1e39", "10e38",
    "4503599627370497", "123E+2", "12300", "0e5", "5e-324",
  ]

  private func number(_ text: String) throws -> AnyValue.Number {
    try Sketch.view({ (tape, _) throws(WireFailure) in try tape.append(.numberText, copying: text) }
    ) {
      try #require(try AnyValue($0, at: 0).number)
    }
  }

  @Test("the text is kept byte for byte", arguments: texts)
  func text(text: String) throws {
    let number = try number(text)
    #expect(number.text == text)
    #expect(number.description == text)
    let stored = try Sketch.view(of: .number(number)) {
      String(decoding: $0.stored($0[0]), as: UTF8.self)
    }
    #expect(stored == text)
  }

  @Test("the double is the nearest one", arguments: texts)
  func double(text: String) throws {
    #expect(try number(text).double.bitPattern == Double(text)?.bitPattern)
  }

  @Test(
    "whole numbers are integers in every notation, others are not",
    arguments: [
      ("1", 1), ("1.0", 1), ("10e-1", 1), ("-0", 0), ("-0.0", 0), ("0e5", 0), ("123E+2", 12300),
      ("1.10", nil), ("0.1", nil), ("1e-1000", nil), ("9223372036854775807", .max),
      ("9223372036854775808", nil), ("-9223372036854775808.000", .min), ("1e1000", nil),
      ("9007199254740993.0", 9_007_199_254_740_993),
    ] as [(String, Int64?)])
  func integers(text: String, expected: Int64?) throws {
    #expect(try number(text).integer(as: Int64.self) == expected)
  }

  @Test("numbers are made from integers and doubles in their shortest form")
  func values() {
    #expect(AnyValue.Number(Int.min).text == "-9223372036854775808")
    #expect(AnyValue.Number(UInt128.max).text == "340282366920938463463374607431768211455")
    #expect(AnyValue.Number(1.0).text == "1")
    #expect(AnyValue.Number(-0.0).text == "-0")
    #expect(AnyValue.Number(0.1).text == "0.1")
    #expect(AnyValue.Number(Double.infinity).text == "Infinity")
    #expect(AnyValue.Number(-Double.infinity).double == -.infinity)
    #expect(AnyValue.Number(Double.nan).double.isNaN)
    #expect(AnyValue.Number(Double.nan).integer(as: Int.self) == nil)
  }

  @Test("equality is an equivalence that the hash respects, over all pairs and triples")
  func laws() throws {
    let numbers = try Self.texts.map { try number($0) }
    for first in numbers {
      #expect(first == first)
      for second in numbers {
        #expect((first == second) == (second == first), "\(first) \(second)")
        guard first == second else { continue }
        #expect(first.hashValue == second.hashValue, "\(first) \(second)")
        for third in numbers where second == third {
          #expect(first == third, "\(first) \(second) \(third)")
        }
      }
    }
  }

  @Test("equal values in different notations are equal, neighbours are not")
  func equality() throws {
    for (first, second) in [
      ("1", "1.0"), ("1", "10e-1"), ("0.1", "0.10"), ("0.1", "1e-1"), ("0", "-0"), ("0", "-0.0"),
      ("12300", "123E+2"), ("1.5e300", "15e299"), ("1e300", "1e+300"),
      ("1e1000", "1.0e+1000"), ("-12.50e999", "-125E+998"), ("1e-400", "1.0e-400"),
      ("1e38", "100000000000000000000000000000000000000"),
    ] {
      #expect(try number(first) == number(second), "\(first) \(second)")
    }
    for (first, second) in [
      ("9007199254740993", "9007199254740992"), ("1", "1.0000000000000002"), ("1e1000", "1e1001"),
      ("1e1000", "-1e1000"), ("18446744073709551616", "18446744073709551617"),
    ] {
      #expect(try number(first) != number(second), "\(first) \(second)")
    }
  }
}
