import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// Reports properties that claim one key.
  mutating func checkKeys(of properties: [PropertyModel], _ declaration: some DeclGroupSyntax) {
    for conflict in FieldTree(properties).conflicts {
      let first = properties[conflict.first].name
      let second = properties[conflict.second]
      let path = WirePath(keys: conflict.path).description
      let node = declaration.binding(named: second.name) ?? Syntax(declaration)
      let message =
        first == second.name
        ? "'\(first)' claims the key '\(path)' twice"
        : "'\(path)' is claimed by '\(first)' and '\(second.name)'; give one of them another key"
      report(node, "key-claimed", message)
    }
  }
}

extension DeclGroupSyntax {
  /// The place where a property is declared.
  fileprivate func binding(named name: String) -> Syntax? {
    for member in memberBlock.members {
      for binding in member.decl.as(VariableDeclSyntax.self)?.bindings ?? [] {
        if binding.pattern.trimmedDescription == name { return Syntax(binding) }
      }
    }
    return nil
  }
}
