package import FerryBase

/// The values that decode as a scalar of another type by `@Tolerant`, `@TolerantValue` and
/// `@As(.text)`. Nothing is rounded, trimmed or guessed.
package enum Tolerance {
  /// Returns the truth value that `value` represents: a truth value, 1, 0, or the text of one.
  package static func bool(_ value: AnyValue) -> Bool? {
    switch value {
    case .bool(let value): value
    case .number(let number):
      switch number.integer(as: Int.self) {
      case 1: true
      case 0: false
      default: nil
      }
    case .string("true"), .string("1"): true
    case .string("false"), .string("0"): false
    default: nil
    }
  }

  /// Returns the text that `value` represents. Numbers keep their spelling.
  package static func text(_ value: AnyValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }

  /// Returns the whole number that `value` represents: a number, its text in Swift's grammar, or a
  /// truth value.
  package static func integer<T: FixedWidthInteger>(_ value: AnyValue) -> T? {
    switch value {
    case .bool(let value): value ? 1 : 0
    case .string(let text): T(text)
    case .number(let number): number.integer(as: T.self)
    default: nil
    }
  }

  /// Returns the nearest `T` to the number that `value` represents. The result is infinite only if
  /// the document has an infinity.
  package static func float<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ value: AnyValue
  ) -> T? {
    let result: T?
    switch value {
    case .bool(let value): return value ? 1 : 0
    case .number(let number):
      if !number.isFinite { return T(number.double) }
      result = T.self == Double.self ? T(number.double) : T(number.text)
    // Swift reads hexadecimal digits of floating-point numbers.
    case .string(let text) where !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }):
      result = T(text)
    default: return nil
    }
    return result?.isFinite == true ? result : nil
  }
}
