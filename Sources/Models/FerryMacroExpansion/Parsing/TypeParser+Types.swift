import SwiftParser
import SwiftSyntax

extension TypeParser {
  /// Returns the generic parameters that stored types mention, in alphabetical order.
  func storedParameters(_ model: TypeModel) -> [String] {
    let stored = model.properties + model.cases.flatMap(\.payload)
    let words = stored.filter { $0.isDecoded || $0.isEncoded }.flatMap { $0.type.words }
    return genericParameters.intersection(words).sorted()
  }

  /// Sets the properties that depend on the generic parameters in the type.
  func applyParameters(to property: inout PropertyModel) {
    property.isGenericParameter = genericParameters.contains(property.type)
    property.isOfEitherKind = !codableParameters.isDisjoint(with: property.type.words)
  }
}

extension DeclGroupSyntax {
  /// Returns the generic parameters that are declared `Codable`, but not directly codable.
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
  /// The protocols of a constraint, without their modules.
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

extension TypeParser {
  /// Reports attributes on variables that may not have any.
  mutating func refuseAttributes(
    ofVariables declaration: some DeclGroupSyntax, _ place: String
  ) {
    for variable in declaration.members(VariableDeclSyntax.self) {
      refuse(Attributes(variable.attributes), allowed: [], place)
    }
  }
}

extension TypeParser {
  /// Returns the kind of values of a type. A type declared inside of the type hides a standard type
  /// with the same name.
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
  /// The names of the types that are declared inside of the type.
  var ownTypes: Set<String> {
    Set(
      memberBlock.members.compactMap { member in
        if let alias = member.decl.as(TypeAliasDeclSyntax.self) { return alias.name.text }
        guard member.decl.asProtocol((any DeclGroupSyntax).self) != nil else { return nil }
        return member.decl.asProtocol((any NamedDeclSyntax).self)?.name.text
      })
  }
}

extension ExprSyntax {
  /// The type that Swift gives a variable with this value, if the spelling alone determines it.
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
    // `Settings()`, `[String]()`, `Set<Int>()`. With arguments, the initialiser may be failable, or
    // the arguments may determine the generic parameters: `URL(string: text)`, `Set([1])`.
    if let call = self.as(FunctionCallExprSyntax.self) {
      guard call.arguments.isEmpty, call.trailingClosure == nil else { return nil }
      return call.calledExpression.literalTypeName
    }
    // `Mood.calm`, `Int.max`: most static members that are values have the type itself. If one does
    // not, the compiler reports it.
    if let member = self.as(MemberAccessExprSyntax.self), let base = member.base,
      base.trimmedDescription != "Self"
    {
      return base.literalTypeName
    }
    return nil
  }

  /// The name of the type of a wrapper of the library around a literal: `Secret<String>` of
  /// `Secret("")`.
  var wrapperTypeName: String? {
    guard let call = self.as(FunctionCallExprSyntax.self),
      ["Secret", "Located"].contains(call.calledExpression.trimmedDescription),
      let wrapped = call.arguments.first?.expression.literalType?.trimmedDescription
    else { return nil }
    return
      "\(call.calledExpression.trimmedDescription)<\(wrapped.split(separator: ".").last ?? "")>"
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

extension String {
  /// The name without backticks.
  var withoutBackticks: String {
    first == "`" && last == "`" ? String(dropFirst().dropLast()) : self
  }

  /// The name as the name of a variable. A keyword gets backticks, which a label does not need.
  var asVariableName: String {
    isValidSwiftIdentifier(for: .variableName) || first == "`" ? self : "`\(self)`"
  }
}

extension TypeParser {
  /// Returns source of the type for use inside of another type, where `Self` would mean that other
  /// type.
  func naming<Node: SyntaxProtocol>(_ node: Node) -> Node {
    guard node.tokens(viewMode: .sourceAccurate).contains(where: \.isSelfType) else { return node }
    return SelfNaming(typeName).rewrite(node).as(Node.self) ?? node
  }
}

/// A rewriter that replaces `Self` by a name.
private final class SelfNaming: SyntaxRewriter {
  private let name: String

  init(_ name: String) {
    self.name = name
    super.init()
  }

  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    token.isSelfType ? token.with(\.tokenKind, .identifier(name)) : token
  }
}

extension TokenSyntax {
  fileprivate var isSelfType: Bool { tokenKind == .keyword(.Self) }
}
