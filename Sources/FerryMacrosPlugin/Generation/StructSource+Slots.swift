extension StructSource {
  /// Writes the struct that a document is read into.
  ///
  /// The loop fills memory of its caller, so a failure has nothing to destroy. With local
  /// variables, each call would need code to destroy them, and compile time would be quadratic.
  func writeSlots(to source: inout SourceText) {
    // The struct must not be more visible than the types of its variables. In a scope of its own,
    // it is private already.
    let access = slots.contains(".") ? "" : "private "
    source.block("\(access)struct \(slots.unqualified)") { source in
      for property in properties where property.isDecoded {
        source.line("var \(property.name): \(storage(of: property))")
        if property.defaultOnError != nil {
          source.line("var \(failureFlag(of: property)) = false")
        }
      }
      let shared = sharesProgress ? 0 : 1
      for level in tree.levels.indices.dropFirst(shared) {
        source.line(
          "var \(progress(of: level)) = \(library)_FieldProgress(\(name(of: level)).self)")
      }
      writeDefaults(to: &source)
      writeMasks(to: &source)
      // Without this initialiser, the struct would have one with an argument for each variable.
      source.line("init() {}")
      for level in tree.levels.indices { writeLoop(of: level, to: &source) }
      if sharesProgress, properties.contains(where: { $0.isRequired && !$0.isFlattened }) {
        writeMissingNames(to: &source)
      }
    }
  }

  func failureFlag(of property: PropertyModel) -> String {
    "_failed_\(property.name.withoutBackticks)"
  }

  private func progress(of level: Int) -> String { "_progress\(level)" }

  /// Whether the slot holds the value itself. The mask then shows whether the value was read.
  func isStoredPlainly(_ property: PropertyModel) -> Bool {
    isRequiredBySlot(property) && property.valueType.placeholder != nil
  }

  private func storage(of property: PropertyModel) -> String {
    if isStoredPlainly(property), let placeholder = property.valueType.placeholder {
      return "\(property.type) = \(placeholder)"
    }
    if case .optional(_, let wrapped) = property.valueType, !property.hasDefault {
      return "\(standard)Optional<\(wrapped)> = nil"
    }
    return "\(standard)Optional<\(property.type)> = nil"
  }

  // MARK: The loop

  /// Whether the type has no members to read. The decoder that Swift synthesizes then reads
  /// nothing, so any value fits.
  private var takesAnything: Bool { flattened.isEmpty && tree.levels[0].fields.isEmpty }

  private func writeLoop(of level: Int, to source: inout SourceText) {
    let function = level == 0 ? "read" : "readLevel\(level)"
    let field = "readField\(level == 0 ? "" : "OfLevel\(level)")"
    source.block(reading("mutating func \(function)")) { source in
      guard level > 0 || !takesAnything else {
        source.line("try reader.skipValue()")
        return
      }
      let members = level == 0 ? flattened.filter(\.isDecoded) : []
      if !members.isEmpty { source.line("let start = reader.mark()") }
      source.line("var object = try reader.beginObject(\(name(of: level)).self)")
      var fields = "fields"
      if level == 0, !sharesProgress {
        source.line("var fields = \(library)_FieldProgress(\(name(of: 0)).self)")
      } else {
        fields = "self.\(progress(of: level))"
      }
      writeSteps(of: level, fields, to: &source)
      source.block("while let slot = try reader.nextSlot(&object, &\(fields))") {
        $0.line("try self.\(field)(slot, from: &reader)")
      }
      guard level == 0 else { return }
      writeCompleteness(fields, to: &source)
      writeMembers(members, to: &source)
    }
    if level == 0, takesAnything { return }
    // Inside of the loop, these cases would double the compile time.
    source.line("@inline(never)")
    source.block(reading("mutating func \(field)", "_ slot: \(standard)Int, ")) { source in
      source.block("switch slot") { source in
        for (slot, field) in tree.levels[level].fields.enumerated() {
          writeCase(slot, field, to: &source)
        }
        source.line("default: try reader.skipValue()")
      }
    }
  }

  /// Writes a check for each slot in order, because most documents have this order. The loop that
  /// follows need not search for these keys. It reads keys in any other order.
  private func writeSteps(of level: Int, _ fields: String, to source: inout SourceText) {
    let contents = tree.levels[level].fields
    guard contents.count <= Self.mostSteps else { return }
    for (slot, field) in contents.enumerated() where field.level == nil && field.decoded != nil {
      source.block("if try reader.nextIs(\(slot), &object, &\(fields))") {
        writeValue(of: field, fills: true, to: &$0)
      }
    }
  }

  /// The number of fields above which the checks cost more size and compile time than they are
  /// worth.
  private static var mostSteps: Int { 32 }

  private func writeCase(_ slot: Int, _ field: FieldTree.Field, to source: inout SourceText) {
    guard field.level != nil || field.decoded != nil else { return }
    source.line("case \(slot):")
    source.indented { writeValue(of: field, fills: false, to: &$0) }
  }

  /// Writes the statements that read the value of a field. `fills` selects a faster way to fill the
  /// slot, which costs compile time.
  private func writeValue(
    of field: FieldTree.Field, fills: Bool, to source: inout SourceText
  ) {
    if let inner = field.level {
      source.line("if try !reader.readNull() { try self.readLevel\(inner)(from: &reader) }")
    } else if let decoded = field.decoded {
      let property = properties[decoded.property]
      // If a document has several paths of a property, the path with the lowest rank counts.
      let better = (0..<decoded.rank).compactMap { hasRead(decoded.property, rank: $0) }
      if better.isEmpty {
        writeReading(of: property, fills: fills, to: &source)
      } else {
        source.block("if \(better.joined(separator: " || "))") {
          $0.line("try reader.skipValue()")
        }
        source.block("else") { writeReading(of: property, fills: fills, to: &$0) }
      }
    }
  }

  /// Returns an expression for whether the document has the path.
  private func hasRead(_ property: Int, rank: Int) -> String? {
    guard let place = tree.place(of: property, rank: rank) else { return nil }
    return "self.\(progress(of: place.level)).has(\(place.slot))"
  }

  // MARK: Completeness

  private func writeCompleteness(_ fields: String, to source: inout SourceText) {
    var conditions: [String] = []
    for (level, contents) in tree.levels.enumerated() {
      let hasRequired = contents.fields.contains {
        $0.decoded.map { isRequiredBySlot(properties[$0.property]) } ?? false
      }
      if hasRequired {
        conditions.append("\(level == 0 ? fields : "self.\(progress(of: level))").isComplete")
      }
    }
    for (index, property) in properties.enumerated()
    where property.isRequired && !property.isFlattened && !isRequiredBySlot(property) {
      conditions.append("(\(presence(of: index)))")
    }
    guard !conditions.isEmpty else { return }
    let names = sharesProgress ? "self.missingNames()" : fields
    source.block("guard \(conditions.joined(separator: ", ")) else") {
      $0.line("throw reader.missing(\(names), in: object)")
    }
  }

  /// Returns an expression for whether a required value is present or may be missing.
  private func presence(of index: Int) -> String {
    let property = properties[index]
    var ways = property.decodePaths.indices.compactMap { hasRead(index, rank: $0) }
    if property.mayBeOptional {
      ways.append("\(library)_Generated.isOptional(\(metatype(property.type)))")
    }
    return ways.joined(separator: " || ")
  }

  private func writeMissingNames(to source: inout SourceText) {
    source.line("@inline(never)")
    source.block("private func missingNames() -> [\(standard)String]") { source in
      source.line("var names: [\(standard)String] = []")
      for (index, property) in properties.enumerated()
      where property.isRequired && !property.isFlattened {
        source.line(
          "if !(\(presence(of: index))) { names.append(\(property.pathText.literal)) }")
      }
      source.line("return names")
    }
  }

  // MARK: Flattened members

  private func writeMembers(_ members: [PropertyModel], to source: inout SourceText) {
    guard !members.isEmpty else { return }
    source.line("let end = reader.mark()")
    // A dictionary comes last, because it takes the members that the others leave.
    for property in members.filter({ !$0.isRest }) + members.filter(\.isRest) {
      source.line("reader.rewind(to: start)")
      let reading = "self.\(property.name) = \(readingMembers(of: property))"
      guard property.defaultOnError != nil else {
        source.line(reading)
        continue
      }
      source.block("do throws(\(library)WireFailure)") { $0.line(reading) }
      source.block("catch") { $0.line("self.\(failureFlag(of: property)) = true") }
    }
    source.line("reader.rewind(to: end)")
  }

  /// The argument that identifies the keys of other flattened values, if there are any.
  private var takenByOthers: String {
    let others = flattened.filter { $0.isDecoded && !$0.isRest }
    guard !others.isEmpty else { return "" }
    let questions = others.map { other in
      let slot = "self.\(other.name)"
      let isThere =
        other.mayBeOptional
        ? "\(library)_Generated.isFilled(\(slot), as: \(metatype(other.type)))" : "\(slot) != nil"
      return "\(isThere) && \(library)_Generated.takesMember(\(metatype(other.unwrappedType)), key)"
    }
    return ", isTaken: { key in \(questions.joined(separator: " || ")) }"
  }

  /// Returns an expression that reads a flattened value from the object around it.
  private func readingMembers(of property: PropertyModel) -> String {
    switch property.valueType {
    case .dictionary(let key, let value), .optional(.dictionary(let key, let value), _):
      "try reader.readRest(of: \(fields).self, [\(key): \(value)].self\(takenByOthers))"
    case .optional(_, let wrapped): "try reader.readMembersIfPresent(\(wrapped).self)"
    default:
      property.hasDefault
        ? "try reader.readMembersIfPresent(\(property.type).self)"
        : "try reader.\(property.mayBeOptional ? "readMembers" : "read")"
          + "(\(metatype(property.type)))"
    }
  }
}
