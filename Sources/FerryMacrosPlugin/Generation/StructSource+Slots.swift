extension StructSource {
  /// Writes the struct that a document is read into.
  ///
  /// The loop works on memory of somebody else's, so a failure has nothing to destroy on its way
  /// out: with locals, each of the calls would have to, and compiling would take quadratic time.
  func writeSlots(to source: inout SourceText) {
    // No wider than the types of its variables may be; a scope of its own is private already.
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
      // Without it, there would be an initialiser with an argument for each.
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

  /// Whether the slot holds the value itself, and the mask says if it has been read.
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

  /// Whether there is nothing that a document could have: Swift synthesizes a decoder that looks
  /// at nothing then.
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
    // Inside of the loop, these cases would take the compiler twice as long.
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

  /// Writes a question for each slot in order, which is how most documents have them: the loop
  /// that follows does not have to find out what comes, and takes what came otherwise.
  private func writeSteps(of level: Int, _ fields: String, to source: inout SourceText) {
    let contents = tree.levels[level].fields
    guard contents.count <= Self.mostSteps else { return }
    for (slot, field) in contents.enumerated() where field.level == nil && field.decoded != nil {
      source.block("if try reader.nextIs(\(slot), &object, &\(fields))") {
        writeValue(of: field, fills: true, to: &$0)
      }
    }
  }

  /// Fields above which steps would cost more in size and compile time than they are worth.
  private static var mostSteps: Int { 32 }

  private func writeCase(_ slot: Int, _ field: FieldTree.Field, to source: inout SourceText) {
    guard field.level != nil || field.decoded != nil else { return }
    source.line("case \(slot):")
    source.indented { writeValue(of: field, fills: false, to: &$0) }
  }

  /// Writes the statements that read the value of a field, and fill its slot if that is worth the
  /// time that it takes the compiler.
  private func writeValue(
    of field: FieldTree.Field, fills: Bool, to source: inout SourceText
  ) {
    if let inner = field.level {
      source.line("if try !reader.readNull() { try self.readLevel\(inner)(from: &reader) }")
    } else if let decoded = field.decoded {
      let property = properties[decoded.property]
      // The path of the lowest rank counts, in whatever order they come.
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

  /// An expression that says whether the document had the path.
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

  /// An expression that says whether a required value is there, or need not be.
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
    // A dictionary comes last: it has what the others leave.
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

  /// The argument that says which keys belong to other flattened values, if there are any.
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

  /// An expression that reads a flattened value from the object around it.
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
