import FerryNotation
import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// Returns the stored properties, in the order of the declaration.
  mutating func properties(
    of declaration: some DeclGroupSyntax, isClass: Bool
  ) -> [PropertyModel] {
    var properties: [PropertyModel] = []
    for variable in declaration.members(VariableDeclSyntax.self) {
      let attributes = Attributes(variable.attributes)
      guard variable.isStored else {
        refuse(attributes, allowed: [], "a property that is not stored")
        continue
      }
      refuse(
        attributes,
        allowed: ["Key", "Alias", "Default", "Nil", "Skip", "Flatten", "Lossy", "Tolerant", "As"]
          + Self.constraintNames,
        "a property")
      warn(ofUnknown: variable, attributes)
      for (binding, type) in variable.bindingsWithTypes {
        if let property = property(variable, binding, type, attributes) {
          properties.append(property)
        }
      }
    }
    return properties
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
    guard let declared = type ?? binding.initializer?.value.literalType else {
      let likely = binding.initializer?.value.wrapperTypeName
      let annotated = binding.with(
        \.pattern, PatternSyntax(pattern.with(\.trailingTrivia, []))
      ).with(
        \.typeAnnotation,
        TypeAnnotationSyntax(
          colon: .colonToken(trailingTrivia: .space),
          type: IdentifierTypeSyntax(name: .identifier(likely ?? "<#Type#>")),
          trailingTrivia: .space))
      report(
        binding, "type-needed",
        "@DirectCodable needs the type of '\(name)' spelled out"
          + (likely.map { ": '\(name): \($0)'" } ?? ""),
        fixIts: [.replace(binding, with: annotated, "add-type", "add the type")])
      return nil
    }
    let type = naming(declared)
    var property = PropertyModel(
      name: name, type: type.trimmedDescription, valueType: valueType(type))
    property.hasInitialValue =
      binding.initializer != nil || (!isConstant && type.is(OptionalTypeSyntax.self))
    property.isInitiallyNil =
      property.hasInitialValue && binding.initializer?.value.isNil(of: property.valueType) ?? true
    property.initialValue = binding.initializer.map {
      defaultValue($0.value, of: property)
    }
    property.documentation = variable.leadingTrivia.documentation
    property.isDeprecated = variable.attributes.sayDeprecated
    if property.valueType.unwrapped.isScalar {
      property.defaultLiteral =
        (attributes["Default"]?.defaultLiteral ?? binding.initializer?.value.jsonLiteral)
    }
    applyParameters(to: &property)
    if case .some = binding.initializer, isConstant {
      constantWithValue(variable, &property, attributes)
    } else {
      apply(attributes, to: &property, binding)
    }
    refuseFormless(declared, property)
    return property
  }

  /// Handles a constant that has a value. It can be written, but not read.
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
      "'\(property.name)' is a constant with a value, so it is encoded but never decoded",
      severity: .warning,
      fixIts: [
        .replace(keyword, with: mutable, "make-var", "make it a variable"),
        .replace(variable, with: skipped, "skip-decoding", "add @Skip(.decode)"),
      ])
    apply(attributes, to: &property, variable)
    property.decodePaths = []
    property.readsMembers = false
  }
}

extension VariableDeclSyntax {
  /// Whether instances store the variable.
  var isStored: Bool {
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

  /// The bindings with their types: in `let x, y: Double` both have the same type.
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

extension TypeParser {
  /// Reports properties with the same key.
  mutating func checkKeys(of properties: [PropertyModel], _ declaration: some DeclGroupSyntax) {
    // Reading and writing can have the same conflict.
    var said: Set<String> = []
    for conflict in FieldTree(properties).conflicts {
      let first = properties[conflict.first].name
      let second = properties[conflict.second]
      let path = WirePath(keys: conflict.path).description
      let node = declaration.binding(named: second.name) ?? Syntax(declaration)
      let message =
        first == second.name
        ? "'\(first)' has the key '\(path)' twice"
        : "'\(path)' is the key of '\(first)' and '\(second.name)'; give one of them another key"
      if said.insert(message).inserted { report(node, "key-claimed", message) }
    }
  }
}

extension DeclGroupSyntax {
  /// The raw values of the cases of a nested `enum CodingKeys: String`, by their names.
  var codingKeys: [String: String]? {
    guard let cases = codingKeysEnum?.cases else { return nil }
    return Dictionary(
      cases.map { element in
        let name = element.name.text.withoutBackticks
        return (name, element.rawValue?.value.literalText ?? name)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the declaration of a property.
  fileprivate func binding(named name: String) -> Syntax? {
    members(VariableDeclSyntax.self).flatMap(\.bindings)
      .first { $0.pattern.trimmedDescription == name }.map { Syntax($0) }
  }
}

extension TypeParser {
  /// Returns a default as spelled, or `nil` for every spelling of `nil`.
  func defaultValue(_ expression: ExprSyntax, of property: PropertyModel) -> String {
    expression.isNil(of: property.valueType) ? "nil" : naming(expression).trimmedDescription
  }

  /// Reports defaults such as `.red` if no other argument gives their type. The compiler checks the
  /// arguments of an attribute without the type of the property.
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

  /// Whether the expression has a type even if no type is expected.
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
