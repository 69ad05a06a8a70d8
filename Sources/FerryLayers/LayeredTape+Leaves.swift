package import FerryPath
internal import FerryTape

extension LayeredTape {
  /// Every value that is no list or map, and empty lists and maps, in order.
  package var leaves: [(path: WirePath, node: Int)] {
    var leaves: [(path: WirePath, node: Int)] = []
    let view = self.view
    func visit(_ cursor: TapeCursor, _ path: WirePath) -> Bool {
      guard case .node(let index) = cursor.match else { return true }
      guard cursor.isMap != nil, view[index].payload > index + 1 else {
        leaves.append((path, index))
        return true
      }
      return cursor.visitAll { visit($0, path.appending($1())) }
    }
    if view.count > 0 { _ = visit(TapeCursor(view, at: 0), .root) }
    return leaves
  }
}
