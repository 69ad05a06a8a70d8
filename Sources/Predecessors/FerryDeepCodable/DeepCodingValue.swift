/// The wrapper of properties that a coding tree sets: `@Value var title: String`.
///
/// Decoding starts from an instance without values for the required properties, and the wrapper
/// makes this possible. A declared default (`@Value var lives = 9`) stays if the key is missing.
/// Copies of a model do not share values. Types that are only encoded may use the wrapper, too.
@propertyWrapper
public struct DeepCodingValue<Value> {
  fileprivate enum Storage {
    case empty
    case value(Value)
  }

  fileprivate var storage: Storage

  /// Creates a property without a value until it is decoded; an optional one is `nil`.
  public init() {
    // A property outside the tree keeps this value, so an optional one must be `nil`.
    storage = ((Value.self as? any NilHolder.Type)?.nilValue as? Value).map(Storage.value) ?? .empty
  }

  /// Creates a property with a default.
  public init(wrappedValue: Value) { storage = .value(wrappedValue) }

  /// The value.
  ///
  /// Reading a required property before it is decoded or set is a programming error, as with a
  /// property that `init` does not initialise.
  public var wrappedValue: Value {
    get {
      guard case .value(let value) = storage else {
        preconditionFailure("@Value property of type \(Value.self) was read before it had a value")
      }
      return value
    }
    set { storage = .value(newValue) }
  }

  /// Whether the property has a value.
  var hasValue: Bool { if case .value = storage { true } else { false } }
}

extension DeepCodingValue: Sendable where Value: Sendable {}
extension DeepCodingValue.Storage: Sendable where Value: Sendable {}

extension DeepCodingValue: Equatable where Value: Equatable {
  /// Returns whether both have equal values, or both have no value.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.hasValue, right.hasValue else { return left.hasValue == right.hasValue }
    return left.wrappedValue == right.wrappedValue
  }
}

extension DeepCodingValue: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    if hasValue { hasher.combine(wrappedValue) }
  }
}

// With plain Codable, documents look as if the wrapper did not exist.
extension DeepCodingValue: Decodable where Value: Decodable {
  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    // The container applies mappings and the decoder's strategies.
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension DeepCodingValue: Encodable where Value: Encodable {
  /// Encodes the value.
  /// - Throws: `EncodingError` if the property has no value.
  public func encode(to encoder: any Encoder) throws {
    guard case .value(let value) = storage else {
      throw EncodingError.invalidValue(
        Value?.none as Any,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "The @Value property of type \(Value.self) has no value."))
    }
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// A type that may hold a nil.
protocol NilHolder {
  /// A nil of the type; `nil` if it has none.
  static var nilValue: Any? { get }
  var isNil: Bool { get }
}

extension Optional: NilHolder {
  static var nilValue: Any? { Optional<Wrapped>.none as Any }
  var isNil: Bool { self == nil }
}

/// A wrapper, whose storage has another name than the property.
protocol DeepStorage {}

extension DeepCodingValue: DeepStorage, NilHolder {
  static var nilValue: Any? { (Value.self as? any NilHolder.Type)?.nilValue.map { _ in Self() } }
  var isNil: Bool { hasValue && (wrappedValue as? any NilHolder)?.isNil == true }
}

extension DeepCodingValue: CustomDebugStringConvertible {
  /// The description of the value, or `no value`.
  public var debugDescription: String {
    hasValue ? String(reflecting: wrappedValue) : "no value"
  }
}

extension KeyedDecodingContainer {
  /// Decodes an optional `@Value` property of a plain Codable type. Its key may be missing.
  public func decode<T: Decodable>(
    _ type: DeepCodingValue<T?>.Type, forKey key: Key
  ) throws -> DeepCodingValue<T?> {
    DeepCodingValue(wrappedValue: try decodeIfPresent(T.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes an optional `@Value` property of a plain Codable type; nil is omitted.
  public mutating func encode<T: Encodable>(
    _ value: DeepCodingValue<T?>, forKey key: Key
  ) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}

extension DeepCodingValue: CustomReflectable {
  /// A mirror of the value alone, so that a dump of a model shows no wrappers.
  public var customMirror: Mirror {
    switch storage {
    case .empty: Mirror(self, children: [])
    case .value(let value): Mirror(self, children: ["wrappedValue": value])
    }
  }
}
