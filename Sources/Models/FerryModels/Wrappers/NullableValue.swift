/// A property that keeps a missing key, null and a value apart: `@NullableValue var name: String??`.
///
/// | document | value |
/// |---|---|
/// | `{}` | `nil` |
/// | `{"name": null}` | `.some(nil)` |
/// | `{"name": "x"}` | `"x"` |
///
/// A type with `@DirectCodable` needs no wrapper.
@propertyWrapper
public struct NullableValue<Value> {
  /// The value.
  public var wrappedValue: Value??

  /// Wraps a value.
  public init(wrappedValue: Value??) { self.wrappedValue = wrappedValue }
}

extension NullableValue: Decodable where Value: Decodable {
  /// Decodes null or a value.
  public init(from decoder: any Decoder) throws {
    wrappedValue = .some(try decoder.singleValueContainer().decode(Value?.self))
  }
}

extension NullableValue: Encodable where Value: Encodable {
  /// Encodes null or a value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue ?? nil)
  }
}

extension NullableValue: MappedWrapper {
  package static var writtenType: (any Any.Type)? { Value?.self }
}

extension NullableValue: Equatable where Value: Equatable {}
extension NullableValue: Hashable where Value: Hashable {}
extension NullableValue: Sendable where Value: Sendable {}

extension KeyedDecodingContainer {
  /// Decodes null or a value, or returns `nil` for a missing key.
  public func decode<Value: Decodable>(
    _ type: NullableValue<Value>.Type, forKey key: Key
  ) throws -> NullableValue<Value> {
    guard contains(key) else { return NullableValue(wrappedValue: nil) }
    return NullableValue(wrappedValue: .some(try decodeIfPresent(Value?.self, forKey: key) ?? nil))
  }
}

extension KeyedEncodingContainer {
  /// Encodes null or a value, or nothing for `nil`.
  public mutating func encode<Value: Encodable>(
    _ value: NullableValue<Value>, forKey key: Key
  ) throws {
    // The binary format counts the optionals around null.
    guard value.wrappedValue != nil else { return }
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
