import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// The stored properties, in the order of the declaration.
  mutating func properties(
    of declaration: some DeclGroupSyntax, isClass: Bool
  ) -> [PropertyModel] {
    var properties: [PropertyModel] = []
    for member in declaration.memberBlock.members {
      if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
        refuseStoredProperties(in: conditional)
      }
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      let attributes = Attributes(variable.attributes)
      guard variable.isStored else {
        refuse(attributes, allowed: [], "a property that stores nothing of its own")
        continue
      }
      refuse(
        attributes,
        allowed: ["Key", "Alias", "Default", "Skip", "Flatten", "Lossy", "Tolerant", "As"],
        "a property")
      for (binding, type) in variable.bindingsWithTypes {
        if let property = property(variable, binding, type, attributes) {
          properties.append(property)
        }
      }
    }
    return properties
  }

  private mutating func refuseStoredProperties(in conditional: IfConfigDeclSyntax) {
    for clause in conditional.clauses {
      guard case .decls(let members) = clause.elements else { continue }
      for member in members where member.decl.as(VariableDeclSyntax.self)?.isStored == true {
        report(
          member.decl, "conditional-property",
          "@DirectCodable cannot see whether a property inside of #if is there; move it out")
      }
    }
  }

  private mutating func property(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ type: TypeSyntax?,
    _ attributes: Attributes
  ) -> PropertyModel? {
    guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
      report(
        binding.pattern, "pattern", "@DirectCodable needs one name for each property, not a pattern"
      )
      return nil
    }
    let name = pattern.identifier.text
    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
    guard let type = type ?? binding.initializer?.value.literalType else {
      let annotated = binding.with(
        \.pattern, PatternSyntax(pattern.with(\.trailingTrivia, []))
      ).with(
        \.typeAnnotation,
        TypeAnnotationSyntax(
          colon: .colonToken(trailingTrivia: .space),
          type: IdentifierTypeSyntax(name: .identifier("<#Type#>")),
          trailingTrivia: .space))
      report(
        binding, "type-needed", "@DirectCodable needs the type of '\(name)' spelled out",
        fixIts: [.replace(binding, with: annotated, "add-type", "add the type")])
      return nil
    }
    var property = PropertyModel(
      name: name, type: type.trimmedDescription, valueType: ValueType(type))
    property.hasInitialValue =
      binding.initializer != nil || (!isConstant && type.is(OptionalTypeSyntax.self))
    property.isInitiallyNil =
      property.hasInitialValue && binding.initializer?.value.is(NilLiteralExprSyntax.self) ?? true
    property.isGenericParameter = genericParameters.contains(property.type)
    if case .some = binding.initializer, isConstant {
      constantWithValue(variable, &property, attributes)
    } else {
      apply(attributes, to: &property, binding)
    }
    return property
  }

  /// A constant that has its value can be written, and nothing can be read into it.
  private mutating func constantWithValue(
    _ variable: VariableDeclSyntax, _ property: inout PropertyModel, _ attributes: Attributes
  ) {
    if let skip = attributes["Skip"], ["decode", nil].contains(skip.argument(nil)?.memberName) {
      apply(attributes, to: &property, variable)
      return
    }
    let keyword = variable.bindingSpecifier
    let mutable = TokenSyntax(
      .keyword(.var), leadingTrivia: keyword.leadingTrivia,
      trailingTrivia: keyword.trailingTrivia, presence: .present)
    let skipped = variable.with(\.leadingTrivia, []).with(
      \.attributes,
      [
        .attribute(
          AttributeSyntax(
            attributeName: IdentifierTypeSyntax(name: .identifier("Skip(.decode)")),
            trailingTrivia: .space))
      ] + variable.attributes.with(\.leadingTrivia, [])
    ).with(\.leadingTrivia, variable.leadingTrivia)
    report(
      keyword, "constant-with-value",
      "'\(property.name)' is a constant that has its value, so it is written but never read",
      severity: .warning,
      fixIts: [
        .replace(keyword, with: mutable, "make-var", "make it a variable"),
        .replace(variable, with: skipped, "skip-decoding", "say so with @Skip(.decode)"),
      ])
    apply(attributes, to: &property, variable)
    property.decodePaths = []
    property.readsMembers = false
  }
}

extension VariableDeclSyntax {
  /// Whether instances have memory for it.
  fileprivate var isStored: Bool {
    let elsewhere: Set<Keyword> = [.static, .class, .lazy]
    for modifier in modifiers {
      if case .keyword(let keyword) = modifier.name.tokenKind, elsewhere.contains(keyword) {
        return false
      }
    }
    return bindings.allSatisfy { binding in
      switch binding.accessorBlock?.accessors {
      case nil: true
      case .getter: false
      case .accessors(let accessors):
        accessors.allSatisfy {
          [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
        }
      @unknown default: false
      }
    }
  }

  /// The bindings, each with its type: in `let x, y: Double` both have one.
  fileprivate var bindingsWithTypes: [(PatternBindingSyntax, TypeSyntax?)] {
    var result: [(PatternBindingSyntax, TypeSyntax?)] = []
    var following: TypeSyntax?
    for binding in bindings.reversed() {
      if let annotation = binding.typeAnnotation {
        following = annotation.type
      } else if binding.initializer != nil {
        following = nil
      }
      result.append((binding, following))
    }
    return result.reversed()
  }
}

extension ExprSyntax {
  /// The type that Swift gives a variable with this value, where the spelling alone tells.
  fileprivate var literalType: TypeSyntax? {
    if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "Double" }
    if self.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    if self.is(StringLiteralExprSyntax.self) { return "String" }
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
    // `Settings()`, `[String]()`, `Set<Int>()`: an initialiser, if the name looks like a type's.
    if let call = self.as(FunctionCallExprSyntax.self) {
      let callee = call.calledExpression
      if callee.is(ArrayExprSyntax.self) || callee.is(DictionaryExprSyntax.self) {
        return TypeSyntax(stringLiteral: callee.trimmedDescription)
      }
      let name = callee.trimmedDescription
      let last = callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? name
      guard last.first?.isUppercase == true else { return nil }
      return TypeSyntax(stringLiteral: name)
    }
    // `Mood.calm`, `Int.max`: most members of a type that stand for values are of that type. Where
    // one is not, the compiler says so.
    if let member = self.as(MemberAccessExprSyntax.self), let base = member.base {
      let name = base.trimmedDescription
      let last = base.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? name
      if last.first?.isUppercase == true { return TypeSyntax(stringLiteral: name) }
    }
    return nil
  }
}
