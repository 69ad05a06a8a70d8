import SwiftDiagnostics
import SwiftSyntax

/// A declaration that the expansion does not support, or that is probably a mistake.
struct Problem: DiagnosticMessage, Error {
  let message: String
  let id: String
  var severity = DiagnosticSeverity.error

  var diagnosticID: MessageID { MessageID(domain: "Ferry", id: id) }

  init(_ id: String, _ message: String, severity: DiagnosticSeverity = .error) {
    self.id = id
    self.message = message
    self.severity = severity
  }
}

/// A change that solves a problem.
struct Remedy: FixItMessage {
  let message: String
  let id: String
  var fixItID: MessageID { MessageID(domain: "Ferry", id: id) }
}

extension FixIt {
  /// Replaces a node by another one.
  static func replace(
    _ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ id: String, _ message: String
  ) -> FixIt {
    FixIt(
      message: Remedy(message: message, id: id),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Removes an attribute. Returns no fix-it if the attribute is not among `attributes`.
  ///
  /// A macro receives its own attribute detached from the declaration, so the attribute has to be
  /// found again in its list.
  static func removing(
    _ attribute: AttributeSyntax, from attributes: AttributeListSyntax? = nil
  ) -> [FixIt] {
    guard let list = attributes ?? attribute.parent?.as(AttributeListSyntax.self) else { return [] }
    let text = attribute.trimmedDescription
    let index =
      list.firstIndex { $0.id == attribute.id }
      ?? list.firstIndex { $0.trimmedDescription == text }
    guard let index else { return [] }
    var rest = list
    rest.remove(at: index)
    let name = attribute.attributeName.trimmedDescription
    return [.replace(list, with: rest, "remove", "remove @\(name)")]
  }
}
