/// Which path on the wire belongs to which property, in the order of declaration.
///
/// ```swift
/// static let fromJSONMapping: KeyMap = [
///   "name": ["name", "full_name"],               // the first that is there
///   "location": "meta.coordinates",              // a path
///   "location.latitude": "last_known_latitude",  // a property of a child
/// ]
/// ```
///
/// Property names are paths too: behind a dot stands a property of the child.
public struct KeyMap: Sendable, Hashable {
  /// The paths of one property: one, or several of which the first that a document has counts.
  public struct Paths: Sendable, Hashable {
    /// The paths, the preferred one first. It is the one that is written.
    public let all: [WirePath]

    /// Paths in order of preference.
    public init(_ paths: [WirePath]) { all = paths }
  }

  /// The properties and their paths.
  public private(set) var entries: [(property: WirePath, paths: Paths)]

  /// A map of these entries. A property that comes twice has all the paths of both entries.
  public init(_ entries: [(property: WirePath, paths: Paths)]) {
    self.entries = []
    for entry in entries { add(entry.paths, for: entry.property) }
  }

  /// The paths of a property, or `nil` if it is not mapped.
  public subscript(property: WirePath) -> Paths? {
    entries.first { $0.property == property }?.paths
  }

  /// Whether nothing is mapped.
  public var isEmpty: Bool { entries.isEmpty }

  /// This map and the entries of `other` whose properties it does not have.
  public func merging(_ other: KeyMap) -> KeyMap {
    KeyMap(entries + other.entries.filter { self[$0.property] == nil })
  }

  private mutating func add(_ paths: Paths, for property: WirePath) {
    if let position = entries.firstIndex(where: { $0.property == property }) {
      entries[position].paths = Paths(entries[position].paths.all + paths.all)
    } else {
      entries.append((property, paths))
    }
  }

  /// Whether both maps have the same entries in the same order.
  public static func == (left: Self, right: Self) -> Bool {
    left.entries.elementsEqual(right.entries, by: ==)
  }

  /// Hashes the entries.
  public func hash(into hasher: inout Hasher) {
    for entry in entries {
      hasher.combine(entry.property)
      hasher.combine(entry.paths)
    }
  }
}

extension KeyMap: ExpressibleByDictionaryLiteral {
  /// Property paths with wire paths.
  public init(dictionaryLiteral elements: (WirePath, Paths)...) {
    self.init(elements.map { (property: $0.0, paths: $0.1) })
  }
}

extension KeyMap.Paths: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// One path, parsed as ``WirePath/init(stringLiteral:)`` does.
  public init(stringLiteral literal: String) {
    self.init([WirePath(stringLiteral: literal)])
  }

  /// Paths in order of preference.
  public init(arrayLiteral paths: WirePath...) {
    self.init(paths)
  }
}
