public import FerryPath

/// How the properties of a type are called on the wire, in both directions or in one.
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
/// Property names are paths too: after a dot comes a property of the child, whose own mapping it
/// overrules. A dictionary literal is a mapping of paths in both directions.
public struct KeyMapping: Sendable {
  /// The paths of one property: one, or several of which the first that a document has counts. The
  /// first one is written.
  public struct Paths: Sendable {
    package let all: [WirePath]

    /// Paths in order of preference.
    public init(_ paths: [WirePath]) { all = paths }
  }

  let decoding: KeyMap
  let encoding: KeyMap
  let style: KeyStyle?
  let ignoredOnDecoding: Set<String>
  let ignoredOnEncoding: Set<String>

  /// A mapping of paths, of a key style and of properties that stay out of documents.
  /// - Parameters:
  ///   - paths: Where properties are read from and written to.
  ///   - decoding: Where properties are read from if that differs from `paths`.
  ///   - encoding: Where properties are written to if that differs from `paths`.
  ///   - style: The style of the keys of all other properties; as the properties are named if
  ///     `nil`. The exact name is read too.
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

  /// A mapping whose two directions are independent.
  package init(
    decoding: KeyMap, encoding: KeyMap, style: KeyStyle?, ignoredOnDecoding: Set<String>,
    ignoredOnEncoding: Set<String>
  ) {
    self.decoding = decoding
    self.encoding = encoding
    self.style = style
    self.ignoredOnDecoding = ignoredOnDecoding
    self.ignoredOnEncoding = ignoredOnEncoding
  }
}

extension KeyMapping: ExpressibleByDictionaryLiteral {
  /// Properties with their paths in both directions.
  public init(dictionaryLiteral elements: (WirePath, Paths)...) {
    let map = KeyMap(elements.map { (property: $0.0, paths: $0.1.all) })
    self.init(
      decoding: map, encoding: map, style: nil, ignoredOnDecoding: [], ignoredOnEncoding: [])
  }
}

extension KeyMapping.Paths: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// One path, parsed as `WirePath/init(stringLiteral:)` does.
  public init(stringLiteral literal: String) {
    self.init([WirePath(stringLiteral: literal)])
  }

  /// Paths in order of preference.
  public init(arrayLiteral paths: WirePath...) {
    self.init(paths)
  }
}

/// The paths of properties in one direction, in order.
package struct KeyMap: Sendable {
  /// The properties and their paths.
  private(set) var entries: [(property: WirePath, paths: [WirePath])] = []

  /// A map of these entries. A property that comes twice has all the paths of both entries.
  package init(_ entries: [(property: WirePath, paths: [WirePath])] = []) {
    for entry in entries {
      if let position = self.entries.firstIndex(where: { $0.property == entry.property }) {
        self.entries[position].paths += entry.paths
      } else {
        self.entries.append(entry)
      }
    }
  }

  /// The entries of a dictionary, which has no order itself, in the order of the keys.
  init(_ paths: [WirePath: KeyMapping.Paths]) {
    let entries = paths.map { (text: $0.key.description, entry: ($0.key, $0.value.all)) }
    self.init(entries.sorted { $0.text < $1.text }.map(\.entry))
  }

  /// The paths of a property, or `nil` if it is not mapped.
  subscript(property: WirePath) -> [WirePath]? {
    entries.first { $0.property == property }?.paths
  }
}
