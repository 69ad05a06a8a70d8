import FerryMacroExpansion
import Testing

/// A macro does not see the default isolation of a module.
@Suite("Isolation of the expansion")
struct IsolationExpansionTests {
  @Test(
    "the expansion of a type outside of actors is so whatever the default of the module",
    arguments: [
      "@DirectCodable nonisolated struct S { let x: Int }",
      "nonisolated enum Space { @DirectCodable struct S { let x: Int } }",
      "nonisolated struct Space { enum Inner { @DirectCodable struct S { let x: Int } } }",
      "actor Space { @DirectCodable struct S { let x: Int } }",
      "@DirectCodable @PartiallyDecodable struct S { let x: Int }",
      "@DirectCodable struct S: Error { let x: Int }",
    ])
  func nonisolated(source: String) {
    let lines = Expansion(source).lines
    #expect(lines.contains("nonisolated static ") && lines.contains("\nnonisolated extension "))
    let isolated = [
      "static let _table", "static var _table", "static func _describe", "extension ",
    ]
    for line in isolated { #expect(!lines.contains("\n" + line), "\(line)") }
  }

  @Test(
    "generated types of such a type, and of one on the main actor, belong to no actor",
    arguments: [
      "@DirectCodable nonisolated final class S { let x: Int }",
      "@MainActor @DirectCodable struct S { let x: Int }",
      "@DirectCodable nonisolated enum S { case a(x: Int) }",
    ])
  func nonisolatedTypes(source: String) {
    let lines = Expansion(source).lines
    #expect(lines.contains("\nnonisolated fileprivate struct DirectFields: "))
    #expect(
      lines.contains("\nnonisolated private struct DirectSlots")
        || lines.contains("\nnonisolated private enum DirectCases"))
    #expect(lines.contains("\nnonisolated extension "))
  }

  @Test(
    "a type to which the default of the module applies keeps it",
    arguments: [
      "@DirectCodable struct S { let x: Int }",
      "enum Space { @DirectCodable struct S { let x: Int } }",
      "nonisolated extension Space { @DirectCodable struct S { let x: Int } }",
    ])
  func defaultIsolation(source: String) {
    let expansion = Expansion(source).lines
    #expect(!expansion.contains("nonisolated static") && expansion.contains("\nextension "))
  }
}
