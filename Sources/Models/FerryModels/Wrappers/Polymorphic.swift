import FerryCoding
public import FerryBase

/// A group of types. A text in the document names the type of each value.
///
/// ```swift
/// enum Pets: PolymorphicFamily {
///   typealias Value = any Pet
///   static let discriminator: WirePath = "type"
///   static let members: [String: any (Pet & Codable).Type] = ["cat": Cat.self, "dog": Dog.self]
/// }
///
/// struct Home: Codable {
///   @Polymorphic<Pets> var favourite: any Pet       // {"type": "cat", "lives": 9}
///   @PolymorphicArray<Pets> var all: [any Pet]
/// }
/// ```
public protocol PolymorphicFamily {
  /// The common type of all members: a protocol such as `any Pet`, or a class.
  associatedtype Value
  /// The common metatype of all members, for example `any (Pet & Codable).Type`.
  associatedtype Member
  /// The path of the discriminator, the text that names the type, in a value: a path of keys.
  static var discriminator: WirePath { get }
  /// The types by discriminator. If a type has several, the first one in the order of their bytes is
  /// written.
  static var members: [String: Member] { get }
}

/// A value of one of the types of a family: `@Polymorphic<Pets> var pet: any Pet`.
@propertyWrapper
public struct Polymorphic<Family: PolymorphicFamily> {
  /// The value.
  public var wrappedValue: Family.Value

  /// Wraps a value.
  public init(wrappedValue: Family.Value) { self.wrappedValue = wrappedValue }
}

/// A value of one of the types of a family; nil for a missing key or null.
@propertyWrapper
public struct PolymorphicOptional<Family: PolymorphicFamily> {
  /// The value.
  public var wrappedValue: Family.Value?

  /// Wraps a value or nil.
  public init(wrappedValue: Family.Value?) { self.wrappedValue = wrappedValue }
}

/// Values of the types of a family: `@PolymorphicArray<Pets> var pets: [any Pet]`.
@propertyWrapper
public struct PolymorphicArray<Family: PolymorphicFamily> {
  /// The values.
  public var wrappedValue: [Family.Value]

  /// Wraps values.
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
  /// - Throws: `DecodingError`, also for an unknown discriminator.
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
  /// - Throws: `DecodingError`, also for an unknown discriminator.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Polymorphic<Family>?(from: decoder)?.wrappedValue
  }

  /// Encodes the value and its discriminator, or null.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.map { Polymorphic<Family>(wrappedValue: $0) }.encode(to: encoder)
  }
}

extension PolymorphicArray: Codable {
  /// Decodes values of the types that their discriminators name.
  /// - Throws: `DecodingError`, also for an unknown discriminator.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try [Polymorphic<Family>](from: decoder).map(\.wrappedValue)
  }

  /// Encodes the values and their discriminators.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.map { Polymorphic<Family>(wrappedValue: $0) }.encode(to: encoder)
  }
}

extension PolymorphicOptional: _EmptyWrapper {
  /// Wraps nil.
  public init() { wrappedValue = nil }
}

extension KeyedEncodingContainer {
  /// Encodes a value; nil is omitted.
  public mutating func encode<Family: PolymorphicFamily>(
    _ value: PolymorphicOptional<Family>, forKey key: Key
  ) throws {
    guard let value = value.wrappedValue else { return }
    try encode(Polymorphic<Family>(wrappedValue: value), forKey: key)
  }
}

extension PolymorphicFamily {
  static func decode(from decoder: any Decoder) throws -> Value {
    let (name, container) = try Self.name(in: decoder)
    guard let type = members[name] as? any Decodable.Type else {
      let key = TapeKey(try lastKey())
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath + [key],
          debugDescription: "No type of \(Self.self) is called \"\(name)\"."))
    }
    func decode<T: Decodable>(_ type: T.Type) throws -> Any {
      try KeyMappedValue<T>(from: decoder).value
    }
    guard let value = try decode(type) as? Value else {
      throw Problem.invalidMapping(of: Self.self, "\(type) is not a \(Value.self)")
    }
    return value
  }

  static func encode(_ value: Value, to encoder: any Encoder) throws {
    let type = Swift.type(of: value as Any)
    // The order of a dictionary differs in every process.
    let names = members.filter { ($0.value as? Any.Type) == type }.map(\.key)
    let name = names.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard let name, let encodable = value as? any Encodable else {
      throw EncodingError.invalid(
        value, at: encoder.codingPath, "\(type) is not among the types of \(Self.self).")
    }
    // The value may write its discriminator itself, which repeats the key.
    try tapeEncoder(encoder)?.allowDuplicates()
    // The discriminator comes first, so that readers know the type before the members.
    var container = encoder.container(keyedBy: TapeKey.self)
    let keys = try self.keys()
    for key in keys.dropLast() {
      container = container.nestedContainer(keyedBy: TapeKey.self, forKey: key)
    }
    try container.encode(name, forKey: TapeKey(lastKey()))
    // The value is written to the same container.
    let mapped = type as? any KeyMapped.Type
    try encodable.encode(to: mapped?._mappedEncoder(over: encoder) ?? encoder)
  }

  /// Returns the discriminator, and the container that holds it.
  private static func name(
    in decoder: any Decoder
  ) throws -> (String, KeyedDecodingContainer<TapeKey>) {
    var container = try decoder.container(keyedBy: TapeKey.self)
    for key in try keys().dropLast() {
      container = try container.nestedContainer(keyedBy: TapeKey.self, forKey: key)
    }
    return (try container.decode(String.self, forKey: TapeKey(lastKey())), container)
  }

  private static func lastKey() throws -> String { try keys().last?.stringValue ?? "" }

  private static func keys() throws -> [TapeKey] {
    let path = discriminator
    let keys = path.steps.compactMap { step in
      if case .key(let name) = step { TapeKey(name) } else { nil }
    }
    guard !keys.isEmpty, keys.count == path.steps.count else {
      throw Problem.invalidMapping(
        of: Self.self, "the discriminator '\(path)' is not a path of keys")
    }
    return keys
  }
}
