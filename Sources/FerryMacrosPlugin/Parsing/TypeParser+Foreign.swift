import SwiftSyntax

extension TypeParser {
  /// Warns of attributes that may be property wrappers: the macro works with the value inside, and
  /// what the wrapper does with documents is lost.
  mutating func warn(ofUnknown variable: VariableDeclSyntax, _ attributes: Attributes) {
    // These say what is to be done with the value inside.
    let isSaid =
      attributes["As"] != nil || attributes["Skip"].map { $0.argument(nil) == nil } == true
    guard !isSaid else { return }
    for case .attribute(let attribute) in variable.attributes where attribute.mayWrap {
      let name = attribute.attributeName.trimmedDescription
      report(
        attribute, "wrapper",
        "if '@\(name)' is a property wrapper, its own coding is not used: @DirectCodable reads and "
          + "writes the value inside; declare the property as a '\(name)' without the '@', or say "
          + "@As or @Skip",
        severity: .warning)
    }
  }
}

extension AttributeSyntax {
  /// Whether the attribute is none of the library's, of the compiler's and of observation.
  fileprivate var mayWrap: Bool {
    guard ferryName == nil else { return false }
    // The compiler's own begin with a small letter, apart from few.
    guard let name = attributeName.lastName, name.first?.isUppercase == true else { return false }
    return ![
      "MainActor", "Sendable", "ObservationTracked", "ObservationIgnored", "IBOutlet",
      "IBInspectable", "NSCopying", "NSManaged", "GKInspectable",
    ].contains(name)
  }
}
