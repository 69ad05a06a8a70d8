/// The additions to the exact number and the core schema of YAML 1.2 that define the meaning of
/// scalars.
@frozen @usableFromInline
package struct PlainSchema: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reads the words and numbers of YAML 1.1: `yes`, `0b101`, `1_000`, `017` is 15, `1:30` is 90, and
  /// `0o17` and `1e5` are text.
  @inlinable package static var yaml11: PlainSchema { PlainSchema(rawValue: 1) }
  /// Makes a number with leading zeros text, and reads only text as text.
  @inlinable package static var strict: PlainSchema { PlainSchema(rawValue: 2) }
  /// Converts numbers with fraction or exponent to integers by Foundation's rule. Only for JSON.
  @inlinable package static var foundationIntegers: PlainSchema { PlainSchema(rawValue: 8) }
  /// Allows null to be read as empty text.
  @inlinable package static var nullIsEmptyText: PlainSchema { PlainSchema(rawValue: 4) }
}

extension PlainScalar {
  /// Returns the meaning of `text` under the core schema with the additions of `schema`.
  @inlinable
  package static func resolve(
    _ text: ByteView, _ schema: PlainSchema
  ) -> PlainScalar {
    schema.rawValue == 0 ? resolve(text) : resolveUnusual(text, schema)
  }

  @usableFromInline @inline(never)
  static func resolveUnusual(
    _ text: ByteView, _ schema: PlainSchema
  ) -> PlainScalar {
    let meaning =
      schema.contains(.yaml11) ? LegacyScalar.resolve(text) ?? resolve(text) : resolve(text)
    if schema.contains(.strict), meaning.isWhole, LegacyScalar.hasLeadingZero(text) {
      return .text
    }
    return meaning
  }

  private var isWhole: Bool { self == .number(isWhole: true) }
}

extension TapeView {
  /// Returns the meaning of a ``NodeKind/plainText`` node.
  @inlinable
  package func plain(_ node: Node) -> PlainScalar {
    PlainScalar.resolve(stored(node), schema)
  }

  /// Returns the result of `read` for the number of a ``NodeKind/plainText`` node, in JSON's
  /// grammar. Returns `nil` if the node is not a finite number.
  func plainNumber<R>(_ node: Node, _ read: (ByteView) -> R?) -> R? {
    switch plain(node) {
    case .jsonNumber: read(stored(node))
    case .number: jsonNumber(node).withByteView { read($0) }
    default: nil
    }
  }

  /// Returns the number of a ``NodeKind/plainText`` node in JSON's grammar. The meaning of the node
  /// is ``PlainScalar/number(isWhole:)``.
  package func jsonNumber(_ node: Node) -> [UInt8] {
    PlainScalar.jsonNumber(of: stored(node), schema)
  }
}

/// The plain scalars with another meaning in YAML 1.1 (its types bool, int and float) than in 1.2.
enum LegacyScalar {
  /// Returns the meaning of `text` in 1.1, or nil if it is the same as in 1.2.
  static func resolve(_ text: ByteView) -> PlainScalar? {
    guard let first = text.first else { return nil }
    switch first | 0x20 {
    case UInt8(ascii: "y"), UInt8(ascii: "n"), UInt8(ascii: "o"): return word(text)
    default: break
    }
    // Most numbers are the same in both versions.
    if first &- 0x31 < 9, text.allSatisfy({ $0 &- 0x30 < 10 }) { return nil }
    guard let number = number(text) else { return nil }
    if number.isEmpty { return .text }
    return .number(isWhole: number.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") })
  }

  /// Returns the number that `text` is in 1.1, in JSON's grammar. Returns nil if it is the same as
  /// in 1.2, and an empty array if a number of 1.2 is text in 1.1.
  static func number(_ text: ByteView) -> [UInt8]? {
    let first = text.first
    let isNegative = first == UInt8(ascii: "-")
    let isSigned = isNegative || first == UInt8(ascii: "+")
    let digits = ByteView(rebasing: text[(isSigned ? 1 : 0)...])
    guard let digit = digits.first, digit &- 0x30 < 10 || digit == UInt8(ascii: ".") else {
      return nil
    }
    if isTextOnlyHere(digits) { return [] }
    return whole(digits, isNegative) ?? sexagesimal(digits, isNegative)
      ?? separated(digits, isNegative)
  }

  /// Returns whether digits that 1.2 reads as a number are text in 1.1: `0o17`, and a float whose
  /// exponent follows no fraction or has no sign (`1e5`, `1.5e3`).
  private static func isTextOnlyHere(_ digits: ByteView) -> Bool {
    guard digits.count > 2 else { return false }
    if digits[0] == UInt8(ascii: "0"), digits[1] | 0x20 > UInt8(ascii: "e") {
      return digits[1] == UInt8(ascii: "o")
    }
    guard let exponent = digits.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
      return false
    }
    let isSigned =
      exponent + 1 < digits.count
      && [UInt8(ascii: "+"), UInt8(ascii: "-")]
        .contains(digits[exponent + 1])
    return !isSigned || !digits[..<exponent].contains(UInt8(ascii: "."))
  }

