import FerryBase
import FerryLayers

/// A document merged from several. The origin of each value is known.
final class LayeredDocument {
  /// The origin of the values of a layer.
  enum Layer {
    case document(DocumentStream)
    /// A single value, such as that of an option. `place` is its location in a file of variables.
    case value(
      name: String, variable: String? = nil, place: SourcePlace? = nil, isSecret: Bool = false)

    var isDocument: Bool { if case .document = self { true } else { false } }
    var isSecret: Bool { if case .value(_, _, _, true) = self { true } else { false } }
    /// The environment variable that the layer is.
    var variable: String? { if case .value(_, let name, _, _) = self { name } else { nil } }
  }

  /// The value of a variable of any source.
  struct Variable {
    /// `nil` if it is not UTF-8.
    let value: String?
    let layer: Layer
    /// Whether text in brackets is an array or an object.
    var hasStructure = true
    /// Whether the value is text whatever it looks like.
    var isText = false

    /// Whether the value is an array or an object.
    fileprivate var isContainer: Bool {
      hasStructure && value.map(LayeredTree.isDocument) ?? false
    }
  }

  private(set) var tree = LayeredTree()
  private(set) var tape = LayeredTape()
  private var layers: [Layer] = []
  /// The paths of values that no text for people may show.
  private var secrets: SensitivePaths

  init(rules: MergeRules = MergeRules(), secrets: SensitivePaths = SensitivePaths()) {
    tree.rules = rules
    self.secrets = secrets
  }

  /// Merges all added layers. If the document `interpolates`, references in the text of files are
  /// replaced.
  func finish(interpolates: Bool = false) throws(CommandError) {
    if interpolates { try resolveReferences() }
    do throws(WireFailure) {
      tape = try tree.merged()
    } catch {
      throw .system("the merged document is too large: \(error.kind)")
    }
  }

  /// The merged document.
  var view: TapeView { tape.view }

  /// Whether the merged document has no value.
  var isEmpty: Bool { view.count == 0 }

  // MARK: Adding

  /// Adds the document of a file. A file without a value adds nothing.
  func add(_ stream: DocumentStream) throws(CommandError) {
    guard stream.series.whole?.bytes.allSatisfy(\.isBlank) == false,
      let document = try stream.next()
    else { return }
    do throws(WireFailure) {
      guard try tree.add(document.view, from: document.root) else { return }
    } catch {
      guard error.kind == .typeMismatch else { throw .invalid(stream.problem(of: error)) }
      throw .invalid(
        stream.mismatch(at: error.node, Self.words(tree.rootKind)))
    }
    layers.append(.document(stream))
  }

  private static func words(_ kind: NodeKind?) -> String {
    switch kind {
    case .list: "an array"
    case .map: "an object"
    default: "a scalar"
    }
  }

  /// Adds variables, whose names ``LayeredTree`` maps to paths with this prefix.
  func add(
    _ variables: [(name: String, value: Variable)], prefix: String,
    _ reach: LayeredTree.VariableReach, keepsCase: Bool = false
  ) throws(CommandError) {
    var claims = LayeredTree.VariableClaims()
    tree.beginGroup()
    defer { tree.endGroup() }
    for (name, variable) in LayeredTree.sorted(variables: variables) {
      let label = self.name(of: variable.layer)
      let path: WirePath?
      do throws(Problem) {
        path = try tree.path(
          forVariable: name, prefix: prefix, reach, isScalar: !variable.isContainer,
          keepsCase: keepsCase, label: variable.layer.variable ?? label, &claims)
      } catch {
        var problem = error
        problem.location = .place(place(of: variable.layer))
        throw .invalid(problem)
      }
      guard let path else { continue }
      guard let value = variable.value else { throw .usage("\(label) is not UTF-8") }
      try set(
        path, to: value, variable.layer, hasStructure: variable.hasStructure,
        isText: variable.isText, isVariable: true)
    }
  }

  /// Sets the value of an option `path=value`. Text in quotes stays text.
  func set(_ path: WirePath, to text: String, name: String) throws(CommandError) {
    let text = text.trimmed
    let unquoted = VariablesFile.unquoted(text)
    try set(
      path, to: unquoted ?? text, .value(name: name), hasStructure: unquoted == nil,
      isText: unquoted != nil)
  }

