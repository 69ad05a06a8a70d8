import SwiftSyntax

extension TypeParser {
  /// What the spelling of a type says about its values, where names mean what they say elsewhere.
  func valueType(_ type: TypeSyntax) -> ValueType {
    var outermost = type
    while let optional = outermost.as(OptionalTypeSyntax.self) { outermost = optional.wrappedType }
    guard let name = outermost.as(IdentifierTypeSyntax.self)?.name.text, ownTypes.contains(name)
    else { return ValueType(type) }
    guard let optional = type.as(OptionalTypeSyntax.self) else { return .other }
    return .optional(
      valueType(optional.wrappedType), spelling: optional.wrappedType.trimmedDescription)
  }
}

extension DeclGroupSyntax {
  /// The names of the types that are declared inside.
  var ownTypes: Set<String> {
    Set(
      memberBlock.members.compactMap { member in
        if let alias = member.decl.as(TypeAliasDeclSyntax.self) { return alias.name.text }
        guard member.decl.asProtocol((any DeclGroupSyntax).self) != nil else { return nil }
        return member.decl.asProtocol((any NamedDeclSyntax).self)?.name.text
      })
  }
}
