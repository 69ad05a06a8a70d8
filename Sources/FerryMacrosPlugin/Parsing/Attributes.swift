import SwiftDiagnostics
import SwiftSyntax

/// The attributes of the macro that a declaration has.
struct Attributes {
  /// The names of all attributes, apart from the macro itself.
  static let names: Set<String> = [
    "Key", "Alias", "Default", "Skip", "Flatten", "Lossy", "Tolerant", "As", "KeyStyle", "Tagged",
    "UnknownCase",
  ]

  private var found: [String: AttributeSyntax] = [:]
  /// The second of two equal attributes.
  private(set) var repeated: [AttributeSyntax] = []

  init(_ list: AttributeListSyntax) {
    for case .attribute(let attribute) in list {
      guard let name = attribute.ferryName else { continue }
      if found[name] == nil { found[name] = attribute } else { repeated.append(attribute) }
    }
  }

  subscript(name: String) -> AttributeSyntax? { found[name] }

  /// All of them, in the order of the source.
  var all: [AttributeSyntax] { found.values.sorted { $0.position < $1.position } }
}

extension AttributeSyntax {
  /// The name, if it is one of ours: `Key`, `FerryMacros.Key`.
  var ferryName: String? {
    let module = attributeName.as(MemberTypeSyntax.self)?.baseType.trimmedDescription
    guard let name = attributeName.lastName, Attributes.names.contains(name),
      module.map(["FerryMacros", "Ferry"].contains) ?? true
    else { return nil }
    return name
  }

  /// The arguments: label and expression.
  var labeledArguments: [(label: String?, expression: ExprSyntax)] {
    guard case .argumentList(let list) = arguments else { return [] }
    return list.map { ($0.label?.text, $0.expression) }
  }

  /// The argument with this label.
  func argument(_ label: String?) -> ExprSyntax? {
    labeledArguments.first { $0.label == label }?.expression
  }
}

extension TypeSyntax {
  /// The name without the modules and types around it; `nil` for a type without a name.
  var lastName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }
}

extension ExprSyntax {
  /// The text of a string literal without interpolations.
  var literalText: String? {
    self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// `snake` of `.snake` or `KeyStyle.snake`.
  var memberName: String? {
    self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? self.as(FunctionCallExprSyntax.self)?.calledExpression.memberName
  }
}
