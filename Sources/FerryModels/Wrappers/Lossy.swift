import FerryCoding
import FerryPath
import FerryTape

/// An element that was left out of a lossy collection.
public struct LossyFailure: Sendable, CustomStringConvertible {
  /// Where the element stands in its collection.
  public let step: WirePath.Step
  /// The way to it from the root.
  public let codingPath: [any CodingKey]
  /// Why it is none.
  public let problem: String

  init(_ step: WirePath.Step, _ error: any Error) {
    self.step = step
    let decoding = error as? DecodingError
    codingPath = decoding?.context.codingPath ?? []
    problem = decoding?.context.debugDescription ?? "\(error)"
  }

  /// One line for people.
  public var description: String { "\(WirePath(steps: [step])): \(problem)" }
}

/// An array that leaves out elements which are none: `@LossyArray var numbers: [Int]`.
///
/// A key that is missing or null is an empty array. What was left out is in the projected value:
/// `$numbers.failures`.
@propertyWrapper
public struct LossyArray<Element> {
  /// The elements that are there.
  public var wrappedValue: [Element]
  /// What was left out when the array was decoded.
  public private(set) var failures: [LossyFailure] = []

  /// The wrapper with its failures.
  public var projectedValue: Self { self }

  /// An array.
  public init(wrappedValue: [Element] = []) { self.wrappedValue = wrappedValue }
}

/// A set that leaves out elements which are none: `@LossySet var tags: Set<Tag>`.
@propertyWrapper
public struct LossySet<Element: Hashable> {
  /// The elements that are there.
  public var wrappedValue: Set<Element>
  /// What was left out when the set was decoded.
  public private(set) var failures: [LossyFailure] = []

  /// The wrapper with its failures.
  public var projectedValue: Self { self }

  /// A set.
  public init(wrappedValue: Set<Element> = []) { self.wrappedValue = wrappedValue }
}

/// A dictionary that leaves out members which are none: `@LossyDictionary var ages: [String: Int]`.
@propertyWrapper
public struct LossyDictionary<Value> {
  /// The members that are there.
  public var wrappedValue: [String: Value]
  /// What was left out when the dictionary was decoded.
  public private(set) var failures: [LossyFailure] = []

  /// The wrapper with its failures.
  public var projectedValue: Self { self }

  /// A dictionary.
  public init(wrappedValue: [String: Value] = [:]) { self.wrappedValue = wrappedValue }
}

// MARK: - Codable

extension LossyArray: Decodable where Element: Decodable {
  /// Decodes the elements that are some.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let index = container.currentIndex
      switch try container.decode(Attempt<Element>.self).result {
      case .success(let element): wrappedValue.append(element)
      case .failure(let error): failures.append(LossyFailure(.index(index), error))
      }
    }
  }
}

extension LossySet: Decodable where Element: Decodable {
  /// Decodes the elements that are some.
  public init(from decoder: any Decoder) throws {
    let array = try LossyArray<Element>(from: decoder)
    wrappedValue = Set(array.wrappedValue)
    failures = array.failures
  }
}

extension LossyDictionary: Decodable where Value: Decodable {
  /// Decodes the members that are some.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: TapeKey.self)
    for key in container.allKeys {
      switch try container.decode(Attempt<Value>.self, forKey: key).result {
      case .success(let value): wrappedValue[key.stringValue] = value
      case .failure(let error): failures.append(LossyFailure(.key(key.stringValue), error))
      }
    }
  }
}

extension LossyArray: Encodable where Element: Encodable {
  /// Encodes the array.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension LossySet: Encodable where Element: Encodable {
  /// Encodes the set.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension LossyDictionary: Encodable where Value: Encodable {
  /// Encodes the dictionary.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A value, or the error of decoding it.
private struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, any Error>

  init(from decoder: any Decoder) throws {
    result = Result { try decoder.singleValueContainer().decode(Value.self) }
  }
}

/// A lossy collection: it prints as its value and the number of failures.
private protocol LossyWrapper: MappedWrapper {
  var failures: [LossyFailure] { get }
}

extension LossyWrapper {
  /// The description of the elements, and how many were left out: `[1, 2] (1 left out)`.
  public var debugDescription: String {
    String(reflecting: wrappedValue) + (failures.isEmpty ? "" : " (\(failures.count) left out)")
  }
}

extension LossyArray: LossyWrapper {}
extension LossySet: LossyWrapper {}
extension LossyDictionary: LossyWrapper {}

extension KeyedDecodingContainer {
  /// An empty array for a key that is missing or null.
  public func decode<T: Decodable>(
    _ type: LossyArray<T>.Type, forKey key: Key
  ) throws -> LossyArray<T> {
    try decodeIfPresent(type, forKey: key) ?? LossyArray()
  }

  /// An empty set for a key that is missing or null.
  public func decode<T: Decodable>(
    _ type: LossySet<T>.Type, forKey key: Key
  ) throws -> LossySet<T> {
    try decodeIfPresent(type, forKey: key) ?? LossySet()
  }

  /// An empty dictionary for a key that is missing or null.
  public func decode<T: Decodable>(
    _ type: LossyDictionary<T>.Type, forKey key: Key
  ) throws -> LossyDictionary<T> {
    try decodeIfPresent(type, forKey: key) ?? LossyDictionary()
  }
}

extension LossyArray: Equatable where Element: Equatable {
  /// Compares the elements.
  public static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue == right.wrappedValue
  }
}

extension LossySet: Equatable {
  /// Compares the elements.
  public static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue == right.wrappedValue
  }
}

extension LossyDictionary: Equatable where Value: Equatable {
  /// Compares the members.
  public static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue == right.wrappedValue
  }
}

extension LossyArray: Sendable where Element: Sendable {}
extension LossySet: Sendable where Element: Sendable {}
extension LossyDictionary: Sendable where Value: Sendable {}
