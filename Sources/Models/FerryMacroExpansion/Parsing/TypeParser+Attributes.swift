import FerryNotation
import SwiftDiagnostics
import SwiftSyntax

extension TypeParser {
  /// Reads the attributes of a property or an associated value into its model.
  mutating func apply(
    _ attributes: Attributes, to property: inout PropertyModel, _ node: some SyntaxProtocol
  ) {
    let bare = property.name.withoutBackticks
    if let codingKeys {
      // As in the compiler's synthesis, a property without a case is neither read nor written.
      property.decodePaths = codingKeys[bare].map { [[$0]] } ?? []
      property.encodePath = codingKeys[bare].map { [$0] }
    } else {
      let named = style.map { $0.name(of: bare) } ?? bare
      property.decodePaths = [[named]]
      property.encodePath = [named]
      if named != bare { property.spelling = [bare] }
    }
    if let key = attributes["Key"] { applyKey(key, to: &property) }
    if let alias = attributes["Alias"] {
      property.decodePaths += alias.labeledArguments.compactMap { path($0.expression) }
    }
    if let attribute = attributes["Default"] { applyDefault(attribute, to: &property) }
    applyForm(attributes, to: &property)
    if let attribute = attributes["Nil"] { applyNil(attribute, to: &property) }
    applyConstraints(attributes, to: &property)
    if let skip = attributes["Skip"] { applySkip(skip, to: &property, attributes, node) }
    if let attribute = attributes["Nil"], property.losesNil {
      let value = property.defaultWhenMissing ?? property.initialValue ?? "the default"
      refuse(
        attribute, "nil-as-default",
        "@Nil(.omit) loses the nil of '\(property.name)': the missing key is read as \(value); "
          + "remove @Nil, and nil is written as null")
    }
  }

  // MARK: Keys

  private mutating func applyKey(_ key: AttributeSyntax, to property: inout PropertyModel) {
    let arguments = key.labeledArguments
    guard let first = arguments.first else { return }
    if first.label == nil {
      let path =
        arguments.count == 1
        ? path(first.expression) : arguments.compactMap { literal($0.expression) }
      guard let path else { return }
      property.decodePaths = [path]
      property.encodePath = path
      property.spelling = nil
      return
    }
    if let decode = key.argument("decode"), let path = path(decode) {
      property.decodePaths = [path]
      property.spelling = nil
    }
    if let encode = key.argument("encode"), let path = path(encode) {
      property.encodePath = path
    }
  }

  /// Returns the keys of the path that a string literal spells: `meta.coordinates.lon`.
  private mutating func path(_ expression: ExprSyntax) -> [String]? {
    guard let text = literal(expression) else { return nil }
    do throws(WirePath.SyntaxError) {
      let path = try WirePath(parsing: text, allowingShortForms: false)
      // A property needs a key, so an empty text is the empty key.
      if path.isRoot { return [""] }
      var keys: [String] = []
      for step in path.steps {
        guard case .key(let key) = step else {
          report(
            expression, "key-step",
            "the path of a property may only contain keys: '\(text)' leads through an array")
          return nil
        }
        keys.append(key)
      }
      return keys
    } catch {
      report(
        expression, "key-syntax", error.description,
        fixIts: [
          .replace(
            expression, with: ExprSyntax(stringLiteral: quoted(text)), "quote-key",
            "take the text as one key")
        ])
      return nil
    }
  }

  /// Returns a literal for the path of the only key `text`.
  private func quoted(_ text: String) -> String {
    let path = WirePath(keys: text).description
    return path.contains("\\") || path.contains("\"") ? "#\"\(path)\"#" : "\"\(path)\""
  }

  mutating func literal(_ expression: ExprSyntax) -> String? {
    if let text = expression.literalText { return text }
    report(
      expression, "key-literal",
      "a key has to be a string literal without interpolations: it is needed while compiling")
    return nil
  }

  // MARK: Defaults

  private mutating func applyDefault(
    _ attribute: AttributeSyntax, to property: inout PropertyModel
  ) {
    let missing = attribute.argument(nil) ?? attribute.argument("missing")
    property.defaultWhenMissing = missing.map { defaultValue($0, of: property) }
    property.defaultOnError = attribute.argument("error").map { naming($0).trimmedDescription }
    checkMembers(of: attribute, property)
    guard missing != nil, property.hasInitialValue, !property.valueType.isOptional else { return }
    refuse(
      attribute, "two-defaults",
      "'\(property.name)' already has a default: the value in its declaration")
  }

  private mutating func applyNil(_ attribute: AttributeSyntax, to property: inout PropertyModel) {
    property.nilStrategy = attribute.argument(nil)?.memberName.flatMap {
      PropertyModel.NilStrategy(rawValue: $0)
    }
    if property.nilStrategy == .null, case .optional(.optional, _) = property.valueType {
      refuse(
        attribute, "nil-of-both",
        "null is a value of '\(property.name)', an optional of an optional, so its nil is left out")
    }
    guard property.isFlattened || !(property.valueType.isOptional || property.mayBeOptional) else {
      return
    }
    refuse(
      attribute, "nil-type",
      "@Nil needs an optional property with a key, and '\(property.name)' is "
        + (property.isFlattened ? "flattened" : "a '\(property.type)'"))
  }

