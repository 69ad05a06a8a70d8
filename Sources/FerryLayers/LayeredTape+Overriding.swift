package import FerryPath
package import FerryTape

/// Single values on top of documents, such as environment variables and options have them.
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

  /// The path that a variable's name leads to, or nil if it is none of this document's.
  ///
  /// With a `prefix`, all variables that start with it count; without one, those of several parts
  /// whose first names something that there is. A part is the key that it equals, letter case, `_`
  /// and `-` aside, else a new key in small letters.
  package func steps(forVariable name: String, prefix: String) -> [String]? {
    guard name.hasPrefix(prefix) else { return nil }
    let parts = Self.parts(ofVariable: name.dropFirst(prefix.count))
    guard !parts.contains(""), parts.count > 1 || !prefix.isEmpty else { return nil }
    let view = self.view
    var steps: [String] = []
    var index: Int? = view.count > 0 ? 0 : nil
    for part in parts {
      let match = index.flatMap { Self.key(like: part, in: $0, view) }
      if match == nil, steps.isEmpty, prefix.isEmpty { return nil }
      steps.append(match?.name ?? part.lowercased())
      index = match?.value
    }
    return steps
  }

  private static func key(
    like part: String, in index: Int, _ view: TapeView
  ) -> (name: String, value: Int?)? {
    if view[index].kind == .list, let number = Int(part) {
      return (part, view.element(number, ofList: index))
    }
    guard view[index].kind == .map else { return nil }
    let wanted = letters(part)
    var best: (name: String, value: Int?)?
    var key = index + 1
    while key < view[index].payload {
      let name = view.string(view[key])
      let value = view.next(key)
      if name == part { return (name, value) }
      if best == nil, letters(name) == wanted { best = (name, value) }
      key = view.next(value)
    }
    return best
  }

  private static func letters(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// The same with the plain scalar `text` as the value at `steps`, a layer of its own. Numbers among
  /// the steps address elements of lists; empty text is empty text, not null.
  package borrowing func setting(
    _ steps: [String], toPlain text: String
  ) throws(Failure) -> LayeredTape {
    var layer = Tape()
    layer.schema = tape.schema
    var open = try Self.open(steps, on: &layer)
    if text.isEmpty {
      try layer.append("")
    } else {
      try layer.append(.plainText, copying: text)
    }
    return try unsafe adding(&layer, &open, input: nil)
  }

  /// The same with the document at node 0 of `value` as the value at `steps`, a layer of its own.
  package borrowing func setting(
    _ steps: [String], to value: TapeView
  ) throws(Failure) -> LayeredTape {
    var layer = Tape()
    layer.schema = value.schema
    var open = try Self.open(steps, on: &layer)
    try unsafe layer.append(copying: value, at: 0)
    return try unsafe adding(&layer, &open, input: value.input)
  }

  private static func open(
    _ steps: [String], on layer: inout Tape
  ) throws(Failure) -> OpenContainer {
    var open = OpenContainer()
    for step in steps {
      try open.open(.map, on: &layer, limit: .max)
      open.count = 1
      try layer.append(step)
    }
    return open
  }

  private borrowing func adding(
    _ layer: inout Tape, _ open: inout OpenContainer, input: UnsafePointer<UInt8>?
  ) throws(Failure) -> LayeredTape {
    while open.depth > 0 { open.close(on: &layer) }
    let view = unsafe TapeView(layer, input: input ?? UnsafePointer(layer.arena))
    return try adding(view, addressesElements: true)
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
