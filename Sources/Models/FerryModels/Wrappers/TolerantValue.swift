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

  /// Returns the value for the notation `other`, which the type itself cannot decode; `nil` if it
  /// does not fit.
  private static func value(_ other: AnyValue) -> Value? {
    func integer<T: FixedWidthInteger>(_ type: T.Type) -> Any? { Tolerance.integer(other) as T? }
    let value: Any? =
      switch Value.self {
      case let type as any FixedWidthInteger.Type: integer(type)
      case is Bool.Type: other.bool == nil ? Tolerance.bool(other) : nil
      case is String.Type: other.string == nil ? Tolerance.text(other) : nil
      case is Double.Type: other.number == nil ? Tolerance.float(other) as Double? : nil
      case is Float.Type: other.number == nil ? Tolerance.float(other) as Float? : nil
      default: other.string.flatMap(Value.init)
      }
    return value as? Value
  }
}

extension TolerantValue: MappedWrapper {
  package static var mayBeMissing: Bool { false }
}

extension TolerantValue: Equatable where Value: Equatable {}
extension TolerantValue: Hashable where Value: Hashable {}
extension TolerantValue: Sendable where Value: Sendable {}
