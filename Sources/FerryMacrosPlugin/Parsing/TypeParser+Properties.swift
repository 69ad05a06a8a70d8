import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// The stored properties, in the order of the declaration.
  mutating func properties(
    of declaration: some DeclGroupSyntax, isClass: Bool
  ) -> [PropertyModel] {
    var properties: [PropertyModel] = []
    for variable in declaration.members(VariableDeclSyntax.self) {
      let attributes = Attributes(variable.attributes)
      guard variable.isStored else {
        refuse(attributes, allowed: [], "a property that stores nothing of its own")
        continue
      }
      refuse(
        attributes,
        allowed: ["Key", "Alias", "Default", "Skip", "Flatten", "Lossy", "Tolerant", "As"],
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
    let type = naming(declared)
    var property = PropertyModel(
      name: name, type: type.trimmedDescription, valueType: valueType(type))
    property.hasInitialValue =
      binding.initializer != nil || (!isConstant && type.is(OptionalTypeSyntax.self))
    property.isInitiallyNil =
      property.hasInitialValue && binding.initializer?.value.isNil(of: property.valueType) ?? true
    applyParameters(to: &property)
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
