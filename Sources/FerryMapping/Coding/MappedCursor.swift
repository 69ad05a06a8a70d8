import FerryCoding
import FerryPath
import FerryTape

/// What one visit to a map has found for each property of a type.
final class MappedCursor {
  let decoder: TapeDecoder
  let scope: MappedScope
  private let plan: MappingPlan
  /// The node that each edge leads to, -1 if to none.
  private let found: UnsafeMutablePointer<Int32>
  /// The property that is expected next.
  private var expected = 0

  init(_ decoder: TapeDecoder, _ scope: MappedScope) throws {
    self.decoder = decoder
    self.scope = scope
    plan = scope.plan
    let count = max(plan.tree.edges.count, 1)
    found = .allocate(capacity: count)
    found.initialize(repeating: -1, count: count)
    // Unpacking appends to the tape, so the view is asked for again.
    for list in plan.tree.visit(decoder.view, from: decoder.node, found: found) {
      let index = try decoder.unpack(list.node)
      plan.tree.fill(list, in: decoder.view, unpackedAt: index, found: found)
    }
  }

  deinit {
    found.deallocate()
  }

  /// What there is for a key.
  enum Source {
    case none
    case node(Int)
    /// A child for whose properties there are other values.
    case child(Int?, OverlayValues)
    /// A value that the document does not have, as the property names have it.
    case fallback(Int)
  }

  /// The value for the key with this name.
  @inline(__always)
  func source(of name: String) throws -> Source {
    if let position = plan.position(of: name, expected: expected), scope.overlays == nil {
      expected = position &+ 1
      let property = plan.properties[position]
      for edge in property.edges where found[edge] >= 0 {
        let node = Int(found[edge])
        return property.overlays.isEmpty ? .node(node) : rareSource(property, node, name)
      }
    }
    return try unusualSource(of: name)
  }

  @inline(never)
  private func unusualSource(of name: String) throws -> Source {
    let overlay = scope.overlays?.children[name]
    if let node = overlay?.node { return .node(node) }
    var node: Int?
    if let position = plan.position(of: name, expected: expected) {
      expected = position + 1
      let property = plan.properties[position]
      node = property.edges.lazy.map { Int(self.found[$0]) }.first { $0 >= 0 }
      if node == nil { try checkShape(on: property.edges) }
      if !property.overlays.isEmpty || overlay != nil {
        let source = rareSource(property, node, name)
        if case .none = source {} else { return source }
      }
    } else if !plan.ignoredKeys.contains(name) {
      node = lateNode(name)
      if let overlay, !overlay.isEmpty { return .child(node, overlay) }
    }
    if let node { return .node(node) }
    if let fallback = scope.fallback,
      let value = decoder.view.value(ofKey: name, inMap: decoder.view.resolved(fallback))
    {
      return .fallback(value)
    }
    return .none
  }

  /// A property with values for its own properties.
  private func rareSource(_ property: MappingPlan.Property, _ node: Int?, _ name: String) -> Source
  {
    let values = OverlayValues()
    for overlay in property.overlays {
      guard let edge = overlay.edges.first(where: { found[$0] >= 0 }) else { continue }
      values.insert(Int(found[edge]), at: overlay.path)
    }
    if let outer = scope.overlays?.children[name] { values.merge(outer) }
    guard !values.isEmpty else { return node.map(Source.node) ?? .none }
    return .child(node, values)
  }

  /// A branch that is there but is no branch is an error, not a missing value.
  private func checkShape(on edges: [Int]) throws {
    let view = decoder.view
    for edge in edges {
      var parent = plan.tree.edges[edge].parent
      var step = plan.tree.edges[edge].step
      while let number = parent {
        if found[number] >= 0 {
          let node = view.resolved(Int(found[number]))
          let isFitting =
            switch (view[node].kind, step) {
            case (.map, .key), (.map, .keyOrIndex): true
            case (.list, .index), (.list, .keyOrIndex): true
            case (.packed, .index), (.packed, .keyOrIndex): true
            default: view.isNull(at: node)
            }
          guard isFitting else {
            let type: Any.Type = if case .index = step { [Any].self } else { [String: Any].self }
            throw decoder.mismatch(type, at: node)
          }
          break
        }
        step = plan.tree.edges[number].step
        parent = plan.tree.edges[number].parent
      }
    }
  }

  /// The value for a name that the plan does not know: that of a key of the type's own.
  private func lateNode(_ name: String) -> Int? {
    let view = decoder.view
    let styled = plan.style?.name(of: name)
    return styled.flatMap { view.value(ofKey: $0, inMap: decoder.node) }
      ?? view.value(ofKey: name, inMap: decoder.node)
  }

  // MARK: Errors

  /// The error for a key that is missing: it names all that are, in the order of declaration.
  @inline(never)
  func missing(_ key: any CodingKey) -> any Error {
    var names: [String] = []
    var isListed = false
    for property in plan.properties {
      let isAsked = property.name == key.stringValue
      isListed = isListed || isAsked
      if isAsked || !property.isOptional && isMissing(property) { names.append(property.wireName) }
    }
    if !isListed {
      names.append(plan.style?.name(of: key.stringValue) ?? key.stringValue)
    }
    return decoder.missing(WireKey(names.first ?? key.stringValue), allOf: names)
  }

  private func isMissing(_ property: MappingPlan.Property) -> Bool {
    if let source = try? unusualSource(of: property.name), case .none = source { return true }
    return false
  }
}

extension OverlayValues {
  /// Takes over what `other` has.
  func merge(_ other: OverlayValues) {
    if let node = other.node { self.node = node }
    for (name, child) in other.children {
      if let own = children[name] { own.merge(child) } else { children[name] = child }
    }
  }
}

extension TapeDecoder {
  /// The error for keys that this map does not have.
  func missing(_ key: any CodingKey, allOf names: [String]) -> DecodingError {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return missing(
      key,
      names.count == 1
        ? "No value associated with key \(list)." : "No values associated with keys \(list).")
  }
}

/// A key of a document.
struct WireKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}
