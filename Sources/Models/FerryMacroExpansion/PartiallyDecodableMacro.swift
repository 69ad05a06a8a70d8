import SwiftSyntax
import SwiftSyntaxMacros

/// The macro `@PartiallyDecodable`. A struct or class gets a type `Partial` with optional members. An
/// enum comes whole.
///
/// A member with a path of several keys, or with another form than that of its type, has no part in
/// it. `@DirectCodable` on the same type reports faults of the declaration.
package enum PartiallyDecodableMacro: ExtensionMacro, MemberMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let isEnum = declaration.is(EnumDeclSyntax.self)
    let names = ["PartiallyDecodable"] + (isEnum ? ["PartialValue"] : [])
    let conformances = names.map { "FerryPartial.\($0)" }.joined(separator: ", ")
    let source = DeclSyntax(
      stringLiteral: "extension \(type.trimmedDescription): \(conformances) {}")
    return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }

  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard !declaration.is(EnumDeclSyntax.self),
      let model = DirectCodableMacro.parse(declaration, node, in: context).0
    else { return [] }
    return [DeclSyntax(stringLiteral: partial(of: model))]
  }

  /// Returns the declaration of `Partial`.
  private static func partial(of model: TypeModel) -> String {
    let members = model.properties.filter { property in
      guard case .plain = property.form, property.isDecoded else { return false }
      return property.readPaths.allSatisfy { $0.count == 1 }
    }
    let access = model.access
    let name = "FerryPartial"
    var lines = ["/// The part of a `\(model.name)` that is there."]
    lines.append("\(access)struct Partial: \(name).PartialObject {")
    for member in members {
      lines.append("  /// `nil` until the value begins.")
      lines.append("  \(access)var \(member.name): \(name)._PartialOf<\(member.unwrappedType)>?")
    }
    lines.append("  /// An object without members.")
    lines.append("  \(access)init() {}")
    lines.append("  \(access)static func _slot(of key: \(name).FieldKey) -> Swift.Int {")
    lines.append("    switch key {")
    for (slot, member) in members.enumerated() {
      let keys = member.readPaths.map { $0[0].literal }.joined(separator: ", ")
      lines.append("    case \(keys): return \(slot)")
    }
    lines += ["    default: return -1", "    }", "  }"]
    lines.append("  \(access)mutating func _resume(")
    lines.append("    _ slot: Swift.Int, _ reader: inout \(name)._PartialReader")
    lines.append("  ) throws(\(name).WireFailure) -> Swift.Bool {")
    lines.append("    switch slot {")
    for (slot, member) in members.enumerated() {
      lines.append("    case \(slot): return try reader.resume(&self.\(member.name))")
    }
    lines += ["    default: return true", "    }", "  }", "}"]
    return lines.joined(separator: "\n")
  }
}
