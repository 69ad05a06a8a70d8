import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The macro `@DirectCodable`, which generates the conformances of a type to direct coding and to
/// `Codable`.
package enum DirectCodableMacro {
  /// Parses the declaration. Returns the model and the diagnostics. After an error, the model is
  /// `nil`.
  static func parse(
    _ declaration: some DeclGroupSyntax, _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> (TypeModel?, [Diagnostic]) {
    var parser = TypeParser(in: context.lexicalContext)
    let model = parser.parse(declaration, macro: attribute)
    let failed = parser.diagnostics.contains { $0.diagMessage.severity == .error }
    return (failed ? nil : model, parser.diagnostics)
  }
}

extension DirectCodableMacro: ExtensionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    extensions(
      node, declaration, of: type, conformingTo: protocols,
      TypeSource.Options(codable: node.writesCodable), in: context)
  }

  fileprivate static func extensions(
    _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax, of type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax], _ options: TypeSource.Options,
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    Prefixes.fitting(declaration) {
      let (model, diagnostics) = parse(declaration, node, in: context)
      for diagnostic in diagnostics { context.diagnose(diagnostic) }
      guard let model else { return [] }
      let lacking = Set(protocols.map { $0.trimmedDescription.lastName })
      let source = TypeSource(model: model, type: type.trimmedDescription, options: options)
      let text = DeclSyntax(stringLiteral: source.extensionText(lacking: lacking))
      return [text.as(ExtensionDeclSyntax.self)].compactMap { $0 }
    }
  }
}

extension DirectCodableMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    members(node, declaration, TypeSource.Options(codable: node.writesCodable), in: context)
  }

  fileprivate static func members(
    _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax, _ options: TypeSource.Options,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    Prefixes.fitting(declaration) {
      guard let model = parse(declaration, node, in: context).0 else { return [] }
      return TypeSource(model: model, type: model.name, options: options).members().map {
        DeclSyntax(stringLiteral: $0)
      }
    }
  }
}

/// The macro `@DirectCodable` of Embedded Swift, which has no `Codable`.
package enum EmbeddedDirectCodableMacro: ExtensionMacro, MemberMacro {
  package static var formatMode: FormatMode { .disabled }

  private static let options = TypeSource.Options(codable: false, isEmbedded: true)

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    DirectCodableMacro.extensions(
      node, declaration, of: type, conformingTo: protocols, options, in: context)
  }

  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    DirectCodableMacro.members(node, declaration, options, in: context)
  }
}

extension AttributeSyntax {
  /// Whether `@DirectCodable` also writes the members of `Codable`.
  var writesCodable: Bool { argument("codable")?.trimmedDescription != "false" }
}

extension String {
  /// The last name of a qualified name: `Decodable` of `Swift.Decodable`.
  fileprivate var lastName: String { split(separator: ".").last.map(String.init) ?? self }
}

/// The attributes inside of a type (`@Key` and so on). They are input of `@DirectCodable` and
/// generate no code of their own.
package enum AttributeMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let around = context.lexicalContext.first
    let owner =
      declaration.asProtocol((any DeclGroupSyntax).self)
      ?? around?.asProtocol((any DeclGroupSyntax).self)
    guard let owner, !owner.attributes.has("DirectCodable") else { return [] }
    let name = node.attributeName.trimmedDescription
    let problem = Problem(
      "without-macro", "@\(name) needs @DirectCodable on the type")
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
    context.diagnose(
      Diagnostic(
        node: node, message: problem, fixIts: FixIt.removing(node, from: attributes)))
    return []
  }
}

extension AttributeListSyntax {
  /// Whether an attribute has the name, possibly with a module before it.
  func has(_ name: String) -> Bool {
    contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return attribute.attributeName.lastName == name
    }
  }
}
