import SwiftSyntax

extension TypeParser {
  /// Returns whether a table of offsets and types can code a type without generic parameters.
  ///
  /// All stored properties need rows, and their values must be independent of each other.
  func fitsTable(_ declaration: some DeclGroupSyntax, _ model: TypeModel) -> Bool {
    guard model.kind == .structure, model.isObject, model.properties.count <= 64 else {
      return false
    }
    let hooks = [model.didDecode, model.willEncode, model.validate]
    return hooks.allSatisfy { $0 == nil } && model.isolation.isEmpty && !model.namesDeprecated
      && declaration.attributes.allSatisfy { $0.isAmong(["DirectCodable", "KeyStyle"]) }
      && declaration.members(VariableDeclSyntax.self).allSatisfy(\.hasOffset)
      && model.properties.allSatisfy(\.fitsRow)
  }
}

extension Syntax {
  /// Whether a type inside may have stored static properties. The type behind an extension may have
  /// generic parameters.
  var allowsStaticStorage: Bool {
    if let structure = self.as(StructDeclSyntax.self) {
      return structure.genericParameterClause == nil
    }
    if let enumeration = self.as(EnumDeclSyntax.self) {
      return enumeration.genericParameterClause == nil
    }
    return self.as(ClassDeclSyntax.self).map { $0.genericParameterClause == nil } ?? false
  }
}

extension AttributeListSyntax.Element {
  /// Whether the attribute has one of these names. Other attributes may add stored properties or
  /// accessors.
  fileprivate func isAmong(_ names: [String]) -> Bool {
    guard case .attribute(let attribute) = self else { return false }
    return attribute.attributeName.lastName.map(names.contains) ?? false
  }
}

extension VariableDeclSyntax {
  /// Whether the variable is no stored property, or one whose value lies at a fixed offset.
  fileprivate var hasOffset: Bool {
    let keywords = modifiers.map(\.name.tokenKind)
    if keywords.contains(.keyword(.lazy)) { return false }
    if !isStored { return true }
    return !keywords.contains(.keyword(.weak)) && !keywords.contains(.keyword(.unowned))
      && bindings.allSatisfy { $0.accessorBlock == nil }
      && attributes.allSatisfy { $0.isAmong(["Key", "Default"]) }
  }
}

extension PropertyModel {
  /// Whether one row can describe the property: one key, the same in both directions.
  fileprivate var fitsRow: Bool {
    guard case .plain = form, let key = encodePath, key.count == 1, readPaths == [key] else {
      return false
    }
    let mayDefaultToNil = mayBeOptional && (defaultWhenMissing ?? initialValue) == "nil"
    return defaultOnError == nil && constraints.isEmpty && !mayDefaultToNil
  }

  /// The arguments of the property's row.
  var row: String {
    let value = hasDefault ? defaultWhenMissing ?? initialValue : nil
    let key = (encodePath ?? [])[0].literal
    return "(\(key), \\Self.\(name)\(value.map { ", default: \($0)" } ?? ""))"
  }
}
