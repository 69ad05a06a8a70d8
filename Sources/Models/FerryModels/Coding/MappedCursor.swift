import FerryCoding
import FerryBase

/// The values of one object for each property of a type, in the cases that the plan alone does not
/// cover. In these cases, outer mappings have values for the type, or another library's coder reads
/// the document.
@safe
final class MappedCursor {
  let source: MemberSource
  private let scope: MappedScope
  /// The node at each edge, on a tape.
  private let found: UnsafeMutablePointer<Int32>?
  /// The property that is expected next, because types decode in the order of declaration.
  private var expected = 0

  var plan: MappingPlan { scope.plan }

  init(_ decoder: TapeDecoder, _ scope: MappedScope) throws {
    self.scope = scope
    let found = UnsafeMutablePointer<Int32>.allocate(capacity: max(scope.plan.table.edgeCount, 1))
    unsafe self.found = unsafe found
    source = unsafe MemberSource(scope.plan.tree, decoder, found: found)
    try unsafe scope.plan.visit(decoder, found)
  }

  init(_ decoder: some Decoder, _ scope: MappedScope) throws {
    self.scope = scope
    unsafe found = nil
    source = MemberSource(
      scope.plan.tree,
      decoder is AbsentDecoder ? nil : try decoder.container(keyedBy: TapeKey.self),
      at: decoder.codingPath)
  }

  deinit {
    unsafe found?.deallocate()
  }

  /// The value of a property.
  enum Found {
    case none
    case value(MemberSource.Place)
    /// A child with other values for some of its properties.
    case child(MemberSource.Place?, PropertyTree<MemberSource.Place>)
  }

  func find(_ name: String) throws -> Found {
    let position = plan.position(of: name, expected: expected)
    if let position {
      expected = position + 1
      // Most properties have a value, and no mapping overrides it.
      if scope.overlays == nil, plan.properties[position].overlays.isEmpty,
        let place = try source.place(at: plan.properties[position].edges)
      {
        return .value(place)
      }
    }
    return try findOverlaid(name, position)
  }

  @inline(never)
  private func findOverlaid(_ name: String, _ position: Int?) throws -> Found {
    let outer = scope.overlays?.children[name]
    if let place = outer?.value { return .value(place) }
    var place: MemberSource.Place?
    var values: PropertyTree<MemberSource.Place>?
    if let position {
      let property = plan.properties[position]
      place = try source.place(at: property.edges)
      if !property.overlays.isEmpty { values = PropertyTree() }
      for overlay in property.overlays {
        guard let place = try source.place(at: overlay.edges) else { continue }
        values?.insert(place, at: overlay.path)
      }
    } else if !plan.ignoredKeys.contains(name) {
      let styled = plan.style?.name(of: name)
      if let tape = source.tape {
        tape.note(asked: [name], skipped: styled.map { [$0] } ?? [], of: tape.node)
      }
      place = styled.flatMap { source.place(named: $0) } ?? source.place(named: name)
    }
    if let outer {
      values = values ?? PropertyTree()
      values?.merge(outer)
    }
    if let values, !values.isEmpty { return .child(place, values) }
    return (place ?? fallback(name)).map(Found.value) ?? .none
  }

  /// Returns the value of a member that the document lacks, by its property name.
  private func fallback(_ name: String) -> MemberSource.Place? {
    guard let map = scope.fallback, let view = source.tape?.view else { return nil }
    return view.value(ofKey: name, inMap: view.resolved(map)).map(MemberSource.Place.node)
  }

  /// Returns the value of a property without a value in the document. An ignored property is nil, or
  /// an empty collection or text.
  /// - Throws: ``Problem`` for an ignored property without an empty value, and the error for a
  ///   missing key.
  func absentValue<T>(_ type: T.Type, _ key: any CodingKey) throws -> T {
    guard plan.ignoredKeys.contains(key.stringValue) else { throw missing(key) }
    guard let value = emptyValue(of: type) as? T else {
      throw Problem.mapping(
        of: plan.type,
        "the ignored property '\(key.stringValue)' gets no value in decoding: "
          + "make it an optional, or give it a default with @DefaultValue")
    }
    return value
  }

  /// Returns the error for a missing key. It names all missing keys in the order of declaration.
  func missing(_ key: any CodingKey) -> any Error {
    source.missing(
      plan.missingNames(key) { property in
        if case .none? = try? find(property.name) { true } else { false }
      })
  }
}

/// Returns nil, or an empty collection or text; `nil` for a type without such a value.
private func emptyValue(of type: Any.Type) -> Any? {
  switch type {
  case let type as any NilRepresenting.Type where type.nilValue != nil: type.nilValue
  case let type as any RangeReplaceableCollection.Type: type.init()
  case let type as any SetAlgebra.Type: type.init()
  case let type as any ExpressibleByDictionaryLiteral.Type: emptyDictionary(type)
  default: nil
  }
}

private func emptyDictionary<T: ExpressibleByDictionaryLiteral>(_ type: T.Type) -> T { [:] }
