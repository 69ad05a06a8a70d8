import FerryNotation
import SwiftDiagnostics
import SwiftSyntax

/// A parser of the declaration that `@DirectCodable` is attached to.
struct TypeParser {
  /// The declarations around the type, from the inside to the outside.
  let surroundings: [Syntax]
  /// The problems, in the order in which they were found.
  private(set) var diagnostics: [Diagnostic] = []
  var style: KeyStyle?
  var genericParameters: Set<String> = []
  /// The generic parameters whose arguments are `Codable`. The arguments may also be directly
  /// codable.
  var codableParameters: Set<String> = []
  /// The names of types inside of the type, which hide those of the standard library.
  var ownTypes: Set<String> = []
  /// The name of the type, in backticks if it is spelled so.
  var typeName = ""
  /// The keys that a nested `CodingKeys` gives, by property.
  var codingKeys: [String: String]?

  init(in surroundings: [Syntax] = []) { self.surroundings = surroundings }

  /// Returns the model of the type, or `nil` if the macro does not support the declaration.
  mutating func parse(
    _ declaration: some DeclGroupSyntax, macro: AttributeSyntax
  ) -> TypeModel? {
    if let structure = declaration.as(StructDeclSyntax.self) {
      return parse(
        declaration, macro, .structure, structure.name, structure.genericParameterClause)
    }
    if let enumeration = declaration.as(EnumDeclSyntax.self) {
      let clause = enumeration.genericParameterClause
      return parse(declaration, macro, .enumeration, enumeration.name, clause)
    }
    if let type = declaration.as(ClassDeclSyntax.self) {
      checkIsFinal(type)
      return parse(declaration, macro, .finalClass, type.name, type.genericParameterClause)
    }
    let reason =
      declaration.is(ActorDeclSyntax.self)
      ? "the state of an actor cannot be read or written without waiting; move it into a struct"
      : "it needs the stored properties or the cases of a type"
    report(
      macro, "unsupported-declaration",
      "@DirectCodable works on structs, final classes and enums: \(reason)",
      fixIts: FixIt.removing(macro, from: declaration.attributes))
    return nil
  }

  private mutating func parse(
    _ declaration: some DeclGroupSyntax, _ macro: AttributeSyntax, _ kind: TypeModel.Kind,
    _ name: TokenSyntax, _ generics: GenericParameterClauseSyntax?
  ) -> TypeModel {
    genericParameters = Set(generics?.parameters.map(\.name.text) ?? [])
    codableParameters = declaration.codableParameters(generics)
    typeName = name.text
    ownTypes = declaration.ownTypes.union(genericParameters)
    let attributes = Attributes(declaration.attributes)
    style = keyStyle(attributes["KeyStyle"])
    refuse(attributes, allowed: ["KeyStyle"] + (kind == .enumeration ? ["Tagged"] : []), "a type")
    refuseConditions(in: declaration)
    if !surroundings.isEmpty { checkIsReachable(declaration) }
    var model = TypeModel(kind: kind, name: name.text, access: declaration.accessForMembers)
    model.belongsToActor = belongsToActor(declaration, kind)
    if model.belongsToActor || isNonisolated(declaration) { model.isolation = "nonisolated " }
    model.namesDeprecated = declaration.namesDeprecated
    model.documentation = declaration.leadingTrivia.documentation
    if kind == .finalClass { model.possibleSuperclass = declaration.possibleSuperclass }
    if kind != .enumeration { parseRawValue(of: declaration, into: &model) }
    if kind == .enumeration {
      parseCases(of: declaration, attributes, into: &model)
    } else if model.rawType != nil {
      refuseAttributes(ofVariables: declaration, "a property of a type with a raw value")
    } else {
      refuseHiddenKeys(in: declaration)
      codingKeys = declaration.codingKeys
      model.properties = properties(of: declaration, isClass: kind == .finalClass)
      checkKeys(of: model.properties, declaration)
      refuseKeysWithoutProperty(in: declaration)
      if model.belongsToActor || model.namesDeprecated {
        // Only the declaration itself can use such a value.
        for index in model.properties.indices { model.properties[index].initialValue = nil }
      }
    }
    model.hasCodingKeys = declaration.codingKeysEnum != nil
    findHooks(of: declaration, into: &model)
    if macro.writesCodable { refuseCodableMembers(of: declaration, macro) }
    model.storedParameters = storedParameters(model)
    model.codableParameters = codableParameters
    model.tableObstacle = tableObstacle(declaration, model)
    model.hasStaticStorage = surroundings.allSatisfy(\.allowsStaticStorage)
    return model
  }

