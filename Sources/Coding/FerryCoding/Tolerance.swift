package import FerryBase

/// The values that decode as a scalar of another type. Nothing is rounded, trimmed or guessed.
///
/// | dialect | text as a number | `"1"`, `"0"` as truth values | `true` as 1 | a number as text |
/// |---|---|---|---|---|
/// | ``attribute`` | Swift's grammar without hexadecimal digits | yes | yes | yes |
/// | ``lazy`` | JSON's grammar; a whole number may have a fraction of zero | no | no | no |
///
/// Both dialects accept 1 and 0, `"true"` and `"false"` as truth values.
package enum Tolerance: Sendable {
  /// `@Tolerant`, `@TolerantValue` and `@As(.text)`.
  case attribute
  /// `LazyObject`.
  case lazy

  /// Returns the truth value that `value` represents.
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

  /// Returns the text that `value` represents. Numbers keep their spelling.
  package func text(_ value: AnyValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number) where self != .lazy: number.text
    case .bool(let value) where self != .lazy: value ? "true" : "false"
    default: nil
    }
  }

  /// Returns the whole number that `value` represents.
  package func integer<T: FixedWidthInteger>(_ value: AnyValue) -> T? {
    switch value {
    case .bool(let value) where self == .attribute: value ? 1 : 0
    case .string(let text) where self != .lazy: isNumeral(text) ? T(text) : nil
    default: number(value)?.integer(as: T.self)
    }
  }

  /// Returns the nearest `T` to the number that `value` represents. The result is infinite only if
  /// the document has an infinity.
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

  /// Returns `value` if it is a number. ``lazy`` also accepts text in JSON's grammar.
  package func number(_ value: AnyValue) -> AnyValue.Number? {
    switch value {
    case .number(let number): number
    case .string(let text) where self == .lazy && isNumeral(text): AnyValue.Number(text: text)
    default: nil
    }
  }

  /// Returns whether text may be a number in this dialect.
  private func isNumeral(_ text: String) -> Bool {
    var text = text
    return text.withByteView { text in
      switch self {
      case .attribute: !text.contains { $0 | 0x20 == UInt8(ascii: "x") }
      case .lazy: PlainScalar.resolve(text) == .jsonNumber
      }
    }
  }
}
