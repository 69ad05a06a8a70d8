import FerryCoding
import FerryBase

/// The object that a value is decoded from, with the values at the paths of a plan. The values are
/// found in one pass over a tape, or in the containers of another library's coder.
@safe
package struct MemberSource {
  @safe
  private enum Input {
    case tape(TapeDecoder, UnsafePointer<Int32>)
    case foreign(ForeignMembers)
  }

  /// The location of a value.
  package enum Place {
    case node(Int)
    case member(ForeignMap, TapeKey)
  }

  private let tree: PathTree
  private let input: Input

  /// Creates a source of an object on a tape. `found` has the node at each edge, or -1.
  init(_ tree: PathTree, _ decoder: TapeDecoder, found: UnsafePointer<Int32>) {
    self.tree = tree
    input = unsafe .tape(decoder, found)
  }

  /// Creates a source of an object in another library's coder; `nil` is an object without members.
  init(_ tree: PathTree, _ container: KeyedDecodingContainer<TapeKey>?, at path: [any CodingKey]) {
    self.tree = tree
    input = .foreign(ForeignMembers(tree, container, path))
  }

  /// The decoder of the object, if it is on a tape.
  var tape: TapeDecoder? { if case .tape(let decoder, _) = input { decoder } else { nil } }

  /// The object, if it is in another library's coder and has members.
  var foreign: ForeignMap? { if case .foreign(let members) = input { members.root } else { nil } }

  var codingPath: [any CodingKey] {
    switch input {
    case .tape(let decoder, _): decoder.codingPath
    case .foreign(let members): members.codingPath
    }
  }

  // MARK: Places

  /// Returns the value at an edge, which may be null.
  /// - Throws: a type mismatch if a branch on the path is not an object.
  package func place(at edge: Int) throws -> Place? { try place(at: CollectionOfOne(edge)) }

  /// Returns the value at the first of `edges` that has one.
  /// - Throws: a type mismatch if a branch on the path is not an object.
  func place(at edges: some Collection<Int>) throws -> Place? {
    switch input {
    case .tape(let decoder, let found):
      for edge in edges where unsafe found[edge] >= 0 { return unsafe .node(Int(found[edge])) }
      for edge in edges { try unsafe decoder.checkShape(above: edge, in: tree, found) }
      return nil
    case .foreign(let members):
      for edge in edges { if let place = try members.place(at: edge) { return place } }
      return nil
    }
  }

  /// Returns the value of a direct member of the object.
  func place(named name: String) -> Place? {
    switch input {
    case .tape(let decoder, _):
      decoder.view.value(ofKey: name, inMap: decoder.node).map(Place.node)
    case .foreign(let members): members.place(named: name)
    }
  }

  // MARK: Values

  package func isNull(_ place: Place) throws -> Bool {
    switch place {
    case .node(let node): tape?.view.isNull(at: node) ?? false
    case .member(let map, let key): try map.container.decodeNil(forKey: key)
    }
  }

  @inline(__always)
  package func value<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
    switch (place, input) {
    case (.node(let node), .tape(let decoder, _)): return try decoder.value(type, at: node)
    case (.member(let map, let key), _): return try map.container.decode(type, forKey: key)
    case (.node, .foreign): throw missing([])
    }
  }

  func decoder(at place: Place) throws -> any Decoder {
    switch (place, input) {
    case (.node(let node), .tape(let decoder, _)): return decoder.decoder(at: node)
    case (.member(let map, let key), _): return try map.container.superDecoder(forKey: key)
    case (.node, .foreign): throw missing([])
    }
  }

  /// Returns the error for missing values, given by their paths.
  package func missing(_ paths: [String]) -> any Error {
    if let tape { return tape.missing(paths, arePaths: true) }
    let list = paths.map { "\"\($0)\"" }.joined(separator: ", ")
    return DecodingError.keyNotFound(
      TapeKey(paths.first ?? ""),
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "No values associated with keys \(list)."))
  }
}

extension TapeDecoder {
  /// Stores the node at each edge of a tree, or -1. The model knows the keys on the paths, and the
  /// types of the values at `ends` know further keys.
  func visit(
    _ tree: PathTree, _ table: PathTable, _ found: UnsafeMutablePointer<Int32>,
    ends: Set<Int> = []
  ) throws {
    unsafe found.initialize(repeating: -1, count: table.edgeCount)
    // Unpacking appends to the tape, which makes the earlier view invalid.
    for list in unsafe table.visit(view, from: node, found: found) {
      let index = try unpack(list.node)
      unsafe table.fill(list, in: view, unpackedAt: index, found: found)
    }
    guard options.notesKeys else { return }
    note(asked: [], of: node)
    for edge in tree.edges where edge.parent.map({ !ends.contains($0) }) ?? true {
      let header = edge.parent.map { unsafe Int(found[$0]) } ?? node
      guard case .key(let name) = edge.step, header >= 0 else { continue }
      note(asked: [name], of: view.resolved(header))
    }
  }

  /// Throws if a branch on the path is not a container. Otherwise its values would count as
  /// missing.
  func checkShape(
    above edge: Int, in tree: PathTree, _ found: UnsafePointer<Int32>
  ) throws {
    var step = tree.edges[edge].step
    var parent = tree.edges[edge].parent
    while let number = parent {
      if unsafe found[number] >= 0 {
        let node = unsafe view.resolved(Int(found[number]))
        let isFitting =
          switch (view[node].kind, step) {
          case (.map, .key), (.map, .keyOrIndex): true
          case (.list, .index), (.list, .keyOrIndex): true
          case (.packed, .index), (.packed, .keyOrIndex): true
          default: view.isNull(at: node)
          }
        guard isFitting else {
          let type: Any.Type = if case .index = step { [Any].self } else { [String: Any].self }
          throw mismatch(type, at: node)
        }
        return
      }
      step = tree.edges[number].step
      parent = tree.edges[number].parent
    }
  }
}

/// A container of another library's coder. It is a class because the standard library's container
/// has no fixed layout: the runtime would copy each value that stores one inline.
package final class ForeignMap {
  let container: KeyedDecodingContainer<TapeKey>

  init(_ container: KeyedDecodingContainer<TapeKey>) { self.container = container }
}

/// The members of another coder's container, found by the paths of a tree.
final class ForeignMembers {
  let codingPath: [any CodingKey]
  private let tree: PathTree
  let root: ForeignMap?
  /// The containers at the edges that were already requested.
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
      throw Problem.mapping(of: TapeKey.self, "another library's coder has no elements by index")
    }
  }

  private func place(_ key: TapeKey, _ map: ForeignMap) -> MemberSource.Place? {
    map.container.contains(key) ? .member(map, key) : nil
  }

  /// Returns the object at an edge; `nil` if it is missing or null.
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

/// A decoder for an object without members.
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
