import FerryBytes
internal import FerryPath
package import FerryTape

/// Several documents merged into one, with the origin of each value.
///
/// Objects are merged key by key; every other value of a later layer replaces the earlier value.
/// The time for adding a layer depends only on the size of the layer, not on that of the merged
/// document.
///
/// ```
/// layer 0   server: {host: a, port: 1}     ->  server: {host: a, port: 2}
/// layer 1   server: {port: 2}                  origins:       0        1
/// ```
package struct LayeredTree: Sendable {
  /// The layer and the node that a value was copied from.
  package struct Origin: Equatable, Sendable {
    /// The number of the layer, in the order of adding.
    package let layer: Int
    /// The index of the node on the tape of that layer; 0 for nodes that a single value created.
    package let node: Int
  }

  /// A value or a key.
  struct Item: Sendable {
    /// The node. For a container, only its kind is used. Text is in `texts`.
    let node: Node
    /// The second word, for kinds with two words.
    let word: UInt64?
    let origin: Origin
    /// The elements of an array, or the alternating keys and values of an object. A removed pair is
    /// -1.
    var children: [Int] = []
    /// For an object: the index of the first key of each name in `children`.
    var places: [[UInt8]: Int] = [:]
    /// For an object: the indexes of repeated keys, in documents with duplicate keys.
    var repetitions: [[UInt8]: [Int]] = [:]
  }

  /// All values. A value only changes by getting more children; a replacement is a new item.
  private(set) var items: [Item] = []
  private(set) var texts: [UInt8] = []
  private(set) var root: Int?
  private var schema = PlainSchema()
  /// The number of layers.
  package private(set) var layerCount = 0
  /// Keys by their spelling in variables, for the objects that variables address.
  var variableKeys: [Int: VariableKeys] = [:]

  static var depthLimit: Int { OpenContainer.standardLimit }

  package init() {}

  // MARK: Adding

  /// Merges the document at node `root` of `layer` into this one.
  /// - Throws: `depthLimit` beyond 512 containers, `sizeLimit` and `nodeLimit` beyond the limits of
  ///   a tape. In these cases nothing is added.
  package mutating func add(_ layer: TapeView, from root: Int = 0) throws(WireFailure) {
    try check(layer, root, depth: 0)
    schema = layer.schema
    self.root = merge(self.root, layer, root)
    layerCount += 1
  }

  /// Merges the document at `node` of `layer` into the value at `target`, as a separate layer.
  /// - Throws: The same errors as ``add(_:)``.
  package mutating func set(
    _ target: Target, to layer: TapeView, from node: Int = 0
  ) throws(WireFailure) {
    try check(layer, node, depth: target.steps.count)
    schema = layer.schema
    root = set(target.steps[...], in: root) { tree, old in tree.merge(old, layer, node) }
    layerCount += 1
  }

  /// Stores the plain scalar `text` at `target`, as a separate layer. Empty text stays empty text
  /// and does not become null.
  /// - Throws: The same errors as ``add(_:)``.
  package mutating func set(_ target: Target, toPlain text: String) throws(WireFailure) {
    guard target.steps.count <= Self.depthLimit else { throw WireFailure(.depthLimit, node: 0) }
    let bytes = Array(text.utf8)
    guard bytes.count <= Node.maximumLength, bytes.count <= Node.maximumPayload - texts.count
    else { throw WireFailure(.sizeLimit, node: 0) }
    root = set(target.steps[...], in: root) { tree, _ in
      let node = bytes.withByteView {
        tree.store(bytes.isEmpty ? .arenaText : .plainText, $0)
      }
      return tree.append(node, origin: tree.origin(0))
    }
    layerCount += 1
  }

  private mutating func set(
    _ steps: ArraySlice<WirePath.Step>, in old: Int?, _ value: (inout LayeredTree, Int?) -> Int
  ) -> Int {
    guard let step = steps.first else { return value(&self, old) }
    let rest = steps.dropFirst()
    switch step {
    case .key(let key):
      let map = container(.map, old)
      let name = Array(key.utf8)
      removeRepetitions(of: name, inMap: map)
      if let place = items[map].places[name] {
        let child = items[map].children[place + 1]
        items[map].children[place + 1] = set(rest, in: child, value)
      } else {
        let node = name.withByteView { store(.arenaText, $0) }
        let key = append(node, origin: origin(0))
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
    if let old, items[old].node.kind == kind { return old }
    return append(Node(kind), origin: origin(0))
  }

  // MARK: Merging

  private func origin(_ node: Int) -> Origin { Origin(layer: layerCount, node: node) }

  /// Merges the layer's node into the old value and returns the result.
  private mutating func merge(_ old: Int?, _ layer: TapeView, _ index: Int) -> Int {
    guard let old else { return copy(layer, index) }
    let map = layer.resolved(index)
    guard items[old].node.kind == .map, layer[map].kind == .map else { return copy(layer, map) }
    // The last of equal keys has the value; the first one determines the position.
    var values: [[UInt8]: Int] = [:]
    var order: [(key: Int, name: [UInt8])] = []
    for key in layer.keys(ofMap: map) {
      let name = layer.withText(layer[layer.resolved(key)]) { Array($0) }
      if values.updateValue(layer.next(key), forKey: name) == nil { order.append((key, name)) }
    }
    for (key, name) in order {
      guard let value = values[name] else { continue }
      removeRepetitions(of: name, inMap: old)
      if let place = items[old].places[name] {
        let child = items[old].children[place + 1]
        items[old].children[place + 1] = merge(child, layer, value)
      } else {
        append(scalar(layer, key), name, copy(layer, value), toMap: old)
      }
    }
    return old
  }

  /// Removes all but the first of equal keys. Otherwise a reader that uses the last one would miss
  /// the change.
  private mutating func removeRepetitions(of name: [UInt8], inMap map: Int) {
    guard !items[map].repetitions.isEmpty,
      let places = items[map].repetitions.removeValue(forKey: name)
    else { return }
    for place in places {
      items[map].children[place] = -1
      items[map].children[place + 1] = -1
    }
  }

  /// Appends a copy of the value at `index`.
  private mutating func copy(_ layer: TapeView, _ index: Int) -> Int {
    let value = layer.resolved(index)
    let node = layer[value]
    if node.kind == .packed { return unpack(layer, value, origin(index)) }
    guard node.kind == .map || node.kind == .list else { return scalar(layer, index) }
    let container = append(Node(node.kind), origin: origin(index))
    guard node.kind == .map else {
      for element in layer.elements(ofList: value) {
        let copy = copy(layer, element)
        items[container].children.append(copy)
      }
      return container
    }
    for key in layer.keys(ofMap: value) {
      let member = layer.next(key)
      let name = layer.withText(layer[layer.resolved(key)]) { Array($0) }
      append(scalar(layer, key), name, copy(layer, member), toMap: container)
    }
    return container
  }

  private mutating func append(_ key: Int, _ name: [UInt8], _ value: Int, toMap map: Int) {
    let place = items[map].children.count
    items[map].children += [key, value]
    if items[map].places[name] == nil {
      items[map].places[name] = place
      variableKeys[map]?.append(name, at: place)
    } else {
      items[map].repetitions[name, default: []].append(place)
    }
  }

  private mutating func append(_ node: Node, _ word: UInt64? = nil, origin: Origin) -> Int {
    items.append(Item(node: node, word: word, origin: origin))
    return items.count - 1
  }

  /// Appends a scalar. ``check(_:_:depth:)`` has verified that its text fits.
  private mutating func scalar(_ layer: TapeView, _ index: Int) -> Int {
    let origin = origin(index)
    let index = layer.resolved(index)
    let node = layer[index]
    switch node.kind {
    case .text, .escapedText, .arenaText:
      return append(
        layer.withText(node) { store(.arenaText, $0) }, origin: origin)
    case .integerText, .decimalText, .decimal, .numberText:
      return append(store(.numberText, layer.stored(node)), origin: origin)
    case .plainText: return append(store(.plainText, layer.stored(node)), origin: origin)
    case .bytes, .arenaBytes:
      return append(store(.arenaBytes, layer.stored(node)), origin: origin)
    case .extension, .arenaExtension:
      return append(store(.arenaExtension, layer.stored(node)), origin: origin)
    case .uuid:
      let text = Array((layer.text(at: index) ?? "").utf8)
      let node = text.withByteView { store(.arenaText, $0) }
      return append(node, origin: origin)
    case .int64, .uint64, .double, .date:
      return append(node, layer.word(after: index), origin: origin)
    default: return append(node, origin: origin)
    }
  }

  private mutating func unpack(_ layer: TapeView, _ index: Int, _ origin: Origin) -> Int {
    let (elements, type) = layer.packed(index)
    let list = append(Node(.list), origin: origin)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      let word = elements.load(UInt64.self, at: offset)
      let small = type == .int64 ? Node(integer: Int64(bitPattern: word)) : nil
      let kind: NodeKind = type == .int64 ? .int64 : .double
      let element = append(small ?? Node(kind), small == nil ? word : nil, origin: origin)
      items[list].children.append(element)
    }
    return list
  }

  private mutating func store(_ kind: NodeKind, _ bytes: ByteView) -> Node {
    let offset = texts.count
    texts.append(contentsOf: bytes)
    return Node(kind, length: bytes.count, payload: offset)
  }

  // MARK: Result

  /// Returns the merged document.
  /// - Throws: `nodeLimit` beyond the limit of a tape.
  package func merged() throws(WireFailure) -> LayeredTape {
    var result = LayeredTape()
    try result.begin(schema, storing: texts)
    if let root { try write(root, to: &result) }
    return result
  }

  private func write(_ index: Int, to result: inout LayeredTape) throws(WireFailure) {
    let item = items[index]
    guard item.node.kind == .map || item.node.kind == .list else {
      return try result.append(item.node, item.word, item.origin)
    }
    try result.open(item.node.kind, item.origin)
    for (place, child) in item.children.enumerated() where child >= 0 {
      if item.node.kind == .list || place % 2 == 0 { result.count() }
      try write(child, to: &result)
    }
    result.close()
  }
}
