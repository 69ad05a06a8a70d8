/// A type whose keys in documents differ from the names of its properties.
///
/// The type itself is plain `Codable`, with synthesized or hand-written conformance. All of Ferry's
/// coders apply the mapping wherever a model uses the type:
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
/// To use another library's coders, wrap the type in ``KeyMappedValue``.
public protocol KeyMapped {
  /// The mapping of the type's properties to keys.
  static var mapping: KeyMapping { get }
}

/// The error of a contradictory mapping. The first decoding or encoding call that uses the mapping
/// throws it.
public struct MappingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The type of the mapping.
  public let type: String
  /// A description of the contradiction.
  public let problem: String

  init(_ type: Any.Type, _ problem: String) {
    self.type = "\(type)"
    self.problem = problem
  }

  /// The type and the problem.
  public var description: String { "mapping of \(type): \(problem)" }
}
