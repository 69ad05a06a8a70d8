extension RecordSource {
  /// Writes the statements that read one value into its slot.
  func writeReading(of property: PropertyModel, to source: inout SourceText) {
    guard property.defaultOnError != nil else {
      writeUncaught(property, to: &source)
      return
    }
    source.line("let mark = reader.mark()")
    source.block("do throws(\(library)Failure)") { writeUncaught(property, to: &$0) }
    source.block("catch") { source in
      source.line("reader.rewind(to: mark)")
      source.line("try reader.skipValue()")
      source.line("self.\(failureFlag(of: property)) = true")
    }
  }

  private func writeUncaught(_ property: PropertyModel, to source: inout SourceText) {
    let target = "self.\(property.name)"
    if case .optional(let wrapped, let spelling) = property.valueType {
      let value = reading(of: property, wrapped, spelling)
      let null = property.hasDefault ? ".some(nil)" : "nil"
      source.line(
        "if try reader.readNull() { \(target) = \(null) } else { \(filling(target, with: value)) }")
      return
    }
    let value = reading(of: property, property.valueType, property.type)
    if property.hasDefault {
      source.line("if try !reader.readNull() { \(filling(target, with: value)) }")
    } else if isStoredPlainly(property) {
      source.line("\(target) = \(value)")
    } else {
      source.line(filling(target, with: value))
    }
  }

  private func filling(_ target: String, with value: String) -> String {
    "try \(library)fillSlot(&\(target), with: \(value.dropFirst("try ".count)))"
  }

  /// An expression that reads a value which is not null.
  private func reading(of property: PropertyModel, _ type: ValueType, _ spelling: String) -> String
  {
    switch property.form {
    case .plain, .flattened: readingExpression(type, spelling)
    case .tolerant: "try reader.readTolerantly(\(spelling).self)"
    case .strategy(let strategy): "try reader.read(\(metatype(spelling)), as: \(strategy))"
    case .lossy:
      switch type {
      case .set(let element): "try Swift.Set(reader.readLossyArray(of: \(metatype(element))))"
      case .dictionary(_, let value): "try reader.readLossyDictionary(of: \(metatype(value)))"
      case .array(let element): "try reader.readLossyArray(of: \(metatype(element)))"
      default: readingExpression(type, spelling)
      }
    }
  }
}

/// An expression that reads a value of a type.
func readingExpression(_ type: ValueType, _ spelling: String) -> String {
  switch type {
  case .integer(let name): "try reader.readInteger(Swift.\(name).self)"
  case .bool: "try reader.readBool()"
  case .string: "try reader.readString()"
  case .double: "try reader.readDouble()"
  case .float: "try reader.readFloat()"
  default: "try reader.readAny(\(metatype(spelling)))"
  }
}

/// `T.self`, with the parentheses that some spellings need.
func metatype(_ spelling: String) -> String {
  let isSimple = spelling.allSatisfy { $0.isLetter || $0.isNumber || "_.<>[]:, ".contains($0) }
  let isWord = isSimple && !(spelling.hasPrefix("any ") || spelling.hasPrefix("some "))
  return isWord ? "\(spelling).self" : "(\(spelling)).self"
}
