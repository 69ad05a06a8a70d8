package import FerryBase

/// The merged document of all layers, with the origin of each node; see ``LayeredTree``.
package struct LayeredTape: ~Copyable {
  /// The merged document. All text is in the arena, and aliases are expanded.
  package private(set) var tape = Tape()
  /// The origin of each word of the tape.
  package private(set) var origins: [LayeredTree.Origin] = []
  /// The keys whose values come from variables. By the object, then by the letters of the key: the
  /// indexes of the keys.
  package private(set) var lateKeys: [Int: [String: [Int]]] = [:]
  private var container = OpenContainer()

  package init() {}

  /// The merged document; empty without layers. It is valid until this value changes.
  package var view: TapeView { TapeView(tape) }

  /// Copies the merged document to an empty tape.
  package func copy(to other: inout Tape) throws(WireFailure) {
    try other.copy(tape)
  }

  // MARK: Writing

  mutating func begin(_ schema: PlainSchema, storing texts: [UInt8]) throws(WireFailure) {
    tape.schema = schema
    try texts.withByteView { texts throws(WireFailure) in
      _ = try tape.store(texts)
    }
  }

  /// Begins a container and returns its index.
  mutating func open(
    _ kind: NodeKind, _ origin: LayeredTree.Origin, limit: Int = LayeredTree.depthLimit
  ) throws(WireFailure) -> Int {
    try container.open(kind, on: &tape, limit: limit)
    origins.append(origin)
    return origins.count - 1
  }

  /// Notes that the next node is the key `name` of the object at `header`, which a variable named.
  mutating func noteLateKey(_ name: [UInt8], in header: Int) {
    let letters = LayeredTree.letters(String(decoding: name, as: UTF8.self))
    lateKeys[header, default: [:]][letters, default: []].append(tape.count)
  }

  /// Counts an element, or a pair of key and value.
  mutating func count() { container.count += 1 }

  mutating func close() { container.close(on: &tape) }

  mutating func append(
    _ node: Node, _ word: UInt64?, _ origin: LayeredTree.Origin
  ) throws(WireFailure) {
    if let word { try tape.append(node, word) } else { try tape.append(node) }
    fill(origin)
  }

  /// Appends the scalar at `index` of another tape.
  mutating func append(
    scalar index: Int, of view: TapeView, _ origin: LayeredTree.Origin
  ) throws(WireFailure) {
    try unsafe tape.append(copying: view, at: index)
    fill(origin)
  }

  mutating func append(
    _ kind: NodeKind, copying text: String, _ origin: LayeredTree.Origin
  ) throws(WireFailure) {
    try tape.append(kind, copying: text)
    fill(origin)
  }

  /// Appends a value, all of which has one origin.
  mutating func append(
    _ value: AnyValue, _ origin: LayeredTree.Origin, limit: Int
  ) throws(WireFailure) {
    try value.append(to: &tape, &container, limit: limit)
    fill(origin)
  }

  /// Sets the origin of the words that have none.
  private mutating func fill(_ origin: LayeredTree.Origin) {
    while origins.count < tape.count { origins.append(origin) }
  }
}

extension LayeredTape {
  /// All scalars, and empty arrays and objects, in order.
  package var leaves: [(path: WirePath, node: Int)] {
    var leaves: [(path: WirePath, node: Int)] = []
    let view = self.view
    func visit(_ cursor: TapeCursor, _ path: WirePath) -> Bool {
      guard case .node(let index) = cursor.match else { return true }
      guard cursor.isMap != nil, view[index].payload > index + 1 else {
        leaves.append((path, index))
        return true
      }
      return (try? cursor.visitAll { visit($0, path.appending($1)) }) ?? true
    }
    if view.count > 0 { _ = visit(TapeCursor(view, at: 0), .root) }
    return leaves
  }
  /// Returns the elements of an array, or the values of an object, with their keys.
  private static func members(_ view: TapeView, _ node: Int) -> [(name: String?, value: Int)] {
    guard node < view.count else { return [] }
    switch view[node].kind {
    case .list: return view.elements(ofList: node).map { (nil, $0) }
    case .map: return view.keys(ofMap: node).map { (view.string(view[$0]), $0 + 1) }
    default: return []
    }
  }

  /// Returns the first key of `path` that neither the document nor `names` has, with the nearest
  /// name; `nil` for a path with a match. `names` returns other known keys of an object. The spelling
  /// of keys does not count.
  package func missingKey(
    of path: WirePath, _ names: (_ header: Int) -> [String] = { _ in [] }
  ) -> (key: String, nearest: String?)? {
    let view = self.view
    var nodes = [0]
    for step in path.steps {
      let members = nodes.flatMap { Self.members(view, $0) }
      guard case .key(let key) = step, members.contains(where: { $0.name != nil }) else {
        if case .key(let key) = step, !members.isEmpty { return (key, "[*].\(key)") }
        nodes = members.map(\.value)
        continue
      }
      func isSame(_ name: String) -> Bool { LayeredTree.letters(name) == LayeredTree.letters(key) }
      let others = nodes.flatMap(names)
      nodes = members.filter { $0.name.map(isSame) ?? false }.map(\.value)
      if nodes.isEmpty, !others.contains(where: isSame) {
        return (key, Spelling.nearest(to: key, among: members.compactMap(\.name) + others))
      }
    }
    return nil
  }
}
