import SwiftSyntax

/// Swift source while it is being written, indented by its braces.
struct SourceText {
  private(set) var text = ""
  private var depth = 0

  /// The text that `body` writes.
  static func of(_ body: (inout SourceText) -> Void) -> String {
    var source = SourceText()
    body(&source)
    return source.text
  }

  /// Writes lines that have been written before, indented by the braces around them here.
  mutating func lines(_ text: String) {
    for text in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      line(String(text))
    }
  }

  /// Writes a line.
  mutating func line(_ line: String = "") {
    if line.isEmpty {
      text += "\n"
    } else {
      text += String(repeating: "  ", count: depth) + line + "\n"
    }
  }

  /// Writes `opening {`, what `body` writes, and the closing brace.
  mutating func block(_ opening: String, _ body: (inout SourceText) -> Void) {
    line(opening + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Writes lines that belong to the one before, such as the body of a case.
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

/// Starts every name of the library in generated code, so that a declaration of the user's does not
/// hide it.
var library: String { Prefixes.library }

/// Starts every name of the standard library in generated code.
var standard: String { Prefixes.standard }

/// The head of a function or initialiser that reads from any reader.
func reading(_ head: String, _ parameters: String = "") -> String {
  "\(head)<Reader: \(library)WireReader & ~\(standard)Copyable>"
    + "(\(parameters)from reader: inout Reader) throws(\(library)WireFailure)"
}

/// The head of a function that writes to any writer.
func writing(_ head: String, _ parameters: String = "") -> String {
  "\(head)<Writer: \(library)WireWriter & ~\(standard)Copyable>"
    + "(to writer: inout Writer\(parameters)) throws(\(library)WireFailure)"
}

/// The parameter for the object that members are written into.
let objectParameter = ", in object: inout Writer.Object"

/// The modules of generated names, for the length of one expansion.
enum Prefixes {
  @TaskLocal fileprivate static var library = "FerryMacros."
  @TaskLocal fileprivate static var standard = "Swift."

  /// Expands a type. A member with the name of a module hides the module inside the type, so that
  /// names stand there without it.
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
  /// The names of members, and the labels of associated values, which become members of what is
  /// generated.
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
