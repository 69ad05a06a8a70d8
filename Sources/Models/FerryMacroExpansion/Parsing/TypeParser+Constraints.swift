import FerryNotation
import SwiftDiagnostics
import SwiftSyntax

/// A constraint on a property, from an attribute such as `@Range(1...65535)`.
struct ConstraintModel {
  /// The function that checks the value: `check`, which looks into arrays, or `checkWhole`.
  var function = "check"
  /// The condition, as an expression of the value `$0`.
  let condition: String
  /// The expected value, for errors.
  let wanted: String
  /// The members of the schema, with values as text of JSON.
  let schema: [(String, String)]
}

extension TypeParser {
  /// The attributes that constrain a property.
  static let constraintNames = ["Range", "Pattern", "Length", "OneOf"]

  /// Reads the constraints of a property into its model.
  mutating func applyConstraints(_ attributes: Attributes, to property: inout PropertyModel) {
    for attribute in attributes.all {
      guard let name = attribute.ferryName, Self.constraintNames.contains(name) else { continue }
      if property.isFlattened {
        refuse(
          attribute, "flatten-constraint", "@\(name) has no meaning on a property with @Flatten")
      } else if case .lossy = property.form, name != "Length" {
        refuse(
          attribute, "lossy-constraint",
          "@Lossy and @\(name) exclude each other: @Lossy leaves out only elements that fail to decode"
        )
      } else if !fits(name, property.valueType.unwrapped) {
        refuse(
          attribute, "constraint-type",
          "@\(name) has no meaning on '\(property.name)', which is a '\(property.type)'")
      } else if let constraint = constraint(name, attribute) {
        property.constraints.append(constraint)
      }
    }
  }

  /// Returns whether a constraint may concern values of the type.
  private func fits(_ name: String, _ type: ValueType) -> Bool {
    switch (name, type) {
    case (_, .other), (_, .array), ("OneOf", .string), ("Length", .set), ("Length", .dictionary):
      true
    case ("Range", .integer), ("Range", .double), ("Range", .float): true
    case ("OneOf", .integer), ("OneOf", .double), ("OneOf", .float): true
    case ("Pattern", .string), ("Length", .string): true
    default: false
    }
  }

  private mutating func constraint(_ name: String, _ attribute: AttributeSyntax) -> ConstraintModel?
  {
    guard let argument = attribute.argument(nil) else { return nil }
    switch name {
    case "Range": return range(argument)
    case "Length": return length(argument)
    case "Pattern": return pattern(argument)
    default: return choice(attribute.labeledArguments.map(\.expression))
    }
  }

  // MARK: Ranges

  private mutating func range(_ argument: ExprSyntax) -> ConstraintModel? {
    guard let bounds = bounds(argument) else { return nil }
    let excludes = bounds.excludesUpper
    var schema: [(String, String)] = []
    if let lower = bounds.lower { schema.append(("minimum", lower)) }
    if let upper = bounds.upper {
      schema.append((excludes ? "exclusiveMaximum" : "maximum", upper))
    }
    let wanted =
      switch (bounds.lower, bounds.upper) {
      case (let lower?, let upper?): "a number from \(lower) to \(excludes ? "below " : "")\(upper)"
      case (let lower?, nil): "a number of at least \(lower)"
      case (nil, let upper?): "a number \(excludes ? "below" : "of at most") \(upper)"
      case (nil, nil): "a number"
      }
    return ConstraintModel(
      condition: "(\(argument.trimmedDescription)).contains($0)", wanted: wanted,
      schema: schema)
  }

  private mutating func length(_ argument: ExprSyntax) -> ConstraintModel? {
    guard let bounds = bounds(argument) else { return nil }
    let lower = bounds.lower.map(Int.init)
    let upper = bounds.upper.map(Int.init)
    if lower == .some(nil) || upper == .some(nil) || bounds.lower?.first == "-" {
      report(argument, "constraint-length", "a length is a whole number of at least 0")
      return nil
    }
    let least = lower.flatMap { $0 } ?? 0
    let most = upper.flatMap { $0 }.map { bounds.excludesUpper ? $0 - 1 : $0 }
    let wanted =
      switch most {
      case least: "a length of \(least)"
      case let most?: "a length from \(least) to \(most)"
      case nil: "a length of at least \(least)"
      }
    return ConstraintModel(
      function: "checkWhole",
      condition: "(\(argument.trimmedDescription)).contains(\(library)_Generated.length($0))",
      wanted: wanted, schema: [("$length", "[\(least),\(most.map { "\($0)" } ?? "null")]")])
  }

