import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// Parses the cases of an enum and the way in which documents identify them.
  mutating func parseCases(
    of declaration: some DeclGroupSyntax, _ attributes: Attributes, into model: inout TypeModel
  ) {
    let elements = declaration.members(EnumCaseDeclSyntax.self).flatMap { declaration in
      declaration.elements.map { (declaration, $0) }
    }
    parseRawType(of: declaration, elements.map(\.1), into: &model)
    if let tagged = attributes["Tagged"] {
      if model.rawType == nil {
        if let tagging = tagging(tagged) { model.tagging = tagging }
      } else {
        refuse(
          tagged, "tagged-raw", "an enum with raw values is written as its raw value")
      }
    }
    for (declaration, element) in elements {
      let attributes = Attributes(declaration.attributes)
      refuse(attributes, allowed: ["Key", "Alias", "UnknownCase"], "a case")
      if model.rawType != nil {
        for name in ["Key", "Alias"] {
          guard let attribute = attributes[name] else { continue }
          refuse(
            attribute, "raw-key", "an enum with raw values is written as its raw value")
        }
      }
      var one = parse(element, attributes)
      one.documentation = declaration.leadingTrivia.documentation
      one.isDeprecated = declaration.attributes.sayDeprecated
      model.cases.append(one)
    }
    refuseAttributes(ofVariables: declaration, "a property of an enum")
    check(model, elements.map(\.0))
    refuseCodingKeys(in: declaration, model)
  }

  /// Reports a nested `CodingKeys`. Names of cases come from their attributes, so `CodingKeys`
  /// would mislead a reader of the declaration.
  private mutating func refuseCodingKeys(
    in declaration: some DeclGroupSyntax, _ model: TypeModel
  ) {
    guard model.rawType == nil else { return }
    for member in declaration.memberBlock.members {
      guard let nested = member.decl.asProtocol((any NamedDeclSyntax).self),
        nested.name.text.hasSuffix("CodingKeys")
      else { continue }
      report(
        nested.name, "enum-coding-keys",
        "@DirectCodable does not read '\(nested.name.text)' in an enum; name its cases with @Key")
    }
  }

  private mutating func tagging(_ attribute: AttributeSyntax) -> Tagging? {
    guard let argument = attribute.argument(nil) else { return nil }
    let call = argument.as(FunctionCallExprSyntax.self)
    let values = call.map { $0.arguments.map { ($0.label?.text, $0.expression) } } ?? []
    let names = values.compactMap { literal($0.1) }
    guard names.count == values.count else { return nil }
    switch (argument.memberName, names.count) {
    case ("synthesized", 0): return .synthesized
    case ("external", 0): return .external
    case ("untagged", 0): return .untagged
    case ("internal", 1): return .inside(tag: names[0])
    case ("adjacent", 2):
      if names[0] == names[1] {
        report(attribute, "tag-keys", "the tag and the content need different keys")
        return nil
      }
      return .adjacent(tag: names[0], content: names[1])
    default:
      report(
        attribute, "tagging",
        "@Tagged takes .external, .internal(\"key\"), .adjacent(tag: \"key\", content: \"key\"), "
          + ".untagged or .synthesized")
      return nil
    }
  }

  private mutating func parse(
    _ element: EnumCaseElementSyntax, _ attributes: Attributes
  ) -> CaseModel {
    let name = element.name.text
    let bare = name.withoutBackticks
    var wireNames = [style.map { $0.name(of: bare) } ?? bare]
    if wireNames[0] != bare { wireNames.append(bare) }
    if let key = attributes["Key"], let expression = key.argument(nil),
      let text = literal(expression)
    {
      wireNames = [text]
      if key.labeledArguments.count > 1 {
        report(
          key, "case-key", "a case has one name; add further names for reading with @Alias")
      }
    }
    if let alias = attributes["Alias"] {
      wireNames += alias.labeledArguments.compactMap { literal($0.expression) }
    }
    var labels: [String?] = []
    var payload: [PropertyModel] = []
    for (index, parameter) in (element.parameterClause?.parameters ?? []).enumerated() {
      var label = parameter.firstName?.text
      if label == "_" { label = nil }
      labels.append(label)
      let type = naming(parameter.type)
      var property = PropertyModel(
        name: (label ?? "_\(index)").asVariableName, type: type.trimmedDescription,
        valueType: valueType(type))
      applyParameters(to: &property)
      apply(Attributes([]), to: &property, parameter)
      property.defaultWhenMissing = parameter.defaultValue.map {
        defaultValue($0.value, of: property)
      }
      payload.append(property)
    }
    return CaseModel(
      name: name, wireNames: wireNames, payload: payload, labels: labels,
      isUnknown: attributes["UnknownCase"] != nil,
      rawLiteral: element.rawValue.map { $0.value.jsonLiteral ?? "" })
  }

  // MARK: Checks

  private mutating func check(_ model: TypeModel, _ declarations: [EnumCaseDeclSyntax]) {
    var claimed: [String: String] = [:]
    var unknown: String?
    var names: Set<String> = []
    for (one, declaration) in zip(model.cases, declarations) {
      guard names.insert(one.name.withoutBackticks).inserted else {
        report(
          declaration, "case-overloaded",
          "two cases are named '\(one.name)', and labels do not distinguish them in a "
            + "document; rename one")
        continue
      }
      if one.isUnknown {
        checkUnknown(one, declaration, before: unknown, model)
        unknown = one.name
        continue
      }
      for name in one.wireNames where model.rawType == nil {
        if let other = claimed[name], other != one.name {
          report(
            declaration, "case-claimed", "'\(name)' is already the name of '\(other)'")
        }
        claimed[name] = one.name
      }
      if case .inside(let tag) = model.tagging {
        if one.isTuple {
          report(
            declaration, "internal-tuple",
            "the values of '\(one.name)' need labels: a label is a key beside the tag '\(tag)'")
        }
        if one.isWrapper, one.payload[0].valueType.hasNoMembers {
          report(
            declaration, "internal-value",
            "the value of '\(one.name)' needs members beside the tag '\(tag)', and "
              + "'\(one.payload[0].type)' has no members")
        }
        if one.isWrapper, one.payload[0].isAnyValue {
          report(
            declaration, "internal-any",
            "an AnyValue receives the tag '\(tag)' as a member; declare the value of "
              + "'\(one.name)' as [String: AnyValue], which receives the rest")
        }
        for property in one.payload where property.encodePath == [tag] {
          report(
            declaration, "internal-tag",
            "'\(tag)' is the key of the tag; it cannot be the key of a value too")
        }
      }
    }
  }

  private mutating func checkUnknown(
    _ unknown: CaseModel, _ declaration: EnumCaseDeclSyntax, before: String?, _ model: TypeModel
  ) {
    if let before {
      report(
        declaration, "unknown-twice", "'\(before)' is already the case for unknown names")
    }
    let types = unknown.payload.map(\.type)
    guard types.isEmpty || unknown.keepsUnknown || types == ["String"] || types == ["Swift.String"]
    else {
      report(
        declaration, "unknown-payload",
        "@UnknownCase needs no value, one String for the unknown name, or one AnyValue for the "
          + "whole value")
      return
    }
    if case .untagged = model.tagging, model.rawType == nil {
      report(
        declaration, "unknown-untagged",
        "@UnknownCase needs an enum with tags: without tags, a case has no name")
    }
  }
}
