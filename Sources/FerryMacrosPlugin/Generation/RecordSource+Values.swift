// From slots that have been read to the values of properties.
extension RecordSource {
  /// Writes a guard that takes required values out of their optional slots.
  func writeUnwrapping(to source: inout SourceText) {
    let bindings = properties.enumerated().compactMap { index, property -> String? in
      guard property.isRequired, !isStoredPlainly(property) else { return nil }
      let slot = "slots.\(property.name)"
      let value = isUncertain(property) ? "\(slot) ?? \(property.type).valueWhenMissing" : slot
      return "let _value\(index) = \(value)"
    }
    guard !bindings.isEmpty else { return }
    // The slots have seen to it that all of them are there.
    source.block("guard \(bindings.joined(separator: ", ")) else") {
      $0.line("throw reader.missing([], at: reader.position)")
    }
  }

  /// Writes the statement that gives a stored property its value, if the document has a say in it.
  func writeAssignment(to property: PropertyModel, _ source: inout SourceText) {
    let target = "self.\(property.name)"
    guard property.isDecoded else {
      if let value = property.defaultWhenMissing { source.line("\(target) = \(value)") }
      return
    }
    if let value = property.defaultOnError {
      source.block("if slots.\(failureFlag(of: property))") {
        $0.line("\(target) = \(value)")
      }
      source.block("else") { writeValue(of: property, target, &$0) }
    } else {
      writeValue(of: property, target, &source)
    }
  }

  private func writeValue(
    of property: PropertyModel, _ target: String, _ source: inout SourceText
  ) {
    guard property.hasDefault else {
      source.line("\(target) = \(value(of: property))")
      return
    }
    source.block("if let value = slots.\(property.name)") { $0.line("\(target) = value") }
    if let value = property.defaultWhenMissing {
      source.block("else") { $0.line("\(target) = \(value)") }
    }
  }

  /// An expression for the value, behind the guard.
  func value(of property: PropertyModel) -> String {
    if property.isRequired, !isStoredPlainly(property),
      let index = properties.firstIndex(where: { $0.name == property.name })
    {
      return "_value\(index)"
    }
    if let value = property.defaultWhenMissing { return "(slots.\(property.name) ?? \(value))" }
    return "slots.\(property.name)"
  }
}
