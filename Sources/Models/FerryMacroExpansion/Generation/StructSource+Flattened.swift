// Flattened values are read from the object around them, one after the other.
extension StructSource {
  /// Writes the statements that read the flattened `members`.
  func writeMembers(_ members: [PropertyModel], to source: inout SourceText) {
    guard !members.isEmpty else { return }
    source.line("let end = reader.mark()")
    let sharesKeys = members.contains { !$0.isRest }
    if sharesKeys {
      source.line(
        "let shared = \(sharing) { key in \(keysBesideOptionals) }")
      source.line("defer { reader.endSharing(shared) }")
    }
    // A dictionary comes last, because it takes the members that the others leave. Optional values
    // come first, because their keys are taken only if they are present.
    for property in (0...2).flatMap({ order in members.filter { readingOrder($0) == order } }) {
      source.line("reader.rewind(to: start.mark)")
      let reading = "self.\(property.name) = \(readingMembers(of: property))"
      if property.defaultOnError == nil {
        source.line(reading)
      } else {
        source.block("do throws(\(library)WireFailure)") { $0.line(reading) }
        source.block("catch") { $0.line("self.\(failureFlag(of: property)) = true") }
      }
      guard readingOrder(property) == 0, members.count > 1 else { continue }
      source.block("if \(isFilled(property))") {
        $0.line("_ = \(sharing) { key in \(takesMember(property)) }")
      }
    }
    source.line("reader.rewind(to: end)")
  }

  private var sharing: String { "reader.shareObject(at: start.position, of: \(fields)())" }

  private func readingOrder(_ property: PropertyModel) -> Int {
    property.isRest ? 2 : mayBeAbsent(property) ? 0 : 1
  }

  private func mayBeAbsent(_ property: PropertyModel) -> Bool {
    property.valueType.isOptional || property.mayBeOptional || property.hasDefault
      || property.defaultOnError != nil
  }

  private func takesMember(_ property: PropertyModel) -> String {
    "\(library)_Generated.takesMember(\(metatype(property.unwrappedType)), key)"
  }

  private func isFilled(_ property: PropertyModel) -> String {
    property.mayBeOptional
      ? "\(library)_Generated.isFilled(self.\(property.name), as: \(metatype(property.type)))"
      : "self.\(property.name) != nil"
  }

  private var others: [PropertyModel] { flattened.filter { $0.isDecoded && !$0.isRest } }

  /// An expression for whether a key belongs to the object itself or to a flattened value that is
  /// always present.
  private var keysBesideOptionals: String {
    (["\(fields)().slot(for: key) >= 0"] + others.filter { !mayBeAbsent($0) }.map(takesMember))
      .joined(separator: " || ")
  }

  /// The argument that identifies the keys of other flattened values, if there are any.
  private var takenByOthers: String {
    if others.isEmpty { return "" }
    let questions = others.map { "\(isFilled($0)) && \(takesMember($0))" }
    return ", isTaken: { key in \(questions.joined(separator: " || ")) }"
  }

  /// Returns an expression that reads a flattened value from the object around it.
  private func readingMembers(of property: PropertyModel) -> String {
    switch property.valueType {
    case .dictionary(let key, let value), .optional(.dictionary(let key, let value), _):
      "try reader.readRest(of: \(fields)(), [\(key): \(value)].self\(takenByOthers))"
    case .optional(_, let wrapped): "try reader.readMembersIfPresent(\(wrapped).self)"
    default:
      property.hasDefault
        ? "try reader.readMembersIfPresent(\(property.type).self)"
        : "try reader.\(property.mayBeOptional ? "readMembers" : "read")"
          + "(\(metatype(property.type)))"
    }
  }
}
