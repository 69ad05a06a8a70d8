@_exported public import Ferry
import FerryBytes
import FerryCoding
public import FerryEssentials
import FerryLayers
import FerryStreams

/// A configuration in layers, for example files and then environment variables. Later layers
/// override earlier ones, key by key.
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
/// Objects are merged; arrays and scalars are replaced. An error names the file and line of the
/// layer with the invalid value.
public struct LayeredConfiguration: Sendable {
  /// The origin of a value.
  public struct Origin: Sendable, Equatable, CustomStringConvertible {
    /// The name of the layer: a file, or an environment variable.
    public let layer: String
    /// The line and column, with the layer's name as the file; `nil` for a layer without lines.
    public let place: SourcePlace?

    /// `file:line:column`, or the name of the layer.
    public var description: String { place.map { "\($0)" } ?? layer }
  }

  private var layers: [Layer] = []
  private var tree = LayeredTree()
  private let decoder: any LayerDecoder

  #if FERRY_YAML
  /// Creates a configuration without layers. Its layers are documents in YAML or JSON.
  ///
  /// The options of `decoder`, such as limits, strictness and strategies, apply to the layers and
  /// to the model.
  public init(decoder: YAML.Decoder = YAML.Decoder()) {
    self.decoder = decoder
  }

  /// Creates a configuration without layers. Its layers are documents in JSON, or in JSON5 if
  /// `decoder` allows it.
  ///
  /// The options of `decoder` apply to the layers and to the model.
  public init(decoder: JSON.Decoder) {
    self.decoder = decoder
  }
  #else
  /// Creates a configuration without layers. Its layers are documents in JSON, or in JSON5 if
  /// `decoder` allows it.
  ///
  /// The options of `decoder` apply to the layers and to the model.
  public init(decoder: JSON.Decoder = JSON.Decoder()) {
    self.decoder = decoder
  }
  #endif

  // MARK: Adding layers

  /// Adds the document in a file. If `isOptional` is true, the file may be missing.
  /// - Throws: `DecodingError` if the document is invalid, `StreamError` if the file cannot be
  ///   read.
  public mutating func add(contentsOf path: String, isOptional: Bool = false) throws {
    if isOptional, !FileManager.default.fileExists(atPath: path) { return }
    try add(try DescriptorSource.contents(of: path), name: path)
  }

  /// Adds a document with the name `name` in errors and origins.
  /// - Throws: `DecodingError` if the document is invalid.
  public mutating func add(_ text: some StringProtocol, name: String) throws {
    try add(Array(text.utf8), name: name)
  }

  private mutating func add(_ bytes: [UInt8], name: String) throws {
    let offsets = decoder.offsets
    // A text without a document does not become a layer.
    guard try tree.add(bytes, decoder, name: name) else { return }
    layers.append(.text(bytes, offsets, name: name))
  }

  /// Adds the environment variables that change this configuration. `__` separates the keys of a
  /// path: `SERVER__PORT=8081` sets `server.port`.
  ///
  /// With a `prefix`, the method uses all variables that start with it, and removes it from their
  /// names. Without a prefix, it uses the variables that contain `__` and whose first part matches
  /// an existing key. A part matches a key if they are equal apart from letter case, `_` and `-`:
  /// `LOG_LEVEL` matches `logLevel`. A part without a match is a new key in lowercase. In an array,
  /// a number is the index of an element, or of a new element at the end.
  ///
  /// A value is a plain scalar, or an array or object if it starts with `[` or `{`. An empty value
  /// is empty text.
  /// - Throws: `DecodingError` if an array or object is not valid YAML, or if an array has no such
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

  /// Sets the value at a path, for example from a command line. Errors and origins call it `name`.
  /// `value` has the syntax of an environment variable's value.
  ///
  /// Missing objects and arrays on the path are created, also in place of scalars. An index
  /// addresses an existing element, or a new one at the end.
  /// - Throws: `DecodingError` if an array or object is not valid YAML, or if the path cannot be
  ///   set. A path cannot be set if it contains an index below 0 or beyond the end, an index in an
  ///   object, a key in an array, or a wildcard.
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
  /// - Throws: `DecodingError`, whose `place` is in the layer with the invalid value.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let (merged, layers) = (try MergedLayers(tree), layers)
    return try DecodingSession.decode(
      type, input: ByteView(), options: decoder.layerOptions,
      read: { tape throws(WireFailure) in try merged.copy(to: &tape) },
      offsetOfNode: { $0 },
      place: { Self.place(merged.origin(ofNode: $0), layers) })
  }

  /// Returns the merged configuration.
  /// - Throws: `DecodingError` if an `AnyValue` cannot represent a value.
  public func value() throws -> AnyValue { try decode(AnyValue.self) }

  /// Returns the origin of the value at `path`. The origin of an object in several layers is the
  /// first layer.
  public func origin(of path: WirePath) -> Origin? {
    tree.origin(of: path).map(origin)
  }

  /// The origins of all scalars and of empty arrays and objects, in the order of the configuration.
  public var origins: [(path: WirePath, origin: Origin)] {
    leaves.map { ($0.path, $0.origin) }
  }

  /// One line for every value: `server.port = 8081  (environment variable SERVER__PORT)`.
  public var explanation: String {
    // Control characters are made visible, so that a value cannot control the terminal.
    leaves.map { "\($0.path) = \($0.text.visible)  (\($0.origin.description.visible))\n" }
      .joined()
  }

  private var leaves: [(path: WirePath, origin: Origin, text: String)] {
    // A tree that is too large for a tape has no leaves here; decoding it throws an error.
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

  /// Returns the locations of nodes, found in one pass over the text.
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
