import SwiftSyntax

extension TypeParser {
  /// The generic parameters that stored types mention, in the order of the declaration.
  func storedParameters(_ model: TypeModel) -> [String] {
    let stored = model.properties + model.cases.flatMap(\.payload)
    let words = stored.filter { $0.isDecoded || $0.isEncoded }.flatMap { $0.type.words }
    return genericParameters.intersection(words).sorted()
  }

  /// Says what the type of a property has to do with generic parameters.
  func applyParameters(to property: inout PropertyModel) {
    property.isGenericParameter = genericParameters.contains(property.type)
    property.isOfEitherKind = !codableParameters.isDisjoint(with: property.type.words)
  }
}

extension DeclGroupSyntax {
  /// The generic parameters that are declared `Codable`, but not directly codable.
  func codableParameters(_ generics: GenericParameterClauseSyntax?) -> Set<String> {
    var protocols: [String: Set<String>] = [:]
    for parameter in generics?.parameters ?? [] {
      guard let type = parameter.inheritedType else { continue }
      protocols[parameter.name.text, default: []].formUnion(type.protocolNames)
    }
    let clause = asProtocol((any WithGenericParametersSyntax).self)?.genericWhereClause
    for requirement in clause?.requirements ?? [] {
      guard case .conformanceRequirement(let conformance) = requirement.requirement else {
        continue
      }
      protocols[conformance.leftType.trimmedDescription, default: []]
        .formUnion(conformance.rightType.protocolNames)
    }
    let codable = protocols.filter { _, names in
      (names.contains("Codable") || names.isSuperset(of: ["Decodable", "Encodable"]))
        && !names.contains { $0.hasPrefix("Direct") }
    }
    return Set(codable.keys)
  }
}

extension TypeSyntax {
  /// The protocols of a constraint, without the modules that they are in.
  fileprivate var protocolNames: [String] {
    if let composition = self.as(CompositionTypeSyntax.self) {
      return composition.elements.flatMap(\.type.protocolNames)
    }
    return [self.as(MemberTypeSyntax.self)?.name.text ?? trimmedDescription]
  }
}

extension String {
  /// The names in the spelling of a type.
  fileprivate var words: [String] {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}
