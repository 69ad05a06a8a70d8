@_exported public import Ferry
import FerryForeignValues
public import Foundation

/// A type that defines how a serializer of any format writes and reads it.
///
/// ```swift
/// extension Person: Serializable {
///   func serialize(_ serializer: Serializer) {
///     serializer["name"] <- name
///     serializer["age"] <- age
///   }
///
///   static func deserialize(_ deserializer: Serializer) -> Person? {
///     Person(name: <-deserializer["name"], age: <-deserializer["age"])
///   }
/// }
/// ```
///
/// Classes, structs with constant properties and enums can conform. Truth values, numbers and text
/// already conform. So do arrays, dictionaries and optionals of conforming types.
public protocol Serializable {
  /// Writes the value as the root of `serializer`.
  func serialize(_ serializer: Serializer)
  /// Reads the value at the root of `deserializer`; `nil` if a required part is missing or has
  /// another type.
  static func deserialize(_ deserializer: Serializer) -> Self?
}

extension Array: Serializable where Element: Serializable {
  /// Writes each element; `nil` becomes null.
  public func serialize(_ serializer: Serializer) {
    serializer.setValue(.array([]), at: .root)
    for (index, element) in enumerated() {
      SerializerPlace(serializer: serializer, path: WirePath(steps: [.index(index)])) <- element
    }
  }

  /// Reads each element; `nil` if any element is not an `Element`.
  public static func deserialize(_ deserializer: Serializer) -> [Element]? {
    guard let count = deserializer.value(at: .root)?.array?.count else { return nil }
    var elements: [Element] = []
    for index in 0..<count {
      let place = SerializerPlace(
        serializer: deserializer, path: WirePath(steps: [.index(index)]))
      guard let element: Element = <-place else { return nil }
      elements.append(element)
    }
    return elements
  }
}

extension Dictionary: Serializable where Key == String, Value: Serializable {
  /// Writes each value, sorted by key.
  public func serialize(_ serializer: Serializer) {
    serializer.setValue(.object([:]), at: .root)
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      SerializerPlace(serializer: serializer, path: WirePath(keys: key)) <- value
    }
  }

  /// Reads each value; `nil` if any value is not a `Value`.
  public static func deserialize(_ deserializer: Serializer) -> [String: Value]? {
    guard let members = deserializer.value(at: .root)?.object else { return nil }
    var values: [String: Value] = [:]
    for (key, _) in members {
      let place = SerializerPlace(serializer: deserializer, path: WirePath(keys: key))
      guard let value: Value = <-place else { return nil }
      values[key] = value
    }
    return values
  }
}

extension Optional: Serializable where Wrapped: Serializable {
  /// Writes the value, or null.
  public func serialize(_ serializer: Serializer) {
    guard let self else { return serializer.setValue(.null, at: .root) }
    self.serialize(serializer)
  }

  /// Reads the value. Null and a value of another type are `nil`.
  public static func deserialize(_ deserializer: Serializer) -> Wrapped?? {
    guard let value = deserializer.value(at: .root) else { return nil }
    if value.isNull { return .some(nil) }
    return Wrapped.deserialize(deserializer).map(Optional.some)
  }
}

/// An enum with raw values needs no additional code.
extension Serializable where Self: RawRepresentable, RawValue: Serializable {
  /// Writes the raw value.
  public func serialize(_ serializer: Serializer) { rawValue.serialize(serializer) }

  /// Reads the raw value; `nil` if no case matches.
  public static func deserialize(_ deserializer: Serializer) -> Self? {
    RawValue.deserialize(deserializer).flatMap(Self.init(rawValue:))
  }
}

/// A type that is a single value of the tree.
protocol SerializableScalar: Serializable, TreeScalar {
  /// The value of the tree.
  var serialized: AnyValue { get }
}

extension SerializableScalar {
  /// Writes the value.
  public func serialize(_ serializer: Serializer) { serializer.setValue(serialized, at: .root) }

  /// Reads the value.
  public static func deserialize(_ deserializer: Serializer) -> Self? {
    deserializer.value(at: .root).flatMap(Self.scalar(in:))
  }
}

extension SerializableScalar where Self: FixedWidthInteger {
  var serialized: AnyValue { .number(AnyValue.Number(self)) }
}

extension SerializableScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
  // The shortest text of a float differs from that of the double with its value.
  var serialized: AnyValue {
    .number(AnyValue.Number(isFinite ? Double(description) ?? Double(self) : Double(self)))
  }
}

extension Bool: SerializableScalar { var serialized: AnyValue { .bool(self) } }
extension String: SerializableScalar { var serialized: AnyValue { .string(self) } }
extension Data: SerializableScalar { var serialized: AnyValue { .bytes(Array(self)) } }
extension AnyValue: SerializableScalar { var serialized: AnyValue { self } }
extension Int: SerializableScalar {}
extension Int8: SerializableScalar {}
extension Int16: SerializableScalar {}
extension Int32: SerializableScalar {}
extension Int64: SerializableScalar {}
extension UInt: SerializableScalar {}
extension UInt8: SerializableScalar {}
extension UInt16: SerializableScalar {}
extension UInt32: SerializableScalar {}
extension UInt64: SerializableScalar {}
extension Double: SerializableScalar {}
extension Float: SerializableScalar {}
