@_exported public import Ferry
import FerryBytes
import FerryCoding
import FerryLayers
import FerryStreams
public import Foundation

/// A configuration in layers: files, then environment variables, then whatever else; what is added
/// later wins, key by key.
///
/// ```swift
/// var configuration = LayeredConfiguration()
/// try configuration.add(contentsOf: "defaults.yaml")
/// try configuration.add(contentsOf: "site.yaml", isOptional: true)
/// try configuration.addEnvironment()                        // SERVER__PORT=8081
/// let server = try configuration.decode(ServerConfiguration.self)
///
/// configuration.origin(of: "server.port")                   // environment variable SERVER__PORT
/// configuration.origin(of: "server.host")                   // defaults.yaml:2:9
/// ```
///
/// Maps are merged; lists and everything else are replaced. An error names the file and line of the
/// layer that has the value at fault.
public struct LayeredConfiguration: Sendable {
  /// Where a value came from.
  public struct Origin: Sendable, Equatable, CustomStringConvertible {
    /// The name of the layer: a file, or an environment variable.
    public let layer: String
    /// Line and column, with the name as the file; `nil` where there are no lines.
    public let place: SourcePlace?

    /// `file:line:column`, or the name of the layer.
    public var description: String { place.map { "\($0)" } ?? layer }
  }

  private var layers: [Layer] = []
  private var tree = LayeredTree()
  private let decoder: any LayerDecoder

  #if YAML
  /// A configuration without layers, which are documents in YAML or JSON.
  ///
  /// Layers are read and the model is decoded with the options of `decoder`: limits, strictness,
  /// strategies.
  public init(decoder: YAML.Decoder = YAML.Decoder()) {
    self.decoder = decoder
  }

  /// A configuration without layers, which are documents in JSON, or in JSON5 if `decoder` reads it.
  ///
  /// Layers are read and the model is decoded with the options of `decoder`.
  public init(decoder: JSON.Decoder) {
    self.decoder = decoder
  }
  #else
  /// A configuration without layers, which are documents in JSON, or in JSON5 if `decoder` reads it.
  ///
  /// Layers are read and the model is decoded with the options of `decoder`.
  public init(decoder: JSON.Decoder = JSON.Decoder()) {
    self.decoder = decoder
  }
  #endif

  // MARK: Adding layers

  /// Adds the document of a file. A file that `isOptional` may be missing.
  /// - Throws: `DecodingError` if it is no valid document, `StreamError` if it cannot be read.
  public mutating func add(contentsOf path: String, isOptional: Bool = false) throws {
    if isOptional, !FileManager.default.fileExists(atPath: path) { return }
    try add(try DescriptorSource.contents(of: path), name: path)
  }

  /// Adds a document, called `name` in errors and origins.
  /// - Throws: `DecodingError` where it is no valid document.
  public mutating func add(_ text: some StringProtocol, name: String) throws {
    try add(Array(text.utf8), name: name)
  }

  private mutating func add(_ bytes: [UInt8], name: String) throws {
    let offsets = decoder.offsets
    // Nothing is kept of a text without a document.
    guard try tree.add(bytes, decoder, name: name) else { return }
    layers.append(.text(bytes, offsets, name: name))
  }

  /// Adds the environment variables that change something here, `__` standing between the keys of
  /// a path: `SERVER__PORT=8081` is `server.port`.
  ///
  /// With a `prefix` all variables that start with it count, the prefix left out; without one those
  /// with `__` whose first part names something that there is. A part is the key there that it
  /// equals, letter case, `_` and `-` aside (`LOG_LEVEL` finds `logLevel`), else it is a new key in
  /// small letters. In a list, a number addresses an element, or a new one behind the last. Values
  /// are plain scalars, a list or a map if they start with `[` or `{`; an empty one is empty text.
  /// - Throws: `DecodingError` where a list or map is no valid YAML, or where a list has no such
  ///   element.
  public mutating func addEnvironment(
    _ variables: [String: String] = ProcessInfo.processInfo.environment, prefix: String = ""
  ) throws {
    let sorted = LayeredTree.sorted(variables: variables.map { ($0.key, $0.value) })
    for (name, value) in sorted {
      guard let path = tree.path(forVariable: name, prefix: prefix) else { continue }
      try override(
        path, value,
        .variable(name: name, value: value, label: "environment variable " + name))
    }
  }

  /// Sets the value at a path, such as one given on a command line, called `name` in errors and
  /// origins. `value` is understood as that of an environment variable.
  ///
  /// Maps and lists that are missing on the way are made, also in place of scalars; an index goes to
  /// an element that there is, or behind the last one.
  /// - Throws: `DecodingError` where a list or map is no valid YAML, or where nothing can be set: an
  ///   index beyond the end or below 0, an index in a map, a key in a list, a wildcard.
  public mutating func set(_ path: WirePath, to value: String, name: String) throws {
    try override(path, value, .variable(name: name, value: value, label: name))
  }

