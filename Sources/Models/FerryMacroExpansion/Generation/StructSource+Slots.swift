extension StructSource {
  /// Writes the struct that a document is read into.
  ///
  /// The loop fills memory of its caller, so a failure has nothing to destroy. With local
  /// variables, each call would need code to destroy them, and compile time would be quadratic.
  func writeSlots(to source: inout SourceText) {
    // The struct must not be more visible than the types of its variables. In a scope of its own,
    // it is private already.
    let access = slots.contains(".") ? "" : "private "
    source.block("\(isolation)\(access)struct \(slots.unqualified)") { source in
      for property in properties where property.isDecoded {
        source.line("var \(property.name): \(storage(of: property))")
        if property.defaultOnError != nil {
          source.line("var \(failureFlag(of: property)) = false")
        }
      }
      let shared = sharesProgress ? 0 : 1
      for level in tree.levels.indices.dropFirst(shared) {
        source.line(
          "var \(progress(of: level)) = \(library)_FieldProgress(\(name(of: level))())")
      }
      writeDefaults(to: &source)
      writeMasks(to: &source)
      // Without this initialiser, the struct would have one with an argument for each variable.
      source.line("init() {}")
      for level in tree.levels.indices { writeLoop(of: level, to: &source) }
      if hasOtherPaths { writeLateReading(to: &source) }
      if sharesProgress, properties.contains(where: { $0.isRequired && !$0.isFlattened }) {
        writeMissingNames(to: &source)
      }
    }
  }

  func failureFlag(of property: PropertyModel) -> String {
    "_failed_\(property.name.withoutBackticks)"
  }

  func progress(of level: Int) -> String { "_progress\(level)" }

  /// Whether the slot holds the value itself. The mask then shows whether the value was read.
  func isStoredPlainly(_ property: PropertyModel) -> Bool {
    isRequiredBySlot(property) && property.valueType.placeholder != nil
  }

  func storage(of property: PropertyModel) -> String {
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
    let late = hasOtherPaths ? "_ \(lateName): inout \(lateType), " : ""
    source.block(reading("mutating func \(function)", level > 0 ? late : "")) { source in
      guard level > 0 || !takesAnything else {
        source.line("try reader.readNoMembers()")
        return
      }
      let members = level == 0 ? flattened.filter(\.isDecoded) : []
      if !members.isEmpty {
        source.line("let start = (position: reader.position, mark: reader.mark())")
      }
      if level == 0, hasOtherPaths { source.line("var \(lateName): \(lateType) = []") }
      source.line("var object = try reader.beginObject(\(name(of: level))())")
      source.line("var fields = \(library)_FieldProgress(\(name(of: level))())")
      writeSteps(of: level, to: &source)
      source.block("while let slot = try reader.nextSlot(&object, &fields)") {
        $0.line("try self.\(field)(slot, \(lateArgument)from: &reader)")
      }
      if sharesProgress { source.line("self.\(progress(of: level)) = fields") }
      guard level == 0 else { return }
      if hasOtherPaths {
        source.line("if !\(lateName).isEmpty { try self.readLate(\(lateName), from: &reader) }")
      }
      writeCompleteness(to: &source)
      writeMembers(members, to: &source)
    }
    if level == 0, takesAnything { return }
    // Inside of the loop, these cases would double the compile time.
    source.line("@inline(never)")
    source.block(reading("mutating func \(field)", "_ slot: \(standard)Int, \(late)")) { source in
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
  private func writeSteps(of level: Int, to source: inout SourceText) {
    let contents = tree.levels[level].fields
    let others = contents.count { $0.level == nil && ($0.decoded?.rank ?? 0) > 0 }
    guard contents.count - others <= Self.mostSteps else { return }
    for (slot, field) in contents.enumerated() where field.level == nil && field.decoded?.rank == 0
    {
      source.block("if try reader.nextIs(\(slot), &object, &fields)") {
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
      let call = "try self.readLevel\(inner)(\(lateArgument)from: &reader)"
      source.line("if try !reader.readNull() { \(call) }")
    } else if let decoded = field.decoded, decoded.rank > 0 {
      writePostponing(decoded.property, rank: decoded.rank, to: &source)
    } else if let decoded = field.decoded {
      writeReading(of: properties[decoded.property], fills: fills, to: &source)
    }
  }

  /// Returns an expression for whether the document has the path.
  func hasRead(_ property: Int, rank: Int) -> String? {
    guard let place = tree.place(of: property, rank: rank) else { return nil }
    return "self.\(progress(of: place.level)).has(\(place.slot))"
  }

  // MARK: Completeness

  private func writeCompleteness(to source: inout SourceText) {
    var conditions: [String] = []
    for (level, contents) in tree.levels.enumerated() {
      let hasRequired = contents.fields.contains {
        $0.decoded.map { $0.rank == 0 && isRequiredBySlot(properties[$0.property]) } ?? false
      }
      if hasRequired {
        conditions.append("\(level == 0 ? "fields" : "self.\(progress(of: level))").isComplete")
      }
    }
    guard !conditions.isEmpty else { return }
    let names = sharesProgress ? "self.missingNames()" : "fields"
    var condition = conditions.joined(separator: " && ")
    if properties.contains(where: { isRequiredBySlot($0) && $0.readPaths.count > 1 }) {
      condition += " || self.missingNames().isEmpty"
    }
    source.block("guard \(condition) else") {
      $0.line("throw reader.missing(\(names), in: object)")
    }
  }

  /// Returns an expression for whether a required value is present or may be missing.
  private func presence(of index: Int) -> String {
    let property = properties[index]
    var ways = property.readPaths.indices.compactMap { hasRead(index, rank: $0) }
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
}
