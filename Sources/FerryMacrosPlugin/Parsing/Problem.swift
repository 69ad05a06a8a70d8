import SwiftDiagnostics
import SwiftSyntax

/// Something that the expansion cannot do, or that is probably not what was meant.
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

  /// Takes an attribute away.
  static func remove(_ attribute: AttributeSyntax) -> FixIt {
    let name = attribute.attributeName.trimmedDescription
    guard let list = attribute.parent?.as(AttributeListSyntax.self),
      let index = list.firstIndex(where: { $0.id == attribute.id })
    else {
      return FixIt(message: Remedy(message: "remove @\(name)", id: "remove"), changes: [])
    }
    var rest = list
    rest.remove(at: index)
    return .replace(list, with: rest, "remove", "remove @\(name)")
  }
}
