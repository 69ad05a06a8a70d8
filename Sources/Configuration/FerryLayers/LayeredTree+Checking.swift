internal import FerryBase

extension LayeredTree {
  /// Checks that a layer can be added at a depth of `depth` containers, before any change.
  func check(_ layer: TapeView, _ index: Int, depth: Int) throws(WireFailure) {
    if let key = layer.firstDuplicateKey(from: layer.resolved(index)) {
      throw WireFailure(.duplicateKey, node: key)
    }
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
      // This checks the keys as well.
      for child in layer.elements(ofList: index) { try check(layer, child, depth + 1, &bytes) }
    case .alias, .tagged, .placeholder, .continuation:
      throw WireFailure(.notRepresentable, node: index)
    case .null, .false, .true, .integer, .float, .int64, .uint64, .double, .date: break
    case .uuid: bytes += 36
    default:
      // Text with escapes is longer in the layer than in the tree, never shorter.
      bytes += node.length
    }
    guard bytes <= Node.maximumPayload else { throw WireFailure(.sizeLimit, node: index) }
  }
}
