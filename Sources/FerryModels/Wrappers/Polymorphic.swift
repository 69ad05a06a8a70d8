public import FerryPath

/// Types of which a document has one or another, and a text in it says which.
///
/// ```swift
/// enum Pets: PolymorphicFamily {
///   static let members: [String: any (Pet & Codable).Type] = ["cat": Cat.self, "dog": Dog.self]
/// }
///
/// struct Home: Codable {
///   @Polymorphic<Pets> var favourite: any Pet       // {"type": "cat", "lives": 9}
///   @PolymorphicArray<Pets> var all: [any Pet]
/// }
/// ```
public protocol PolymorphicFamily {
  /// What the types have in common: a protocol as `any Pet`, or a class.
  associatedtype Value
  /// The metatype that all members have, `any (Pet & Codable).Type` for one.
  associatedtype Member
  /// The type of ``discriminator``; inferred. Without a constraint, so that the default does not
  /// silently take the place of a declaration of another type.
  associatedtype DeclaredDiscriminator
  /// Where the text is in a value; `type` by default. A path of keys: a `WirePath` or its text.
  static var discriminator: DeclaredDiscriminator { get }
  /// The path of ``discriminator``. If the compiler misses it, that one is no path.
  static var discriminatorPath: WirePath { get }
  /// The types by what the text says.
  static var members: [String: Member] { get }
}

extension PolymorphicFamily {
  /// The key `type`.
  public static var discriminator: WirePath { "type" }
}

extension PolymorphicFamily where DeclaredDiscriminator: WirePathConvertible {
  /// The path of ``discriminator``.
  public static var discriminatorPath: WirePath { DeclaredDiscriminator.path(of: discriminator) }
}

/// A value of one of the types of a family: `@Polymorphic<Pets> var pet: any Pet`.
@propertyWrapper
public struct Polymorphic<Family: PolymorphicFamily> {
  /// The value.
  public var wrappedValue: Family.Value

  /// A value.
  public init(wrappedValue: Family.Value) { self.wrappedValue = wrappedValue }
}

/// A value of one of the types of a family, or nil for a key that is missing or null.
@propertyWrapper
public struct PolymorphicOptional<Family: PolymorphicFamily> {
  /// The value.
  public var wrappedValue: Family.Value?

  /// A value.
  public init(wrappedValue: Family.Value?) { self.wrappedValue = wrappedValue }
}

/// Values of the types of a family: `@PolymorphicArray<Pets> var pets: [any Pet]`.
@propertyWrapper
public struct PolymorphicArray<Family: PolymorphicFamily> {
  /// The values.
  public var wrappedValue: [Family.Value]

  /// Values.
  public init(wrappedValue: [Family.Value]) { self.wrappedValue = wrappedValue }
}

extension Polymorphic: Sendable where Family.Value: Sendable {}
extension PolymorphicOptional: Sendable where Family.Value: Sendable {}
extension PolymorphicArray: Sendable where Family.Value: Sendable {}

extension Polymorphic: MappedWrapper {
  package static var mayBeMissing: Bool { false }
}

extension PolymorphicOptional: MappedWrapper {}

extension PolymorphicArray: MappedWrapper {
  package static var mayBeMissing: Bool { false }
}

// MARK: - Codable

extension Polymorphic: Codable {
  /// Decodes a value of the type that its discriminator names.
  /// - Throws: `DecodingError`, also for a text that no type of the family has.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Family.decode(from: decoder)
  }

  /// Encodes the value and its discriminator.
  public func encode(to encoder: any Encoder) throws {
    try Family.encode(wrappedValue, to: encoder)
  }
}

extension PolymorphicOptional: Codable {
  /// Decodes a value of the type that its discriminator names, or nil from null.
  /// - Throws: `DecodingError`, also for a text that no type of the family has.
  public init(from decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    wrappedValue = isNull ? nil : try Family.decode(from: decoder)
  }

  /// Encodes the value and its discriminator, or null.
  public func encode(to encoder: any Encoder) throws {
    guard let wrappedValue else {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    try Family.encode(wrappedValue, to: encoder)
  }
}

extension PolymorphicArray: Codable {
  /// Decodes values of the types that their discriminators name.
  /// - Throws: `DecodingError`, also for a text that no type of the family has.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    wrappedValue = []
    while !container.isAtEnd {
      wrappedValue.append(try container.decode(Polymorphic<Family>.self).wrappedValue)
    }
  }

  /// Encodes the values and their discriminators.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for value in wrappedValue { try container.encode(Polymorphic<Family>(wrappedValue: value)) }
  }
}

extension KeyedDecodingContainer {
  /// Nil for a key that is missing or null.
  public func decode<Family: PolymorphicFamily>(
    _ type: PolymorphicOptional<Family>.Type, forKey key: Key
  ) throws -> PolymorphicOptional<Family> {
    try decodeIfPresent(type, forKey: key) ?? PolymorphicOptional(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Nothing for nil.
  public mutating func encode<Family: PolymorphicFamily>(
    _ value: PolymorphicOptional<Family>, forKey key: Key
  ) throws {
    guard let value = value.wrappedValue else { return }
    try encode(Polymorphic<Family>(wrappedValue: value), forKey: key)
  }
}
