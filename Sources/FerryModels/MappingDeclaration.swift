public import FerryPath

/// What a ``KeyMapped`` type declares, whatever the types of its declarations.
public struct MappingDeclaration {
  let style: KeyStyle?
  let keysIgnoredOnDecoding: Set<String>
  let keysIgnoredOnEncoding: Set<String>
  /// The maps for reading, the first that is declared counts; they are ordered by properties.
  private let read: ([String]) -> KeyMap?
  private let written: ([String]) -> KeyMap?

  fileprivate init(
    style: KeyStyle?, keysIgnoredOnDecoding: Set<String>, keysIgnoredOnEncoding: Set<String>,
    read: @escaping ([String]) -> KeyMap?, written: @escaping ([String]) -> KeyMap?
  ) {
    self.style = style
    self.keysIgnoredOnDecoding = keysIgnoredOnDecoding
    self.keysIgnoredOnEncoding = keysIgnoredOnEncoding
    self.read = read
    self.written = written
  }

  /// Where `properties`, in their order, are read from.
  func decodingMap(of properties: [String]) -> KeyMap { read(properties) ?? [:] }

  /// Where `properties`, in their order, are written to.
  func encodingMap(of properties: [String]) -> KeyMap {
    written(properties) ?? decodingMap(of: properties)
  }
}

extension KeyMapped
where
  DeclaredKeyStyle: KeyStyleConvertible, DeclaredKeyMapping: KeyMapConvertible,
  DeclaredFromJSONMapping: KeyMapConvertible, ReturnedFromJSONMapping: KeyMapConvertible,
  DeclaredToJSONMapping: KeyMapConvertible, ReturnedToJSONMapping: KeyMapConvertible,
  DeclaredIgnoredKeys: KeySetConvertible, DeclaredKeysIgnoredOnDecoding: KeySetConvertible,
  DeclaredKeysIgnoredOnEncoding: KeySetConvertible
{
  /// All declarations as one value.
  public static var mappingDeclaration: MappingDeclaration {
    let ignored = DeclaredIgnoredKeys.keySet(of: ignoredKeys) ?? []
    return MappingDeclaration(
      style: DeclaredKeyStyle.keyStyle(of: keyStyle),
      keysIgnoredOnDecoding: DeclaredKeysIgnoredOnDecoding.keySet(of: keysIgnoredOnDecoding)
        ?? ignored,
      keysIgnoredOnEncoding: DeclaredKeysIgnoredOnEncoding.keySet(of: keysIgnoredOnEncoding)
        ?? ignored,
      read: { properties in
        DeclaredFromJSONMapping.keyMap(of: fromJSONMapping, in: properties)
          ?? ReturnedFromJSONMapping.keyMap(of: fromJSONMapping(), in: properties)
          ?? DeclaredKeyMapping.keyMap(of: keyMapping, in: properties)
      },
      written: { properties in
        DeclaredToJSONMapping.keyMap(of: toJSONMapping, in: properties)
          ?? ReturnedToJSONMapping.keyMap(of: toJSONMapping(), in: properties)
      })
  }
}

// The types that the requirements of `KeyMapped` may be declared with. Functions are static, so that
// types of the standard library get no members.

/// A type of mappings, such as ``KeyMapped/keyMapping``: ``KeyMap``, a dictionary or `KeyValuePairs` of
/// texts and paths, and optionals of these.
public protocol KeyMapConvertible {
  /// The map of a declaration; `nil` if there is none.
  ///
  /// What has no order itself is ordered by `properties`, the properties of the model.
  static func keyMap(of declaration: Self, in properties: [String]) -> KeyMap?
}

extension KeyMap: KeyMapConvertible {
  /// The map itself.
  public static func keyMap(of declaration: KeyMap, in properties: [String]) -> KeyMap? {
    declaration
  }
}

extension Optional: KeyMapConvertible where Wrapped: KeyMapConvertible {
  /// The map, if there is one.
  public static func keyMap(of declaration: Wrapped?, in properties: [String]) -> KeyMap? {
    declaration.flatMap { Wrapped.keyMap(of: $0, in: properties) }
  }
}