  /// Returns whether a decimal number starts with an unnecessary zero.
  static func hasLeadingZero(_ text: ByteView) -> Bool {
    let start = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? 1 : 0
    return text.count > start + 1 && text[start] == UInt8(ascii: "0")
      && text[start + 1] &- 0x30 < 10
  }

  // MARK: Words

  private static func word(_ text: ByteView) -> PlainScalar? {
    guard text.count <= 3 else { return nil }
    switch String(decoding: text, as: UTF8.self) {
    case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON": return .bool(true)
    case "n", "N", "no", "No", "NO", "off", "Off", "OFF": return .bool(false)
    default: return nil
    }
  }

  // MARK: Whole numbers

  /// Reads `0b101`, `0x1F`, `017`, each with optional `_` between the digits, and `1_000`.
  private static func whole(
    _ digits: ByteView, _ isNegative: Bool
  ) -> [UInt8]? {
    var radix: UInt64 = 10
    var start = 0
    if digits[0] == UInt8(ascii: "0"), digits.count > 1 {
      switch digits[1] {
      case UInt8(ascii: "b"): (radix, start) = (2, 2)
      case UInt8(ascii: "x"): (radix, start) = (16, 2)
      default: (radix, start) = (8, 1)
      }
    }
    guard start < digits.count else { return nil }
    for position in start..<digits.count {
      let byte = digits[position]
      guard byte != UInt8(ascii: "_") else { continue }
      guard let digit = Hexadecimal.value(of: byte), digit < radix else {
        // In 1.1, `08` is text: it is neither octal nor decimal.
        let isDecimal = digits.allSatisfy { $0 &- 0x30 < 10 }
        return radix == 8 && start == 1 && isDecimal ? [] : nil
      }
    }
    if radix == 10 { return decimal(digits[...], isNegative) }
    guard digits.count - start <= LongInteger.maximumDigits else { return [] }
    var value = LongInteger()
    for position in start..<digits.count {
      let byte = digits[position]
      if let digit = Hexadecimal.value(of: byte) { value.append(UInt64(digit), radix: radix) }
    }
    return value.text(isNegative: isNegative)
  }

  /// Reads `1:30`, `22:22:22`, `01:30.5`: numbers to the base 60. An integer does not begin with 0
  /// (yaml.org/type/int.html), so the time `08:30` is text.
  private static func sexagesimal(
    _ digits: ByteView, _ isNegative: Bool
  ) -> [UInt8]? {
    guard digits.contains(UInt8(ascii: ":")) else { return nil }
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
    if point == digits.count, digits.first == UInt8(ascii: "0") { return nil }
    let places = digits[..<point].split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard point <= LongInteger.maximumDigits else { return nil }
    var value = LongInteger()
    for number in places.indices {
      let place = places[number]
      guard !place.isEmpty, number == 0 || place.count <= 2 else { return nil }
      for (ordinal, position) in place.indices.enumerated() {
        let byte = place[position]
        guard !(number == 0 && byte == UInt8(ascii: "_")) else { continue }
        guard byte &- 0x30 < 10 else { return nil }
        // The first digit of a later part multiplies the value by 60, in two steps.
        let isSixty = number > 0 && ordinal == 0
        guard !(isSixty && place.count == 2 && byte > UInt8(ascii: "5")) else { return nil }
        let radix: UInt64 = isSixty ? (place.count == 2 ? 6 : 60) : 10
        value.append(UInt64(byte &- 0x30), radix: radix)
      }
    }
    guard point < digits.count else { return value.text(isNegative: isNegative) }
    let fraction = digits[(point + 1)...].filter { $0 != UInt8(ascii: "_") }
    guard fraction.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return (isNegative ? [UInt8(ascii: "-")] : []) + value.text() + [UInt8(ascii: ".")]
      + (fraction.isEmpty ? [UInt8(ascii: "0")] : fraction)
  }

  // MARK: Fractions

  /// Reads `1_000.5` and `.5_0`.
  private static func separated(
    _ digits: ByteView, _ isNegative: Bool
  ) -> [UInt8]? {
    guard digits.contains(UInt8(ascii: "_")) else { return nil }
    // A digit follows the full stop at the start.
    if digits[0] == UInt8(ascii: "."), digits.count < 2 || digits[1] &- 0x30 >= 10 { return nil }
    let number = decimal(digits[...], isNegative)
    let meaning = number.withByteView { PlainScalar.resolve($0) }
    return meaning == .jsonNumber ? number : nil
  }

  /// Returns the number without its `_`, in JSON's grammar if it is a decimal.
  private static func decimal(
    _ digits: Slice<ByteView>, _ isNegative: Bool
  ) -> [UInt8] {
    let text = digits.filter { $0 != UInt8(ascii: "_") }
    return PlainScalar.jsonDecimal(of: (isNegative ? [UInt8(ascii: "-")] : []) + text)
  }
}
