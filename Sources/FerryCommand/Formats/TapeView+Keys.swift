import FerryPath
import FerryTape

extension TapeView {
  /// The index of the first key in the value at `root` that its map has already, or `nil`. RFC 8259
  /// leaves open what such a map means, and readers differ.
  func firstDuplicateKey(from root: Int) -> Int? {
    var first: Int?
    for index in maps(from: root) where !keysDifferForSure(inMap: index) {
      // Steps are equal when the bytes of their keys are; strings are also when only Unicode's
      // normal form is the same.
      var seen: Set<WirePath.Step> = []
      var position = index + 1
      while position < self[index].payload {
        guard seen.insert(.key(string(self[resolved(position)]))).inserted else {
          first = min(first ?? position, position)
          break
        }
        position = next(next(position))
      }
    }
    return first
  }

  /// The indexes of all maps in the value at `root`.
  private func maps(from root: Int) -> [Int] {
    var found: [Int] = []
    var position = root
    let end = next(root)
    // Contents follow their container, so every node is passed once.
    while position < end {
      let node = self[position]
      if node.kind == .map { found.append(position) }
      position = node.kind == .map || node.kind == .list ? position + 1 : next(position)
    }
    return found
  }

  /// The first key of the map around `key` with the same bytes, or `nil` if that is `key` itself.
  func firstKey(equalTo key: Int) -> Int? {
    guard key >= 0, key < count else { return nil }
    let name = WirePath.Step.key(string(self[resolved(key)]))
    // The innermost map with the key in it is the last one that begins before it and ends behind.
    let map = maps(from: 0).last { $0 < key && key < self[$0].payload }
    guard let map else { return nil }
    var position = map + 1
    while position < key {
      if .key(string(self[resolved(position)])) == name { return position }
      position = next(next(position))
    }
    return nil
  }
}
