import FerryPath

/// A type whose keys on the wire are not the names of its properties.
///
/// The type itself is plain `Codable`, with synthesized or hand-written conformance. What is
/// declared here is followed by all of Ferry's coders, wherever in a model the type stands:
///
/// ```swift
/// struct Cat: Codable, KeyMapped {
///   var catID: String                   // "cat_id" and "catID" are both read
///   var preferredName: String
///   var location: Location
///
///   static let keyStyle: KeyStyle? = .snakeCase
///   static let fromJSONMapping: KeyMap = [
///     "location": "meta.coordinates",
///     "location.latitude": "last_known_latitude",
///   ]
/// }
/// ```
///
/// Decoding and encoding are independent: ``toJSONMapping`` is the inverse of ``fromJSONMapping``
/// unless it is given. Through another library's coders, wrap the type in ``Mapped``.
public protocol KeyMapped {
  /// The style of keys that are not mapped one by one; as the properties are named if `nil`.
  /// The exact name is read too.
  static var keyStyle: KeyStyle? { get }
  /// Paths for both directions. They beat the style.
  static var keyMapping: KeyMap { get }
  /// Where properties are read from; by default ``keyMapping``. The path of a property may go into
  /// a child, whose own mapping it then overrules.
  static var fromJSONMapping: KeyMap { get }
  /// Where properties are written to; if `nil`, the first path that each is read from.
  static var toJSONMapping: KeyMap? { get }
  /// Properties that are neither read nor written.
  static var ignoredKeys: Set<String> { get }
  /// Properties that are not read; by default ``ignoredKeys``.
  static var keysIgnoredOnDecoding: Set<String> { get }
  /// Properties that are not written; by default ``ignoredKeys``.
  static var keysIgnoredOnEncoding: Set<String> { get }
}

extension KeyMapped {
  /// No style: keys are called as properties are.
  public static var keyStyle: KeyStyle? { nil }
  /// No mapping.
  public static var keyMapping: KeyMap { [:] }
  /// ``keyMapping``.
  public static var fromJSONMapping: KeyMap { keyMapping }
  /// The inverse of ``fromJSONMapping``.
  public static var toJSONMapping: KeyMap? { nil }
  /// None.
  public static var ignoredKeys: Set<String> { [] }
  /// ``ignoredKeys``.
  public static var keysIgnoredOnDecoding: Set<String> { ignoredKeys }
  /// ``ignoredKeys``.
  public static var keysIgnoredOnEncoding: Set<String> { ignoredKeys }
}

/// The keys of the type are in snake case: `first_name` is `firstName`, `cat_id` is `catID`.
public protocol UnderscoreToCamelCase: KeyMapped {}

extension UnderscoreToCamelCase {
  /// Snake case.
  public static var keyStyle: KeyStyle? { .snakeCase }
}

/// A mapping that contradicts itself; thrown by the first decoding or encoding call that uses it.
public struct MappingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The type whose mapping it is.
  public let type: String
  /// What is wrong with it.
  public let problem: String

  init(_ type: Any.Type, _ problem: String) {
    self.type = "\(type)"
    self.problem = problem
  }

  /// The type and the problem.
  public var description: String { "mapping of \(type): \(problem)" }
}
