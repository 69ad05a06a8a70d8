internal import FerryCoding

/// A number that is text in the document: `"42"`. Numbers without quotes are read as well.
///
/// What is not finite has no text: it goes by the coder's strategy for such numbers, which in JSON
/// is an error by default.
public struct _NumberInText: Sendable {
  /// A number that is text in the document.
  public static var text: _NumberInText { _NumberInText() }
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a whole number from its text.
  public mutating func read<T: FixedWidthInteger & Sendable>(
    _ type: T.Type, as strategy: _NumberInText
  ) throws(WireFailure) -> T {
    guard try nextKind() != .bool else { throw mismatch(type, at: position) }
    let start = position
    let text = mark()
    do throws(WireFailure) {
      return try readTolerantly(type)
    } catch {
      rewind(to: text)
      throw try unfit(error, type, at: start)
    }
  }

  /// The failure for a value that is not a `type` in quotes.
  private mutating func unfit(
    _ failure: WireFailure, _ type: any Any.Type, at start: Int
  ) throws(WireFailure) -> WireFailure {
    guard try nextKind() == .string else { return failure }
    let text = try readString()
    return mismatch(
      type, "Expected to decode \(type) but found a string instead.", at: start,
      expecting: (Tolerance.attribute.float(.string(text)) as Double?)
        .map { _ in Expectation.number(TypeNote(type)) }
        ?? .form("\(type) as text, such as \"42\"", hint: nil))
  }

  /// Reads a number from its text.
  public mutating func read(
    _ type: Double.Type, as strategy: _NumberInText
  ) throws(WireFailure) -> Double {
    try float { (reader: inout Self) throws(WireFailure) in
      try reader.readTolerantly(type)
    } otherwise: { (reader: inout Self) throws(WireFailure) in
      try reader.readDouble()
    }
  }

  /// Reads a number from its text.
  public mutating func read(
    _ type: Float.Type, as strategy: _NumberInText
  ) throws(WireFailure) -> Float {
    try float { (reader: inout Self) throws(WireFailure) in
      try reader.readTolerantly(type)
    } otherwise: { (reader: inout Self) throws(WireFailure) in
      try reader.readFloat()
    }
  }

  /// Reads a number from its text, or `otherwise` from what the decoder takes for an infinity or NaN.
  private mutating func float<T>(
    _ read: (inout Self) throws(WireFailure) -> T, otherwise: (inout Self) throws(WireFailure) -> T
  ) throws(WireFailure) -> T {
    guard try nextKind() != .bool else { throw mismatch(T.self, at: position) }
    let start = mark()
    do throws(WireFailure) {
      return try read(&self)
    } catch {
      rewind(to: start)
      let failure = error
      do throws(WireFailure) { return try otherwise(&self) } catch {
        rewind(to: start)
        throw try unfit(failure, T.self, at: position)
      }
    }
  }

  /// Reports a type that is not a number.
  @available(*, unavailable, message: "@As(.text) is for whole numbers, Double and Float")
  @_disfavoredOverload
  public mutating func read<T>(_ type: T.Type, as strategy: _NumberInText) throws(WireFailure) -> T
  {
    throw mismatch(type, at: position)
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes a whole number as text.
  public mutating func write<T: FixedWidthInteger & Sendable>(
    _ value: T, as strategy: _NumberInText
  ) throws(WireFailure) {
    try write(String(value))
  }

  /// Writes a number as text.
  public mutating func write(_ value: Double, as strategy: _NumberInText) throws(WireFailure) {
    if value.isFinite { try write(value.description) } else { try write(value) }
  }

  /// Writes a number as text.
  public mutating func write(_ value: Float, as strategy: _NumberInText) throws(WireFailure) {
    if value.isFinite { try write(value.description) } else { try write(value) }
  }

  /// Reports a type that is not a number.
  @available(*, unavailable, message: "@As(.text) is for whole numbers, Double and Float")
  @_disfavoredOverload
  public mutating func write<T>(_ value: T, as strategy: _NumberInText) throws(WireFailure) {}
}