  private mutating func checkIsReachable(_ declaration: some DeclGroupSyntax) {
    let modifier = declaration.modifiers.first {
      $0.name.tokenKind == .keyword(.private) && $0.detail == nil
    }
    guard let name = modifier?.name else { return }
    let wider = name.with(\.tokenKind, .keyword(.fileprivate))
    report(
      name, "private-nested",
      "the extensions that @DirectCodable writes are outside of the type around '\(typeName)', and "
        + "cannot use a private type there",
      fixIts: [.replace(name, with: wider, "make-fileprivate", "make it fileprivate")])
  }

  private mutating func checkIsFinal(_ type: ClassDeclSyntax) {
    guard !type.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) }) else { return }
    let keyword = type.classKeyword
    let final = TokenSyntax(
      .identifier("final class"), leadingTrivia: keyword.leadingTrivia,
      trailingTrivia: keyword.trailingTrivia, presence: .present)
    report(
      keyword, "class-not-final",
      "@DirectCodable needs a final class: it does not code the properties of a subclass",
      fixIts: [.replace(keyword, with: final, "add-final", "make '\(type.name.text)' final")])
  }

  private mutating func findHooks(
    of declaration: some DeclGroupSyntax, into model: inout TypeModel
  ) {
    for function in declaration.members(FunctionDeclSyntax.self) {
      let parameters = function.signature.parameterClause.parameters
      if model.kind == .enumeration || model.rawType != nil, function.isHook {
        report(
          function.name, "unused-hook",
          "@DirectCodable never calls '\(function.name.text)' of an enum or a type with a raw value",
          severity: .warning)
        continue
      }
      let hook = TypeModel.Hook(
        throwing: function.signature.effectSpecifiers?.throwsClause != nil,
        mutating: function.modifiers.contains { $0.name.tokenKind == .keyword(.mutating) },
        returning: function.signature.returnClause != nil)
      switch function.name.text {
      case "didDecode" where parameters.isEmpty: model.didDecode = hook
      case "willEncode" where parameters.isEmpty: model.willEncode = hook
      case "validate" where function.isValidation: model.validate = hook
      default: break
      }
    }
  }

  // MARK: Attributes of types

  private mutating func keyStyle(_ attribute: AttributeSyntax?) -> KeyStyle? {
    guard let attribute else { return nil }
    guard let name = attribute.argument(nil)?.memberName else {
      report(attribute, "key-style", "@KeyStyle needs the name of a style, such as '.snakeCase'")
      return nil
    }
    guard let style = KeyStyle.allCases.first(where: { "\($0)" == name }) else {
      report(attribute, "key-style", "unknown key style '\(name)'")
      return nil
    }
    return style
  }

  /// Reports attributes that are not allowed on the declaration, and repeated ones.
  mutating func refuse(_ attributes: Attributes, allowed: [String], _ place: String) {
    for attribute in attributes.all {
      guard let name = attribute.ferryName, !allowed.contains(name) else { continue }
      refuse(
        attribute, "misplaced", "@\(name) has no meaning on \(place)")
    }
    for attribute in attributes.repeated {
      refuse(
        attribute, "repeated", "@\(attribute.ferryName ?? "") is already on this declaration")
    }
  }

  // MARK: Reporting

  mutating func report(
    _ node: some SyntaxProtocol, _ id: String, _ message: String,
    severity: DiagnosticSeverity = .error, fixIts: [FixIt] = []
  ) {
    let problem = Problem(id, message, severity: severity)
    diagnostics.append(Diagnostic(node: node, message: problem, fixIts: fixIts))
  }

  /// Reports an attribute, with a fix-it that removes it.
  mutating func refuse(
    _ attribute: AttributeSyntax, _ id: String, _ message: String,
    severity: DiagnosticSeverity = .error
  ) {
    report(attribute, id, message, severity: severity, fixIts: FixIt.removing(attribute))
  }
}

extension DeclGroupSyntax {
  /// Returns the members of one kind.
  func members<Member: DeclSyntaxProtocol>(_ kind: Member.Type) -> [Member] {
    memberBlock.members.compactMap { $0.decl.as(kind) }
  }

  /// The cases of an enum.
  var cases: [EnumCaseElementSyntax] { members(EnumCaseDeclSyntax.self).flatMap(\.elements) }

  /// The nested `enum CodingKeys`, if there is one.
  var codingKeysEnum: EnumDeclSyntax? {
    members(EnumDeclSyntax.self).first { $0.name.text == "CodingKeys" }
  }

  /// The first inherited type of a class, unless its name is that of a well-known protocol.
  fileprivate var possibleSuperclass: String? {
    guard let first = inheritanceClause?.inheritedTypes.first?.type else { return nil }
    let name = (first.as(AttributedTypeSyntax.self)?.baseType ?? first).trimmedDescription
    let bare = name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name
    return TypeParser.knownProtocols.contains(bare) ? nil : name
  }

  /// The modifier that makes the members of a conformance as visible as the type.
  fileprivate var accessForMembers: String {
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      case .keyword(.fileprivate), .keyword(.private): return "fileprivate "
      default: continue
      }
    }
    return ""
  }
}
