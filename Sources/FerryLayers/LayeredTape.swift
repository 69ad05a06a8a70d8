package import FerryTape

/// Documents merged into one, of which each node knows where it came from.
///
/// Maps are merged key by key; everything else that a later layer has replaces what was there.
///
/// ```
/// layer 0   server: {host: a, port: 1}     ->  server: {host: a, port: 2}
/// layer 1   server: {port: 2}                  origins:       0        1
/// ```
package struct LayeredTape: ~Copyable {
  /// Which node of which layer a node was copied from.
  package struct Origin: Equatable, Sendable {
    /// Number of the layer, in the order of adding.
    package let layer: Int
    /// Index of the node on the tape of that layer.
    package let node: Int
  }

  /// The merged document: all text lies in the arena, aliases are written out.
  package private(set) var tape = Tape()
  /// For each word of the tape.
  package private(set) var origins: [Origin] = []
  /// How many layers there are.
  package private(set) var layerCount = 0

  package init() {}

  /// The merged document; empty without layers. It is valid as long as this is not changed.
  package var view: TapeView { unsafe TapeView(tape, input: UnsafePointer(tape.arena)) }

  /// Merges the document at node 0 of `layer` into this one.
  /// - Throws: `depthLimit` beyond 512 containers, `sizeLimit` and `nodeLimit` beyond a tape's.
  package mutating func add(_ layer: TapeView) throws(Failure) {
    self = try adding(layer)
  }

  /// The same with the document at node 0 of `layer` merged into it; see ``add(_:)``.
  package borrowing func adding(_ layer: TapeView) throws(Failure) -> LayeredTape {
    try adding(layer, elements: [:])
  }

  /// The same where some lists of the layer, by their nodes, stand for one element of the list that
  /// they are merged into: the one of that index, or the one behind the last.
  borrowing func adding(
    _ layer: TapeView, elements: [Int: Int]
  ) throws(Failure) -> LayeredTape {
    var merger = TapeMerger(
      base: view, baseOrigins: origins, layer: layer, number: layerCount, elements: elements)
    try merger.merge(tape.count > 0 ? 0 : nil, 0)
    var result = LayeredTape()
    merger.swapResult(&result.tape, &result.origins)
    result.layerCount = layerCount + 1
    return result
  }

  /// Copies the merged document to an empty tape.
  package func copy(to other: inout Tape) throws(Failure) {
    other.schema = tape.schema
    _ = try unsafe other.store(UnsafeBufferPointer(start: tape.arena, count: tape.arenaCount))
    for index in 0..<tape.count { try other.append(tape.node(at: index)) }
  }
}

/// One merge of a layer into what the layers before it have made.
private struct TapeMerger: ~Copyable {
  let base: TapeView
  let baseOrigins: [LayeredTape.Origin]
  let layer: TapeView
  let number: Int
  /// Indexes in lists of the base, by the lists of the layer that stand for the element there.
  let elements: [Int: Int]
  private var result = Tape()
  private var origins: [LayeredTape.Origin] = []
  private var open = OpenContainer()

  init(
    base: TapeView, baseOrigins: [LayeredTape.Origin], layer: TapeView, number: Int,
    elements: [Int: Int]
  ) {
    self.base = base
    self.baseOrigins = baseOrigins
    self.layer = layer
    self.number = number
    self.elements = elements
    result.schema = layer.schema
  }

  mutating func swapResult(_ tape: inout Tape, _ origins: inout [LayeredTape.Origin]) {
    swap(&tape, &result)
    swap(&origins, &self.origins)
  }

  private static var depthLimit: Int { 512 }

  /// Appends the value that the layer's node makes of the base's.
  mutating func merge(_ old: Int?, _ new: Int) throws(Failure) {
    let new = layer.resolved(new)
    guard let old, base[old].kind == layer[new].kind else { return try copyLayer(new) }
    if layer[new].kind == .map {
      try mergeMaps(old, new)
    } else if let index = elements[new] {
      try mergeElement(index, of: old, new + 1)
    } else {
      try copyLayer(new)
    }
  }

