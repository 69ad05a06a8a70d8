package import FerryPath
internal import FerryTape

/// Environment variables on top of documents, and what there is in the end.
extension LayeredTape {
  /// The keys that the name of a variable spells, `__` between two of them: `["A_B", "C"]` for
  /// `A_B__C`.
  package static func parts(ofVariable name: some StringProtocol) -> [String] {
    let words = name.split(separator: "_", omittingEmptySubsequences: false)
    var parts: [String] = []
    var current: [String] = []
    for (index, word) in words.enumerated() {
      if word.isEmpty, !current.isEmpty, index + 1 < words.count {
        parts.append(current.joined(separator: "_"))
        current = []
      } else {
        current.append(String(word))
      }
    }
    return parts + [current.joined(separator: "_")]
  }

  /// Whether the variable `name` is set before the one called `other`: elements of a list come in
  /// the order of their numbers, so that each can be the one behind the last.
  package static func isVariable(_ name: String, before other: String) -> Bool {
    parts(ofVariable: name).lexicographicallyPrecedes(parts(ofVariable: other)) {
      (Int($0) ?? .max, $0) < (Int($1) ?? .max, $1)
    }
  }

  /// The path that a variable's name leads to, or nil if it is none of this document's.
  ///
  /// With a `prefix`, all variables that start with it count; without one, those of several parts
  /// whose first names something that there is. In a list, a part that is a number is an index. Any
  /// other part is the key that it equals, letter case, `_` and `-` aside, else a new key in small
  /// letters.
  package func path(forVariable name: String, prefix: String) -> WirePath? {
    guard name.hasPrefix(prefix) else { return nil }
    let parts = Self.parts(ofVariable: name.dropFirst(prefix.count))
    guard !parts.contains(""), parts.count > 1 || !prefix.isEmpty else { return nil }
    let view = self.view
    var steps: [WirePath.Step] = []
    var index: Int? = view.count > 0 ? 0 : nil
    for part in parts {
      let match = index.flatMap { Self.step(like: part, in: $0, view) }
      if match == nil, steps.isEmpty, prefix.isEmpty { return nil }
      steps.append(match?.step ?? .key(part.lowercased()))
      index = match?.value
    }
    return WirePath(steps: steps)
  }

  private static func step(
    like part: String, in index: Int, _ view: TapeView
  ) -> (step: WirePath.Step, value: Int?)? {
    if view[index].kind == .list, let number = Int(part), number >= 0 {
      return (.index(number), view.element(number, ofList: index))
    }
    guard view[index].kind == .map else { return nil }
    let wanted = letters(part)
    var best: (step: WirePath.Step, value: Int?)?
    var key = index + 1
    while key < view[index].payload {
      let name = view.string(view[key])
      let value = view.next(key)
      if name == part { return (.key(name), value) }
      if best == nil, letters(name) == wanted { best = (.key(name), value) }
      key = view.next(value)
    }
    return best
  }

  private static func letters(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

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
