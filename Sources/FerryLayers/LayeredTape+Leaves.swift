package import FerryPath
internal import FerryTape

extension LayeredTape {
  /// Every value that is no list or map, and empty lists and maps, in order.
  package var leaves: [(path: WirePath, node: Int)] {
    var leaves: [(path: WirePath, node: Int)] = []
    let view = self.view
    func visit(_ index: Int, _ path: WirePath) {
      let node = view[index]
      let isMap = node.kind == .map
      guard isMap || node.kind == .list, node.payload > index + 1 else {
        leaves.append((path, index))
        return
      }
      var child = index + 1
      var number = 0
      while child < node.payload {
        if isMap {
          let value = view.next(child)
          visit(value, path.appending(.key(view.string(view[child]))))
          child = view.next(value)
        } else {
          visit(child, path.appending(.index(number)))
          child = view.next(child)
        }
        number += 1
      }
    }
    if view.count > 0 { visit(0, .root) }
    return leaves
  }
}
