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
      source.line("reader.rewind(to: mark)")
      source.line("try reader.skipValue()")
      source.line("self.\(failureFlag(of: property)) = true")
    }
  }

  private func writeUncaught(
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
      let inside =
        property.mayHoldNull
        ? "reader.presentAnyNull(as: \(metatype(spelling)))" : "nil"
      let null = property.hasDefault ? ".some(\(inside))" : inside
      source.line("if try reader.readNull() { \(target) = \(null) } else { \(storing(value)) }")
      return
    }
    let value = reading(of: property, property.valueType, property.type)
    if property.hasDefault {
      let null =
        property.mayBeOptional
        ? " else { reader.keepNull(in: &\(target), as: \(metatype(property.type))) }" : ""
      source.line("if try !reader.readNull() { \(storing(value)) }\(null)")
    } else {
      source.line(storing(value))
    }
  }

  /// An expression that reads a value which is not null.
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

/// An expression that reads a value of a type.
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

/// An expression that reads the value of a property that stands alone.
func readingExpression(of property: PropertyModel) -> String {
  readingExpression(property.valueType, property.type, property.isOfEitherKind)
}

/// `T.self`, with the parentheses that some spellings need.
func metatype(_ spelling: String) -> String {
  let isSimple = spelling.allSatisfy { $0.isLetter || $0.isNumber || "_.<>[]:, ".contains($0) }
  let isWord = isSimple && !(spelling.hasPrefix("any ") || spelling.hasPrefix("some "))
  return isWord ? "\(spelling).self" : "(\(spelling)).self"
}
