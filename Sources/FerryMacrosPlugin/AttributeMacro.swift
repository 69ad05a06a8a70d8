import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The attributes inside of a type (`@Key` and so on). They only say something to `@DirectCodable`
/// and stand for no code of their own.
enum AttributeMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let around = context.lexicalContext.first
    let owner =
      declaration.asProtocol((any DeclGroupSyntax).self)
      ?? around?.asProtocol((any DeclGroupSyntax).self)
    guard let owner, !owner.attributes.hasDirectCodable else { return [] }
    let name = node.attributeName.trimmedDescription
    let problem = Problem(
      "without-macro", "@\(name) says something to @DirectCodable, which the type does not have")
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
    context.diagnose(
      Diagnostic(
        node: node, message: problem, fixIts: FixIt.removing(node, from: attributes)))
    return []
  }
}

extension AttributeListSyntax {
  /// Whether the macro is among the attributes.
  fileprivate var hasDirectCodable: Bool {
    contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return attribute.attributeName.lastName == "DirectCodable"
    }
  }
}
