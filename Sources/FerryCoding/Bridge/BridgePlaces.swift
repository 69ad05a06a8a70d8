/// The coding paths behind the positions of direct coding in a foreign coder: the n-th requested
/// path is position n.
final class BridgePlaces {
  private var paths: [[any CodingKey]] = []

  func position(of path: [any CodingKey]) -> Int {
    // A type that looks at its place again and again, in front of one value, costs one entry.
    if let last = paths.last, last.map(\.stringValue) == path.map(\.stringValue) {
      return paths.count - 1
    }
    paths.append(path)
    return paths.count - 1
  }

  func path(at position: Int) -> [any CodingKey] {
    paths.indices.contains(position) ? paths[position] : []
  }
}

extension [CodingUserInfoKey: Any] {
  /// The same values, which a coder keeps for the length of one call on one thread.
  ///
  /// `Sendable` leaves no trace in memory, so nothing is converted; and no cast can ask for it.
  var asSendable: [CodingUserInfoKey: any Sendable] {
    unsafe unsafeBitCast(self, to: [CodingUserInfoKey: any Sendable].self)
  }
}
