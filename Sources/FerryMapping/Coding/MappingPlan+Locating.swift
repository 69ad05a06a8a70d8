import FerryCoding
import FerryPath
import FerryTape

// The usual case of a mapping: paths of its own, and no values for the properties of children.
extension MappingPlan: LocatedKeys {
  /// One for each property, and then one for each edge of the tree.
  var roomCount: Int { properties.count + max(table.edgeCount, 1) }

  func locate(_ decoder: TapeDecoder, _ nodes: UnsafeMutablePointer<Int32>) throws {
    let found = unsafe nodes + properties.count
    unsafe found.initialize(repeating: -1, count: table.edgeCount)
    try unsafe visit(decoder, found)
    for position in 0..<firstEdges.count {
      let edge = firstEdges[position]
      let node = unsafe edge >= 0 ? found[Int(edge)] : -1
      if node >= 0 {
        unsafe nodes[position] = node
      } else {
        unsafe nodes[position] = try unsafe otherNode(position, decoder, found)
      }
    }
  }

  /// The node for a property that is not at the first of its paths.
  private func otherNode(
    _ position: Int, _ decoder: TapeDecoder, _ found: UnsafePointer<Int32>
  ) throws -> Int32 {
    let edges = properties[position].edges
    for edge in edges where unsafe found[edge] >= 0 { return unsafe found[edge] }
    try unsafe checkShape(on: edges, decoder, found)
    return -1
  }

  func place(of name: String) -> Int? { position(of: name, expected: .max) }

  func node(ofOther name: String, _ decoder: TapeDecoder) -> Int? {
    guard !ignoredKeys.contains(name) else { return nil }
    let view = decoder.view
    let styled = style?.name(of: name)
    return styled.flatMap { view.value(ofKey: $0, inMap: decoder.node) }
      ?? view.value(ofKey: name, inMap: decoder.node)
  }

  func names(_ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>) -> [String] {
    let view = decoder.view
    var names = properties.indices.filter { unsafe nodes[$0] >= 0 }.map { properties[$0].name }
    var seen = Set(properties.map(\.name))
    var position = decoder.node + 1
    while position < view[decoder.node].payload {
      let name = view.string(view[view.resolved(position)])
      if seen.insert(name).inserted, !ignoredKeys.contains(name) { names.append(name) }
      position = view.next(position + 1)
    }
    return names
  }

  func missing(
    _ key: any CodingKey, _ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>
  ) -> any Error {
    missing(key, decoder) { property in
      self.position(of: property.name, expected: .max).map { unsafe nodes[$0] < 0 } ?? true
    }
  }

  // MARK: For any decoder

  /// Stores where each edge of the tree leads to.
  func visit(_ decoder: TapeDecoder, _ found: UnsafeMutablePointer<Int32>) throws {
    // Unpacking appends to the tape, so the view is asked for again.
    for list in unsafe table.visit(decoder.view, from: decoder.node, found: found) {
      let index = try decoder.unpack(list.node)
      unsafe table.fill(list, in: decoder.view, unpackedAt: index, found: found)
    }
  }

  /// A branch that is there but is no branch is an error, not a missing value.
  func checkShape(
    on edges: [Int], _ decoder: TapeDecoder, _ found: UnsafePointer<Int32>
  ) throws {
    let view = decoder.view
    for edge in edges {
      var parent = tree.edges[edge].parent
      var step = tree.edges[edge].step
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
            throw decoder.mismatch(type, at: node)
          }
          break
        }
        step = tree.edges[number].step
        parent = tree.edges[number].parent
      }
    }
  }

  /// The error for a key that is missing: it names all that are, in the order of declaration.
  func missing(
    _ key: any CodingKey, _ decoder: TapeDecoder, where isMissing: (Property) -> Bool
  ) -> any Error {
    var names: [String] = []
    var isListed = false
    for property in properties {
      let isAsked = property.name == key.stringValue
      isListed = isListed || isAsked
      if isAsked || !property.isOptional && isMissing(property) { names.append(property.wireName) }
    }
    if !isListed {
      names.append(WirePath(keys: style?.name(of: key.stringValue) ?? key.stringValue).description)
    }
    return decoder.missing(names, arePaths: true)
  }
}
