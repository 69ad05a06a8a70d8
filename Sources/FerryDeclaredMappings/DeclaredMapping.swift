public import FerryModels
public import FerryPath

/// A type that declares its mapping in the words of Convertible and MLObject.
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
/// Each requirement takes several types, so that a declaration needs no annotation:
///
/// | requirement | types |
/// |---|---|
/// | mappings | a dictionary or `KeyValuePairs` of texts with a path or an array of paths |
/// | ``keyStyle`` | `KeyStyle` |
/// | ignored keys | a set or an array of texts |
///
/// Optionals of these are allowed; `nil` equals no declaration. A declaration of another type does not
/// compile. In a dictionary literal a repeated key ends the process, as in any Swift dictionary;
/// `KeyValuePairs` combine the paths of a repeated key.
///
/// Decoding and encoding are independent: ``toJSONMapping`` is the inverse of ``fromJSONMapping``
/// unless it is given. A type that declares `mapping` itself has no other declarations.
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

  // The types above have no constraints: with one, a declaration of another type would not be a
  // witness, and the default would silently take its place. `mapping` has them instead.

  /// The style of keys that are not mapped one by one; as the properties are named if `nil`.
  /// The exact name is read too.
  static var keyStyle: DeclaredKeyStyle { get }
  /// Paths for both directions. They beat the style.
  static var keyMapping: DeclaredKeyMapping { get }
  /// Where properties are read from; by default ``keyMapping``. The path of a property may go into
  /// a child, whose own mapping it then overrules.
  static var fromJSONMapping: DeclaredFromJSONMapping { get }
  /// Where properties are written to; by default the first path that each is read from.
  static var toJSONMapping: DeclaredToJSONMapping { get }
  /// Properties that are neither read nor written.
  static var ignoredKeys: DeclaredIgnoredKeys { get }
  /// Properties that are not read; by default ``ignoredKeys``.
  static var keysIgnoredOnDecoding: DeclaredKeysIgnoredOnDecoding { get }
  /// Properties that are not written; by default ``ignoredKeys``.
  static var keysIgnoredOnEncoding: DeclaredKeysIgnoredOnEncoding { get }
}

extension DeclaredMapping {
  /// No style: keys are called as properties are.
  public static var keyStyle: KeyStyle? { nil }
  /// No mapping.
  public static var keyMapping: [String: String]? { nil }
  /// No declaration: ``keyMapping`` counts.
  public static var fromJSONMapping: [String: String]? { nil }
  /// No declaration: the inverse of ``fromJSONMapping`` counts.
  public static var toJSONMapping: [String: String]? { nil }
  /// No keys.
  public static var ignoredKeys: Set<String> { [] }
  /// No declaration: ``ignoredKeys`` count.
  public static var keysIgnoredOnDecoding: Set<String>? { nil }
  /// No declaration: ``ignoredKeys`` count.
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
  /// All declarations as one mapping. If the compiler misses it, one of them is of another type than
  /// those that ``DeclaredMapping`` lists.
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
      decoding: KeyMap(read), encoding: KeyMap(written),
      style: DeclaredKeyStyle.keyStyle(of: keyStyle),
      ignoredOnDecoding: DeclaredKeysIgnoredOnDecoding.keySet(of: keysIgnoredOnDecoding) ?? ignored,
      ignoredOnEncoding: DeclaredKeysIgnoredOnEncoding.keySet(of: keysIgnoredOnEncoding) ?? ignored)
  }
}

/// The mappings of a type as methods, the form that MLObject's description gives them.
///
/// A type declares the property or the method.
public protocol KeyMappingMethods {
  /// The type of the result of ``fromJSONMapping()``; inferred.
  associatedtype ReturnedFromJSONMapping
  /// The type of the result of ``toJSONMapping()``; inferred.
  associatedtype ReturnedToJSONMapping

  /// Where properties are read from.
  static func fromJSONMapping() -> ReturnedFromJSONMapping
  /// Where properties are written to.
  static func toJSONMapping() -> ReturnedToJSONMapping
}

extension KeyMappingMethods {
  /// No declaration: the property counts.
  public static func fromJSONMapping() -> [String: String]? { nil }
  /// No declaration: the property counts.
  public static func toJSONMapping() -> [String: String]? { nil }
}

/// The keys of the type are in snake case: `first_name` is `firstName`, `cat_id` is `catID`.
public protocol UnderscoreToCamelCase: DeclaredMapping {}

extension UnderscoreToCamelCase {
  /// Snake case.
  public static var keyStyle: KeyStyle? { .snakeCase }
}
