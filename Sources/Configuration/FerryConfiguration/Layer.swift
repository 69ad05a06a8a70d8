package import FerryBase
package import FerryLayers

/// One source of a configuration.
package struct Layer: Sendable {
  package enum Content: Sendable {
    /// A document; its text is `nil` in a format without lines.
    case document(PlacedText?)
    /// One scalar, with its location.
    case value(SourcePlace)
    /// One array or object, with the location of its start.
    case structure(PlacedText, at: SourcePlace)
  }

  let name: String
  private(set) var content: Content
  /// Whether no text for people may show the values.
  let isSecret: Bool
  /// Whether locations have lines of a file.
  let hasLines: Bool
  /// The environment variable that the layer is.
  let variable: String?
  /// The error of text that looks like an array or an object and is neither. It counts if the model
  /// does not take text.
  var syntaxError: DecodingError?

  package init(
    _ name: String, _ content: Content, variable: String? = nil, isSecret: Bool = false,
    hasLines: Bool = false
  ) {
    (self.name, self.content, self.variable) = (name, content, variable)
    (self.isSecret, self.hasLines) = (isSecret, hasLines)
  }

  /// Creates the layer of a variable or an option.
  init(variable: String, value: String, name: String, isSecret: Bool = false) {
    self.init(name, .value(Self.place(of: variable, value, in: name)), isSecret: isSecret)
  }

  /// Creates the layer of an environment variable.
  init(environment variable: String, value: String) {
    let name = Self.name(ofVariable: variable)
    self.init(name, .value(Self.place(of: variable, value, in: name)), variable: variable)
  }

  package static func name(ofVariable variable: String) -> String {
    "environment variable " + variable
  }

  /// Returns the location of the value in `variable=value`.
  static func place(of variable: String, _ value: String, in name: String) -> SourcePlace {
    let text = String("\(variable)=\(value)".prefix(400).map { $0.isNewline ? " " : $0 })
    let shown = SourcePlace(offset: variable.utf8.count + 1, in: text)
    return SourcePlace(
      file: name, line: 1, column: 1, offset: 0, excerpt: shown.excerpt, caret: shown.caret)
  }

  /// Returns the name of the variable with `nested` in place of its last part.
  func variableName(withLastPart nested: String) -> String {
    let end = nested.uppercased()
    guard let variable, variable.count + 1 > end.count,
      variable.uppercased().hasSuffix(end.replacing("__", with: "_"))
    else { return end }
    return variable.dropLast(end.count - 1) + end
  }

  var isDocument: Bool { if case .document = content { true } else { false } }

  /// Returns the layer whose value is the array or object in `text`.
  func structured(_ text: PlacedText) -> Layer {
    guard case .value(let start) = content else { return self }
    var layer = self
    layer.content = .structure(text, at: start)
    return layer
  }

  /// Returns the location of a node. An excerpt shows no other value of the text, because that may be
  /// sensitive.
  func place(ofNode node: Int, hasExcerpt: Bool = true) -> SourcePlace {
    let hasExcerpt = hasExcerpt && !isSecret
    return switch content {
    case .document(let text):
      text?.place(ofNode: node, file: name, hasExcerpt: hasExcerpt) ?? SourcePlace(file: name)
    case .value(let place): hasExcerpt ? place : place.withoutExcerpt
    case .structure(let text, _):
      place(inValue: text.place(ofNode: node, file: name, hasExcerpt: hasExcerpt))
    }
  }

  /// Whether the value at a node of a document has an anchor of YAML.
  func hasAnchor(atNode node: Int) -> Bool {
    if case .document(let text?) = content { text.hasAnchor(atNode: node) } else { false }
  }

  /// Converts a location in the text of a value to one in the source of the value.
  func place(inValue place: SourcePlace) -> SourcePlace {
    let start: SourcePlace
    switch content {
    case .document: return place
    case .value(let value), .structure(_, at: let value): start = value
    }
    if start.isWholeFile { return place }
    return SourcePlace(
      file: name, line: start.line + place.line - 1,
      column: place.line == 1 ? start.column + place.column - 1 : place.column,
      offset: start.offset + place.offset, excerpt: place.excerpt, caret: place.caret)
  }
}