  private mutating func override(_ path: WirePath, _ value: String, _ layer: Layer) throws {
    do {
      try tree.set(path, to: value, decoder, name: layer.name)
    } catch let error as LayeredTree.NoTarget {
      throw DecodingError.unreadable(
        PlacedFailure(
          kind: error.kind, place: layer.place(ofNode: 0), detail: error.detail,
          path: error.path.description))
    }
    layers.append(layer)
  }

  // MARK: Results

  /// Decodes the model.
  /// - Throws: `DecodingError`, whose `place` is in the layer that has the value at fault.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let (merged, layers) = (try MergedLayers(tree), layers)
    return try DecodingSession.decode(
      type, input: ByteView(), options: decoder.layerOptions,
      read: { tape throws(WireFailure) in try merged.copy(to: &tape) },
      offsetOfNode: { $0 },
      place: { Self.place(merged.origin(ofNode: $0), layers) })
  }

  /// The merged configuration as it is.
  /// - Throws: `DecodingError` for what no `AnyValue` can hold.
  public func value() throws -> AnyValue { try decode(AnyValue.self) }

  /// Where the value at `path` came from; a map that several layers have came from the first.
  public func origin(of path: WirePath) -> Origin? {
    tree.origin(of: path).map(origin)
  }

  /// Where every value came from, lists and maps by their contents, in the order of the
  /// configuration.
  public var origins: [(path: WirePath, origin: Origin)] {
    leaves.map { ($0.path, $0.origin) }
  }

  /// A line for every value: `server.port = 8081  (environment variable SERVER__PORT)`.
  public var explanation: String {
    // For people at a terminal, which is not to obey a value.
    leaves.map { "\($0.path) = \($0.text.visible)  (\($0.origin.description.visible))\n" }
      .joined()
  }

  private var leaves: [(path: WirePath, origin: Origin, text: String)] {
    // What is too large for a tape is too large to be decoded, which is where it is an error.
    guard let merged = try? MergedLayers(tree) else { return [] }
    let leaves = merged.leaves
    let sources = leaves.map { merged.origin(ofNode: $0.node) }
    var places: [Int: SourcePlace] = [:]
    for (number, layer) in layers.enumerated() where layer.hasLines {
      let positions = sources.indices.filter { sources[$0].layer == number }
      let found = layer.places(ofNodes: positions.map { sources[$0].node })
      for (position, place) in zip(positions, found) { places[position] = place }
    }
    return leaves.indices.map { position in
      let layer = layers[sources[position].layer]
      let origin = Origin(layer: layer.name, place: places[position])
      return (leaves[position].path, origin, leaves[position].text)
    }
  }

  private func origin(_ source: LayeredTree.Origin) -> Origin {
    let layer = layers[source.layer]
    return Origin(
      layer: layer.name, place: layer.hasLines ? Self.place(source, layers) : nil)
  }

  private static func place(_ origin: LayeredTree.Origin, _ layers: [Layer]) -> SourcePlace {
    layers[origin.layer].place(ofNode: origin.node)
  }
}

extension LayeredConfiguration: CustomStringConvertible {
  /// The ``explanation``.
  public var description: String { explanation }
}

/// One source of a configuration.
private enum Layer: Sendable {
  case text([UInt8], NodeOffsets, name: String)
  case variable(name: String, value: String, label: String)

  var name: String {
    switch self {
    case .text(_, _, let name): name
    case .variable(_, _, let label): label
    }
  }

  var hasLines: Bool {
    if case .text = self { true } else { false }
  }

  func place(ofNode node: Int) -> SourcePlace { places(ofNodes: [node])[0] }

  /// The places of nodes, found in one pass over the text.
  func places(ofNodes nodes: [Int]) -> [SourcePlace] {
    switch self {
    case .text(let bytes, let offsets, let name):
      let offsets = offsets(bytes)
      return bytes.withByteView { text in
        var cursor = PlaceCursor(text)
        var places = nodes.map { _ in SourcePlace(cursor, in: text) }
        for index in nodes.indices.sorted(by: { nodes[$0] < nodes[$1] }) {
          cursor.move(to: offsets.indices.contains(nodes[index]) ? offsets[nodes[index]] : 0)
          places[index] = SourcePlace(cursor, in: text)
          places[index].file = name
        }
        return places
      }
    case .variable(let variable, let value, _):
      let text = String("\(variable)=\(value)".prefix(400).map { $0.isNewline ? " " : $0 })
      let shown = SourcePlace(offset: variable.utf8.count + 1, in: text)
      let place = SourcePlace(
        file: name, line: 1, column: 1, offset: 0, excerpt: shown.excerpt, caret: shown.caret)
      return nodes.map { _ in place }
    }
  }
}
