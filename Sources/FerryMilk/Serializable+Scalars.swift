public import Ferry
public import Foundation

/// A type that is one value of the tree.
protocol SerializableScalar: Serializable {
  /// The value that stands for this one.
  var serialized: AnyValue { get }
  /// The value as this type, if it is one: nothing is converted or rounded.
  init?(serialized: AnyValue)
}

extension SerializableScalar {
  /// Writes the value.
  public func serialize(_ serializer: Serializer) { serializer.setValue(serialized, at: .root) }

  /// Reads the value.
  public static func deserialize(_ deserializer: Serializer) -> Self? {
    deserializer.value(at: .root).flatMap(Self.init(serialized:))
  }
}

extension Bool: SerializableScalar {
  var serialized: AnyValue { .bool(self) }
  init?(serialized: AnyValue) {
    guard let value = serialized.bool else { return nil }
    self = value
  }
}

extension String: SerializableScalar {
  var serialized: AnyValue { .string(self) }
  init?(serialized: AnyValue) {
    guard let value = serialized.string else { return nil }
    self = value
  }
}

extension FixedWidthInteger where Self: SerializableScalar {
  var serialized: AnyValue { .number(AnyValue.Number(self)) }
  init?(serialized: AnyValue) {
    guard let value = serialized.number?.integer(as: Self.self) else { return nil }
    self = value
  }
}

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

extension Double: SerializableScalar {
  var serialized: AnyValue { .number(AnyValue.Number(self)) }
  init?(serialized: AnyValue) {
    guard let number = serialized.number else { return nil }
    let value = number.double
    // A number that is out of range is no infinity; one that was written so is.
    guard value.isFinite || !number.text.utf8.contains(where: { $0 &- 0x30 <= 9 }) else {
      return nil
    }
    self = value
  }
}

extension Float: SerializableScalar {
  // The shortest text of a float is not that of the double with its value.
  var serialized: AnyValue {
    isFinite
      ? .number(AnyValue.Number(Double(description) ?? Double(self))) : Double(self).serialized
  }
  init?(serialized: AnyValue) {
    guard let double = Double(serialized: serialized), let number = serialized.number else {
      return nil
    }
    guard double.isFinite else {
      self = Float(double)
      return
    }
    guard let value = Float(number.text), value.isFinite else { return nil }
    self = value
  }
}

extension AnyValue: SerializableScalar {
  var serialized: AnyValue { self }
  init?(serialized: AnyValue) { self = serialized }
}

extension Data: SerializableScalar {
  var serialized: AnyValue { .bytes(Array(self)) }
  init?(serialized: AnyValue) {
    switch serialized {
    case .bytes(let bytes): self = Data(bytes)
    case .string(let text):
      guard let data = Data(base64Encoded: text) else { return nil }
      self = data
    default: return nil
    }
  }
}
