import SwiftSyntax

extension TypeParser {
  /// Returns why no table of offsets and types can code a type, or `nil` if one can.
  ///
  /// All stored properties need rows, and their values must be independent of each other.
  func tableObstacle(_ declaration: some DeclGroupSyntax, _ model: TypeModel) -> String? {
    guard model.kind == .structure else { return "only a struct has properties at fixed offsets" }
    if !model.isObject { return "the type is coded as its raw value" }
    if !genericParameters.isEmpty { return "a generic type has no stored static properties" }
    if model.properties.count > 64 { return "a table has up to 64 rows" }
    if model.belongsToActor { return "the type belongs to an actor" }
    if model.namesDeprecated { return "the type names deprecated declarations" }
    let hooks = [
      ("didDecode", model.didDecode), ("willEncode", model.willEncode),
      ("validate", model.validate),
    ]
    if let hook = hooks.first(where: { $0.1 != nil }) { return "the type has '\(hook.0)()'" }
    let known = ["DirectCodable", "KeyStyle", "PartiallyDecodable"]
    if let attribute = declaration.attributes.first(where: { !$0.isAmong(known) }) {
      return "'\(attribute.trimmedDescription)' may add stored properties"
    }
    return declaration.members(VariableDeclSyntax.self).lazy.compactMap(\.offsetObstacle).first
      ?? model.properties.lazy.compactMap(\.rowObstacle).first
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
  /// Why the value of the variable does not lie at a fixed offset; `nil` if it does, or if the
  /// variable is no stored property.
  fileprivate var offsetObstacle: String? {
    let names = bindings.map(\.pattern.trimmedDescription).joined(separator: ", ")
    let keywords = modifiers.map(\.name.tokenKind)
    if keywords.contains(.keyword(.lazy)) { return "'\(names)' is lazy" }
    if !isStored { return nil }
    if keywords.contains(.keyword(.weak)) || keywords.contains(.keyword(.unowned)) {
      return "'\(names)' is no strong reference"
    }
    if bindings.contains(where: { $0.accessorBlock != nil }) { return "'\(names)' has observers" }
    return attributes.lazy.filter { !$0.isAmong(["Key", "Default", "Nil"]) }
      .map { "'\(names)' has the attribute '\($0.trimmedDescription)'" }.first
  }
}

extension PropertyModel {
  /// Why no row can describe the property. A row has one key, the same in both directions.
  fileprivate var rowObstacle: String? {
    guard case .plain = form, constraints.isEmpty else { return "'\(name)' has a form of its own" }
    guard let key = encodePath, key.count == 1, readPaths == [key] else {
      return "'\(name)' has not the same single key in both directions"
    }
    if defaultOnError != nil { return "'\(name)' has a default for invalid values" }
    let mayDefaultToNil = mayBeOptional && (defaultWhenMissing ?? initialValue) == "nil"
    return mayDefaultToNil ? "the default of '\(name)' is written as null only for some types" : nil
  }

  /// The arguments of the property's row.
  var row: String {
    let value = hasDefault ? defaultWhenMissing ?? initialValue : nil
    let key = (encodePath ?? [])[0].literal
    return "(\(key), \\Self.\(name)\(value.map { ", default: \($0)" } ?? ""))"
      + (nilStrategy.map { ".encodingNil(.\($0))" } ?? "")
  }
}
