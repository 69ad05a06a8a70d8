public import FerryBase

/// A mapping from the properties of a type to keys in documents, for both directions or for one.
///
/// ```swift
/// KeyMapping(
///   [
///     "name": ["name", "full_name"],               // the first one that a document has
///     "location": "meta.coordinates",              // a path
///     "location.latitude": "last_known_latitude",  // a property of a child
///   ],
///   style: .snakeCase,                             // all other properties
///   ignoring: ["cache"])
/// ```
///
/// Property names are paths too: the part after a dot is a property of the child and overrides the
/// child's own mapping. A dictionary literal maps paths in both directions.
public struct KeyMapping: Sendable {
  /// The paths of one property. If there are several, decoding uses the first one that exists in
  /// the document, and encoding uses the first one.
  public struct Paths: Sendable {
    let all: [WirePath]

    /// Creates paths in order of preference.
    public init(_ paths: [WirePath]) { all = paths }
  }

  let decoding: KeyMap
  let encoding: KeyMap
  let style: KeyStyle?
  let ignoredOnDecoding: Set<String>
  let ignoredOnEncoding: Set<String>

  /// Creates a mapping from paths, a key style and ignored properties.
  /// - Parameters:
  ///   - paths: The paths that properties are read from and written to.
  ///   - decoding: The paths that properties are read from, if they differ from `paths`.
  ///   - encoding: The paths that properties are written to, if they differ from `paths`.
  ///   - style: The style of the keys of all other properties; `nil` uses the property names. The
  ///     exact name is also read.
  ///   - ignoring: Properties that are neither read nor written.
  ///   - ignoringOnDecoding: More properties that are not read.
  ///   - ignoringOnEncoding: More properties that are not written.
  public init(
    _ paths: [WirePath: Paths] = [:], decoding: [WirePath: Paths] = [:],
    encoding: [WirePath: Paths] = [:], style: KeyStyle? = nil, ignoring: Set<String> = [],
    ignoringOnDecoding: Set<String> = [], ignoringOnEncoding: Set<String> = []
  ) {
    self.decoding = KeyMap(paths.merging(decoding) { $1 })
    self.encoding = KeyMap(paths.merging(encoding) { $1 })
    self.style = style
    ignoredOnDecoding = ignoring.union(ignoringOnDecoding)
    ignoredOnEncoding = ignoring.union(ignoringOnEncoding)
  }

}

extension KeyMapping: ExpressibleByDictionaryLiteral {
  /// Creates a mapping of properties to paths in both directions. A repeated property gets the paths
  /// of all its entries.
  public init(dictionaryLiteral elements: (WirePath, Paths)...) {
    self.init(Dictionary(elements, uniquingKeysWith: { Paths($0.all + $1.all) }))
  }
}

extension KeyMapping.Paths: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// Creates one path. It is parsed like `WirePath/init(stringLiteral:)`.
  public init(stringLiteral literal: String) {
    self.init([WirePath(stringLiteral: literal)])
  }

  /// Creates paths in order of preference.
  public init(arrayLiteral paths: WirePath...) {
    self.init(paths)
  }
}

/// The paths of properties in one direction.
struct KeyMap: Sendable {
  /// The properties and their paths, sorted by property.
  let entries: [(property: WirePath, paths: [WirePath])]

  init(_ paths: [WirePath: KeyMapping.Paths] = [:]) {
    let entries = paths.map { (text: $0.key.description, entry: ($0.key, $0.value.all)) }
    self.entries = entries.sorted { $0.text < $1.text }.map(\.entry)
  }

  /// The paths of a property, or `nil` if it is not mapped.
  subscript(property: WirePath) -> [WirePath]? {
    entries.first { $0.property == property }?.paths
  }
}
