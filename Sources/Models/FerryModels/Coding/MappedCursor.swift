import FerryCoding
import FerryBase

/// The values of one object for each property of a type, in the cases that the plan alone does not
/// cover. In these cases, outer mappings have values for the type, or another library's coder reads
/// the document.
final class MappedCursor {
  let members: MappedMembers
  private let scope: MappedScope
  /// The property that is expected next, because types decode in the order of declaration.
  private var expected = 0

  var plan: MappingPlan { scope.plan }

  init(_ decoder: some Decoder, _ scope: MappedScope) throws {
    self.scope = scope
    members = try MappedMembers(scope.plan.tree, decoder)
    guard let tape = members.tape else { return }
    let ignored = scope.plan.ignoredKeys
    let styled = scope.plan.style.map { style in ignored.map { style.name(of: $0) } } ?? []
    tape.note(asked: [], skipped: ignored + styled, of: tape.node)
  }

  /// The value of a property.
  enum Found {
    case none
    case value(MappedMembers.Place)
    /// A child with other values for some of its properties.
    case child(MappedMembers.Place?, PropertyTree<MappedMembers.Place>)
  }

  func find(_ name: String) throws -> Found {
    let position = plan.position(of: name, expected: expected)
    if let position { expected = position + 1 }
    let outer = scope.overlays?.children[name]
    if let place = outer?.value { return .value(place) }
    var place: MappedMembers.Place?
    var values: PropertyTree<MappedMembers.Place>?
    if let position {
      let property = plan.properties[position]
      place = try members.place(at: property.edges)
      if !property.overlays.isEmpty { values = PropertyTree() }
      for overlay in property.overlays {
        guard let place = try members.place(at: overlay.edges) else { continue }
        values?.insert(place, at: overlay.path)
      }
    } else if !plan.ignoredKeys.contains(name) {
      let styled = plan.style?.name(of: name)
      place = styled.flatMap { members.place(named: $0) } ?? members.place(named: name)
    }
    if let outer {
      values = values ?? PropertyTree()
      values?.merge(outer)
    }
    if let values, !values.isEmpty { return .child(place, values) }
    return place.map(Found.value) ?? .none
  }

  /// Returns the value of a property without a value in the document. An ignored property is nil, or
  /// an empty collection or text.
  /// - Throws: ``Problem`` for an ignored property without an empty value, and the error for a
  ///   missing key.
  func absentValue<T>(_ type: T.Type, _ key: any CodingKey) throws -> T {
    guard plan.ignoredKeys.contains(key.stringValue) else { throw missing(key) }
    guard let value = emptyValue(of: type) as? T else {
      throw Problem.invalidMapping(
        of: plan.type,
        "the ignored property '\(key.stringValue)' gets no value in decoding: "
          + "make it an optional, or give it a default with @DefaultValue")
    }
    return value
  }

  /// Returns the error for a missing key. It names all missing keys in the order of declaration.
  func missing(_ key: any CodingKey) -> any Error {
    let names = plan.missingNames(key) { property in
      if case .none? = try? find(property.name) { true } else { false }
    }
    if let tape = members.tape { return tape.missing(names, arePaths: true) }
    let paths = names.map { (try? WirePath(parsing: $0)) ?? WirePath(keys: $0) }
    return Problem.missing(paths, at: members.codingPath)
  }
}

/// Returns nil, or an empty collection or text; `nil` for a type without such a value.
private func emptyValue(of type: Any.Type) -> Any? {
  switch type {
  case let type as any NilRepresenting.Type: type.nilValue
  case let type as any RangeReplaceableCollection.Type: type.init()
  case let type as any SetAlgebra.Type: type.init()
  case let type as any ExpressibleByDictionaryLiteral.Type: emptyDictionary(type)
  default: nil
  }
}

private func emptyDictionary<T: ExpressibleByDictionaryLiteral>(_ type: T.Type) -> T { [:] }
