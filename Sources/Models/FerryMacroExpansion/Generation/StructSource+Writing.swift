extension StructSource {
  /// The form in which the keys of the outermost object are written.
  enum KeyStyle {
    /// Keys by slot.
    case slots
    /// Keys as texts, in an object that others may write to as well.
    case texts
  }

  /// Writes the statements that write all members into `object`. `value` returns the expression for
  /// the property at an index.
  func writeMembers(
    _ keys: KeyStyle, to source: inout SourceText, value: (Int) -> String
  ) {
    writeLevel(0, "object", keys, to: &source, value: value)
    guard keys == .texts else { return }
    for (index, property) in properties.enumerated()
    where property.isFlattened && property.isEncoded {
      func write(_ members: String, _ source: inout SourceText) {
        if property.isRest { writeCheck(ofRest: members, to: &source, value: value) }
        source.line("try writer.writeMembers(of: \(members), in: &object)")
      }
      if property.valueType.isOptional {
        source.block("if let members = \(value(index))") { write("members", &$0) }
      } else {
        write(value(index), &source)
      }
    }
  }

  /// Writes the statements that write the whole object.
  func writeObject(to source: inout SourceText, value: (Int) -> String) {
    if flattened.contains(where: \.isEncoded) {
      source.line("var object = try writer.beginSharedObject()")
      writeMembers(.texts, to: &source, value: value)
      source.line("try writer.endSharedObject(&object)")
    } else {
      source.line("var object = try writer.beginObject(\(fields)())")
      writeMembers(.slots, to: &source, value: value)
      source.line("try writer.endObject(&object)")
    }
  }

  private func writeLevel(
    _ level: Int, _ object: String, _ keys: KeyStyle, to source: inout SourceText,
    value: (Int) -> String
  ) {
    for (slot, field) in tree.levels[level].fields.enumerated() {
      let key =
        keys == .slots || level > 0
        ? "try writer.writeKey(\(slot), of: \(name(of: level))(), in: &\(object))"
        : "try writer.writeKey(\(field.name.literal) as \(standard)StaticString, in: &\(object))"
      if let inner = field.level {
        writeBranch(inner, key, keys, to: &source, value: value)
        continue
      }
      switch field.encoded {
      case nil: continue
      case .constant(let text):
        source.line(key)
        source.line("try writer.writeString(\(text.literal))")
      case .property(let index):
        writeMember(properties[index], key, value(index), to: &source)
      }
    }
  }

  private func writeBranch(
    _ level: Int, _ key: String, _ keys: KeyStyle, to source: inout SourceText,
    value: (Int) -> String
  ) {
    let inside = tree.properties(under: level)
    guard !inside.isEmpty else { return }
    func write(_ source: inout SourceText) {
      source.line(key)
      source.line("var object\(level) = try writer.beginObject(\(name(of: level))())")
      writeLevel(level, "object\(level)", keys, to: &source, value: value)
      source.line("try writer.endObject(&object\(level))")
    }
    // An empty branch is not written.
    let conditions = inside.compactMap { presence(properties[$0], value($0)) }
    if conditions.count == inside.count {
      source.block("if \(conditions.joined(separator: " || "))", write)
    } else {
      write(&source)
    }
  }

  private func writeMember(
    _ property: PropertyModel, _ key: String, _ value: String, to source: inout SourceText
  ) {
    func write(_ source: inout SourceText) {
      guard case .optional(let wrapped, let spelling) = property.valueType else {
        source.line(key)
        source.line(writing(property, property.valueType, property.type, value))
        return
      }
      source.block("if let value = \(value)") { source in
        source.line(key)
        if property.mayHoldNull { source.line("let start = writer.written") }
        source.line(writing(property, wrapped, spelling, "value"))
        if property.mayHoldNull { source.line("writer.wrapNull(since: start)") }
      }
      guard property.nilWriting != .omit else { return }
      let condition = nilPresence(property, value)
      source.block("else\(condition.map { " if \($0)" } ?? "")") {
        $0.line(key)
        $0.line("try writer.writeNull()")
      }
    }
    let isOptional = property.valueType.isOptional
    let condition = isOptional ? defaultAbsence(property, value) : presence(property, value)
    if let condition {
      source.block("if \(condition)", write)
    } else {
      write(&source)
    }
  }

  /// Returns an expression for whether a member is written, or `nil` if it always is.
  private func presence(_ property: PropertyModel, _ value: String) -> String? {
    let conditions = [nilPresence(property, value), defaultAbsence(property, value)]
    let known = conditions.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " && ")
  }

  /// Returns an expression for whether a member is written if it is `nil`, or `nil` if it always is.
  private func nilPresence(_ property: PropertyModel, _ value: String) -> String? {
    guard property.valueType.isOptional || property.mayBeOptional else { return nil }
    if property.nilWriting == .null { return nil }
    let isKnown = property.valueType.isOptional
    if property.nilWriting == .omit {
      return isKnown ? "\(value) != nil" : "\(library)_Generated.isPresent(\(value))"
    }
    let writesNil = "writer.context.writesNil"
    return isKnown && !property.mayHoldNull
      ? "(\(value) != nil || \(writesNil))"
      : "\(library)_Generated.isPresent(\(value), \(writesNil))"
  }

  /// Returns an expression for whether a member is written if it is its default, or `nil` if it always
  /// is.
  private func defaultAbsence(_ property: PropertyModel, _ value: String) -> String? {
    property.hasComparableDefault
      ? "!writer.omits(\(value), default: \(whenMissing(property)))" : nil
  }

  private func writing(
    _ property: PropertyModel, _ type: ValueType, _ spelling: String, _ value: String
  ) -> String {
    if case .strategy(let strategy) = property.form {
      return "try writer.write(\(value), as: \(strategy))"
    }
    return writingStatement(type, value, property.isOfEitherKind)
  }
}

/// Returns a statement that writes a value of a type.
func writingStatement(
  _ type: ValueType, _ value: String, _ isOfEitherKind: Bool = false
) -> String {
  switch type {
  case .integer: "try writer.writeInteger(\(value))"
  case .bool: "try writer.writeBool(\(value))"
  case .string: "try writer.writeString(\(value))"
  case .double: "try writer.writeDouble(\(value))"
  case .float: "try writer.writeFloat(\(value))"
  default: "try writer.\(isOfEitherKind ? "writeEither" : "write")(\(value))"
  }
}

extension StructSource {
  /// Writes the statements that reject a key of a flattened dictionary that another member would
  /// read. `rest` is the expression for the dictionary, and `value` returns the expression for the
  /// property at an index.
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
    source.line("try writer.checkRest(\(rest), of: \(fields)()\(taken))")
    for (index, other) in others {
      let check =
        "try writer.checkRest(\(rest), of: \(fields)(), "
        + "beside: \(metatype(other.unwrappedType))\(taken))"
      if !other.isEncoded {
        source.line(check)
      } else if let presence = presence(ofFlattened: other, value(index)) {
        source.block("if !(\(presence))") { $0.line(check) }
      }
    }
  }

  /// Returns an expression for whether a flattened value is present, or `nil` if it always is.
  private func presence(ofFlattened property: PropertyModel, _ value: String) -> String? {
    if property.valueType.isOptional { return "\(value) != nil" }
    return property.mayBeOptional ? "\(library)_Generated.isPresent(\(value))" : nil
  }
}
