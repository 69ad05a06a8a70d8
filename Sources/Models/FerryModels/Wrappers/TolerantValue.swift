import FerryCoding
import FerryBase

/// A scalar that is also read from other notations of the same value:
/// `@TolerantValue var count: Int` accepts `42`, `"42"`, `42.0` and `true`.
///
/// Only exact values are accepted: `"42.5"` is not an `Int`, `"abc"` is never 0, and the only
/// numbers that are truth values are 0 and 1. The macro's `@Tolerant` accepts the same. A type of your own is also read from its text. The
/// wrapper encodes the value as the type itself does.
@propertyWrapper
public struct TolerantValue<Value: Codable & LosslessStringConvertible> {
  /// The value.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension TolerantValue: Codable {
  /// Decodes the value from its own or another notation.
  /// - Throws: The error of the value itself if no notation fits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      wrappedValue = try container.decode(Value.self)
    } catch {
      guard let other = try? container.decode(AnyValue.self), let value = Self.value(other) else {
        throw error
      }
      wrappedValue = value
    }
  }

  /// Returns the value for the notation `other`, or `nil`.
  private static func value(_ other: AnyValue) -> Value? {
    if let scalar = Value.self as? any TolerantScalar.Type {
      return scalar.tolerating(other) as? Value
    }
    return other.string.flatMap(Value.init)
  }
}

extension TolerantValue: MappedWrapper {
  package static var mayBeMissing: Bool { false }
}

extension TolerantValue: Equatable where Value: Equatable {}
extension TolerantValue: Hashable where Value: Hashable {}
extension TolerantValue: Sendable where Value: Sendable {}

/// A type of the standard library with other exact notations.
private protocol TolerantScalar {
  /// Returns the value for the notation `value`, which the type itself cannot decode; `nil` if it
  /// does not fit.
  static func tolerating(_ value: AnyValue) -> Self?
}

extension Bool: TolerantScalar {
  fileprivate static func tolerating(_ value: AnyValue) -> Bool? {
    value.bool == nil ? Tolerance.attribute.bool(value) : nil
  }
}

extension String: TolerantScalar {
  fileprivate static func tolerating(_ value: AnyValue) -> String? {
    value.string == nil ? Tolerance.attribute.text(value) : nil
  }
}

extension TolerantScalar where Self: FixedWidthInteger {
  fileprivate static func tolerating(_ value: AnyValue) -> Self? {
    Tolerance.attribute.integer(value)
  }
}

extension Int: TolerantScalar {}
extension Int8: TolerantScalar {}
extension Int16: TolerantScalar {}
extension Int32: TolerantScalar {}
extension Int64: TolerantScalar {}
extension Int128: TolerantScalar {}
extension UInt: TolerantScalar {}
extension UInt8: TolerantScalar {}
extension UInt16: TolerantScalar {}
extension UInt32: TolerantScalar {}
extension UInt64: TolerantScalar {}
extension UInt128: TolerantScalar {}

extension TolerantScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
  fileprivate static func tolerating(_ value: AnyValue) -> Self? {
    value.number == nil ? Tolerance.attribute.float(value) : nil
  }
}

extension Double: TolerantScalar {}
extension Float: TolerantScalar {}
