import SwiftSyntax

extension TypeParser {
  /// Reports what would be read or written if its `#if` were true: a macro does not get to know.
  mutating func refuseConditions(in declaration: some DeclGroupSyntax) {
    let isEnum = declaration.is(EnumDeclSyntax.self)
    for member in declaration.memberBlock.members.conditional {
      if member.as(VariableDeclSyntax.self)?.isStored == true {
        refuse(conditional: member, "property", "a property")
      } else if member.is(EnumCaseDeclSyntax.self) {
        refuse(conditional: member, "case", "a case")
      } else if member.as(EnumDeclSyntax.self)?.name.text == "CodingKeys" {
        refuse(conditional: member, "keys", "'CodingKeys'")
      } else if !isEnum, let function = member.as(FunctionDeclSyntax.self), function.isHook {
        refuse(conditional: member, "hook", "'\(function.name.text)'")
      }
    }
    guard !isEnum, let keys = declaration.codingKeysEnum else { return }
    for one in keys.memberBlock.members.conditional where one.is(EnumCaseDeclSyntax.self) {
      refuse(conditional: one, "key", "a key")
    }
  }

  private mutating func refuse(conditional node: DeclSyntax, _ id: String, _ what: String) {
    report(
      node, "conditional-\(id)",
      "@DirectCodable cannot see whether \(what) inside of #if is there; move it out")
  }
}

extension MemberBlockItemListSyntax {
  /// The declarations inside of `#if`, however deep.
  fileprivate var conditional: [DeclSyntax] {
    flatMap { member -> [DeclSyntax] in
      guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
      return conditional.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .decls(let members) = clause.elements else { return [] }
        return members.map(\.decl).filter { !$0.is(IfConfigDeclSyntax.self) }
          + members.conditional
      }
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether it has the name and the arguments of `didDecode` or `willEncode`.
  var isHook: Bool {
    ["didDecode", "willEncode"].contains(name.text) && signature.parameterClause.parameters.isEmpty
  }
}
