import FerryCoding
import FerryPath

/// A container of another coder. A reference: the standard library's container has no fixed layout,
/// and what holds one inline is copied by way of the runtime.
package final class ForeignMap {
  let container: KeyedDecodingContainer<TapeKey>

  init(_ container: KeyedDecodingContainer<TapeKey>) { self.container = container }
}

/// The members of another coder's container, found by the paths of a tree.
final class ForeignMembers {
  let codingPath: [any CodingKey]
  private let tree: PathTree
  let root: ForeignMap?
  /// The containers that edges lead to, as far as somebody has asked.
  private var branches: [Int: ForeignMap?] = [:]

  init(
    _ tree: PathTree, _ root: KeyedDecodingContainer<TapeKey>?, _ codingPath: [any CodingKey]
  ) {
    self.tree = tree
    self.root = root.map(ForeignMap.init)
    self.codingPath = codingPath
  }

  func place(named name: String) -> MemberSource.Place? {
    root.flatMap { place(TapeKey(name), $0) }
  }

  func place(at edge: Int) throws -> MemberSource.Place? {
    let parent = tree.edges[edge].parent
    guard let map = try parent.map(branch) ?? root else { return nil }
    switch tree.edges[edge].step {
    case .key(let name): return place(TapeKey(name), map)
    case .keyOrIndex(let number): return place(TapeKey(String(number)), map)
    case .index, .wildcard:
      throw MappingError(TapeKey.self, "another library's coder has no elements by index")
    }
  }

  private func place(_ key: TapeKey, _ map: ForeignMap) -> MemberSource.Place? {
    map.container.contains(key) ? .member(map, key) : nil
  }

  /// The map that an edge leads to; null is none.
  private func branch(_ edge: Int) throws -> ForeignMap? {
    if let known = branches[edge] { return known }
    var branch: ForeignMap?
    if case .member(let map, let key)? = try place(at: edge),
      try !map.container.decodeNil(forKey: key)
    {
      branch = ForeignMap(try map.container.nestedContainer(keyedBy: TapeKey.self, forKey: key))
    }
    branches[edge] = .some(branch)
    return branch
  }
}

/// A decoder over a map without members.
struct AbsentDecoder: Decoder {
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<K: CodingKey>(keyedBy type: K.Type) throws -> KeyedDecodingContainer<K> {
    throw mismatch
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw mismatch }

  private var mismatch: DecodingError {
    .typeMismatch(
      [String: Any].self,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "Only a keyed type is put together of values."))
  }
}
