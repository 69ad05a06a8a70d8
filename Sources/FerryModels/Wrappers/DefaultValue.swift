/// Where a default comes from: a type, so that it can be named in an attribute.
public protocol DefaultSource {
  /// The type of the value.
  associatedtype Value
  /// The type of ``whenInvalid``: `Value` or `Value?`; inferred. Without a constraint, so that the
  /// default does not silently take the place of a declaration of another type.
  associatedtype DeclaredWhenInvalid
  /// The value for a key that is missing; also for one that is null, unless `Value` has a nil itself.
  static var whenMissing: Value { get }
  /// The value for one that cannot be decoded; `nil` if that is to be an error.
  static var whenInvalid: DeclaredWhenInvalid { get }
  /// The value of ``whenInvalid``. If the compiler misses it, that one is no `Value`.
  static var valueWhenInvalid: Value? { get }
}

extension DefaultSource {
  /// An error.
  public static var whenInvalid: Value? { nil }
}

extension DefaultSource where DeclaredWhenInvalid == Value {
  /// The value.
  public static var valueWhenInvalid: Value? { whenInvalid as DeclaredWhenInvalid }
}

extension DefaultSource where DeclaredWhenInvalid == Value? {
  /// The value, if there is one.
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

  /// The first case of an enum, for missing and for unknown ones.
  public enum FirstCase<Value: CaseIterable>: DefaultSource {
    /// The first case.
    public static var whenMissing: Value { Value.allCases[Value.allCases.startIndex] }
    /// The first case.
    public static var whenInvalid: Value? { whenMissing }
  }
}

/// A property with a default for a key that is missing:
/// `@DefaultValue<Defaults.False> var isPublic: Bool`.
@propertyWrapper
public struct DefaultValue<Source: DefaultSource> {
  /// The value.
  public var wrappedValue: Source.Value

  /// A value.
  public init(wrappedValue: Source.Value) { self.wrappedValue = wrappedValue }

  /// The default.
  public init() { wrappedValue = Source.whenMissing }
}

extension DefaultValue: Decodable where Source.Value: Decodable {
  /// Decodes the value.
  /// - Throws: what the value throws, unless the source has a value for that.
  public init(from decoder: any Decoder) throws {
    do {
      wrappedValue = try decoder.singleValueContainer().decode(Source.Value.self)
    } catch {
      guard let value = Source.valueWhenInvalid else { throw error }
      wrappedValue = value
    }
  }
}

extension DefaultValue: Encodable where Source.Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension DefaultValue: MappedWrapper {}
extension DefaultValue: Equatable where Source.Value: Equatable {}
extension DefaultValue: Hashable where Source.Value: Hashable {}
extension DefaultValue: Sendable where Source.Value: Sendable {}

extension KeyedDecodingContainer {
  /// The default for a key that is missing; also for one that is null, unless the value has a nil
  /// itself.
  public func decode<Source: DefaultSource>(
    _ type: DefaultValue<Source>.Type, forKey key: Key
  ) throws -> DefaultValue<Source> where Source.Value: Decodable {
    // A nil beside a default is written as null, so null is read as nil.
    guard Source.Value.self is any NilRepresenting.Type, contains(key) else {
      return try decodeIfPresent(type, forKey: key) ?? DefaultValue()
    }
    return try decoded(type, forKey: key)
  }

  /// The value by its own `init(from:)`: where the type is not known, no overload is.
  private func decoded<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decode(type, forKey: key)
  }
}
