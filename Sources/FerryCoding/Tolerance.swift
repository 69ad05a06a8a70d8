package import FerryTape

/// What is taken for a scalar of another type. Nothing is rounded, trimmed or guessed.
///
/// | dialect | text for a number | `"1"` and `"0"` for a truth value | `true` for 1 | a number for text |
/// |---|---|---|---|---|
/// | ``attribute`` | as Swift reads it, but for hexadecimal digits | yes | yes | yes |
/// | ``wrapper`` | as Swift reads it, but for a sign `+` and what has no digit in front | yes | no | yes |
/// | ``lazy`` | as JSON writes it; a whole number may have a fraction of zero | no | no | no |
///
/// 1 and 0, `"true"` and `"false"` are truth values in all of them.
package enum Tolerance: Sendable {
  /// `@Tolerant` and `@As(.text)`.
  case attribute
  /// `@TolerantValue`.
  case wrapper
  /// `LazyObject`.
  case lazy

  /// The truth value that `value` stands for.
  package func bool(_ value: AnyValue) -> Bool? {
    switch value {
    case .bool(let value): value
    case .number(let number):
      switch number.integer(as: Int.self) {
      case 1: true
      case 0: false
      default: nil
      }
    case .string("true"): true
    case .string("false"): false
    case .string("1") where self != .lazy: true
    case .string("0") where self != .lazy: false
    default: nil
    }
  }

  /// The text that `value` stands for: numbers keep their spelling.
  package func text(_ value: AnyValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number) where self != .lazy: number.text
    case .bool(let value) where self != .lazy: value ? "true" : "false"
    default: nil
    }
  }

  /// The whole number that `value` stands for.
  package func integer<T: FixedWidthInteger>(_ value: AnyValue) -> T? {
    switch value {
    case .bool(let value) where self == .attribute: value ? 1 : 0
    case .string(let text) where self != .lazy: isNumeral(text) ? T(text) : nil
    default: number(value)?.integer(as: T.self)
    }
  }

  /// The number that `value` stands for: the nearest `T`. Only a number that was written so is
  /// infinite.
  package func float<T: BinaryFloatingPoint & LosslessStringConvertible>(_ value: AnyValue) -> T? {
    if case .bool(let value) = value, self == .attribute { return value ? 1 : 0 }
    let result: T?
    if let number = number(value) {
      if !number.isFinite { return T(number.double) }
      result = T.self == Double.self ? T(number.double) : T(number.text)
    } else {
      result = value.string.flatMap { isNumeral($0) ? T($0) : nil }
    }
    return result?.isFinite == true ? result : nil
  }

  /// The number that `value` is, or that its text spells in JSON's grammar.
  package func number(_ value: AnyValue) -> AnyValue.Number? {
    switch value {
    case .number(let number): number
    case .string(let text) where self == .lazy && isNumeral(text): AnyValue.Number(text: text)
    default: nil
    }
  }

  /// Whether text may be a number.
  private func isNumeral(_ text: String) -> Bool {
    var text = text
    return text.withByteView { text in
      switch self {
      case .attribute: !text.contains { $0 | 0x20 == UInt8(ascii: "x") }
      case .wrapper: text.first.map { $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 } ?? false
      case .lazy: PlainScalar.resolve(text) == .jsonNumber
      }
    }
  }
}
