import SwiftSyntax

extension Trivia {
  /// The text of the doc comment.
  var documentation: String {
    var lines: [Substring] = []
    for piece in pieces {
      switch piece {
      case .docLineComment(let text):
        let line = text.dropFirst(3)
        lines.append(line.first == " " ? line.dropFirst() : line)
      case .docBlockComment(let text):
        for line in text.dropFirst(3).dropLast(2).split(separator: "\n") {
          let bare = line.drop { $0 == " " || $0 == "\t" }
          lines.append(bare.hasPrefix("* ") ? bare.dropFirst(2) : bare)
        }
      default: break
      }
    }
    let text = lines.joined(separator: "\n")
    return String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension AttributeSyntax {
  /// The default for a missing key in the notation of JSON, if it is a literal.
  var defaultLiteral: String? { (argument(nil) ?? argument("missing"))?.jsonLiteral }
}
