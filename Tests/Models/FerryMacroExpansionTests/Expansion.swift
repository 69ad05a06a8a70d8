import FerryMacroExpansion
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// The expansion of a source, in this process.
struct Expansion {
  let text: String
  let diagnostics: [Diagnostic]
  private let source: String
  private let context: BasicMacroExpansionContext

  /// Expands `source`, as for Embedded Swift if `isEmbedded` is true.
  init(_ source: String, isEmbedded: Bool = false) {
    self.source = source
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    self.context = context
    let conformances: [TypeSyntax] = [
      "DirectDecodable", "DirectEncodable", "_DirectMembersEncodable", "_TableCodable",
      "_Generated.Described", "Decodable", "Encodable", "_Generated.BridgedCodable",
    ]
    var specs: [String: MacroSpec] = [:]
    specs["DirectCodable"] = MacroSpec(
      type: isEmbedded ? EmbeddedDirectCodableMacro.self : DirectCodableMacro.self,
      conformances: conformances)
    specs["PartiallyDecodable"] = MacroSpec(
      type: PartiallyDecodableMacro.self, conformances: ["PartiallyDecodable", "PartialValue"])
    for name in Attributes.names { specs[name] = MacroSpec(type: AttributeMacro.self) }
    text =
      file.expand(
        macroSpecs: specs,
        contextGenerator: { node in
          BasicMacroExpansionContext(
            sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
        }
      ).description
    diagnostics = context.diagnostics
  }

  /// The text without indentation.
  var lines: String { text.unindented }

  var messages: [String] { diagnostics.map(\.message) }

  /// The source after each of the first diagnostic's fix-its alone.
  var remedies: [String] {
    (diagnostics.first?.fixIts ?? []).map { fixIt in
      var bytes = Array(source.utf8)
      for case .replace(let old, let new) in fixIt.changes {
        let start = context.location(for: old.position, anchoredAt: old, fileName: "").offset
        bytes.replaceSubrange(
          start..<start + old.totalLength.utf8Length, with: new.description.utf8)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension String {
  /// The lines without the spaces in front of them.
  var unindented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
  }
}
