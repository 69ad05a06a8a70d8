import FerryBase
import FerryCoding

/// The source of a default. It is a type, so that an attribute can name it.
public protocol DefaultSource {
  /// The type of the value.
  associatedtype Value
  /// The type of ``whenInvalid``: `Value` or `Value?`; inferred. It has no constraint, so that the
  /// default does not silently replace a declaration of another type.
  associatedtype DeclaredWhenInvalid
  /// The value for a missing key. It also replaces null, unless `Value` itself has a nil.
  static var whenMissing: Value { get }
  /// The value in place of one that fails to decode; `nil` throws the error.
  static var whenInvalid: DeclaredWhenInvalid { get }
  /// The value of ``whenInvalid``. If the compiler reports it as missing, ``whenInvalid`` is not a
  /// `Value`.
  static var valueWhenInvalid: Value? { get }
}

extension DefaultSource {
  /// The default, `nil`: an invalid value is an error.
  public static var whenInvalid: Value? { nil }
}

extension DefaultSource where DeclaredWhenInvalid == Value {
  /// The declared value.
  public static var valueWhenInvalid: Value? { whenInvalid as DeclaredWhenInvalid }
}

extension DefaultSource where DeclaredWhenInvalid == Value? {
  /// The declared value, or `nil`.
  public static var valueWhenInvalid: Value? { whenInvalid as DeclaredWhenInvalid }
}

/// Sources of common defaults.
public enum Defaults {
  /// An empty collection.
  public enum Empty<Value: RangeReplaceableCollection>: DefaultSource {
    /// The empty collection.
    public static var whenMissing: Value { Value() }
  }

  /// False.
  public enum False: DefaultSource {
    /// False.
    public static var whenMissing: Bool { false }
  }

  /// True.
  public enum True: DefaultSource {
    /// True.
    public static var whenMissing: Bool { true }
  }

  /// Zero.
  public enum Zero<Value: AdditiveArithmetic>: DefaultSource {
    /// Zero.
    public static var whenMissing: Value { Value.zero }
  }

  /// The first case of an enum, for missing and unknown values.
  public enum FirstCase<Value: CaseIterable>: DefaultSource {
    /// The first case.
    public static var whenMissing: Value { Value.allCases[Value.allCases.startIndex] }
    /// The first case.
    public static var whenInvalid: Value? { whenMissing }
  }
}

/// A property with a default for a missing key: `@DefaultValue<Defaults.False> var isPublic: Bool`.
@propertyWrapper
public struct DefaultValue<Source: DefaultSource> {
  /// The value.
  public var wrappedValue: Source.Value

  /// Wraps a value.
  public init(wrappedValue: Source.Value) { self.wrappedValue = wrappedValue }

  /// Wraps the default.
  public init() { wrappedValue = Source.whenMissing }
}

extension DefaultValue: Decodable where Source.Value: Decodable {
  /// Decodes the value.
  /// - Throws: The error of the value, unless the source has a default for invalid values.
  public init(from decoder: any Decoder) throws {
    do {
      wrappedValue = try decoder.singleValueContainer().decode(Source.Value.self)
    } catch {
      guard let value = Source.valueWhenInvalid else { throw error }
      wrappedValue = value
    }
  }
}

extension DefaultValue: Encodable where Source.Value: Encodable {}

extension DefaultValue: Defaulted {
  package var isDefault: Bool {
    func isEqual<T: Equatable>(_ value: T) -> Bool { value == Source.whenMissing as? T }
    return (wrappedValue as? any Equatable).map { isEqual($0) } ?? false
  }
}

extension DefaultValue: MappedWrapper {}
extension DefaultValue: Equatable where Source.Value: Equatable {}
extension DefaultValue: Hashable where Source.Value: Hashable {}
extension DefaultValue: Sendable where Source.Value: Sendable {}

extension KeyedDecodingContainer {
  /// Decodes the value, or returns the default for a missing key. The default also replaces null,
  /// unless the value itself has a nil.
  public func decode<Source: DefaultSource>(
    _ type: DefaultValue<Source>.Type, forKey key: Key
  ) throws -> DefaultValue<Source> where Source.Value: Decodable {
    // A nil is written as null if the default is another value, so null is read as nil.
    guard Source.Value.self is any NilRepresenting.Type, contains(key) else {
      return try decodeIfPresent(type, forKey: key) ?? DefaultValue()
    }
    return try decoded(type, forKey: key)
  }

  /// Decodes the value by its own `init(from:)`. In a generic function the compiler does not choose
  /// the overload above.
  private func decoded<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decode(type, forKey: key)
  }
}
