public import FerryPath

// The types that the requirements of `DeclaredMapping` may be declared with. Functions are static, so
// that types of the standard library get no members.

/// A type of mappings, such as ``DeclaredMapping/keyMapping``: a dictionary or `KeyValuePairs` of
/// texts and paths, and optionals of these.
public protocol KeyMapConvertible {
  /// The properties and their paths, the preferred one first; `nil` if there is no declaration.
  static func entries(of declaration: Self) -> [(property: WirePath, paths: [WirePath])]?
}

extension Optional: KeyMapConvertible where Wrapped: KeyMapConvertible {
  /// The entries of the mapping, if there is one.
  public static func entries(
    of declaration: Wrapped?
  ) -> [(property: WirePath, paths: [WirePath])]? {
    declaration.flatMap { Wrapped.entries(of: $0) }
  }
}

extension KeyValuePairs: KeyMapConvertible where Key == String, Value: WirePathsConvertible {
  /// The pairs in their order.
  public static func entries(of declaration: Self) -> [(property: WirePath, paths: [WirePath])]? {
    declaration.map { (WirePath(stringLiteral: $0.key), Value.paths(of: $0.value)) }
  }
}

extension Dictionary: KeyMapConvertible where Key == String, Value: WirePathsConvertible {
  /// The pairs in the order of the keys.
  public static func entries(of declaration: Self) -> [(property: WirePath, paths: [WirePath])]? {
    declaration.sorted { $0.key < $1.key }
      .map { (WirePath(stringLiteral: $0.key), Value.paths(of: $0.value)) }
  }
}

/// A type of the values of a mapping: a `WirePath` or its text, or an array of these in order of
/// preference.
public protocol WirePathsConvertible {
  /// The paths, the preferred one first.
  static func paths(of declaration: Self) -> [WirePath]
}

/// A type of a declaration that is one path: `WirePath`, or its text.
public protocol WirePathConvertible: WirePathsConvertible {
  /// The path.
  static func path(of declaration: Self) -> WirePath
}

extension WirePathConvertible {
  /// The one path.
  public static func paths(of declaration: Self) -> [WirePath] { [path(of: declaration)] }
}

extension WirePath: WirePathConvertible {
  /// The path itself.
  public static func path(of declaration: WirePath) -> WirePath { declaration }
}

extension String: WirePathConvertible {
  /// The path that the text writes, as a literal of `WirePath`.
  public static func path(of declaration: String) -> WirePath {
    WirePath(stringLiteral: declaration)
  }
}

extension Array: WirePathsConvertible where Element: WirePathConvertible {
  /// The paths in their order.
  public static func paths(of declaration: [Element]) -> [WirePath] {
    declaration.map(Element.path(of:))
  }
}

/// A type of ``DeclaredMapping/keyStyle``: `KeyStyle` and its optional.
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

/// A type of ``DeclaredMapping/ignoredKeys`` and its kin: a set or an array of texts, and optionals of
/// these.
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
