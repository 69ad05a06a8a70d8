#if FERRY_YAML
public import Ferry
import FerryCoding
import FerryMacros
internal import FerryBase
import FerryYAML

/// The looks of a YAML document, where YAML leaves a choice.
///
/// ```swift
/// var encoder = YAML.Encoder()
/// encoder.style.flowWidth = 40
/// encoder.style["banner"] = .literal
/// encoder.style.comments["server.port"] = "The port for HTTP, 1 to 65535."
/// ```
///
/// No style changes a value: text that a style cannot hold is written in another one.
public struct YAMLStyle: Sendable {
  /// The style of a value (YAML 1.2, chapters 7 and 8).
  public enum Node: Sendable {
    /// An array or object with a line for each element or member.
    case block
    /// An array in brackets or an object in braces.
    case flow
    /// Text with its line breaks, after `|`.
    case literal
    /// Text whose lines are folded, after `>`.
    case folded
    /// Text in single quotes.
    case singleQuoted
    /// Text in double quotes, with escapes.
    case doubleQuoted
  }

  /// The end of a line.
  public enum LineBreak: Sendable {
    /// LF, as on Unix.
    case lf
    /// CR LF, as on Windows.
    case crlf
  }

  /// The end of a line; LF by default.
  public var lineBreak = LineBreak.lf
  /// Whether characters beyond ASCII stay as they are; true by default. Otherwise they are escapes in
  /// double quotes. Characters above U+FFFF always are.
  public var allowsUnicode = true
  /// Whether `...` is written after a document; false by default.
  public var writesDocumentEnd = false
  /// The maximum number of columns of an array or object of scalars that is written on one line; by
  /// default none is.
  public var flowWidth: Int?
  /// Whether arrays and objects that are equal to an earlier one are written as its alias; false by
  /// default. Decoding such a document costs `aliasExpansion` of the limits.
  public var anchorsRepeatedValues = false
  /// The comments above members, by their paths. A comment can have several lines. Only a member
  /// that starts a line can have one. The comment at the root is above the document.
  ///
  /// ```swift
  /// encoder.style.comments[.root] = "yaml-language-server: $schema=settings.schema.json"
  /// ```
  ///
  /// The document is read again after the comments were added. Encoding throws if a comment has
  /// changed a value.
  public var comments: [WirePath: String] = [:]

  private var nodes: [WirePath: Node] = [:]

  /// Creates the style that an encoder has by default.
  public init() {}

  /// The style of the values at `path`; `nil` for the encoder's own choice. If several paths match a
  /// value, the longest one counts, and of equally long ones the one with fewer wildcards.
  public subscript(path: WirePath) -> Node? {
    get { nodes[path] }
    set { nodes[path] = newValue }
  }
}

extension YAMLStyle: YAMLLooks {
  package func layout(of view: TapeView, _ root: Int) -> YAMLLayout? {
    guard !nodes.isEmpty || flowWidth != nil || anchorsRepeatedValues else { return nil }
    var layout = YAMLLayout()
    for (path, style) in Self.sorted(nodes) {
      for case .node(let index) in path.matches(in: view, from: root) {
        layout.styles[index] = style.layout
      }
    }
    if let flowWidth { layout.addFlow(upTo: flowWidth, view, root: root) }
    if anchorsRepeatedValues { layout.addAnchors(view, root: root) }
    return layout
  }

  /// Returns the entries, the most specific path last.
  private static func sorted<Value>(_ entries: [WirePath: Value]) -> [(WirePath, Value)] {
    func rank(_ path: WirePath) -> (Int, Int) {
      (path.steps.count, -path.steps.count { $0 == .wildcard })
    }
    return entries.sorted { rank($0.key) < rank($1.key) }.map { ($0.key, $0.value) }
  }

  package var hasComments: Bool { !comments.isEmpty }

  package func comments(of view: TapeView, _ root: Int) -> [Int: String] {
    var found: [Int: String] = [:]
    for (path, comment) in Self.sorted(comments) {
      for case .node(let index) in path.matches(in: view, from: root) { found[index] = comment }
    }
    return found
  }
}

extension YAMLStyle.Node {
  fileprivate var layout: YAMLLayout.Style {
    switch self {
    case .block: .block
    case .flow: .flow
    case .literal: .literal
    case .folded: .folded
    case .singleQuoted: .singleQuoted
    case .doubleQuoted: .doubleQuoted
    }
  }
}

extension YAML.Encoder {
  /// Adds the doc comments of a `@DirectCodable` model, and of the models in it, to the comments of
  /// ``style``. A comment that is there stays.
  ///
  /// ```swift
  /// encoder.addComments(of: Settings.self)
  /// try encoder.string(Settings())             // the default file, with an explanation of each key
  /// ```
  ///
  /// The keys have the names that ``Ferry/FormatEncoder/keyEncodingStrategy`` gives them now. A custom
  /// strategy is not taken into account.
  public mutating func addComments(of model: any Any.Type) {
    let name: (String) -> String =
      switch keyEncodingStrategy {
      case .convertToSnakeCase: SnakeCase.snakeCased
      case .style(let style): style.name(of:)
      case .useDefaultKeys, .custom: { $0 }
      }
    var style = self.style
    for (path, comment) in ModelDocumentation(of: model).comments {
      let steps = path.steps.map { step in
        if case .key(let key) = step { WirePath.Step.key(name(key)) } else { step }
      }
      let path = WirePath(steps: steps)
      if style.comments[path] == nil { style.comments[path] = comment }
    }
    self.style = style
  }

  /// The looks of the documents that the encoder writes.
  public var style: YAMLStyle {
    get { writing.looks as? YAMLStyle ?? YAMLStyle() }
    set {
      changeWriting {
        $0.looks = newValue
        $0.breaksWithCRLF = newValue.lineBreak == .crlf
        $0.onlyASCII = !newValue.allowsUnicode
        $0.explicitDocumentEnd = newValue.writesDocumentEnd
      }
    }
  }
}
#endif
