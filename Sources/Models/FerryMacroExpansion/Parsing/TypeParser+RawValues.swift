import SwiftSyntax

// Types with raw values. As in the compiler's synthesis, only a truth value, a text, a `Double`, a
// `Float` or an integer is written as the raw value. All other types with raw values are written with
// their members or cases.
extension TypeParser {
  /// Sets how the values of a type with a raw value of its own are written. The spelling of the raw
  /// type decides, and the compiler checks the decision if the spelling may be an alias.
  func parseRawValue(of declaration: some DeclGroupSyntax, into model: inout TypeModel) {
    guard declaration.isRawRepresentable else {
      if declaration.hasRawValue { model.formCheck = .members }
      return
    }
    guard let type = declaration.rawValueType else {
      model.rawType = "RawValue"
      model.formCheck = .rawValue
      return
    }
    if isScalar(type) { model.rawType = "RawValue" } else { model.formCheck = .members }
  }

  /// Sets the raw type of an enum: the first inherited type, if it is a known raw type or a case has a
  /// raw value.
  mutating func parseRawType(
    of declaration: some DeclGroupSyntax, _ elements: [EnumCaseElementSyntax],
    into model: inout TypeModel
  ) {
    guard let first = declaration.inheritanceClause?.inheritedTypes.first?.type else { return }
    let name = first.trimmedDescription
    if isScalar(first) {
      model.rawType = name
    } else if ["Character", "Swift.Character"].contains(name) {
      return
    } else if elements.contains(where: { $0.rawValue != nil }) {
      model.rawType = name
      model.formCheck = .rawValue
    } else if declaration.isRawRepresentable {
      parseRawValue(of: declaration, into: &model)
    } else if !elements.isEmpty, elements.allSatisfy({ $0.parameterClause == nil }),
      !Self.knownProtocols.contains(name)
    {
      report(
        first, "raw-type",
        "if '\(name)' is a raw type, spell the raw values out; if it is a protocol, name another "
          + "one such as Sendable before it",
        severity: .warning)
    }
  }

  /// Whether the spelling is that of a type whose raw values are written.
  private func isScalar(_ type: TypeSyntax) -> Bool {
    if valueType(type).isScalar { return true }
    let name = type.trimmedDescription
    return ["Int128", "UInt128", "Swift.Int128", "Swift.UInt128"].contains(name)
      && !ownTypes.contains(name)
  }

  /// Protocols that often come first in an inheritance clause. They are neither raw types nor
  /// superclasses.
  static var knownProtocols: Set<String> {
    [
      "Equatable", "Hashable", "Comparable", "Sendable", "CaseIterable", "Identifiable", "Error",
      "LocalizedError", "CustomStringConvertible", "CustomDebugStringConvertible", "Codable",
      "Decodable", "Encodable", "CodingKey", "BitwiseCopyable",
      "ObservableObject", "Observable", "AnyObject", "Described", "DirectCodable",
      "DirectDecodable", "DirectEncodable",
    ]
  }
}

extension DeclGroupSyntax {
  /// Whether the declaration states that the type has a raw value.
  fileprivate var isRawRepresentable: Bool {
    let names = ["RawRepresentable", "OptionSet", "Swift.RawRepresentable", "Swift.OptionSet"]
    return inheritanceClause?.inheritedTypes.contains {
      names.contains($0.type.trimmedDescription)
    } ?? false
  }

  /// Whether a property is called `rawValue`. An extension may then give the type a raw value.
  fileprivate var hasRawValue: Bool { rawValueBinding != nil }

  private var rawValueBinding: PatternBindingSyntax? {
    members(VariableDeclSyntax.self).flatMap(\.bindings)
      .first { $0.pattern.trimmedDescription == "rawValue" }
  }

  /// The raw type as spelled.
  fileprivate var rawValueType: TypeSyntax? {
    if let alias = members(TypeAliasDeclSyntax.self).first(where: { $0.name.text == "RawValue" }) {
      return alias.initializer.value
    }
    let binding = rawValueBinding
    if let type = binding?.typeAnnotation?.type ?? binding?.initializer?.value.literalType {
      return type
    }
    let parameters = members(InitializerDeclSyntax.self).compactMap {
      $0.signature.parameterClause.parameters.first
    }
    return parameters.first { $0.firstName.text == "rawValue" }?.type
  }
}
