import SwiftDiagnostics
import SwiftSyntax

/// The attributes of the library on a declaration.
package struct Attributes {
  /// The names of all attributes, except the macro itself.
  package static let names: Set<String> = [
    "Key", "Alias", "Default", "Nil", "Skip", "Flatten", "Lossy", "Tolerant", "As", "KeyStyle",
    "Tagged",
    "UnknownCase", "Range", "Pattern", "Length", "OneOf",
  ]

  private var found: [String: AttributeSyntax] = [:]
  /// The attributes that repeat an earlier one.
  private(set) var repeated: [AttributeSyntax] = []

  init(_ list: AttributeListSyntax) {
    for case .attribute(let attribute) in list {
      guard let name = attribute.ferryName else { continue }
      if found[name] == nil { found[name] = attribute } else { repeated.append(attribute) }
    }
  }

  subscript(name: String) -> AttributeSyntax? { found[name] }

  /// All attributes, in the order of the source.
  var all: [AttributeSyntax] { found.values.sorted { $0.position < $1.position } }
}

extension AttributeSyntax {
  /// The modules that declare or export the attributes.
  private static var modules: Set<String> {
    ["FerryMacros", "Ferry", "FerryConfiguration", "FerrySchema"]
  }

  /// The name of an attribute of the library: `Key` of `@Key` or `@FerryMacros.Key`.
  var ferryName: String? {
    let module = attributeName.as(MemberTypeSyntax.self)?.baseType.trimmedDescription
    guard let name = attributeName.lastName, Attributes.names.contains(name),
      module.map(Self.modules.contains) ?? true
    else { return nil }
    return name
  }

  /// The arguments, each with its label and expression.
  var labeledArguments: [(label: String?, expression: ExprSyntax)] {
    guard case .argumentList(let list) = arguments else { return [] }
    return list.map { ($0.label?.text, $0.expression) }
  }

  /// Returns the argument with this label.
  func argument(_ label: String?) -> ExprSyntax? {
    labeledArguments.first { $0.label == label }?.expression
  }
}

extension TypeSyntax {
  /// The name without the modules and types around it, or `nil` for a type without a name.
  var lastName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }
}

extension ExprSyntax {
  /// The text of a string literal without interpolations.
  var literalText: String? {
    self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// The name of a member: `snakeCase` of `.snakeCase` or `KeyStyle.snakeCase`.
  var memberName: String? {
    self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? self.as(FunctionCallExprSyntax.self)?.calledExpression.memberName
  }
}

extension TypeParser {
  /// Warns about attributes that may be property wrappers. The macro codes the value inside, so the
  /// wrapper's own coding is lost.
  mutating func warn(ofUnknown variable: VariableDeclSyntax, _ attributes: Attributes) {
    // These attributes define how the value inside is coded.
    let isSaid =
      attributes["As"] != nil || attributes["Skip"].map { $0.argument(nil) == nil } == true
    guard !isSaid else { return }
    for case .attribute(let attribute) in variable.attributes where attribute.mayWrap {
      let name = attribute.attributeName.trimmedDescription
      report(
        attribute, "wrapper",
        "if '@\(name)' is a property wrapper, its own coding is not used: @DirectCodable reads and "
          + "writes the value inside; declare the property as a '\(name)' without the '@', or add "
          + "@As or @Skip",
        severity: .warning)
    }
  }
}

extension AttributeSyntax {
  /// Whether the attribute may be a property wrapper: it belongs neither to the library, nor to the
  /// compiler, nor to observation.
  fileprivate var mayWrap: Bool {
    guard ferryName == nil else { return false }
    // With few exceptions, the compiler's own attributes begin with a lowercase letter.
    guard let name = attributeName.lastName, name.first?.isUppercase == true else { return false }
    return ![
      "MainActor", "Sendable", "ObservationTracked", "ObservationIgnored", "IBOutlet",
      "IBInspectable", "NSCopying", "NSManaged", "GKInspectable",
    ].contains(name)
  }
}
