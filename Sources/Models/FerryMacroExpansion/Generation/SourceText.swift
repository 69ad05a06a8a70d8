import SwiftSyntax

/// Swift source while it is being written, indented by its braces.
struct SourceText {
  private(set) var text = ""
  private var depth = 0

  /// Returns the text that `body` writes.
  static func of(_ body: (inout SourceText) -> Void) -> String {
    var source = SourceText()
    body(&source)
    return source.text
  }

  /// Writes finished lines, indented by the braces around them.
  mutating func lines(_ text: String) {
    for text in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      line(String(text))
    }
  }

  mutating func line(_ line: String = "") {
    if line.isEmpty {
      text += "\n"
    } else {
      text += String(repeating: "  ", count: depth) + line + "\n"
    }
  }

  /// Writes `opening {`, the text of `body`, and the closing brace.
  mutating func block(_ opening: String, _ body: (inout SourceText) -> Void) {
    line(opening + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Writes lines that belong to the line before, such as the body of a case.
  mutating func indented(_ body: (inout SourceText) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }
}

extension String {
  /// The text as a Swift string literal.
  var literal: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}": result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// The beginning of every name of the library in generated code, so that no declaration of a user
/// hides the name.
var library: String { Prefixes.library }

/// The beginning of every name of the standard library in generated code.
var standard: String { Prefixes.standard }

/// Returns the head of a function or initialiser that reads from any reader.
func reading(_ head: String, _ parameters: String = "") -> String {
  "\(head)<Reader: \(library)WireReader & ~\(standard)Copyable>"
    + "(\(parameters)from reader: inout Reader) throws(\(library)WireFailure)"
}

/// Returns the head of a function that writes to any writer.
func writing(_ head: String, _ parameters: String = "") -> String {
  "\(head)<Writer: \(library)WireWriter & ~\(standard)Copyable>"
    + "(to writer: inout Writer\(parameters)) throws(\(library)WireFailure)"
}

/// The parameter for the object that members are written into.
let objectParameter = ", in object: inout Writer.Object"

/// The modules of generated names, during one expansion.
enum Prefixes {
  @TaskLocal fileprivate static var library = "FerryMacros."
  @TaskLocal fileprivate static var standard = "Swift."

  /// Expands a type. A member with the name of a module hides the module inside the type. Names are
  /// then written without the module.
  static func fitting<Result>(
    _ declaration: some DeclGroupSyntax, _ expand: () throws -> Result
  ) rethrows -> Result {
    let names = declaration.memberNames
    return try $library.withValue(names.contains("FerryMacros") ? "" : library) {
      try $standard.withValue(names.contains("Swift") ? "" : standard, operation: expand)
    }
  }
}

extension DeclGroupSyntax {
  /// The names of members and the labels of associated values. Both become members of generated
  /// types.
  fileprivate var memberNames: Set<String> {
    let names = memberBlock.members.flatMap { member -> [String] in
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        return variable.bindings.map(\.pattern.trimmedDescription)
      }
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        return declaration.elements.flatMap { element in
          let parameters = element.parameterClause?.parameters.compactMap(\.firstName?.text) ?? []
          return [element.name.text] + parameters
        }
      }
      return [member.decl.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""]
    }
    return Set(names.map(\.withoutBackticks))
  }
}
