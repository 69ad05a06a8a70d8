public import Ferry
import FerryBytes
import FerryCoding
import FerryLayers
import FerryTape

extension LayeredConfiguration {
  /// The origin of a value.
  public struct Origin: Sendable, Equatable, CustomStringConvertible {
    /// The name of the layer: a file, or an environment variable.
    public let layer: String
    /// The line and column, with the layer's name as the file; `nil` for a layer without lines.
    public let place: SourcePlace?
    /// The origins of the text that replaced references in the value.
    public let references: [Origin]

    /// `file:line:column`, or the name of the layer, with the origins of ``references``.
    public var description: String {
      let own = place.map { "\($0)" } ?? layer
      return references.isEmpty
        ? own : own + " with " + references.map(\.description).joined(separator: ", ")
    }
  }

  /// Decodes the model.
  ///
  /// A member that the layers do not have may be set by a variable or option with another spelling:
  /// `APP_DRY_RUN` sets `dryRun`. If an enum with `@DirectCodable` has another case than in an
  /// earlier layer, the payload of the earlier case is removed.
  /// - Throws: `DecodingError`, whose `place` is in the layer with the invalid value.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    var tree = try resolvedTree()
    while true {
      let call = ModelCall(self, tree, try MergedLayers(tree))
      do {
        let value = try call.decode(type)
        if call.replaceCases(in: &tree) { continue }
        if unknownVariables == .error, let error = call.unknownVariable() { throw error }
        return value
      } catch {
        if call.replaceCases(in: &tree) { continue }
        throw call.report(error)
      }
    }
  }

  /// Returns the merged configuration.
  /// - Throws: `DecodingError` if an `AnyValue` cannot represent a value.
  public func value() throws -> AnyValue { try decode(AnyValue.self) }

  /// Returns the origin of the value at `path`. The origin of an object in several layers is the
  /// first layer.
  public func origin(of path: WirePath) -> Origin? {
    let tree = shownTree
    return tree.origin(of: path).map { origin($0, path, in: tree) }
  }

  /// The origins of all scalars and of empty arrays and objects, in the order of the configuration.
  public var origins: [(path: WirePath, origin: Origin)] {
    leaves.map { ($0.path, $0.origin) }
  }

  /// One line for every value: `server.port = 8081  (environment variable SERVER__PORT)`. Sensitive
  /// values are `<redacted>`.
  public var explanation: String {
    // Control characters are made visible, so that a value cannot control the terminal.
    leaves.map { "\($0.path) = \($0.text.visible)  (\($0.origin.description.visible))\n" }
      .joined()
  }

  private var leaves: [(path: WirePath, origin: Origin, text: String)] {
    let tree = shownTree
    // A tree that is too large for a tape has no leaves here; decoding it throws an error.
    guard let merged = try? MergedLayers(tree) else { return [] }
    return merged.leaves.map { path, node, text in
      let source = merged.origin(ofNode: node)
      let isSensitive = isSensitive(source, path, in: tree)
      return (
        path, origin(source, path, in: tree), isSensitive ? DecodingError.redaction : text
      )
    }
  }

  // MARK: Trees

  /// Returns the tree with the text of references, if they are replaced.
  func resolvedTree() throws -> LayeredTree {
    guard interpolates else { return tree }
    var resolved = tree
    let documents = layers.indices.filter {
      if case .text = layers[$0].content { true } else { false }
    }
    do throws(LayeredTree.ReferenceProblem) {
      try resolved.resolveReferences(in: Set(documents)) { variables[$0] }
      return resolved
    } catch {
      throw self.error(error)
    }
  }

  /// The tree for people. References that cannot be replaced stay.
  private var shownTree: LayeredTree { (try? resolvedTree()) ?? tree }

  private func error(_ problem: LayeredTree.ReferenceProblem) -> DecodingError {
    let path = tree.path(of: problem.origin)
    let place = place(problem.origin, path, in: tree)
    // A malformed reference is a part of the value.
    guard !isSensitive(problem.origin, path, in: tree) else {
      return DecodingError.unreadable(
        PlacedFailure(
          kind: problem.kind, place: place, detail: DecodingError.redaction,
          path: path.description))
    }
    return DecodingError.unreadable(
      PlacedFailure(
        kind: problem.kind, place: place, detail: problem.detail, path: path.description,
        hint: problem.hint,
        notes: problem.notes.map {
          PlacedFailure.Note(
            text: $0.text, place: self.place($0.origin, tree.path(of: $0.origin), in: tree))
        }))
  }

  // MARK: Places

  /// Returns the location of a value, without its text if it is sensitive.
  func place(
    _ origin: LayeredTree.Origin, _ path: @autoclosure () -> WirePath, in tree: LayeredTree
  ) -> SourcePlace {
    let layer = layers[origin.layer]
    let place = layer.place(ofNode: origin.node)
    // The line of a variable with an object may show a sensitive member beside the value.
    let hidesLine = hasSensitivePaths && layer.showsStructure
    return hidesLine || isSensitive(origin, path(), in: tree) ? place.withoutExcerpt : place
  }

  func origin(
    _ source: LayeredTree.Origin, _ path: @autoclosure () -> WirePath, in tree: LayeredTree
  ) -> Origin {
    let layer = layers[source.layer]
    return Origin(
      layer: layer.name, place: layer.hasLines ? place(source, path(), in: tree) : nil,
      references: references(of: source, in: tree))
  }

  private func references(of source: LayeredTree.Origin, in tree: LayeredTree) -> [Origin] {
    tree.references(of: source).map { reference in
      switch reference {
      case .variable(let name, _):
        return Origin(layer: "environment variable " + name, place: nil, references: [])
      case .value(let path, let source):
        let path = WirePath(stringLiteral: path)
        let layer = layers[source.layer]
        return Origin(
          layer: layer.name, place: layer.hasLines ? place(source, path, in: tree) : nil,
          references: [])
      }
    }
  }

  /// Returns whether no text for people may show a value: its layer is secret, its path is
  /// sensitive, or its text is that of such a value.
  func isSensitive(
    _ origin: LayeredTree.Origin, _ path: @autoclosure () -> WirePath, in tree: LayeredTree
  ) -> Bool {
    if isSensitive(ownTextOf: origin, path()) { return true }
    return tree.references(of: origin).contains {
      guard case .value(let path, let origin) = $0 else { return false }
      return isSensitive(ownTextOf: origin, WirePath(stringLiteral: path))
    }
  }

  private func isSensitive(
    ownTextOf origin: LayeredTree.Origin, _ path: @autoclosure () -> WirePath
  ) -> Bool {
    if layers[origin.layer].isSecret { return true }
    return hasSensitivePaths && concernsSensitive(path())
  }

  /// Whether there are paths whose values no text for people may show.
  var hasSensitivePaths: Bool { !sensitivePaths.isEmpty || !secrets.isEmpty }

  /// Whether a value at `path` is sensitive, or contains a sensitive value.
  func concernsSensitive(_ path: WirePath) -> Bool {
    sensitivePaths.concern(path) || secrets.concern(path)
  }
}

extension LayeredConfiguration: CustomStringConvertible, CustomReflectable {
  /// The ``explanation``.
  public var description: String { explanation }

  /// A mirror without children, because the layers contain sensitive values.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
