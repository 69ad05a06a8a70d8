extension StructSource {
  /// Writes the statements that refuse a key of a flattened dictionary, the expression `rest`, which
  /// another member would read.
  /// - `value` gives the expression for a property.
  func writeCheck(ofRest rest: String, to source: inout SourceText, value: (Int) -> String) {
    let others = properties.enumerated().filter {
      $0.element.isFlattened && $0.element.isDecoded && !$0.element.isRest
    }
    let questions = others.filter(\.element.isEncoded).map { index, other in
      (presence(ofFlattened: other, value(index)).map { "\($0) && " } ?? "")
        + "\(library)_Generated.takesMember(\(metatype(other.unwrappedType)), key)"
    }
    let taken =
      questions.isEmpty ? "" : ", isTaken: { key in \(questions.joined(separator: " || ")) }"
    source.line("try writer.checkRest(\(rest), of: \(fields).self\(taken))")
    for (index, other) in others {
      let check =
        "try writer.checkRest(\(rest), of: \(fields).self, "
        + "beside: \(metatype(other.unwrappedType))\(taken))"
      if !other.isEncoded {
        source.line(check)
      } else if let presence = presence(ofFlattened: other, value(index)) {
        source.block("if !(\(presence))") { $0.line(check) }
      }
    }
  }

  /// An expression that says whether a flattened value is there, or `nil` if it always is.
  private func presence(ofFlattened property: PropertyModel, _ value: String) -> String? {
    if property.valueType.isOptional { return "\(value) != nil" }
    return property.mayBeOptional ? "\(library)_Generated.isPresent(\(value))" : nil
  }
}
