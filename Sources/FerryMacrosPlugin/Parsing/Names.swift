import SwiftParser
import SwiftSyntax

extension String {
  /// The name of something that may be spelled in backticks.
  var withoutBackticks: String {
    first == "`" && last == "`" ? String(dropFirst().dropLast()) : self
  }

  /// The name as that of a variable: in backticks if it is a keyword, which labels may be as they
  /// are.
  var asVariableName: String {
    isValidSwiftIdentifier(for: .variableName) || first == "`" ? self : "`\(self)`"
  }
}

extension TypeParser {
  /// What is spelled in the type, for a place inside of another one: there, `Self` is that one.
  func naming<Node: SyntaxProtocol>(_ node: Node) -> Node {
    guard node.tokens(viewMode: .sourceAccurate).contains(where: \.isSelfType) else { return node }
    return SelfNaming(typeName).rewrite(node).as(Node.self) ?? node
  }
}

/// Replaces `Self` by a name.
private final class SelfNaming: SyntaxRewriter {
  private let name: String

  init(_ name: String) {
    self.name = name
    super.init()
  }

  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    token.isSelfType ? token.with(\.tokenKind, .identifier(name)) : token
  }
}

extension TokenSyntax {
  fileprivate var isSelfType: Bool { tokenKind == .keyword(.Self) }
}