  private struct Bounds {
    var lower: String?
    var upper: String?
    var excludesUpper = false
  }

  /// Returns the bounds of a range between literals, in the notation of JSON.
  private mutating func bounds(_ argument: ExprSyntax) -> Bounds? {
    let text = argument.trimmedDescription
    var bounds = Bounds()
    for sign in ["...", "..<"] {
      guard let place = text.firstRange(of: sign) else { continue }
      let ends = [text[..<place.lowerBound], text[place.upperBound...]].map {
        $0.filter { !$0.isWhitespace }
      }
      let numbers = ends.map(\.jsonNumber)
      guard zip(ends, numbers).allSatisfy({ $0.isEmpty || $1 != nil }), text != sign else { break }
      bounds = Bounds(lower: numbers[0], upper: numbers[1], excludesUpper: sign == "..<")
      if let lower = numbers[0].flatMap(Double.init), let upper = numbers[1].flatMap(Double.init),
        bounds.excludesUpper ? lower >= upper : lower > upper
      {
        report(argument, "constraint-empty", "the range '\(text)' is empty")
        return nil
      }
      return bounds
    }
    report(
      argument, "constraint-range",
      "a constraint needs a range between literal numbers, such as '1...80'")
    return nil
  }

  // MARK: Texts

  private mutating func pattern(_ argument: ExprSyntax) -> ConstraintModel? {
    guard let text = argument.literalText else {
      report(
        argument, "constraint-literal",
        "a pattern has to be a string literal without interpolations")
      return nil
    }
    do throws(PatternError) {
      var parser = PatternParser(text)
      _ = try PatternProgram(try parser.parse(), text)
    } catch {
      report(argument, "constraint-pattern", error.description)
      return nil
    }
    return ConstraintModel(
      condition: "\(library)_Generated.matches($0, \(text.literal))",
      wanted: "text that matches '\(text)'", schema: [("pattern", text.json)])
  }

  private mutating func choice(_ arguments: [ExprSyntax]) -> ConstraintModel? {
    var values: [String] = []
    for argument in arguments {
      guard let value = argument.jsonLiteral else {
        report(argument, "constraint-literal", "@OneOf needs literal texts or numbers")
        return nil
      }
      values.append(value)
    }
    let list = arguments.map(\.trimmedDescription).joined(separator: ", ")
    let wanted = values.joined(separator: ", ")
    return ConstraintModel(
      condition: "\(library)_Generated.isOne($0, of: [\(list)])",
      wanted: values.count == 1 ? wanted : "one of \(wanted)",
      schema: [("$choice", "[\(values.joined(separator: ","))]")])
  }
}

extension ExprSyntax {
  /// The literal in the notation of JSON, or `nil` for any other expression.
  var jsonLiteral: String? {
    if let text = literalText { return text.json }
    if self.is(BooleanLiteralExprSyntax.self) { return trimmedDescription }
    if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty ? "[]" : nil }
    if let dictionary = self.as(DictionaryExprSyntax.self) {
      return dictionary.content.is(DictionaryElementListSyntax.self) ? nil : "{}"
    }
    return trimmedDescription.jsonNumber
  }
}

extension String {
  /// A literal number of Swift in the notation of JSON, or `nil` for any other text.
  fileprivate var jsonNumber: String? {
    let digits = replacing("_", with: "")
    let sign = digits.hasPrefix("-") ? "-" : ""
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)]
    where digits.hasPrefix(sign + prefix) {
      return UInt64(digits.dropFirst(sign.count + 2), radix: radix).map { "\(sign)\($0)" }
    }
    guard digits.last?.isNumber == true,
      digits.allSatisfy({ $0.isASCII && ($0.isNumber || "-.eE+".contains($0)) }),
      Double(digits)?.isFinite == true, digits.first != "+"
    else { return nil }
    // JSON has no leading zeros.
    let unsigned = digits.drop { $0 == "-" }
    let zeros = unsigned.prefix { $0 == "0" }.count
    let next = unsigned.dropFirst(zeros).first
    let extra = next?.isNumber == true ? zeros : zeros - 1
    return (digits.first == "-" ? "-" : "") + unsigned.dropFirst(max(extra, 0))
  }

  /// The text as a string of JSON.
  var json: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _ where scalar.isInvisible: result += scalar.escape
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
