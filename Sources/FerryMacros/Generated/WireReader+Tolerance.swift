internal import FerryCoding

// What generated code calls for `@Tolerant`. Nothing is rounded, trimmed or guessed.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a whole number, also from text and from a truth value.
  public mutating func readTolerantly<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    try readTolerantly(Tolerance.attribute.integer) { (reader: inout Self) throws(WireFailure) in
      try reader.readInteger(type)
    }
  }

  /// Reads a number, also from text and from a truth value.
  public mutating func readTolerantly(_ type: Double.Type) throws(WireFailure) -> Double {
    try readTolerantly(Tolerance.attribute.float) { (reader: inout Self) throws(WireFailure) in
      try reader.readDouble()
    }
  }

  /// Reads a number, also from text and from a truth value.
  public mutating func readTolerantly(_ type: Float.Type) throws(WireFailure) -> Float {
    try readTolerantly(Tolerance.attribute.float) { (reader: inout Self) throws(WireFailure) in
      try reader.readFloat()
    }
  }

  /// Reads true or false, also from 1 and 0 and from the text of any of the four.
  public mutating func readTolerantly(_ type: Bool.Type) throws(WireFailure) -> Bool {
    try readTolerantly(Tolerance.attribute.bool, fromNumber: true) {
      (reader: inout Self) throws(WireFailure) in try reader.readBool()
    }
  }

  /// Reads text, also from a number, which keeps its spelling, and from a truth value.
  public mutating func readTolerantly(_ type: String.Type) throws(WireFailure) -> String {
    try readTolerantly(Tolerance.attribute.text, fromNumber: true) {
      (reader: inout Self) throws(WireFailure) in try reader.readString()
    }
  }

  /// Reads what `convert` makes of a text or a truth value, or of a number where that is another type;
  /// any other value with `read`.
  private mutating func readTolerantly<T>(
    _ convert: (AnyValue) -> T?, fromNumber: Bool = false,
    _ read: (inout Self) throws(WireFailure) -> T
  ) throws(WireFailure) -> T {
    let start = position
    let value: AnyValue
    switch try nextKind() {
    case .string: value = .string(try readString())
    case .bool: value = .bool(try readBool())
    case .number where fromNumber: value = .number(try readNumber())
    default: return try read(&self)
    }
    guard let value = convert(value) else { throw mismatch(T.self, at: start) }
    return value
  }
}