  /// Sets the value at `path` to a scalar, or to an array or object.
  private func set(
    _ path: WirePath, to text: String, _ layer: Layer, hasStructure: Bool, isText: Bool = false,
    isVariable: Bool = false
  ) throws(CommandError) {
    // Other layers may have the same secret.
    if layer.isSecret { secrets.insert(path) }
    let target: LayeredTree.Target
    do throws(Problem) {
      target = try tree.target(of: path)
    } catch {
      var problem = error
      problem.location = .place(place(of: layer))
      if let detail = error.detail { (problem.subject, problem.detail) = (.words(detail), nil) }
      throw .invalid(problem)
    }
    var value: DocumentStream?
    // Text stays text, whatever it looks like.
    let isText =
      isText
      || hasStructure && tree.isText(at: target) && LayeredTree.isDocument(text)
        && !LayeredTree.isMarkedDocument(text)
    if hasStructure, !isText, LayeredTree.isDocument(text) {
      #if FERRY_YAML
      let format = Format.yaml
      #else
      let format = Format.json
      #endif
      let name = if case .value(let name, _, _, _) = layer { name } else { "" }
      value = try DocumentStream(layer: Input(text: text, name: name), format, for: format)
    }
    let document: TapeDocument?
    do throws(CommandError) {
      document = try value?.next()
    } catch {
      if layer.isSecret || secrets.concern(path) { throw error.redacted }
      guard case .invalid(let failed) = error else { throw error }
      // The text of a variable is one value, which may be a secret as a whole.
      var problem = failed.withoutLines
      problem.path = path
      if case .value(_, _, let start?, _) = layer, !(problem.place?.isWholeFile ?? true) {
        // A value in a file of variables is a part of a line.
        problem = problem.moved { place in
          SourcePlace(
            file: place.file, line: start.line, column: start.column + place.column - 1,
            offset: start.offset + place.offset, excerpt: "", caret: 0)
        }
      }
      throw .invalid(problem)
    }
    do throws(WireFailure) {
      if let document {
        try tree.set(
          target, to: document.view, from: document.root, isVariable: isVariable)
      } else {
        try tree.set(target, toPlain: text, isText: isText, isVariable: isVariable)
      }
    } catch {
      throw .invalid(Problem(error.kind, place: place(of: layer)))
    }
    layers.append(layer)
  }

  /// Replaces the references in the text of files.
  private func resolveReferences() throws(CommandError) {
    var variables: [String: String] = [:]
    for (name, value) in EnvironmentVariables.all {
      if let name = name.text, let value = value.text { variables[name] = value }
    }
    let files = layers.indices.filter { layers[$0].isDocument }
    do throws(Problem) {
      try tree.resolveReferences(in: Set(files)) { variables[$0] }
    } catch {
      let origin = tree.origin(ofItem: error.node ?? 0)
      var problem = error.located {
        if case .node(let item) = $0 { .place(place(of: tree.origin(ofItem: item))) } else { $0 }
      }
      problem.path = tree.path(of: origin)
      // A malformed reference is a part of the value.
      let isShown = error.isRedacted || !sensitiveValues.contains(origin)
      if !secrets.isEmpty { problem = problem.unquoted }
      (problem.detail, problem.advice) = isShown ? (error.detail, error.advice) : (nil, nil)
      throw .invalid(problem)
    }
  }

  // MARK: Sensitive values

  private var sensitiveValues: SensitiveValues {
    guard !secrets.isEmpty || layers.contains(where: \.isSecret) else { return SensitiveValues() }
    return tree.sensitiveValues {
      layers[$0].variable
    } isSensitiveName: {
      secrets.resemble(WirePath(keys: $0))
    } _: { origin, path in
      layers[origin.layer].isSecret || secrets.concern(path)
        || (layers[origin.layer].isDocument ? secrets.misspell(path) : secrets.resemble(path))
    }
  }

  /// The values that no text for people may show.
  var sensitiveNodes: Set<Int> {
    let values = sensitiveValues
    return Set(tape.leaves.map(\.node).filter { values.contains(tape.origins[$0]) })
  }

  // MARK: Origins

  /// Returns the origin of a node: `file:line:column`, or a name, with the origins of references.
  func origin(ofNode node: Int) -> String {
    let origin = tape.origins[node]
    let references = tree.references(of: origin).map { reference in
      switch reference {
      case .variable(let name, _): "environment variable " + name
      case .value(_, let origin): self.name(of: origin)
      }
    }
    let place = self.name(of: origin)
    return references.isEmpty ? place : place + " with " + references.joined(separator: ", ")
  }

  private func name(of origin: LayeredTree.Origin) -> String {
    guard case .document(let document) = layers[origin.layer],
      let place = document.position(ofNode: origin.node)
    else { return name(of: layers[origin.layer]) }
    return "\(document.series.name):\(place.line):\(place.column)"
  }

  private func name(of layer: Layer) -> String {
    switch layer {
    case .document(let document): document.series.name
    case .value(let name, _, let place, _): place.map { "\(name):\($0.line):\($0.column)" } ?? name
    }
  }

  private func place(of origin: LayeredTree.Origin) -> SourcePlace {
    switch layers[origin.layer] {
    case .document(let document):
      document.place(ofNode: origin.node)?.in(document.series.name)
        ?? place(of: layers[origin.layer])
    case .value(let name, _, let place?, false): place.in(name)
    case .value: place(of: layers[origin.layer])
    }
  }

  /// Returns the location of a whole layer, without a line.
  private func place(of layer: Layer) -> SourcePlace {
    switch layer {
    case .document(let document): SourcePlace(file: document.series.name)
    case .value(let name, _, let place, _):
      place?.withoutExcerpt.in(name) ?? SourcePlace(file: name)
    }
  }

  /// Returns the problem of `failure`, which names a node, at the origin of that node.
  func problem(of failure: WireFailure, to target: Format) -> Problem {
    let origin = tape.origins[max(0, min(failure.node, tape.origins.count - 1))]
    var problem = Problem(
      failure.kind, place: place(of: origin), path: WirePath.path(to: failure.node, in: view))
    problem.name(target, failure, in: view)
    return secrets.isEmpty ? problem : problem.unquoted
  }
}
