public import FerryBase
public import FerryCoding

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
public protocol KeyMapped: _KeyMappedType {
  /// The mapping of the type's properties to keys.
  static var mapping: KeyMapping { get }
}

extension Problem {
  /// Returns the problem of a contradictory mapping of a type. The first decoding or encoding call
  /// that uses the mapping throws it.
  public static func invalidMapping(of type: Any.Type, _ contradiction: String) -> Problem {
    Problem(.invalidMapping, detail: "\(type): \(contradiction)")
  }
}