  // MARK: Forms

  private mutating func applyForm(_ attributes: Attributes, to property: inout PropertyModel) {
    let forms = ["Flatten", "Lossy", "Tolerant", "As"].compactMap { attributes[$0] }
    if forms.count > 1, let second = forms.last {
      let names = forms.compactMap(\.ferryName).map { "@" + $0 }.joined(separator: " and ")
      refuse(
        second, "two-forms", "\(names) exclude each other")
    }
    guard let form = forms.first, let name = form.ferryName else { return }
    switch name {
    case "Flatten": applyFlatten(form, attributes, to: &property)
    case "Lossy":
      switch property.valueType.unwrapped {
      case .array, .set, .dictionary: property.form = .lossy
      default:
        refuse(
          form, "lossy-type",
          "@Lossy leaves out elements, and '\(property.type)' is not an array, a set or a "
            + "dictionary")
      }
    case "Tolerant":
      switch property.valueType.unwrapped {
      case .integer, .double, .float, .bool, .string: property.form = .tolerant
      default:
        refuse(
          form, "tolerant-type",
          "@Tolerant reads numbers, Bool and String, and '\(property.type)' is not one of these "
            + "types")
      }
    default:
      if let strategy = form.argument(nil) {
        checkStrategy(strategy, form, property)
        property.form = .strategy(naming(strategy).trimmedDescription)
      }
    }
  }

  private mutating func applyFlatten(
    _ form: AttributeSyntax, _ attributes: Attributes, to property: inout PropertyModel
  ) {
    property.form = .flattened
    property.decodePaths = []
    property.encodePath = nil
    for name in ["Key", "Alias"] {
      guard let other = attributes[name] else { continue }
      refuse(
        other, "flatten-key",
        "@Flatten puts the members among those of '\(property.name)'s parent: it has no key")
    }
    if property.isAnyValue, attributes["Skip"]?.argument(nil)?.memberName != "encode" {
      report(
        form, "flatten-any",
        "an AnyValue receives all members of the object, including those of other properties; "
          + "declare '\(property.name)' as [String: AnyValue], which receives the rest")
    }
    guard property.valueType.hasNoMembers else { return }
    refuse(
      form, "flatten-type", "@Flatten needs a type with members, found '\(property.type)'")
  }

  // MARK: Skipping

  private mutating func applySkip(
    _ skip: AttributeSyntax, to property: inout PropertyModel, _ attributes: Attributes,
    _ node: some SyntaxProtocol
  ) {
    let direction = skip.argument(nil)?.memberName
    if direction != "encode" {
      if !property.hasInitialValue, property.defaultWhenMissing == nil {
        var fixIts: [FixIt] = []
        if let binding = node.as(PatternBindingSyntax.self) {
          var initialized = binding.trimmed
          initialized.initializer = InitializerClauseSyntax(
            equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
            value: ExprSyntax(stringLiteral: "<#value#>"))
          initialized.leadingTrivia = binding.leadingTrivia
          initialized.trailingTrivia = binding.trailingTrivia
          fixIts = [.replace(binding, with: initialized, "add-value", "give it a value")]
        }
        report(
          skip, "skip-without-value",
          "'\(property.name)' is not decoded, so it needs a default value", fixIts: fixIts)
      }
      property.decodePaths = []
      property.readsMembers = false
    }
    if direction != "decode" {
      property.encodePath = nil
      property.writesMembers = false
    }
    guard direction == nil, let key = attributes["Key"] else { return }
    refuse(
      key, "skip-key", "'\(property.name)' is skipped, so its key is never used",
      severity: .warning)
  }
}

extension TypeParser {
  /// Reports a strategy of the library for a property whose type certainly differs. The compiler
  /// would only find the mistake in generated code.
  mutating func checkStrategy(
    _ strategy: ExprSyntax, _ attribute: AttributeSyntax, _ property: PropertyModel
  ) {
    guard let member = strategy.as(MemberAccessExprSyntax.self), member.base == nil,
      let type = Self.typesOfStrategies[member.declName.baseName.text]
    else { return }
    if case .other = property.valueType.unwrapped { return }
    let name = strategy.trimmedDescription
    var hint = ""
    switch property.valueType.unwrapped {
    case .array(type), .array("Foundation.\(type)"):
      hint = "; for the elements of an array, write @As(.each(\(name)))"
    default: break
    }
    refuse(
      attribute, "strategy-type",
      "@As(\(name)) reads and writes a \(type), and '\(property.name)' is a "
        + "'\(property.unwrappedType)'\(hint)")
  }

  /// The types of the values of the library's strategies.
  private static var typesOfStrategies: [String: String] {
    [
      "iso8601": "Date", "iso8601WithMilliseconds": "Date", "secondsSince1970": "Date",
      "millisecondsSince1970": "Date", "base64": "Data", "base64URL": "Data",
      "hexadecimal": "Data",
    ]
  }
}
