extension StructSource {
  /// Writes the statements that read one value into its slot.
  func writeReading(of property: PropertyModel, fills: Bool, to source: inout SourceText) {
    guard property.defaultOnError != nil else {
      writeUncaught(property, fills, to: &source)
      return
    }
    source.line("let mark = reader.mark()")
    source.block("do throws(\(library)WireFailure)") {
      writeUncaught(property, fills, to: &$0)
    }
    source.block("catch") { source in
      source.line("reader._retry(from: mark)")
      source.line("try reader.skipValue()")
      source.line("self.\(failureFlag(of: property)) = true")
    }
  }

  private func writeUncaught(
    _ property: PropertyModel, _ fills: Bool, to source: inout SourceText
  ) {
    if !property.constraints.isEmpty {
      source.line("let start = (position: reader.position, mark: reader.mark())")
    }
    writeUnchecked(property, fills, to: &source)
    for constraint in property.constraints {
      let arguments = "self.\(property.name), from: start, \(constraint.wanted.literal)"
      source.line("try reader.\(constraint.function)(\(arguments)) { \(constraint.condition) }")
    }
  }

  private func writeUnchecked(
    _ property: PropertyModel, _ fills: Bool, to source: inout SourceText
  ) {
    let target = "self.\(property.name)"
    func storing(_ value: String) -> String {
      fills && !isStoredPlainly(property)
        ? "try \(library)_Generated.fillSlot(&\(target), with: \(value.dropFirst("try ".count)))"
        : "\(target) = \(value)"
    }
    if case .optional(let wrapped, let spelling) = property.valueType {
      let value = reading(of: property, wrapped, spelling)
      let type = metatype(spelling)
      let inside = property.mayHoldNull ? "reader.presentAnyNull(as: \(type))" : "nil"
      let null =
        property.hasDefault
        ? ".some(\(inside))"
        : property.mayHoldNull ? "\(library)_Generated.keepNull(\(inside), as: \(type))" : inside
      source.line("if try reader.readNull() { \(target) = \(null) } else { \(storing(value)) }")
      return
    }
    let value = reading(of: property, property.valueType, property.type)
    if property.hasDefault {
      let type = metatype(property.type)
      // Beside the default nil, null is a value of an optional of an optional.
      let inner =
        property.isDefaultNil
        ? "; \(target) = \(library)_Generated.required(\(target).take(), as: \(type))" : ""
      let null =
        property.mayBeOptional
        ? " else { reader.keepNull(in: &\(target), as: \(type))\(inner) }" : ""
      let text =
        property.isPlainText ? " else if let text = reader.textOfNull { \(target) = text }" : ""
      source.line("if try !reader.readNull() { \(storing(value)) }\(text)\(null)")
    } else {
      source.line(storing(value))
    }
  }

  /// Returns an expression that reads a value that is not null.
  private func reading(of property: PropertyModel, _ type: ValueType, _ spelling: String) -> String
  {
    switch property.form {
    case .plain, .flattened: readingExpression(type, spelling, property.isOfEitherKind)
    case .tolerant: "try reader.readTolerantly(\(spelling).self)"
    case .strategy(let strategy): "try reader.read(\(metatype(spelling)), as: \(strategy))"
    case .lossy:
      switch type {
      case .set(let element): "try \(standard)Set(reader.readLossyArray(of: \(metatype(element))))"
      case .dictionary(let key, let value):
        "try reader.readLossyDictionary(of: \(metatype(value)), by: \(metatype(key)))"
      case .array(let element): "try reader.readLossyArray(of: \(metatype(element)))"
      default: readingExpression(type, spelling, property.isOfEitherKind)
      }
    }
  }
}

/// Returns an expression that reads a value of a type.
func readingExpression(
  _ type: ValueType, _ spelling: String, _ isOfEitherKind: Bool = false
) -> String {
  switch type {
  case .integer(let name): "try reader.readInteger(\(standard)\(name).self)"
  case .bool: "try reader.readBool()"
  case .string: "try reader.readString()"
  case .double: "try reader.readDouble()"
  case .float: "try reader.readFloat()"
  default: "try reader.\(isOfEitherKind ? "readEither" : "read")(\(metatype(spelling)))"
  }
}

/// Returns an expression that reads the value of a property outside of an object.
func readingExpression(of property: PropertyModel) -> String {
  readingExpression(property.valueType, property.type, property.isOfEitherKind)
}

