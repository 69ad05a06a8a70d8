import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// Reports members of `Codable` that the type declares itself. Ferry's coders never call them, so
  /// the type would have two wire forms.
  mutating func refuseCodableMembers(of declaration: some DeclGroupSyntax, _ macro: AttributeSyntax)
  {
    for initializer in declaration.members(InitializerDeclSyntax.self)
    where initializer.signature.takes("from", "Decoder") {
      refuse(initializer.initKeyword, "init(from:)", "didDecode()", declaration, macro)
    }
    for function in declaration.members(FunctionDeclSyntax.self)
    where function.name.text == "encode" && function.signature.takes("to", "Encoder") {
      refuse(function.name, "encode(to:)", "willEncode()", declaration, macro)
    }
  }

  private mutating func refuse(
    _ node: TokenSyntax, _ name: String, _ hook: String, _ declaration: some DeclGroupSyntax,
    _ macro: AttributeSyntax
  ) {
    report(
      node, "own-codable",
      "Ferry's coders never call this '\(name)': they call the code that @DirectCodable writes; "
        + "remove it (\(hook) is called by all coders), or write Codable yourself for other coders "
        + "with @DirectCodable(codable: false)",
      fixIts: macro.withoutCodable(in: declaration.attributes))
  }
}

extension FunctionSignatureSyntax {
  /// Whether the function has one parameter, with this label and a type of this name.
  fileprivate func takes(_ label: String, _ type: String) -> Bool {
    let parameters = parameterClause.parameters
    guard let only = parameters.first, parameters.count == 1, only.firstName.text == label else {
      return false
    }
    return [type, "any \(type)", "Swift.\(type)", "any Swift.\(type)"]
      .contains(only.type.trimmedDescription)
  }
}

extension AttributeSyntax {
  /// Returns a fix-it that adds `codable: false`.
  ///
  /// A macro receives its own attribute detached from the declaration, so the attribute has to be
  /// found again.
  fileprivate func withoutCodable(in attributes: AttributeListSyntax) -> [FixIt] {
    let text = trimmedDescription
    for case .attribute(let attribute) in attributes where attribute.trimmedDescription == text {
      let name = attribute.attributeName.trimmedDescription
      var replacement: AttributeSyntax = "@\(raw: name)(codable: false)"
      replacement.leadingTrivia = attribute.leadingTrivia
      replacement.trailingTrivia = attribute.trailingTrivia
      return [.replace(attribute, with: replacement, "no-codable", "write Codable yourself")]
    }
    return []
  }
}

extension TypeParser {
  /// Reports a `CodingKeys` whose names the macro cannot see.
  mutating func refuseHiddenKeys(in declaration: some DeclGroupSyntax) {
    for member in declaration.memberBlock.members {
      guard !member.decl.is(EnumDeclSyntax.self),
        let named = member.decl.asProtocol((any NamedDeclSyntax).self),
        named.name.text == "CodingKeys"
      else { continue }
      report(
        named.name, "hidden-keys",
        "@DirectCodable cannot see the names of these 'CodingKeys'; declare them as an enum inside "
          + "of '\(typeName)', or name the keys with @Key")
    }
    let variables = declaration.codingKeysEnum?.members(VariableDeclSyntax.self) ?? []
    for binding in variables.flatMap(\.bindings)
    where binding.pattern.trimmedDescription == "stringValue" {
      report(
        binding.pattern, "own-string-value",
        "@DirectCodable never calls this 'stringValue'; give the cases of 'CodingKeys' raw values")
    }
  }

  /// Reports declarations inside of `#if` that affect coding, because a macro cannot evaluate the
  /// condition.
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
      "@DirectCodable cannot evaluate the #if around \(what); move it out")
  }
}

extension TypeParser {
  /// Reports a case of `CodingKeys` without a stored property of its name, as the compiler does for its
  /// own conformance. The property that it should name would be left out of documents.
  mutating func refuseKeysWithoutProperty(in declaration: some DeclGroupSyntax) {
    let names = declaration.members(VariableDeclSyntax.self).filter(\.isStored).flatMap(\.bindings)
      .map { $0.pattern.trimmedDescription.withoutBackticks }
    for element in declaration.codingKeysEnum?.cases ?? [] {
      let name = element.name.text.withoutBackticks
      guard !names.contains(name) else { continue }
      let close = names.first { $0.lowercased() == name.lowercased() }
      report(
        element.name, "key-without-property",
        "the case '\(name)' of 'CodingKeys' has no stored property of its name"
          + (close.map { "; did you mean '\($0)'?" } ?? ""))
    }
  }

