// What generated code calls for `@Tolerant`. Nothing is rounded, trimmed or guessed.
extension WireReader where Self: ~Copyable {
  /// Reads a whole number, also from text and from a truth value.
  public mutating func readTolerantly<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(Failure) -> T {
    switch try nextKind() {
    case .string:
      let start = position
      guard let value = T(try readString()) else { throw mismatch(type, at: start) }
      return value
    case .bool: return try readBool() ? 1 : 0
    default: return try readInteger(type)
    }
  }

  /// Reads a number, also from text and from a truth value.
  public mutating func readTolerantly(_ type: Double.Type) throws(Failure) -> Double {
    switch try nextKind() {
    case .string:
      let start = position
      guard let value: Double = try readString().decimal() else {
        throw mismatch(type, at: start)
      }
      return value
    case .bool: return try readBool() ? 1 : 0
    default: return try readDouble()
    }
  }

  /// Reads a number, also from text and from a truth value.
  public mutating func readTolerantly(_ type: Float.Type) throws(Failure) -> Float {
    switch try nextKind() {
    case .string:
      let start = position
      guard let value: Float = try readString().decimal() else {
        throw mismatch(type, at: start)
      }
      return value
    case .bool: return try readBool() ? 1 : 0
    default: return try readFloat()
    }
  }

  /// Reads true or false, also from 1 and 0 and from the text of any of the four.
  public mutating func readTolerantly(_ type: Bool.Type) throws(Failure) -> Bool {
    let start = position
    switch try nextKind() {
    case .string:
      switch try readString() {
      case "true", "1": return true
      case "false", "0": return false
      default: throw mismatch(type, at: start)
      }
    case .number:
      switch try readNumber().integer(as: Int.self) {
      case 1: return true
      case 0: return false
      default: throw mismatch(type, at: start)
      }
    default: return try readBool()
    }
  }

  /// Reads text, also from a number, which keeps its spelling, and from a truth value.
  public mutating func readTolerantly(_ type: String.Type) throws(Failure) -> String {
    switch try nextKind() {
    case .number: try readNumber().text
    case .bool: try readBool() ? "true" : "false"
    default: try readString()
    }
  }
}

extension String {
  /// The finite number that the text spells in decimal digits; Swift takes `0x10` as well.
  func decimal<T: BinaryFloatingPoint & LosslessStringConvertible>() -> T? {
    let isHexadecimal = utf8.contains { $0 | 0x20 == UInt8(ascii: "x") }
    guard !isHexadecimal, let value = T(self), value.isFinite else { return nil }
    return value
  }
}
