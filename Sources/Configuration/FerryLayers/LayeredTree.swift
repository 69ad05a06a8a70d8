package import FerryBase

/// Several documents merged into one, with the origin of each value.
///
/// Objects are merged key by key; every other value of a later layer replaces the earlier value.
/// ``MergeRules`` change this for single paths.
/// The time for adding a layer depends only on the size of the layer, not on that of the merged
/// document.
///
/// ```
/// layer 0   server: {host: a, port: 1}     ->  server: {host: a, port: 2}
/// layer 1   server: {port: 2}                  origins:       0        1
/// ```
package struct LayeredTree: Sendable {
  /// The layer and the node that a value was copied from.
  package struct Origin: Hashable, Sendable {
    /// The number of the layer, in the order of adding.
    package let layer: Int
    /// The index of the node on the tape of that layer; 0 for nodes that a single value created.
    package let node: Int
    /// The place of the value's text in the layer, which aliases share. It is the index of a node, or
    /// a negative number for text in the arena.
    let source: Int
    /// The index of the value in the tree.
    package internal(set) var item = 0
  }

  /// A value or a key.
  struct Item: Sendable {
    /// The node. For a container, only its kind is used. Text is in `texts`.
    var node: Node
    /// The second word, for kinds with two words.
    var word: UInt64?
    var origin: Origin
    /// The last layer or group of layers that contributed to the value.
    var lastLayer: Int
    /// The layer or group in which a scalar got another text than before; 0 if it has had one text
    /// only.
    var changedIn = 0
    /// The value of an earlier layer that this one has replaced.
    var earlier: Int?
    /// The item with the tag of the value, if it has one.
    var tag: Int?
    /// The item with the text that the array or object was read from, if it is that of a variable
    /// alone.
    var written: Int?
    /// The elements of an array, or the alternating keys and values of an object.
    var children: [Int] = []
    /// For an object: the index of each key in `children`.
    var places: [[UInt8]: Int] = [:]
  }

  /// All values. While layers are added, a value only changes by getting more children; a
  /// replacement is a new item.
  var items: [Item] = []
  private(set) var texts: [UInt8] = []
  var root: Int?
  var schema = PlainSchema()
  /// The number of layers.
  package internal(set) var layerCount = 0
  /// The first layer of a group of layers that count as one, such as all variables of one source.
  var groupStart: Int?
  /// The number of the current layer, or of the first one of its group.
  var currentLayer: Int { groupStart ?? layerCount }
  /// Keys by their spelling in variables, for the objects that variables address.
  var variableKeys: [Int: VariableKeys] = [:]
  /// The layers whose keys are names of variables, which a model may spell in another way.
  var variableLayers: Set<Int> = []
  /// The objects with such keys.
  var variableMaps: Set<Int> = []
  /// The names of the model's members, also of those without a value.
  private(set) var members = VariableKeys()
  /// The rules for merging the next layers.
  package var rules = MergeRules()
  /// The places of the elements of arrays that layers extend by a key. Setting a single value may
  /// change the key of an element, so it clears them.
  var elementPlaces: [Int: ElementPlaces] = [:]
  /// The document with resolved tags that is being added.
  private var resolved: ResolvedDocument?
  /// The sources of text that replaced references, by the item with the text. The text of such a
  /// value has no references itself.
  var references: [Int: [Reference]] = [:]

  static var depthLimit: Int { OpenContainer.standardLimit }

  package init() {}

  /// Notes the names of the model's members.
  package mutating func note(members names: [String]) {
    // A model may have several spellings of one name.
    for name in names where members.similar(to: name).isEmpty {
      members.append(Array(name.utf8), at: 0)
    }
  }

  // MARK: Adding

  /// Merges the document at node `root` of `layer` into this one. Values with the tag
  /// ``replaceTag`` replace earlier values instead. A document without a value, such as `---` alone,
  /// changes nothing.
  /// - Returns: false for a document without a value.
  /// - Throws: `duplicateKey` for equal keys in an object, `typeMismatch` for an array or object in
  ///   place of another kind of root, or the other way round, `depthLimit` beyond 512 containers,
  ///   `sizeLimit` and `nodeLimit` beyond the limits of a tape. In these cases nothing is added.
  @discardableResult
  package mutating func add(
    _ layer: TapeView, from root: Int = 0
  ) throws(WireFailure) -> Bool {
    let value = layer.resolved(root)
    let node = layer[value]
    if node.kind == .plainText, node.length == 0 { return false }
    if let old = self.root, !Self.replaces(layer, root), rules.rule != .replace,
      Self.shape(items[old].node.kind) != Self.shape(node.kind)
    {
      throw WireFailure(.typeMismatch, node: value)
    }
    try check(layer, root, depth: 0)
    schema.formUnion(layer.schema)
    self.root = merge(self.root, layer, root, rules)
    layerCount += 1
    return true
  }

  /// Adds the values of a document with resolved tags by `add`. The files that the document includes
  /// are layers as well.
  package mutating func add(
    _ document: ResolvedDocument,
    by add: (inout LayeredTree, TapeView) throws(WireFailure) -> Bool
  ) throws(WireFailure) -> Bool {
    resolved = document
    defer { resolved = nil }
    let first = items.count
    let layer = layerCount
    guard try add(&self, document.view) else { return false }
    for item in first..<items.count {
      let place = ResolvedDocument.Place(
        layer: items[item].origin.layer - layer, node: items[item].origin.node)
      references[item] = document.references[place]
    }
    layerCount += document.includedFiles.count
    return true
  }

  /// The kind of an array or an object; `nil` for any other value.
  private static func shape(_ kind: NodeKind) -> NodeKind? {
    switch kind {
    case .map: .map
    case .list, .packed: .list
    default: nil
    }
  }

  /// The kind of the root if it is an array or an object.
  package var rootKind: NodeKind? {
    guard let root, [.map, .list].contains(items[root].node.kind) else { return nil }
    return items[root].node.kind
  }

  /// Begins layers that count as one in the history of a value.
  package mutating func beginGroup() { groupStart = layerCount }

  /// Ends the group of layers.
  package mutating func endGroup() { groupStart = nil }

  // MARK: Copying

  func origin(_ node: Int, in layer: TapeView? = nil) -> Origin {
    guard let layer else { return Origin(layer: layerCount, node: node, source: node) }
    guard let resolved else { return Self.origin(node, in: layer, layer: layerCount) }
    let origin = resolved.origin(ofNode: node)
    return Origin(
      layer: layerCount + origin.layer, node: origin.node, source: origin.source)
  }

  static func origin(_ node: Int, in view: TapeView, layer: Int) -> Origin {
    let source = view.resolved(node)
    let value = view[source]
    let isText = value.length > 0 && [.plainText, .arenaText].contains(value.kind)
    // The members of merge keys are copies that share their text.
    return Origin(layer: layer, node: node, source: isText ? -1 - value.payload : source)
  }

  /// Appends a copy of the value at `index`.
  mutating func copy(_ layer: TapeView, _ index: Int) -> Int {
    let item = copyValue(layer, index)
    copyTag(layer, index, to: item)
    return item
  }

  /// Gives an item the tag of the value at `index`, if it has one.
  mutating func copyTag(_ layer: TapeView, _ index: Int, to item: Int) {
    let index = layer.unaliased(index)
    guard layer[index].kind == .tagged, !Self.replaces(layer, index) else { return }
    let tag = scalar(layer, index + 1)
    items[tag].origin = origin(index, in: layer)
    items[tag].origin.item = item
    items[item].tag = tag
  }

  private mutating func copyValue(_ layer: TapeView, _ index: Int) -> Int {
    let value = layer.resolved(index)
    let node = layer[value]
    if node.kind == .packed { return unpack(layer, value, origin(index, in: layer)) }
    guard node.kind == .map || node.kind == .list else { return scalar(layer, index) }
    let container = append(Node(node.kind), origin: origin(index, in: layer))
    guard node.kind == .map else {
      for element in layer.elements(ofList: value) {
        let copy = copy(layer, element)
        items[container].children.append(copy)
      }
      return container
    }
    for key in layer.keys(ofMap: value) {
      let member = layer.next(key)
      let name = Array(layer.stored(layer[layer.resolved(key)]))
      append(scalar(layer, key), name, copy(layer, member), toMap: container)
    }
    return container
  }

  mutating func append(_ key: Int, _ name: [UInt8], _ value: Int, toMap map: Int) {
    let place = items[map].children.count
    items[map].children += [key, value]
    items[map].places[name] = place
    variableKeys[map]?.append(name, at: place)
  }

  mutating func append(_ node: Node, _ word: UInt64? = nil, origin: Origin) -> Int {
    var origin = origin
    origin.item = items.count
    items.append(Item(node: node, word: word, origin: origin, lastLayer: currentLayer))
    return items.count - 1
  }

  /// Appends a scalar. ``check(_:_:depth:)`` has verified that its text fits.
  mutating func scalar(_ layer: TapeView, _ index: Int) -> Int {
    let origin = origin(index, in: layer)
    let index = layer.resolved(index)
    let node = layer[index]
    switch node.kind {
    case .text, .arenaText:
      return append(store(.arenaText, layer.stored(node)), origin: origin)
    case .integerText, .decimalText, .decimal, .numberText:
      return append(store(.numberText, layer.stored(node)), origin: origin)
    case .plainText: return append(store(.plainText, layer.stored(node)), origin: origin)
    case .bytes, .arenaBytes:
      return append(store(.arenaBytes, layer.stored(node)), origin: origin)
    case .extension, .arenaExtension:
      return append(store(.arenaExtension, layer.stored(node)), origin: origin)
    case .uuid:
      let text = Array((layer.text(at: index) ?? "").utf8)
      return append(store(text, as: .arenaText), origin: origin)
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

  /// Stores the text of a scalar. It ``fits(_:)``.
  mutating func store(_ bytes: [UInt8], as kind: NodeKind) -> Node {
    bytes.withByteView { store(kind, $0) }
  }
}