extension KeyValuePairs: KeyMapConvertible where Key == String, Value: WirePathsConvertible {
  /// The pairs in their order.
  public static func keyMap(of declaration: Self, in properties: [String]) -> KeyMap? {
    KeyMap(
      declaration.map {
        (property: WirePath(stringLiteral: $0.key), paths: Value.paths(of: $0.value))
      })
  }
}

extension Dictionary: KeyMapConvertible where Key == String, Value: WirePathsConvertible {
  /// The pairs in the order of the properties; within one property, and for names that are no
  /// properties, in the order of the keys.
  public static func keyMap(of declaration: Self, in properties: [String]) -> KeyMap? {
    let entries = declaration.map { key, value in
      let property = WirePath(stringLiteral: key)
      var place = properties.count
      if case .key(let name)? = property.steps.first {
        place = properties.firstIndex(of: name) ?? place
      }
      return (place: place, key: key, property: property, paths: Value.paths(of: value))
    }
    let ordered = entries.sorted { ($0.place, $0.key) < ($1.place, $1.key) }
    return KeyMap(ordered.map { (property: $0.property, paths: $0.paths) })
  }
}

/// A type of the values of a mapping: a ``WirePath`` or its text, or an array of these in order of
/// preference.
public protocol WirePathsConvertible {
  /// The paths, the preferred one first.
  static func paths(of declaration: Self) -> KeyMap.Paths
}

/// A type of a declaration that is one path: ``WirePath``, or its text.
public protocol WirePathConvertible: WirePathsConvertible {
  /// The path.
  static func path(of declaration: Self) -> WirePath
}

extension WirePathConvertible {
  /// The one path.
  public static func paths(of declaration: Self) -> KeyMap.Paths {
    KeyMap.Paths([path(of: declaration)])
  }
}

extension WirePath: WirePathConvertible {
  /// The path itself.
  public static func path(of declaration: WirePath) -> WirePath { declaration }
}

extension String: WirePathConvertible {
  /// The path that the text writes, as a literal of ``WirePath``.
  public static func path(of declaration: String) -> WirePath {
    WirePath(stringLiteral: declaration)
  }
}

extension KeyMap.Paths: WirePathsConvertible {
  /// The paths themselves.
  public static func paths(of declaration: KeyMap.Paths) -> KeyMap.Paths { declaration }
}

extension Array: WirePathsConvertible where Element: WirePathConvertible {
  /// The paths in their order.
  public static func paths(of declaration: [Element]) -> KeyMap.Paths {
    KeyMap.Paths(declaration.map(Element.path(of:)))
  }
}

/// A type of ``KeyMapped/keyStyle``: ``KeyStyle`` and its optional.
public protocol KeyStyleConvertible {
  /// The style of a declaration; `nil` if there is none.
  static func keyStyle(of declaration: Self) -> KeyStyle?
}

extension KeyStyle: KeyStyleConvertible {
  /// The style itself.
  public static func keyStyle(of declaration: KeyStyle) -> KeyStyle? { declaration }
}

extension Optional: KeyStyleConvertible where Wrapped: KeyStyleConvertible {
  /// The style, if there is one.
  public static func keyStyle(of declaration: Wrapped?) -> KeyStyle? {
    declaration.flatMap(Wrapped.keyStyle(of:))
  }
}

/// A type of ``KeyMapped/ignoredKeys`` and its kin: a set or an array of texts, and optionals of these.
public protocol KeySetConvertible {
  /// The keys of a declaration; `nil` if there is none.
  static func keySet(of declaration: Self) -> Set<String>?
}

extension Set: KeySetConvertible where Element == String {
  /// The set itself.
  public static func keySet(of declaration: Set<String>) -> Set<String>? { declaration }
}

extension Array: KeySetConvertible where Element == String {
  /// The texts.
  public static func keySet(of declaration: [String]) -> Set<String>? { Set(declaration) }
}

extension Optional: KeySetConvertible where Wrapped: KeySetConvertible {
  /// The keys, if there are any.
  public static func keySet(of declaration: Wrapped?) -> Set<String>? {
    declaration.flatMap(Wrapped.keySet(of:))
  }
}