  private mutating func mergeMaps(_ old: Int, _ new: Int) throws(Failure) {
    var values: [[UInt8]: Int] = [:]
    var order: [(key: Int, name: [UInt8])] = []
    var key = new + 1
    while key < layer[new].payload {
      let name = unsafe layer.withText(layer[layer.resolved(key)]) { unsafe Array($0) }
      if values[name] == nil { order.append((key, name)) }
      values[name] = layer.next(key)
      key = layer.next(layer.next(key))
    }
    var merged: Set<[UInt8]> = []
    try openContainer(.map, baseOrigins[old])
    key = old + 1
    while key < base[old].payload {
      let name = unsafe Array(base.stored(base[key]))
      let value = base.next(key)
      let change = values[name]
      // Of equal keys only the first stays: a reader that takes the last would miss the change.
      if change == nil || merged.insert(name).inserted {
        open.count += 1
        try copy(key, of: base, baseOrigins[key])
        if let change { try merge(value, change) } else { try copyBase(value) }
      }
      key = base.next(value)
    }
    for (key, name) in order where !merged.contains(name) {
      guard let value = values[name] else { continue }
      open.count += 1
      try copy(layer.resolved(key), of: layer, origin(key))
      try copyLayer(value)
    }
    open.close(on: &result)
  }

  private mutating func mergeElement(_ number: Int, of old: Int, _ new: Int) throws(Failure) {
    try openContainer(.list, baseOrigins[old])
    var element = old + 1
    var index = 0
    while element < base[old].payload {
      open.count += 1
      if index == number { try merge(element, new) } else { try copyBase(element) }
      element = base.next(element)
      index += 1
    }
    if index == number {
      open.count += 1
      try copyLayer(new)
    }
    open.close(on: &result)
  }

  // MARK: Copying

  private func origin(_ node: Int) -> LayeredTape.Origin { .init(layer: number, node: node) }

  private mutating func openContainer(
    _ kind: NodeKind, _ origin: LayeredTape.Origin
  ) throws(Failure) {
    try open.open(kind, on: &result, limit: Self.depthLimit)
    origins.append(origin)
  }

  private mutating func copyBase(_ index: Int) throws(Failure) {
    let node = base[index]
    guard node.kind == .map || node.kind == .list else {
      return try copy(index, of: base, baseOrigins[index])
    }
    try openContainer(node.kind, baseOrigins[index])
    var child = index + 1
    while child < node.payload {
      open.count += 1
      if node.kind == .map {
        try copy(child, of: base, baseOrigins[child])
        child = base.next(child)
      }
      try copyBase(child)
      child = base.next(child)
    }
    open.close(on: &result)
  }

  private mutating func copyLayer(_ index: Int) throws(Failure) {
    let place = origin(index)
    let index = layer.resolved(index)
    let node = layer[index]
    guard node.kind == .map || node.kind == .list else { return try copy(index, of: layer, place) }
    try openContainer(node.kind, place)
    var child = index + 1
    while child < node.payload {
      open.count += 1
      if node.kind == .map {
        try copy(layer.resolved(child), of: layer, origin(child))
        child = layer.next(child)
      }
      try copyLayer(child)
      child = layer.next(child)
    }
    open.close(on: &result)
  }

  /// Appends a scalar, its text copied to the arena.
  private mutating func copy(
    _ index: Int, of view: TapeView, _ origin: LayeredTape.Origin
  ) throws(Failure) {
    let node = view[index]
    switch node.kind {
    case .text, .escapedText, .arenaText:
      try unsafe view.withText(node) { text throws(Failure) in
        try unsafe result.append(.arenaText, copying: text)
      }
    case .integerText, .decimalText, .decimal, .numberText:
      try unsafe result.append(.numberText, copying: view.stored(node))
    case .plainText: try unsafe result.append(.plainText, copying: view.stored(node))
    case .bytes, .arenaBytes: try unsafe result.append(.arenaBytes, copying: view.stored(node))
    case .extension, .arenaExtension:
      try unsafe result.append(.arenaExtension, copying: view.stored(node))
    case .uuid: try result.append(view.text(at: index) ?? "")
    case .packed: return try unpack(index, of: view, origin)
    case .null, .false, .true, .integer, .float: try result.append(node)
    case .int64, .uint64, .double, .date: try result.append(node, view.word(after: index))
    case .alias, .placeholder, .list, .map, .continuation:
      throw Failure(.notRepresentable, node: index)
    }
    while origins.count < result.count { origins.append(origin) }
  }

  private mutating func unpack(
    _ index: Int, of view: TapeView, _ origin: LayeredTape.Origin
  ) throws(Failure) {
    let (elements, type) = unsafe view.packed(index)
    try openContainer(.list, origin)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      open.count += 1
      switch type {
      case .int64: try unsafe result.append(elements.load(fromByteOffset: offset, as: Int64.self))
      case .double: try unsafe result.append(elements.load(fromByteOffset: offset, as: Double.self))
      }
      while origins.count < result.count { origins.append(origin) }
    }
    open.close(on: &result)
  }
}
