import FerryPath

/// The members of another coder's container, found by paths.
///
/// A reference: the standard library's container has no fixed layout, and what holds one inline is
/// copied by way of the runtime.
final class ForeignMembers {
  private let root: KeyedDecodingContainer<WireKey>

  init(_ root: KeyedDecodingContainer<WireKey>) { self.root = root }

  /// The container that has the last key of a path, if there is one.
  func parent(of path: WirePath) throws -> KeyedDecodingContainer<WireKey>? {
    var container = root
    for step in path.steps.dropLast() {
      guard case .key(let name) = step, container.contains(WireKey(name)),
        try !container.decodeNil(forKey: WireKey(name))
      else { return nil }
      container = try container.nestedContainer(keyedBy: WireKey.self, forKey: WireKey(name))
    }
    guard case .key(let name)? = path.steps.last, container.contains(WireKey(name)) else {
      return nil
    }
    return container
  }

  /// Whether the value at `path` is missing or null.
  func isNothing(at path: WirePath) throws -> Bool {
    guard case .key(let name)? = path.steps.last, let parent = try parent(of: path) else {
      return true
    }
    return try parent.decodeNil(forKey: WireKey(name))
  }

  /// The value at `path`.
  func value<Value: Decodable>(_ type: Value.Type, at path: WirePath) throws -> Value {
    guard case .key(let name)? = path.steps.last, let parent = try parent(of: path) else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(codingPath: root.codingPath, debugDescription: "No '\(path)'."))
    }
    return try parent.decode(type, forKey: WireKey(name))
  }
}