  /// Reports a property whose values have no form in a document. The compiler would only find the
  /// mistake in generated code.
  mutating func refuseFormless(_ type: TypeSyntax, _ property: PropertyModel) {
    guard property.isDecoded || property.isEncoded, case .plain = property.form,
      let (kind, remedy) = type.formless
    else { return }
    report(
      type, "formless",
      "\(kind) has no form in a document: \(remedy), or add @Skip to '\(property.name)'")
  }
}

extension TypeSyntax {
  /// The kind of values without a form in documents that the type is or contains, and the remedy.
  fileprivate var formless: (kind: String, remedy: String)? {
    switch self.as(TypeSyntaxEnum.self) {
    case .optionalType(let type): type.wrappedType.formless
    case .implicitlyUnwrappedOptionalType(let type): type.wrappedType.formless
    case .arrayType(let type): type.element.formless
    case .dictionaryType(let type): type.value.formless
    case .attributedType(let type): type.baseType.formless
    case .functionType: ("a function", "store what it depends on")
    case .tupleType(let tuple):
      tuple.elements.count == 1
        ? tuple.elements.first?.type.formless : ("a tuple", "declare a struct")
    case .identifierType(let type):
      ["Any", "AnyObject"].contains(type.name.text)
        ? ("a value of any type", "AnyValue holds any value of a document") : nil
    case .someOrAnyType:
      ("a value of any type with a protocol", "declare an enum of the types")
    default: nil
    }
  }
}

extension MemberBlockItemListSyntax {
  /// The declarations inside of `#if`, at any depth.
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
      || isValidation
  }
}

extension FunctionDeclSyntax {
  /// Whether the function is `func validate() throws`.
  var isValidation: Bool {
    name.text == "validate" && signature.parameterClause.parameters.isEmpty
      && signature.effectSpecifiers?.throwsClause != nil
      && signature.effectSpecifiers?.asyncSpecifier == nil
      && !modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}

extension TypeParser {
  /// Returns whether a type belongs to the main actor. Reports a class that does.
  mutating func belongsToActor(
    _ declaration: some DeclGroupSyntax, _ kind: TypeModel.Kind
  ) -> Bool {
    guard let attribute = declaration.attributes.first(named: "MainActor") else { return false }
    guard kind == .finalClass else { return true }
    report(
      attribute, "main-actor",
      "documents are read and written on any thread, and only the main actor may use the "
        + "properties of '\(typeName)'; remove @MainActor, or move the properties into a struct",
      fixIts: FixIt.removing(attribute, from: declaration.attributes))
    return false
  }

  /// Returns whether no default of the module isolates the type. The default would isolate the
  /// expansion in spite of that. A macro does not see the default.
  func isNonisolated(_ declaration: some DeclGroupSyntax) -> Bool {
    // A type that is `PartiallyDecodable` or an error is `Sendable`, so the default spares it.
    let isSpared =
      declaration.attributes.first(named: "PartiallyDecodable") != nil
      || declaration.inheritanceClause?.inheritedTypes.contains {
        ["Error", "LocalizedError"].contains($0.type.lastName ?? "")
      } ?? false
    return isSpared || declaration.modifiers.areNonisolated
      || surroundings.contains {
        // A nonisolated extension is not enough for the types inside.
        $0.is(ActorDeclSyntax.self)
          || !$0.is(ExtensionDeclSyntax.self)
            && $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.areNonisolated ?? false
      }
  }
}

extension DeclModifierListSyntax {
  fileprivate var areNonisolated: Bool {
    contains { $0.name.tokenKind == .keyword(.nonisolated) }
  }
}

extension DeclGroupSyntax {
  /// Whether a property, a case or a function of the type is deprecated.
  var namesDeprecated: Bool {
    memberBlock.members.contains { member in
      member.decl.asProtocol((any WithAttributesSyntax).self)?.attributes.sayDeprecated ?? false
    }
  }
}

extension AttributeListSyntax {
  /// Returns the attribute with this name, if there is one.
  fileprivate func first(named name: String) -> AttributeSyntax? {
    for case .attribute(let attribute) in self
    where attribute.attributeName.trimmedDescription == name {
      return attribute
    }
    return nil
  }

  var sayDeprecated: Bool {
    contains { element in
      guard case .attribute(let attribute) = element,
        attribute.attributeName.trimmedDescription == "available",
        case .availability(let arguments) = attribute.arguments
      else { return false }
      return arguments.contains { argument in
        switch argument.argument {
        case .token(let token): token.text == "deprecated"
        case .availabilityLabeledArgument(let labeled): labeled.label.text == "deprecated"
        default: false
        }
      }
    }
  }
}
