import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// What the members of a type on the main actor need, to be called from anywhere.
  mutating func isolation(
    of declaration: some DeclGroupSyntax, _ kind: TypeModel.Kind
  ) -> String {
    guard let attribute = declaration.attributes.first(named: "MainActor") else { return "" }
    guard kind == .finalClass else { return "nonisolated " }
    report(
      attribute, "main-actor",
      "documents are read and written anywhere, and the properties of '\(typeName)' are the main "
        + "actor's alone; take @MainActor away, or give the class a struct to carry",
      fixIts: FixIt.removing(attribute, from: declaration.attributes))
    return ""
  }
}

extension DeclGroupSyntax {
  /// Whether a property, a case or a function of the type is deprecated.
  var namesDeprecated: Bool {
    memberBlock.members.contains { member in
      member.decl.asProtocol((any WithAttributesSyntax).self)?.attributes.sayDeprecated ?? false
    }
  }
}

extension AttributeListSyntax {
  /// The attribute of this name, if it is there.
  fileprivate func first(named name: String) -> AttributeSyntax? {
    for case .attribute(let attribute) in self
    where attribute.attributeName.trimmedDescription == name {
      return attribute
    }
    return nil
  }

  fileprivate var sayDeprecated: Bool {
    contains { element in
      guard case .attribute(let attribute) = element,
        attribute.attributeName.trimmedDescription == "available",
        case .availability(let arguments) = attribute.arguments
      else { return false }
      return arguments.contains { argument in
        switch argument.argument {
        case .token(let token): token.text == "deprecated"
        case .availabilityLabeledArgument(let labeled): labeled.label.text == "deprecated"
        default: false
        }
      }
    }
  }
}
