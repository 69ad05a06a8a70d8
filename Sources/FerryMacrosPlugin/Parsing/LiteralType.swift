import SwiftSyntax

extension ExprSyntax {
  /// The type that Swift gives a variable with this value, where the spelling alone tells.
  var literalType: TypeSyntax? {
    if self.is(IntegerLiteralExprSyntax.self) { return "\(raw: standard)Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "\(raw: standard)Double" }
    if self.is(BooleanLiteralExprSyntax.self) { return "\(raw: standard)Bool" }
    if self.is(StringLiteralExprSyntax.self) { return "\(raw: standard)String" }
    if let negative = self.as(PrefixOperatorExprSyntax.self), negative.operator.text == "-" {
      return negative.expression.literalType
    }
    if let array = self.as(ArrayExprSyntax.self) {
      guard let first = array.elements.first?.expression.literalType,
        array.elements.allSatisfy({
          $0.expression.literalType?.trimmedDescription == first.trimmedDescription
        })
      else { return nil }
      return "[\(raw: first.trimmedDescription)]"
    }
    // `Settings()`, `[String]()`, `Set<Int>()`. With arguments, the initialiser may be a failable
    // one, or the arguments say what the type is generic over: `URL(string: text)`, `Set([1])`.
    if let call = self.as(FunctionCallExprSyntax.self) {
      guard call.arguments.isEmpty, call.trailingClosure == nil else { return nil }
      return call.calledExpression.literalTypeName
    }
    // `Mood.calm`, `Int.max`: most members of a type that stand for values are of that type. Where
    // one is not, the compiler says so.
    if let member = self.as(MemberAccessExprSyntax.self), let base = member.base,
      base.trimmedDescription != "Self"
    {
      return base.literalTypeName
    }
    return nil
  }

  /// The expression as a type, if it looks like the name of one.
  private var literalTypeName: TypeSyntax? {
    if self.is(ArrayExprSyntax.self) || self.is(DictionaryExprSyntax.self) {
      return TypeSyntax(stringLiteral: trimmedDescription)
    }
    let last = self.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? trimmedDescription
    guard last.first?.isUppercase == true else { return nil }
    return TypeSyntax(stringLiteral: trimmedDescription)
  }
}
