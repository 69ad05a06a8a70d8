/// A type whose keys on the wire are not the names of its properties.
///
/// The type itself is plain `Codable`, with synthesized or hand-written conformance. All of Ferry's
/// coders follow the mapping, wherever in a model the type stands:
///
/// ```swift
/// struct Cat: Codable, KeyMapped {
///   var catID: String        // "cat_id" and "catID" are both read
///   var location: Location
///
///   static let mapping = KeyMapping(
///     ["location": "meta.coordinates", "location.latitude": "last_known_latitude"],
///     style: .snakeCase)
/// }
/// ```
///
/// Through another library's coders, wrap the type in ``KeyMappedValue``.
public protocol KeyMapped {
  /// How the properties of the type are called on the wire.
  static var mapping: KeyMapping { get }
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
