import FerryLayers
import FerryPath
import FerryTape

/// A document merged from several. The origin of each value is known.
final class LayeredDocument {
  /// The origin of the values of a layer.
  private enum Layer {
    case document(DocumentStream)
    /// A single value, such as the value of an environment variable.
    case value(name: String)
  }

  private var tree = LayeredTree()
  private var tape = LayeredTape()
  private var layers: [Layer] = []
  /// The paths of values that no text for people may show.
  private let secrets: SensitivePaths

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

  /// Adds the document of a file. An empty file adds nothing.
  func add(_ stream: DocumentStream) throws(CommandError) {
    guard stream.series.whole?.bytes.allSatisfy(\.isBlank) == false,
      let document = try stream.next()
    else { return }
    do throws(WireFailure) {
      try tree.add(document.view, from: document.root, replacing: stream.replacingNodes)
    } catch {
      throw .invalid(Diagnostic(file: stream.series.name, message: error.kind.description))
    }
    layers.append(.document(stream))
  }

  /// Adds the environment variables that ``LayeredTree`` maps to a path with this prefix.
  func addEnvironment(prefix: String) throws(CommandError) {
    let variables = EnvironmentVariables.all.map { (name: $0.name.description, value: $0) }
    var claims = LayeredTree.VariableClaims()
    tree.beginGroup()
    defer { tree.endGroup() }
    for (name, variable) in LayeredTree.sorted(variables: variables) {
      let value = variable.value.text
      let path: WirePath?
      do throws(LayeredTree.VariableProblem) {
        path = try tree.path(
          forVariable: name, prefix: prefix, prefix.isEmpty ? .nested : .all,
          isScalar: value?.hasPrefix("{") != true && value?.hasPrefix("[") != true, &claims)
      } catch {
        var diagnostic = Diagnostic(
          file: "environment variable " + name, message: error.kind.description, path: error.path)
        diagnostic.message += ": " + error.detail
        diagnostic.hint = error.hint
        throw .invalid(diagnostic)
      }
      guard let path else { continue }
      guard variable.name.text != nil, let value else {
        throw .usage("environment variable \(name) is not UTF-8")
      }
      try set(path, to: value, name: "environment variable " + name)
    }
  }

  /// Sets the value at `path` to `text`, read as a plain YAML scalar. A text that starts with `[`
  /// or `{` is read as YAML, or as JSON in a build without YAML.
  func set(_ path: WirePath, to text: String, name: String) throws(CommandError) {
    let target: LayeredTree.Target
    do throws(LayeredTree.NoTarget) {
      target = try tree.target(of: path)
    } catch {
      throw .invalid(Diagnostic(file: name, message: error.detail, path: error.path))
    }
    var value: DocumentStream?
    if text.hasPrefix("[") || text.hasPrefix("{") {
      #if FERRY_YAML
      let format = Format.yaml
      #else
      let format = Format.json
      #endif
      value = try DocumentStream(whole: Input(text: text, name: name), format)
    }
    let document: TapeDocument?
    do throws(CommandError) {
      document = try value?.next()
    } catch {
      throw secrets.concern(path) ? error.redacted : error
    }
    do throws(WireFailure) {
      if let document {
        try tree.set(target, to: document.view, from: document.root)
      } else {
        try tree.set(target, toPlain: text)
      }
    } catch {
      throw .invalid(Diagnostic(file: name, message: error.kind.description))
    }
    layers.append(.value(name: name))
  }

  /// Replaces the references in the text of files.
  private func resolveReferences() throws(CommandError) {
    var variables: [String: String] = [:]
    for (name, value) in EnvironmentVariables.all {
      if let name = name.text, let value = value.text { variables[name] = value }
    }
    let files = layers.indices.filter { if case .document = layers[$0] { true } else { false } }
    do throws(LayeredTree.ReferenceProblem) {
      try tree.resolveReferences(in: Set(files)) { variables[$0] }
    } catch {
      var diagnostic = diagnostic(at: error.origin)
      diagnostic.message = error.kind.description
      diagnostic.path = tree.path(of: error.origin)
      diagnostic.hint = error.hint
      // A malformed reference is a part of the value.
      if !isSensitive(error.origin, diagnostic.path) { diagnostic.message += ": " + error.detail }
      for note in error.notes {
        guard let place = self.diagnostic(at: note.origin).place else { continue }
        diagnostic.notes.append((place, note.text))
      }
      throw .invalid(secrets.isEmpty ? diagnostic : diagnostic.redacted)
    }
  }

  /// The values that no text for people may show.
  var sensitiveNodes: Set<Int> {
    guard !secrets.isEmpty else { return [] }
    return Set(
      tape.leaves.filter { isSensitive(tape.origins[$0.node], $0.path) }.map(\.node))
  }

  private func isSensitive(_ origin: LayeredTree.Origin, _ path: WirePath) -> Bool {
    if secrets.concern(path) { return true }
    return tree.references(of: origin).contains {
      guard case .value(let path, _) = $0 else { return false }
      return secrets.concern(WirePath(stringLiteral: path))
    }
  }

  /// Returns the origin of a node: `file:line:column`, or a name, with the origins of references.
  func origin(ofNode node: Int) -> String {
    let origin = tape.origins[node]
    let references = tree.references(of: origin).map { reference in
      switch reference {
      case .variable(let name, _): "environment variable " + name
      case .value(_, let origin): self.place(of: origin)
      }
    }
    let place = self.place(of: origin)
    return references.isEmpty ? place : place + " with " + references.joined(separator: ", ")
  }

  private func place(of origin: LayeredTree.Origin) -> String {
    switch layers[origin.layer] {
    case .value(let name): return name
    case .document(let document):
      guard let place = document.position(ofNode: origin.node) else { return document.series.name }
      return "\(document.series.name):\(place.line):\(place.column)"
    }
  }

  /// Returns the error for `failure`, which names a node. The error names the origin of that node.
  func diagnostic(of failure: WireFailure) -> Diagnostic {
    let node = max(0, min(failure.node, tape.origins.count - 1))
    var diagnostic = diagnostic(at: tape.origins[node])
    diagnostic.message = failure.kind.description
    diagnostic.path = WirePath.path(to: failure.node, in: view)
    return secrets.isEmpty ? diagnostic : diagnostic.redacted
  }

  private func diagnostic(at origin: LayeredTree.Origin) -> Diagnostic {
    switch layers[origin.layer] {
    case .value(let name): return Diagnostic(file: name, message: "")
    case .document(let document):
      var diagnostic = Diagnostic(file: document.series.name, message: "")
      diagnostic.place = document.place(ofNode: origin.node)
      return diagnostic
    }
  }
}
