import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The macro `@PartiallyDecodable`. A struct or class gets a type `Partial` with optional members. An
/// enum, and a struct without members in documents, come whole.
///
/// `@DirectCodable` on the same type reports faults of the declaration.
package enum PartiallyDecodableMacro: ExtensionMacro, MemberMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let model = DirectCodableMacro.parse(declaration, node, in: context).0
    let comesWhole =
      model.map(PartialSource.comesWhole) ?? declaration.is(EnumDeclSyntax.self)
    let names = ["PartiallyDecodable"] + (comesWhole ? ["PartialValue"] : [])
    let conformances = names.map { "FerryPartial.\($0)" }.joined(separator: ", ")
    let source = DeclSyntax(
      stringLiteral: "nonisolated extension \(type.trimmedDescription): \(conformances) {}")
    return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }

  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    Prefixes.fitting(declaration) {
      guard let model = DirectCodableMacro.parse(declaration, node, in: context).0,
        !PartialSource.comesWhole(model)
      else { return [] }
      let source = PartialSource(model)
      for (name, property) in unmarked(declaration, source.growing) {
        context.diagnose(
          Diagnostic(
            node: name,
            message: Problem(
              "partial-type",
              "'\(name.text)' needs @PartiallyDecodable, as the type of '\(property)'")))
      }
      if let property = source.growing.first(where: { $0.unwrappedType == model.name }) {
        context.diagnose(
          Diagnostic(
            node: node,
            message: Problem(
              "recursive-part",
              "the type 'Partial' would contain itself by '\(property.name)'; declare an array of "
                + "'\(model.name)'")))
        return []
      }
      return [DeclSyntax(stringLiteral: SourceText.of(source.write))]
    }
  }

  /// Returns the types inside of the declaration that a part of it needs and that lack the macro, with
  /// the name of a property. The macro cannot see other types: the compiler names those.
  private static func unmarked(
    _ declaration: some DeclGroupSyntax, _ properties: [PropertyModel]
  ) -> [(TokenSyntax, String)] {
    declaration.memberBlock.members.compactMap { member in
      guard let name = member.decl.asProtocol((any NamedDeclSyntax).self)?.name,
        let attributes = member.decl.asProtocol((any WithAttributesSyntax).self)?.attributes,
        attributes.has("DirectCodable"), !attributes.has("PartiallyDecodable"),
        let property = properties.first(where: { $0.mentions(name.text) })
      else { return nil }
      return (name, property.name)
    }
  }
}

extension PropertyModel {
  /// Whether the type is `name`, or a collection of it.
  fileprivate func mentions(_ name: String) -> Bool {
    switch valueType.unwrapped {
    case .array(let element), .set(let element), .dictionary(_, let element):
      element == name || element == name + "?"
    default: unwrappedType == name
    }
  }
}
