internal import FerryTape

extension LayeredTree {
  /// Checks that all of a layer can be added, `depth` containers deep, before anything is changed.
  func check(_ layer: TapeView, _ index: Int, depth: Int) throws(WireFailure) {
    var bytes = texts.count
    try check(layer, index, depth, &bytes)
  }

  private func check(
    _ layer: TapeView, _ index: Int, _ depth: Int, _ bytes: inout Int
  ) throws(WireFailure) {
    let index = layer.resolved(index)
    let node = layer[index]
    switch node.kind {
    case .list, .map, .packed:
      guard depth < Self.depthLimit else { throw WireFailure(.depthLimit, node: index) }
      guard node.kind != .packed else { return }
      // Keys are checked as well.
      for child in layer.elements(ofList: index) { try check(layer, child, depth + 1, &bytes) }
    case .alias, .placeholder, .continuation: throw WireFailure(.notRepresentable, node: index)
    case .null, .false, .true, .integer, .float, .int64, .uint64, .double, .date: break
    case .uuid: bytes += 36
    default:
      // Escapes make text longer in a layer than here, never shorter.
      bytes += node.length
    }
    guard bytes <= Node.maximumPayload else { throw WireFailure(.sizeLimit, node: index) }
  }
}
