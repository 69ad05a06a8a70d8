import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// Reports members of `Codable` that the type has itself. Ferry's coders never call them, so the
  /// type would have two wire forms.
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
  /// Whether there is one parameter, with this label and a type of this name.
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
  /// Adds `codable: false`.
  ///
  /// A macro gets its own attribute cut out of the declaration, so it has to be found again.
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
