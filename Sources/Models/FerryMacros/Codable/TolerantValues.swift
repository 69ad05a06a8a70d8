#if !hasFeature(Embedded)
internal import FerryCoding

/// Reads a number, a `Bool` or a `String` in the form of another one of these types, if nothing is
/// lost. `"42"` and `42` can stand for each other, as can `1` and `true`. `"abc"` is never read as
/// 0.
@attached(peer)
public macro Tolerant() = #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

// Generated code calls these functions for `@Tolerant`. They do not round, trim or guess.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a whole number, also from text or a truth value.
  public mutating func readTolerantly<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    try readTolerantly(Tolerance.integer) { (reader: inout Self) throws(WireFailure) in
      try reader.readInteger(type)
    }
  }

  /// Reads a number, also from text or a truth value.
  public mutating func readTolerantly(_ type: Double.Type) throws(WireFailure) -> Double {
    try readTolerantly(Tolerance.float) { (reader: inout Self) throws(WireFailure) in
      try reader.readDouble()
    }
  }

  /// Reads a number, also from text or a truth value.
  public mutating func readTolerantly(_ type: Float.Type) throws(WireFailure) -> Float {
    try readTolerantly(Tolerance.float) { (reader: inout Self) throws(WireFailure) in
      try reader.readFloat()
    }
  }

  /// Reads true or false, also from 1 and 0 and from the text of these four values.
  public mutating func readTolerantly(_ type: Bool.Type) throws(WireFailure) -> Bool {
    try readTolerantly(Tolerance.bool, fromNumber: true) {
      (reader: inout Self) throws(WireFailure) in try reader.readBool()
    }
  }

  /// Reads text, also from a number, which keeps its spelling, or a truth value.
  public mutating func readTolerantly(_ type: String.Type) throws(WireFailure) -> String {
    try readTolerantly(Tolerance.text, fromNumber: true) {
      (reader: inout Self) throws(WireFailure) in try reader.readString()
    }
  }

  /// Reads a text or a truth value, and a number if `fromNumber` is true, and converts it with
  /// `convert`. Reads any other value with `read`.
  private mutating func readTolerantly<T>(
    _ convert: (AnyValue) -> T?, fromNumber: Bool = false,
    _ read: (inout Self) throws(WireFailure) -> T
  ) throws(WireFailure) -> T {
    let text = mark()
    let value: AnyValue
    switch try nextKind() {
    case .string: value = .string(try readString())
    case .bool: value = .bool(try readBool())
    case .number where fromNumber: value = .number(try readNumber())
    default: return try read(&self)
    }
    if let value = convert(value) { return value }
    // The decoder may have a text for infinity or NaN.
    rewind(to: text)
    let start = position
    do throws(WireFailure) {
      return try read(&self)
    } catch {
      throw expecting(
        .form("\(T.self) or its text", hint: "text is not rounded, trimmed or guessed"), error,
        at: start)
    }
  }
}
#endif
