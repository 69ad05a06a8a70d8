import SwiftSyntax

extension TypeParser {
  /// A default as it is spelled; `nil` for every spelling of it.
  func defaultValue(_ expression: ExprSyntax, of property: PropertyModel) -> String {
    expression.isNil(of: property.valueType) ? "nil" : naming(expression).trimmedDescription
  }

  /// Reports defaults such as `.red` if nothing beside them says what they are members of: the
  /// compiler checks the arguments of an attribute without the type of the property.
  mutating func checkMembers(of attribute: AttributeSyntax, _ property: PropertyModel) {
    let values = attribute.labeledArguments.map(\.expression)
    let type = property.unwrappedType
    guard !values.contains(where: \.hasTypeOfItsOwn) else { return }
    for value in values where value.isImplicitMember {
      let whole = "\(type)\(value.trimmedDescription)"
      report(
        value, "default-member",
        "write '\(whole)': the compiler checks the argument without the type of "
          + "'\(property.name)'",
        fixIts: [
          .replace(value, with: ExprSyntax("\(raw: whole)"), "name-type", "name the type")
        ])
    }
  }
}

extension ExprSyntax {
  /// Whether the expression is a member of a type that is not named: `.red`, `.custom(1)`.
  fileprivate var isImplicitMember: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) {
      return member.base.map(\.isImplicitMember) ?? true
    }
    return self.as(FunctionCallExprSyntax.self)?.calledExpression.isImplicitMember ?? false
  }

  /// Whether the expression has a type without one that is expected.
  fileprivate var hasTypeOfItsOwn: Bool {
    if isImplicitMember || self.is(NilLiteralExprSyntax.self) { return false }
    if let array = self.as(ArrayExprSyntax.self) { return !array.elements.isEmpty }
    return self.as(DictionaryExprSyntax.self)?.content.is(DictionaryElementListSyntax.self) ?? true
  }

  /// Whether the expression is `nil`, or another spelling of it for an optional type.
  func isNil(of type: ValueType) -> Bool {
    if self.is(NilLiteralExprSyntax.self) { return true }
    guard type.isOptional, let member = self.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "none"
    else { return false }
    guard let base = member.base?.trimmedDescription else { return true }
    return base.hasSuffix("?") || base.split(separator: "<").first == "Optional"
  }
}
