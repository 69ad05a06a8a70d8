import SwiftSyntax

extension TypeParser {
  /// The raw type of an enum: the first inherited one, if it looks like one or a case has a raw
  /// value.
  mutating func rawType(
    of declaration: some DeclGroupSyntax, _ elements: [EnumCaseElementSyntax]
  ) -> String? {
    guard let first = declaration.inheritanceClause?.inheritedTypes.first?.type else { return nil }
    let name = first.trimmedDescription
    if elements.contains(where: { $0.rawValue != nil }) { return name }
    if declaration.isRawRepresentable { return "RawValue" }
    switch ValueType(first) {
    case .integer, .string, .double, .float: return name
    default: break
    }
    if name == "Character" { return name }
    if !elements.isEmpty, elements.allSatisfy({ $0.parameterClause == nil }),
      !Self.knownProtocols.contains(name)
    {
      report(
        first, "raw-type",
        "if '\(name)' is a raw type, spell the raw values out; if it is a protocol, name another "
          + "one such as Sendable before it",
        severity: .warning)
    }
    return nil
  }

  /// What often stands first behind the name of an enum and is no raw type.
  private static var knownProtocols: Set<String> {
    [
      "Equatable", "Hashable", "Comparable", "Sendable", "CaseIterable", "Identifiable", "Error",
      "LocalizedError", "CustomStringConvertible", "CustomDebugStringConvertible", "Codable",
      "Decodable", "Encodable", "CodingKey", "BitwiseCopyable",
    ]
  }

  /// Reports attributes on variables where none has a meaning.
  mutating func refuseAttributes(
    ofVariables declaration: some DeclGroupSyntax, _ place: String
  ) {
    for variable in declaration.members(VariableDeclSyntax.self) {
      refuse(Attributes(variable.attributes), allowed: [], place)
    }
  }
}

extension DeclGroupSyntax {
  /// Whether the declaration says that the type stands for a raw value.
  var isRawRepresentable: Bool {
    let names = ["RawRepresentable", "OptionSet", "Swift.RawRepresentable", "Swift.OptionSet"]
    return inheritanceClause?.inheritedTypes.contains {
      names.contains($0.type.trimmedDescription)
    } ?? false
  }
}
