import FerryPath
import FerryTape

extension TapeView {
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
