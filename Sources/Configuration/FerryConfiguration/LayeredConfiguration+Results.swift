public import Ferry
internal import FerryBase
import FerryCoding
package import FerryLayers

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
  /// `APP_DRY_RUN` sets `dryRun`. If an enum has another case than in an earlier layer, the payload
  /// of the earlier case is removed. This holds for enums with `@DirectCodable`, and for those whose
  /// coding the compiler has written. For a `Bool`, variables and options may also be `1`, `yes`, `y`,
  /// `on`, `0`, `no`, `n` or `off`.
  /// - Throws: `DecodingError`, whose `place` is in the layer with the invalid value.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    secrets.insert(membersOf: type)
    var tree = try resolvedTree()
    if type == AnyValue.self { tree.useTextOverText() }
    // The array or object that was last replaced by its text, with the error of its decoding.
    var replaced: (item: Int, error: any Error)?
    while true {
      let call = ModelCall(self, tree, try MergedLayers(tree))
      do {
        let value = try call.decode(type)
        if call.replaceCases(in: &tree) { continue }
        if let error = call.unknownName() { throw error }
        return value
      } catch {
        call.note(enumOf: error)
        if call.replaceCases(in: &tree) { continue }
        let item = call.failedItem
        if case .valueNotFound(let wanted, _) = error as? DecodingError, wanted == String.self,
          let item, tree.useText(of: item, ifNull: true)
        {
          continue
        }
        if case .typeMismatch(let wanted, _) = error as? DecodingError, wanted == Bool.self,
          let item, tree.useTruthValue(of: item)
        {
          continue
        }
        if let replaced, replaced.item == item { throw replaced.error }
        let report = call.report(error)
        guard let item, tree.useText(of: item) else { throw report }
        replaced = (item, report)
      }
    }
  }

  /// Returns the merged configuration.
  /// - Throws: `DecodingError` if an `AnyValue` cannot represent a value.
  public func value() throws -> AnyValue { try decode(AnyValue.self) }

  /// Returns the origin of the value at `path`. The origin of an object in several layers is the
  /// first layer.
  public func origin(of path: WirePath) -> Origin? {
    let shown = shownTree
    return shown.tree.origin(of: path).map { shown.origin($0, path) }
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
    let shown = shownTree
    // A tree that is too large for a tape has no leaves here; decoding it throws an error.
    guard let merged = try? MergedLayers(shown.tree) else { return [] }
    return merged.leaves.map { path, node, text in
      let source = merged.origin(ofNode: node)
      let isSensitive = shown.isSensitive(source, path)
      return (path, shown.origin(source, path), isSensitive ? DecodingError.redaction : text)
    }
  }

  // MARK: Trees

  /// Returns the tree with the text of references, if they are replaced.
  package func resolvedTree() throws -> LayeredTree {
    guard interpolates else { return tree }
    var resolved = tree
    let documents = layers.indices.filter { layers[$0].isDocument }
    do throws(Problem) {
      try resolved.resolveReferences(in: Set(documents)) { variables[$0] }
      return resolved
    } catch {
      throw ShownTree(self, tree).error(error)
    }
  }

  /// The tree for people. References that cannot be replaced stay.
  private var shownTree: ShownTree {
    var shown = (try? resolvedTree()) ?? tree
    shown.useTextOverText()
    return ShownTree(self, shown)
  }

  /// The variables that set a new key although there is a path of the same words, each with the name
  /// for that path: `APP_LOG_FORMAT` beside `log.format`.
  package func misnamedVariables(
    in merged: MergedLayers
  ) -> [(name: String, nested: String)] {
    var found: [(name: String, nested: String)] = []
    var known: [Int: MergedLayers.Members] = [:]
    func members(_ header: Int) -> MergedLayers.Members {
      if let members = known[header] { return members }
      let members = merged.members(of: header)
      known[header] = members
      return members
    }
    merged.eachMember { key, header in
      guard !layers[merged.origin(ofNode: key).layer].isDocument,
        let nested = merged.nestedName(ofKey: key, in: header, members)
      else { return true }
      let layer = layers[merged.origin(ofNode: key).layer]
      found.append((layer.name, layer.variableName(withLastPart: nested)))
      return true
    }
    return found
  }

  // MARK: Sensitive values

  /// Whether there are paths whose values no text for people may show.
  package var hasSensitivePaths: Bool { !sensitivePaths.isEmpty || !secrets.isEmpty }

  /// Whether a value at `path` is sensitive, or contains a sensitive value.
  func concernsSensitive(_ path: WirePath) -> Bool {
    sensitivePaths.concern(path) || secrets.concern(path)
  }

  /// Whether `path`, which a variable or an option set, may be a misspelled sensitive path.
  func resemblesSensitive(_ path: WirePath) -> Bool {
    sensitivePaths.resemble(path) || secrets.resemble(path)
  }

  /// Whether `path` of a document may be a misspelled sensitive path.
  func misspellsSensitive(_ path: WirePath) -> Bool {
    sensitivePaths.misspell(path) || secrets.misspell(path)
  }
}

extension LayeredConfiguration: CustomStringConvertible, CustomReflectable {
  /// The ``explanation``.
  public var description: String { explanation }

  /// A mirror without children, because the layers contain sensitive values.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
