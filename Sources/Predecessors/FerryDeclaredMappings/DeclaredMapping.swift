public import Ferry

/// A type that declares its mapping with the names of Convertible and MLObject.
///
/// ```swift
/// struct Cat: Codable, DeclaredMapping {
///   var catID: String                   // "cat_id" and "catID" are both read
///   var location: Location
///
///   static let keyStyle = KeyStyle.snakeCase
///   static let fromJSONMapping = [
///     "location": "meta.coordinates",
///     "location.latitude": "last_known_latitude",
///   ]
/// }
/// ```
///
/// Each requirement accepts several types, so that a declaration needs no annotation:
///
/// | requirement | types |
/// |---|---|
/// | mappings | a dictionary or `KeyValuePairs` of texts with a path or an array of paths |
/// | ``keyStyle`` | `KeyStyle` |
/// | ignored keys | a set or an array of texts |
///
/// Optionals of these are allowed; `nil` equals no declaration. A declaration of another type does
/// not compile. In a dictionary literal a repeated key ends the process, as in any Swift
/// dictionary. `KeyValuePairs` combine the paths of a repeated key.
///
/// Decoding and encoding are independent: by default, ``toJSONMapping`` is the inverse of
/// ``fromJSONMapping``. If a type declares `mapping` itself, its other declarations have no effect.
public protocol DeclaredMapping: KeyMapped, KeyMappingMethods {
  /// The type of ``keyStyle``; inferred.
  associatedtype DeclaredKeyStyle
  /// The type of ``keyMapping``; inferred.
  associatedtype DeclaredKeyMapping
  /// The type of ``fromJSONMapping``; inferred.
  associatedtype DeclaredFromJSONMapping
  /// The type of ``toJSONMapping``; inferred.
  associatedtype DeclaredToJSONMapping
  /// The type of ``ignoredKeys``; inferred.
  associatedtype DeclaredIgnoredKeys
  /// The type of ``keysIgnoredOnDecoding``; inferred.
  associatedtype DeclaredKeysIgnoredOnDecoding
  /// The type of ``keysIgnoredOnEncoding``; inferred.
  associatedtype DeclaredKeysIgnoredOnEncoding

  // The types above have no constraints. Otherwise the default would silently replace a declaration
  // of another type. `mapping` has the constraints instead.

  /// The style of all other keys; `nil` uses the property names. The exact name is also read.
  static var keyStyle: DeclaredKeyStyle { get }
  /// Paths for both directions. They take precedence over the style.
  static var keyMapping: DeclaredKeyMapping { get }
  /// The paths that properties are read from; ``keyMapping`` by default. A path may address a
  /// property of a child, and then overrides the child's own mapping.
  static var fromJSONMapping: DeclaredFromJSONMapping { get }
  /// The paths that properties are written to; by default the first path that each property is read
  /// from.
  static var toJSONMapping: DeclaredToJSONMapping { get }
  /// Properties that are neither read nor written.
  static var ignoredKeys: DeclaredIgnoredKeys { get }
  /// Properties that are not read; by default ``ignoredKeys``.
  static var keysIgnoredOnDecoding: DeclaredKeysIgnoredOnDecoding { get }
  /// Properties that are not written; by default ``ignoredKeys``.
  static var keysIgnoredOnEncoding: DeclaredKeysIgnoredOnEncoding { get }
}

extension DeclaredMapping {
  /// No style: keys equal the property names.
  public static var keyStyle: KeyStyle? { nil }
  /// No mapping.
  public static var keyMapping: [String: String]? { nil }
  /// No declaration: ``keyMapping`` applies.
  public static var fromJSONMapping: [String: String]? { nil }
  /// No declaration: the inverse of ``fromJSONMapping`` applies.
  public static var toJSONMapping: [String: String]? { nil }
  /// No ignored properties.
  public static var ignoredKeys: Set<String> { [] }
  /// No declaration: ``ignoredKeys`` apply.
  public static var keysIgnoredOnDecoding: Set<String>? { nil }
  /// No declaration: ``ignoredKeys`` apply.
  public static var keysIgnoredOnEncoding: Set<String>? { nil }
}

extension DeclaredMapping
where
  DeclaredKeyStyle: KeyStyleConvertible, DeclaredKeyMapping: KeyMapConvertible,
  DeclaredFromJSONMapping: KeyMapConvertible, ReturnedFromJSONMapping: KeyMapConvertible,
  DeclaredToJSONMapping: KeyMapConvertible, ReturnedToJSONMapping: KeyMapConvertible,
  DeclaredIgnoredKeys: KeySetConvertible, DeclaredKeysIgnoredOnDecoding: KeySetConvertible,
  DeclaredKeysIgnoredOnEncoding: KeySetConvertible
{
  /// The combined mapping of all declarations. If the compiler reports it as missing, one
  /// declaration has a type that ``DeclaredMapping`` does not list.
  public static var mapping: KeyMapping {
    let read =
      DeclaredFromJSONMapping.entries(of: fromJSONMapping)
      ?? ReturnedFromJSONMapping.entries(of: fromJSONMapping())
      ?? DeclaredKeyMapping.entries(of: keyMapping) ?? []
    let written =
      DeclaredToJSONMapping.entries(of: toJSONMapping)
      ?? ReturnedToJSONMapping.entries(of: toJSONMapping()) ?? read
    let ignored = DeclaredIgnoredKeys.keySet(of: ignoredKeys) ?? []
    return KeyMapping(
      decoding: paths(read), encoding: paths(written),
      style: DeclaredKeyStyle.keyStyle(of: keyStyle),
      ignoringOnDecoding: DeclaredKeysIgnoredOnDecoding.keySet(of: keysIgnoredOnDecoding)
        ?? ignored,
      ignoringOnEncoding: DeclaredKeysIgnoredOnEncoding.keySet(of: keysIgnoredOnEncoding)
        ?? ignored)
  }
}

/// Returns the paths of each property. A repeated property gets the paths of all its entries.
private func paths(
  _ entries: [(property: WirePath, paths: [WirePath])]
) -> [WirePath: KeyMapping.Paths] {
  Dictionary(entries.map { ($0.property, $0.paths) }, uniquingKeysWith: +)
    .mapValues { KeyMapping.Paths($0) }
}

/// The mappings of a type as methods, as in MLObject's description.
///
/// A type declares either the property or the method.
public protocol KeyMappingMethods {
  /// The type of the result of ``fromJSONMapping()``; inferred.
  associatedtype ReturnedFromJSONMapping
  /// The type of the result of ``toJSONMapping()``; inferred.
  associatedtype ReturnedToJSONMapping

  /// Returns the paths that properties are read from.
  static func fromJSONMapping() -> ReturnedFromJSONMapping
  /// Returns the paths that properties are written to.
  static func toJSONMapping() -> ReturnedToJSONMapping
}

extension KeyMappingMethods {
  /// Returns `nil`: the property applies.
  public static func fromJSONMapping() -> [String: String]? { nil }
  /// Returns `nil`: the property applies.
  public static func toJSONMapping() -> [String: String]? { nil }
}

/// A type with keys in snake case: `firstName` is read from `first_name`, `catID` from `cat_id`.
public protocol UnderscoreToCamelCase: DeclaredMapping {}

extension UnderscoreToCamelCase {
  /// Snake case.
  public static var keyStyle: KeyStyle? { .snakeCase }
}