/// Returns `T.self`, with the parentheses that some spellings need.
func metatype(_ spelling: String) -> String {
  let isSimple = spelling.allSatisfy { $0.isLetter || $0.isNumber || "_.<>[]:, ".contains($0) }
  let isWord = isSimple && !(spelling.hasPrefix("any ") || spelling.hasPrefix("some "))
  return isWord ? "\(spelling).self" : "(\(spelling)).self"
}

// The code that turns filled slots into the values of properties.
extension StructSource {
  /// Writes a guard that unwraps the optional slots of required values.
  func writeUnwrapping(to source: inout SourceText) {
    let bindings = properties.enumerated().compactMap { index, property -> String? in
      guard isUnwrapped(property) else { return nil }
      var value =
        property.mayBeOptional ? "slots.\(requiredName(property))()" : taken(property)
      if property.defaultOnError != nil {
        value = "slots.\(failureFlag(of: property)) ? \(onError(property)) : \(value)"
      }
      return "let _value\(index) = \(value)"
    }
    guard !bindings.isEmpty else { return }
    // The slots have checked that all of these values are present.
    source.block("guard \(bindings.joined(separator: ", ")) else") {
      $0.line("throw reader.missing([], at: reader.position)")
    }
  }

  /// The names of the variables that the guard binds, and their types.
  var unwrappedValues: [(value: String, type: String)] {
    properties.enumerated().filter { isUnwrapped($0.element) }
      .map { ("_value\($0.offset)", $0.element.type) }
  }

  /// Whether the slot of `property` is optional and its value is not.
  private func isUnwrapped(_ property: PropertyModel) -> Bool {
    property.isRequired && !isStoredPlainly(property)
  }

  /// Writes the statement that assigns a stored property, if decoding determines its value.
  func writeAssignment(to property: PropertyModel, _ source: inout SourceText) {
    let target = "self.\(property.name)"
    guard property.isDecoded else {
      if property.defaultWhenMissing != nil {
        source.line("\(target) = \(whenMissing(property))")
      }
      return
    }
    if property.defaultOnError != nil, !isUnwrapped(property) {
      source.block("if slots.\(failureFlag(of: property))") {
        $0.line("\(target) = \(onError(property))")
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
    source.block("if let value = \(taken(property))") { $0.line("\(target) = value") }
    if property.defaultWhenMissing != nil {
      source.block("else") { $0.line("\(target) = \(whenMissing(property))") }
    }
  }

  /// Returns an expression for the value, to be used after the guard.
  func value(of property: PropertyModel) -> String {
    if isUnwrapped(property),
      let index = properties.firstIndex(where: { $0.name == property.name })
    {
      return "_value\(index)"
    }
    if property.hasDefault, property.defaultWhenMissing != nil {
      return "(\(taken(property)) ?? \(whenMissing(property)))"
    }
    return taken(property)
  }

  /// Returns an expression that takes a value out of its slot.
  ///
  /// Copying would retain the value once more, and the slots would release it when they are
  /// destroyed.
  private func taken(_ property: PropertyModel) -> String {
    "slots.\(property.name)\(isStoredPlainly(property) ? "" : ".take()")"
  }

  // MARK: Defaults

  /// Writes the defaults of attributes, and code that depends on the types of members, beside the
  /// slots. These spellings may have no meaning in the extension that contains the initialiser.
  func writeDefaults(to source: inout SourceText) {
    for property in properties {
      if isUnwrapped(property), property.mayBeOptional {
        let (name, type) = (requiredName(property), metatype(property.type))
        source.block("mutating func \(name)() -> \(standard)Optional<\(property.type)>") {
          $0.line("\(library)_Generated.required(self.\(property.name).take(), as: \(type))")
        }
      }
      let comparable = property.hasComparableDefault ? property.initialValue : nil
      if let value = property.defaultWhenMissing ?? comparable {
        source.line("static var \(whenMissingName(property)): \(property.type) { \(value) }")
      }
      if let value = property.defaultOnError {
        source.line("static var \(onErrorName(property)): \(property.type) { \(value) }")
      }
    }
  }

  func whenMissing(_ property: PropertyModel) -> String {
    "\(slots).\(whenMissingName(property))"
  }

  private func onError(_ property: PropertyModel) -> String {
    "\(slots).\(onErrorName(property))"
  }

  private func requiredName(_ property: PropertyModel) -> String {
    "_required_\(property.name.withoutBackticks)"
  }

  private func whenMissingName(_ property: PropertyModel) -> String {
    "_missing_\(property.name.withoutBackticks)"
  }

  private func onErrorName(_ property: PropertyModel) -> String {
    "_error_\(property.name.withoutBackticks)"
  }
}
