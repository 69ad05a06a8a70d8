/// A search for the name that a misspelled name was meant to be.
package enum Spelling {
  /// Returns the nearest of `names` to `name`, if it is similar: about one letter in three may be
  /// missing, extra, wrong or swapped with its neighbour. Case, `_` and `-` do not count.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = normalised(name)
    // A comparison takes time in proportion to the product of both lengths.
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    let limit = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in names.prefix(1000) where candidate != name {
      let letters = normalised(candidate)
      guard !letters.isEmpty, abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      if distance <= limit, distance < max(wanted.count, letters.count),
        distance < best?.distance ?? .max
      {
        best = (candidate, distance)
      }
    }
    return best?.name
  }

  private static func normalised(_ name: String) -> [Character] {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// Returns the number of insertions, removals, replacements and swaps of neighbours that turn one
  /// word into the other.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var rows = [[Int]](
      repeating: [Int](repeating: 0, count: second.count + 1), count: first.count + 1)
    for row in 0...first.count { rows[row][0] = row }
    for column in 0...second.count { rows[0][column] = column }
    for row in 1...first.count {
      for column in 1...second.count {
        let isSame = first[row - 1] == second[column - 1]
        var least = min(
          rows[row - 1][column] + 1, rows[row][column - 1] + 1,
          rows[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, first[row - 1] == second[column - 2],
          first[row - 2] == second[column - 1]
        {
          least = min(least, rows[row - 2][column - 2] + 1)
        }
        rows[row][column] = least
      }
    }
    return rows[first.count][second.count]
  }
}
