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

  /// Merges all added layers.
  func finish() throws(CommandError) {
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
      try tree.add(document.view, from: document.root)
    } catch {
      throw .invalid(Diagnostic(file: stream.series.name, message: error.kind.description))
    }
    layers.append(.document(stream))
  }

  /// Adds the environment variables that ``LayeredTree`` maps to a path with this prefix.
  func addEnvironment(prefix: String) throws(CommandError) {
    let variables = EnvironmentVariables.all.map { (name: $0.name.description, value: $0) }
    for (name, variable) in LayeredTree.sorted(variables: variables) {
      guard let path = tree.path(forVariable: name, prefix: prefix) else { continue }
      guard variable.name.text != nil, let value = variable.value.text else {
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
    let document = try value?.next()
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

  /// Returns the origin of a node: `file:line:column`, or a name.
  func origin(ofNode node: Int) -> String {
    let origin = tape.origins[node]
    switch layers[origin.layer] {
    case .value(let name): return name
    case .document(let document):
      guard let place = document.position(ofNode: origin.node) else { return document.series.name }
      return "\(document.series.name):\(place.line):\(place.column)"
    }
  }

  /// Returns the error for `failure`, which names a node. The error names the origin of that node.
  func diagnostic(of failure: WireFailure) -> Diagnostic {
    let path = WirePath.path(to: failure.node, in: view)
    let origin = tape.origins[max(0, min(failure.node, tape.origins.count - 1))]
    var diagnostic: Diagnostic
    switch layers[origin.layer] {
    case .value(let name): diagnostic = Diagnostic(file: name, message: "")
    case .document(let document):
      diagnostic = Diagnostic(file: document.series.name, message: "")
      diagnostic.place = document.place(ofNode: origin.node)
    }
    diagnostic.message = failure.kind.description
    diagnostic.path = path
    return diagnostic
  }
}
