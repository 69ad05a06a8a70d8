import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// Reports a strategy of the library for a property whose type is surely another one. The compiler
  /// finds the mistake in generated code only.
  mutating func checkStrategy(
    _ strategy: ExprSyntax, _ attribute: AttributeSyntax, _ property: PropertyModel
  ) {
    guard let member = strategy.as(MemberAccessExprSyntax.self), member.base == nil,
      let type = Self.typesOfStrategies[member.declName.baseName.text]
    else { return }
    if case .other = property.valueType.unwrapped { return }
    let name = strategy.trimmedDescription
    var hint = ""
    switch property.valueType.unwrapped {
    case .array(type), .array("Foundation.\(type)"):
      hint = "; for the elements of an array, write @As(.each(\(name)))"
    default: break
    }
    refuse(
      attribute, "strategy-type",
      "@As(\(name)) reads and writes a \(type), and '\(property.name)' is a "
        + "'\(property.unwrappedType)'\(hint)")
  }

  /// What the strategies of the library read and write.
  private static var typesOfStrategies: [String: String] {
    [
      "iso8601": "Date", "iso8601WithMilliseconds": "Date", "secondsSince1970": "Date",
      "millisecondsSince1970": "Date", "base64": "Data", "base64URL": "Data",
      "hexadecimal": "Data",
    ]
  }
}
