import FerryCoding
import FerryPath
import FerryTape

/// What one visit to a map has found for each property of a type.
@safe
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
    unsafe found = .allocate(capacity: count)
    unsafe found.initialize(repeating: -1, count: count)
    try unsafe plan.visit(decoder, found)
  }

  deinit {
    unsafe found.deallocate()
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
      for edge in property.edges where unsafe found[edge] >= 0 {
        let node = unsafe Int(found[edge])
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
      node = property.edges.lazy.map { unsafe Int(self.found[$0]) }.first { $0 >= 0 }
      if node == nil { try unsafe plan.checkShape(on: property.edges, decoder, found) }
      if !property.overlays.isEmpty || overlay != nil {
        let source = rareSource(property, node, name)
        if case .none = source {} else { return source }
      }
    } else if !plan.ignoredKeys.contains(name) {
      node = plan.node(ofOther: name, decoder)
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
      guard let edge = overlay.edges.first(where: { unsafe found[$0] >= 0 }) else { continue }
      unsafe values.insert(Int(found[edge]), at: overlay.path)
    }
    if let outer = scope.overlays?.children[name] { values.merge(outer) }
    guard !values.isEmpty else { return node.map(Source.node) ?? .none }
    return .child(node, values)
  }

  // MARK: Errors

  /// The error for a key that is missing: it names all that are, in the order of declaration.
  @inline(never)
  func missing(_ key: any CodingKey) -> any Error {
    plan.missing(key, decoder, where: isMissing)
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
