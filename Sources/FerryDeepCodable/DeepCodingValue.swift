import FerryCoding
import FerryModels

/// The wrapper of properties that a coding tree fills: `@Value var title: String`.
///
/// It is needed because decoding starts from an empty instance, whose required properties have no
/// value yet. A declared default (`@Value var lives = 9`) stays when the key is missing. Copies of a
/// model do not share values. Types that are only encoded may use it, too.
@propertyWrapper
public struct DeepCodingValue<Value> {
  fileprivate enum Storage {
    case empty
    case value(Value)
  }

  fileprivate var storage: Storage

  /// A property that has no value before it is decoded; an optional one is `nil`.
  public init() {
    // What has no key path to it stays as it is, and an optional is to be `nil` then.
    if let none = (Value.self as? any NilRepresenting.Type)?.nilValue as? Value {
      storage = .value(none)
    } else {
      storage = .empty
    }
  }

  /// A property with a default.
  public init(wrappedValue: Value) { storage = .value(wrappedValue) }

  /// The value.
  ///
  /// To read a required property before it was decoded or set is an error of the program, as with a
  /// property that its `init` does not initialise.
  public var wrappedValue: Value {
    get {
      guard case .value(let value) = storage else {
        preconditionFailure("@Value property of type \(Value.self) was read before it had a value")
      }
      return value
    }
    set { storage = .value(newValue) }
  }

  /// Whether there is a value to read.
  var hasValue: Bool { if case .value = storage { true } else { false } }
}

extension DeepCodingValue: Sendable where Value: Sendable {}
extension DeepCodingValue.Storage: Sendable where Value: Sendable {}

extension DeepCodingValue: Equatable where Value: Equatable {
  /// Whether both have equal values, or none.
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

// With plain Codable the wrapper is not there.
extension DeepCodingValue: Decodable where Value: Decodable {
  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    // By the container, so that the strategies of the decoder and mappings count.
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension DeepCodingValue: Encodable where Value: Encodable {
  /// Encodes the value.
  /// - Throws: `EncodingError` if there is none.
  public func encode(to encoder: any Encoder) throws {
    guard case .value(let value) = storage else {
      throw EncodingError.invalid(
        Value?.none as Any, at: encoder.codingPath,
        "The @Value property of type \(Value.self) has no value.")
    }
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension DeepCodingValue: NilRepresenting {
  package static var nilValue: Any? { nil }
  package var isNil: Bool { hasValue && isNilValue(wrappedValue) }
}

extension DeepCodingValue: MappedWrapper {
  package static var mayBeMissing: Bool { hasNilValue(Value.self) }

  /// The description of the value; `no value` before there is one.
  public var debugDescription: String {
    hasValue ? String(reflecting: wrappedValue) : "no value"
  }
}

extension KeyedDecodingContainer {
  /// A plain Codable property with `@Value` that is optional may be missing.
  public func decode<T: Decodable>(
    _ type: DeepCodingValue<T?>.Type, forKey key: Key
  ) throws -> DeepCodingValue<T?> {
    DeepCodingValue(wrappedValue: try decodeIfPresent(T.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// A plain Codable property with `@Value` that is nil is left out.
  public mutating func encode<T: Encodable>(
    _ value: DeepCodingValue<T?>, forKey key: Key
  ) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}

extension DeepCodingValue: CustomReflectable {
  /// The value alone, so that a dump of a model shows the model.
  public var customMirror: Mirror {
    switch storage {
    case .empty: Mirror(self, children: [])
    case .value(let value): Mirror(self, children: ["wrappedValue": value])
    }
  }
}
