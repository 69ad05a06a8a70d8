import FerryCoding
import FerryPath

/// The map that a value is decoded from, with what the paths of a plan lead to in it: on a tape, found
/// in one visit, or in the containers of another coder.
@safe
package struct MemberSource {
  @safe
  private enum Input {
    case tape(TapeDecoder, UnsafePointer<Int32>)
    case foreign(ForeignMembers)
  }

  /// Where a value is.
  package enum Place {
    case node(Int)
    case member(ForeignMap, TapeKey)
  }

  private let tree: PathTree
  private let input: Input

  /// A map of a tape. `found` has the node that each edge leads to, or -1.
  init(_ tree: PathTree, _ decoder: TapeDecoder, found: UnsafePointer<Int32>) {
    self.tree = tree
    input = unsafe .tape(decoder, found)
  }

  /// A map of another coder; `nil` stands for a map without members.
  init(_ tree: PathTree, _ container: KeyedDecodingContainer<TapeKey>?, at path: [any CodingKey]) {
    self.tree = tree
    input = .foreign(ForeignMembers(tree, container, path))
  }

  /// The decoder of the map, if it is on a tape.
  var tape: TapeDecoder? { if case .tape(let decoder, _) = input { decoder } else { nil } }

  /// The map itself, if it is another coder's and has members.
  var foreign: ForeignMap? { if case .foreign(let members) = input { members.root } else { nil } }

  var codingPath: [any CodingKey] {
    switch input {
    case .tape(let decoder, _): decoder.codingPath
    case .foreign(let members): members.codingPath
    }
  }

  // MARK: Places

  /// The value that an edge leads to, which may be null.
  /// - Throws: a type mismatch if a branch on the way is there but is no map.
  package func place(at edge: Int) throws -> Place? { try place(at: CollectionOfOne(edge)) }

  /// The value that the first edge leads to that leads to any.
  /// - Throws: a type mismatch if a branch on the way is there but is no map.
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

  /// The value of a member of the map itself.
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

  /// The error for required values that are not there, by their paths.
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
  /// Stores the node that each edge of a tree leads to, or -1.
  func visit(_ table: PathTable, _ found: UnsafeMutablePointer<Int32>) throws {
    unsafe found.initialize(repeating: -1, count: table.edgeCount)
    // Unpacking appends to the tape, so the view is asked for again.
    for list in unsafe table.visit(view, from: node, found: found) {
      let index = try unpack(list.node)
      unsafe table.fill(list, in: view, unpackedAt: index, found: found)
    }
  }

  /// A branch that is there but is no branch is an error, not a missing value.
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
