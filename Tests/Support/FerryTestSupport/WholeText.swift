/// Integers by their digits alone: what a number is worth, without any arithmetic of Ferry's.
package enum WholeText {
  /// The decimal digits of the integer that `text` spells, with a minus sign if it is below zero;
  /// `nil` for a number that is no integer. `text` is a number of JSON or of YAML's core schema.
  package static func digits(of text: String) -> String? {
    if text.hasPrefix("0x") { return digits(of: text.dropFirst(2), radix: 16) }
    if text.hasPrefix("0o") { return digits(of: text.dropFirst(2), radix: 8) }
    let isNegative = text.hasPrefix("-")
    let number = text.drop { $0 == "-" || $0 == "+" }
    let parts = number.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let fraction = halves.count > 1 ? String(halves[1]) : ""
    var digits = String(halves[0]) + fraction
    let shift = exponent - fraction.count
    if shift >= 0 {
      digits += String(repeating: "0", count: shift)
    } else {
      let cut = digits.suffix(-shift)
      guard cut.allSatisfy({ $0 == "0" }) else { return nil }
      digits = String(digits.dropLast(-shift))
    }
    digits = String(digits.drop { $0 == "0" })
    if digits.isEmpty { return "0" }
    return isNegative ? "-" + digits : digits
  }

  private static func digits(of text: Substring, radix: Int) -> String {
    var decimal = [0]
    for character in text {
      var carry = character.hexDigitValue ?? 0
      for index in decimal.indices.reversed() {
        carry += decimal[index] * radix
        decimal[index] = carry % 10
        carry /= 10
      }
      while carry > 0 {
        decimal.insert(carry % 10, at: 0)
        carry /= 10
      }
    }
    let digits = decimal.drop { $0 == 0 }
    return digits.isEmpty ? "0" : digits.map(String.init).joined()
  }

  /// Digits of integers around what types and doubles can hold.
  package static let magnitudes = [
    "0", "1", "10", "127", "128", "255", "256", "65536", "134217728", "2147483648", "4294967295",
    "9007199254740991", "9007199254740992", "9007199254740993", "90071992547409936",
    "1000000000000000000", "1152921504606846976", "1152921504606847000", "1234567890123456768",
    "1234567890123456800", "9223372036854775000", "9223372036854775807", "9223372036854775808",
    "9223372036854775809", "18446744073709551615", "18446744073709551616", "100000000000000000000",
    "123456789012345678901234567890", "100000000000000000000000000000000000000",
    "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
    "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
    "1234567890123456789012345678901234567890",
  ]

  /// The spellings that JSON has for `digits`, and for numbers beside it that are no integers.
  package static func jsonSpellings(of digits: String) -> [String] {
    let rest = digits.dropFirst()
    let stripped = String(rest.reversed().drop { $0 == "0" }.reversed())
    let power = rest.count
    let fraction = String(repeating: "0", count: 22)
    return [
      digits, digits + ".0", digits + "." + fraction, digits + "e0", digits + "E+0",
      digits + ".00e+0",
      stripped.isEmpty
        ? "\(digits.prefix(1))e\(power)" : "\(digits.prefix(1)).\(stripped)e\(power)",
      "\(digits.prefix(1)).\(rest)0E+\(power)", "0.\(digits)e\(digits.count)",
      "0.000\(digits)e\(digits.count + 3)",
      digits + ".5", digits + "." + fraction + "1", digits + ".0000001",
    ] + (digits == "0" ? [] : [digits + "00e-2", digits + "1e-1"])
  }

  /// Spellings of JSON, with both signs, of all ``magnitudes``.
  package static let jsonTexts: [String] = magnitudes.flatMap(jsonSpellings(of:)).flatMap {
    [$0, "-" + $0]
  }

  /// The spellings that YAML has besides.
  package static func yamlSpellings(of digits: String) -> [String] {
    var texts = ["+" + digits, "00" + digits, "-0" + digits, digits + ".", "+" + digits + ".0"]
    texts += ["." + digits + "e\(digits.count)", "0" + digits + ".5", "+" + digits + "e0"]
    if let value = UInt128(digits) {
      texts += ["0x" + String(value, radix: 16), "0x" + String(value, radix: 16).uppercased()]
      texts += ["0o" + String(value, radix: 8)]
    }
    return texts
  }
}
