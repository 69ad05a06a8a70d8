public import Ferry

// The permitted types of the requirements of `DeclaredMapping`. The functions are static, so that
// types of the standard library get no new members.

/// A type of mappings, such as ``DeclaredMapping/keyMapping``: a dictionary or `KeyValuePairs` of
/// texts and paths, or an optional of these.
public protocol KeyMapConvertible {
  /// Returns the properties and their paths, the preferred one first; `nil` without a declaration.
  static func entries(of declaration: Self) -> [(property: WirePath, paths: [WirePath])]?
}

extension Optional: KeyMapConvertible where Wrapped: KeyMapConvertible {
  /// Returns the entries of the mapping, or `nil`.
  public static func entries(
    of declaration: Wrapped?
  ) -> [(property: WirePath, paths: [WirePath])]? {
    declaration.flatMap { Wrapped.entries(of: $0) }
  }
}

extension KeyValuePairs: KeyMapConvertible where Key == String, Value: WirePathsConvertible {
  /// Returns the pairs in their order.
  public static func entries(of declaration: Self) -> [(property: WirePath, paths: [WirePath])]? {
    declaration.map { (WirePath(stringLiteral: $0.key), Value.paths(of: $0.value)) }
  }
}

extension Dictionary: KeyMapConvertible where Key == String, Value: WirePathsConvertible {
  /// Returns the pairs, sorted by key.
  public static func entries(of declaration: Self) -> [(property: WirePath, paths: [WirePath])]? {
    declaration.sorted { $0.key < $1.key }
      .map { (WirePath(stringLiteral: $0.key), Value.paths(of: $0.value)) }
  }
}

/// A type of the values of a mapping: a `WirePath` or its text, or an array of these in order of
/// preference.
public protocol WirePathsConvertible {
  /// Returns the paths, the preferred one first.
  static func paths(of declaration: Self) -> [WirePath]
}

/// A type of a declaration with one path: `WirePath`, or its text.
public protocol WirePathConvertible: WirePathsConvertible {
  /// Returns the path.
  static func path(of declaration: Self) -> WirePath
}

extension WirePathConvertible {
  /// Returns the path as the only element.
  public static func paths(of declaration: Self) -> [WirePath] { [path(of: declaration)] }
}

extension WirePath: WirePathConvertible {
  /// Returns the path itself.
  public static func path(of declaration: WirePath) -> WirePath { declaration }
}

extension String: WirePathConvertible {
  /// Returns the path that the text describes, as in a literal of `WirePath`.
  public static func path(of declaration: String) -> WirePath {
    WirePath(stringLiteral: declaration)
  }
}

extension Array: WirePathsConvertible where Element: WirePathConvertible {
  /// Returns the paths in their order.
  public static func paths(of declaration: [Element]) -> [WirePath] {
    declaration.map(Element.path(of:))
  }
}

/// A type of ``DeclaredMapping/keyStyle``: `KeyStyle` and its optional.
public protocol KeyStyleConvertible {
  /// Returns the style of a declaration; `nil` without a style.
  static func keyStyle(of declaration: Self) -> KeyStyle?
}

extension KeyStyle: KeyStyleConvertible {
  /// Returns the style itself.
  public static func keyStyle(of declaration: KeyStyle) -> KeyStyle? { declaration }
}

extension Optional: KeyStyleConvertible where Wrapped: KeyStyleConvertible {
  /// Returns the style, or `nil`.
  public static func keyStyle(of declaration: Wrapped?) -> KeyStyle? {
    declaration.flatMap(Wrapped.keyStyle(of:))
  }
}

/// A type of ``DeclaredMapping/ignoredKeys`` and similar requirements: a set or an array of texts,
/// or an optional of these.
public protocol KeySetConvertible {
  /// Returns the keys of a declaration; `nil` without a declaration.
  static func keySet(of declaration: Self) -> Set<String>?
}

extension Set: KeySetConvertible where Element == String {
  /// Returns the set itself.
  public static func keySet(of declaration: Set<String>) -> Set<String>? { declaration }
}

extension Array: KeySetConvertible where Element == String {
  /// Returns the texts as a set.
  public static func keySet(of declaration: [String]) -> Set<String>? { Set(declaration) }
}

extension Optional: KeySetConvertible where Wrapped: KeySetConvertible {
  /// Returns the keys, or `nil`.
  public static func keySet(of declaration: Wrapped?) -> Set<String>? {
    declaration.flatMap(Wrapped.keySet(of:))
  }
}
