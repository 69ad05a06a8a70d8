package import FerryBase

/// Single values as layers.
extension LayeredTree {
  /// Merges the document at `node` of `layer` into the value at `target`, as a separate layer.
  /// `isVariable` is true if the keys of the target are names of a variable. `text` is the text that
  /// the document was read from.
  /// - Throws: The same errors as ``add(_:from:)``.
  package mutating func set(
    _ target: Target, to layer: TapeView, from node: Int = 0, isVariable: Bool = false,
    text: String? = nil
  ) throws(WireFailure) {
    try check(layer, node, depth: target.steps.count)
    schema.formUnion(layer.schema)
    if isVariable { variableLayers.insert(layerCount) }
    let rules = target.steps.reduce(rules) { $0.descending($1) }
    root = set(target.steps[...], in: root) { tree, old in
      let item = tree.merge(old, layer, node, rules)
      if let text, item != old { tree.keep(Array(text.utf8), of: item) }
      return item
    }
    layerCount += 1
  }

  /// Stores the scalar `text` at `target`, as a separate layer. The scalar is plain unless `isText`
  /// is true. Empty text stays empty text and does not become null. `isVariable` is true if the keys
  /// of the target are names of a variable.
  /// - Throws: The same errors as ``add(_:from:)``.
  package mutating func set(
    _ target: Target, toPlain text: String, isText: Bool = false, isVariable: Bool = false
  ) throws(WireFailure) {
    guard target.steps.count <= Self.depthLimit else { throw WireFailure(.depthLimit, node: 0) }
    let bytes = Array(text.utf8)
    guard fits(bytes) else { throw WireFailure(.sizeLimit, node: 0) }
    if isVariable { variableLayers.insert(layerCount) }
    root = set(target.steps[...], in: root) { tree, old in
      let node = tree.store(bytes, as: isText || bytes.isEmpty ? .arenaText : .plainText)
      let item = tree.append(node, origin: tree.origin(0))
      tree.keep(bytes, of: item)
      return tree.replacing(old, by: item)
    }
    layerCount += 1
  }

  /// Returns whether the value of a variable or an option is read as a document: it starts with `[`
  /// or `{`, also after a tag, or with the tag `!replace`.
  package static func isDocument(_ text: String) -> Bool {
    if isMarkedDocument(text) { return true }
    guard text.hasPrefix("!"), let end = text.firstIndex(of: " ") else {
      return text.hasPrefix("[") || text.hasPrefix("{")
    }
    let value = text[end...].drop { $0 == " " }
    return value.hasPrefix("[") || value.hasPrefix("{")
  }

  /// Returns whether the tag ``replaceTag`` marks the value of a variable or an option as a document.
  package static func isMarkedDocument(_ text: String) -> Bool {
    text == replaceTag || text.hasPrefix(replaceTag + " ")
  }

  /// Returns whether the plain scalar `text` is null. Text in quotes and secret files never are.
  package static func isNull(_ text: String) -> Bool {
    Array(text.utf8).withByteView { PlainScalar.resolve($0, PlainSchema()) } == .null
  }

  /// Returns whether a scalar of these bytes fits into the tree.
  func fits(_ bytes: [UInt8]) -> Bool {
    bytes.count <= Node.maximumLength && bytes.count <= Node.maximumPayload - texts.count
  }

  private mutating func set(
    _ steps: ArraySlice<WirePath.Step>, in old: Int?, _ value: (inout LayeredTree, Int?) -> Int
  ) -> Int {
    guard let step = steps.first else {
      let item = value(&self, old)
      // The merged value may be the key of an element of an array around it.
      elementPlaces.removeAll()
      return item
    }
    let rest = steps.dropFirst()
    switch step {
    case .key(let key):
      let map = container(.map, old)
      let name = Array(key.utf8)
      if let place = items[map].places[name] {
        let child = items[map].children[place + 1]
        items[map].children[place + 1] = set(rest, in: child, value)
      } else {
        if variableLayers.contains(layerCount) { variableMaps.insert(map) }
        let key = append(store(name, as: .arenaText), origin: origin(0))
        append(key, name, set(rest, in: nil, value), toMap: map)
      }
      return map
    case .index(let index), .keyOrIndex(let index):
      let list = container(.list, old)
      if index < items[list].children.count {
        let child = items[list].children[index]
        items[list].children[index] = set(rest, in: child, value)
      } else {
        let child = set(rest, in: nil, value)
        items[list].children.append(child)
      }
      return list
    case .wildcard: return value(&self, old)
    }
  }

  /// Returns the container `old` if it is of this kind, or else a new one.
  private mutating func container(_ kind: NodeKind, _ old: Int?) -> Int {
    if let old, items[old].node.kind == kind {
      contribute(to: old)
      return old
    }
    let container = append(Node(kind), origin: origin(0))
    items[container].earlier = old
    return container
  }
}
