public import FerryCoding
import FerryBase

/// The losses of one collection. Comparisons of collections ignore them.
private struct Losses: Sendable, Equatable {
  var all: [LossReport.Loss] = []

  mutating func append(_ element: WirePath.Step, _ error: any Error) {
    let reason = (error as? DecodingError)?.context.debugDescription ?? "\(error)"
    all.append(LossReport.Loss(element, reason: reason))
  }

  static func == (left: Self, right: Self) -> Bool { true }
}

/// An array without the elements that fail to decode: `@LossyArray var numbers: [Int]`.
///
/// A missing key or null is an empty array. The projected value, `$numbers`, has the losses.
@propertyWrapper
public struct LossyArray<Element> {
  /// The decoded elements.
  public var wrappedValue: [Element]
  fileprivate var losses = Losses()

  /// The elements that failed to decode.
  public var projectedValue: [LossReport.Loss] { losses.all }

  /// Wraps an array.
  public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }

  /// Creates an empty array.
  public init() { wrappedValue = [] }
}

/// A set without the elements that fail to decode: `@LossySet var tags: Set<Tag>`.
@propertyWrapper
public struct LossySet<Element: Hashable> {
  /// The decoded elements.
  public var wrappedValue: Set<Element>
  fileprivate var losses = Losses()

  /// The elements that failed to decode.
  public var projectedValue: [LossReport.Loss] { losses.all }

  /// Wraps a set.
  public init(wrappedValue: Set<Element>) { self.wrappedValue = wrappedValue }

  /// Creates an empty set.
  public init() { wrappedValue = [] }
}

/// A dictionary without the values that fail to decode: `@LossyDictionary var ages: [String: Int]`.
@propertyWrapper
public struct LossyDictionary<Value> {
  /// The decoded members.
  public var wrappedValue: [String: Value]
  fileprivate var losses = Losses()

  /// The members that failed to decode.
  public var projectedValue: [LossReport.Loss] { losses.all }

  /// Wraps a dictionary.
  public init(wrappedValue: [String: Value]) { self.wrappedValue = wrappedValue }

  /// Creates an empty dictionary.
  public init() { wrappedValue = [:] }
}

// MARK: - Codable

extension LossyArray: Decodable where Element: Decodable {
  /// Decodes the elements, and stores the errors of the invalid ones.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let index = container.currentIndex
      switch try container.decode(Attempt<Element>.self).result {
      case .success(let element): wrappedValue.append(element)
      case .failure(let error): losses.append(.index(index), error)
      }
    }
  }
}

extension LossySet: Decodable where Element: Decodable {
  /// Decodes the elements, and stores the errors of the invalid ones.
  public init(from decoder: any Decoder) throws {
    let array = try LossyArray<Element>(from: decoder)
    wrappedValue = Set(array.wrappedValue)
    losses = array.losses
  }
}

extension LossyDictionary: Decodable where Value: Decodable {
  /// Decodes the members, and stores the errors of the invalid ones.
  public init(from decoder: any Decoder) throws {
    self.init()
    // As a dictionary, because its keys are data, which no key strategy converts.
    let members = try decoder.singleValueContainer().decode([String: Attempt<Value>].self)
    var failures: [String: any Error] = [:]
    for (key, attempt) in members {
      switch attempt.result {
      case .success(let value): wrappedValue[key] = value
      case .failure(let error): failures[key] = error
      }
    }
    for key in Self.order(of: Array(failures.keys), decoder) {
      if let error = failures[key] { losses.append(.key(key), error) }
    }
  }

  /// Returns keys in the order of the document, or sorted if that order is unknown.
  private static func order(of keys: [String], _ decoder: any Decoder) -> [String] {
    guard keys.count > 1 else { return keys }
    guard let tape = tapeDecoder(decoder), tape.view[tape.node].kind == .map else {
      return keys.sorted()
    }
    return tape.view.keys(ofMap: tape.node).map { tape.view.string(tape.view[$0]) }
  }
}

extension LossyArray: Encodable where Element: Encodable {}
extension LossySet: Encodable where Element: Encodable {}
extension LossyDictionary: Encodable where Value: Encodable {}

/// A value, or the error of decoding it.
private struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, any Error>

  init(from decoder: any Decoder) throws {
    result = Result { try decoder.singleValueContainer().decode(Value.self) }
  }
}

/// A lossy collection. It prints its value and the number of losses.
private protocol LossyWrapper: MappedWrapper {
  var projectedValue: [LossReport.Loss] { get }
}

extension LossyWrapper {
  /// The description of the elements and the number of losses: `[1, 2] (1 left out)`.
  public var debugDescription: String {
    let count = projectedValue.count
    return String(reflecting: wrappedValue) + (count == 0 ? "" : " (\(count) left out)")
  }
}

extension LossyArray: LossyWrapper {}
extension LossySet: LossyWrapper {}
extension LossyDictionary: LossyWrapper {}

/// A wrapper that is empty for a missing key or null.
@_documentation(visibility: internal)
public protocol _EmptyWrapper: Decodable {
  /// Creates the empty wrapper.
  init()
}

extension LossyArray: _EmptyWrapper where Element: Decodable {}
extension LossySet: _EmptyWrapper where Element: Decodable {}
extension LossyDictionary: _EmptyWrapper where Value: Decodable {}

extension KeyedDecodingContainer {
  /// Decodes a collection or an optional value. A missing key or null is an empty one.
  public func decode<Wrapper: _EmptyWrapper>(
    _ type: Wrapper.Type, forKey key: Key
  ) throws -> Wrapper {
    try decodeIfPresent(type, forKey: key) ?? Wrapper()
  }
}

extension LossyArray: Equatable where Element: Equatable {}
extension LossySet: Equatable {}
extension LossyDictionary: Equatable where Value: Equatable {}

extension LossyArray: Sendable where Element: Sendable {}
extension LossySet: Sendable where Element: Sendable {}
extension LossyDictionary: Sendable where Value: Sendable {}
