import FerryCoding
import FerryPath
import FerryTape

// The usual case of a mapping: paths of its own, and no values for the properties of children.
extension MappingPlan: LocatedKeys {
  /// One for each property, and then one for each edge of the tree.
  var indexCount: Int { properties.count + max(table.edgeCount, 1) }

  func locate(_ decoder: TapeDecoder, _ nodes: UnsafeMutablePointer<Int32>) throws {
    let found = unsafe nodes + properties.count
    try unsafe decoder.visit(table, found)
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
    for edge in edges { try unsafe decoder.checkShape(above: edge, in: tree, found) }
    return -1
  }

  func place(of name: String) -> Int? { position(of: name) }

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
    for position in view.keys(ofMap: decoder.node) {
      let name = view.string(view[view.resolved(position)])
      if seen.insert(name).inserted, !ignoredKeys.contains(name) { names.append(name) }
    }
    return names
  }

  func missing(
    _ key: any CodingKey, _ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>
  ) -> any Error {
    let names = missingNames(key) { property in
      position(of: property.name).map { unsafe nodes[$0] < 0 } ?? true
    }
    return decoder.missing(names, arePaths: true)
  }
}
