import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// Reports properties that claim one key.
  mutating func checkKeys(of properties: [PropertyModel], _ declaration: some DeclGroupSyntax) {
    // Reading and writing can have the same conflict.
    var said: Set<String> = []
    for conflict in FieldTree(properties).conflicts {
      let first = properties[conflict.first].name
      let second = properties[conflict.second]
      let path = WirePath(keys: conflict.path).description
      let node = declaration.binding(named: second.name) ?? Syntax(declaration)
      let message =
        first == second.name
        ? "'\(first)' claims the key '\(path)' twice"
        : "'\(path)' is claimed by '\(first)' and '\(second.name)'; give one of them another key"
      if said.insert(message).inserted { report(node, "key-claimed", message) }
    }
  }
}

extension DeclGroupSyntax {
  /// The raw values of the cases of a nested `enum CodingKeys: String`, by their names.
  var codingKeys: [String: String]? {
    guard let cases = codingKeysEnum?.cases else { return nil }
    return Dictionary(
      cases.map { element in
        let name = element.name.text.withoutBackticks
        return (name, element.rawValue?.value.literalText ?? name)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The place where a property is declared.
  fileprivate func binding(named name: String) -> Syntax? {
    members(VariableDeclSyntax.self).flatMap(\.bindings)
      .first { $0.pattern.trimmedDescription == name }.map { Syntax($0) }
  }
}
