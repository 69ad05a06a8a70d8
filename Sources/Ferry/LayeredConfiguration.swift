#if YAML
import FerryBytes
import FerryCoding
import FerryLayers
import FerryTape
import Foundation

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
  private var merged = MergedLayers()
  private let decoder: YAML.Decoder

  /// A configuration without layers. Its layers are read, and the model is decoded, with the
  /// options of `decoder`: limits, strictness, strategies.
  public init(decoder: YAML.Decoder = YAML.Decoder()) {
    self.decoder = decoder
  }

  // MARK: Adding layers

  /// Adds the document of a YAML or JSON file. A file that `isOptional` may be missing.
  /// - Throws: `DecodingError` where it is no valid document, Foundation's errors where it cannot
  ///   be read.
  public mutating func add(contentsOf path: String, isOptional: Bool = false) throws {
    if isOptional, !FileManager.default.fileExists(atPath: path) { return }
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    try add(bytes, name: path)
  }

  /// Adds a document in YAML or JSON, called `name` in errors and origins.
  /// - Throws: `DecodingError` where it is no valid document.
  public mutating func add(_ text: some StringProtocol, name: String) throws {
    try add(Array(text.utf8), name: name)
  }

  private mutating func add(_ bytes: [UInt8], name: String) throws {
    let settings = decoder.settings
    let merged = try self.merged.adding(bytes, decoder, name: name)
    // Nothing is kept of a stream without a document.
    guard merged.count > self.merged.count else { return }
    self.merged = merged
    layers.append(.text(bytes, settings, name: name))
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
    let sorted = variables.sorted { LayeredTape.isVariable($0.key, before: $1.key) }
    for (name, value) in sorted {
      guard let path = merged.path(forVariable: name, prefix: prefix) else { continue }
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
      merged = try merged.overriding(path, with: value, decoder, name: layer.name)
    } catch let error as LayeredTape.NoTarget {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: error.detail,
          underlyingError: PlacedFailure(
            kind: error.kind, place: layer.place(ofNode: 0), detail: error.detail,
            path: error.path.description)))
    }
    layers.append(layer)
  }

  // MARK: Results

  /// Decodes the model.
  /// - Throws: `DecodingError`, whose `place` is in the layer that has the value at fault.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let (merged, layers) = (merged, layers)
    return try unsafe DecodingSession.decode(
      type, input: UnsafeBufferPointer(start: nil, count: 0), options: decoder.options(with: [:]),
      read: { tape throws(Failure) in try merged.copy(to: &tape) },
      offsetOfNode: { $0 },
      place: { Self.place(merged.origin(ofNode: $0), layers) })
  }

  /// The merged configuration as it is.
  /// - Throws: `DecodingError` for what no `AnyValue` can hold.
  public func value() throws -> AnyValue { try decode(AnyValue.self) }

  /// Where the value at `path` came from; a map that several layers have came from the first.
  public func origin(of path: WirePath) -> Origin? {
    merged.node(at: path).map { origin(ofNode: $0) }
  }

  /// Where every value came from, lists and maps by their contents, in the order of the
  /// configuration.
  public var origins: [(path: WirePath, origin: Origin)] {
    merged.leaves.map { ($0.path, origin(ofNode: $0.node)) }
  }

  /// A line for every value: `server.port = 8081  (environment variable SERVER__PORT)`.
  public var explanation: String {
    merged.leaves.map { leaf in
      "\(leaf.path) = \(leaf.text)  (\(origin(ofNode: leaf.node)))\n"
    }.joined()
  }

  private func origin(ofNode node: Int) -> Origin {
    let source = merged.origin(ofNode: node)
    let layer = layers[source.layer]
    return Origin(
      layer: layer.name, place: layer.hasLines ? Self.place(source, layers) : nil)
  }

  private static func place(_ origin: LayeredTape.Origin, _ layers: [Layer]) -> SourcePlace {
    layers[origin.layer].place(ofNode: origin.node)
  }
}

/// One source of a configuration.
private enum Layer: Sendable {
  case text([UInt8], YAML.Decoder.Settings, name: String)
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

  func place(ofNode node: Int) -> SourcePlace {
    switch self {
    case .text(let bytes, let settings, let name):
      return unsafe bytes.withUnsafeBufferPointer { input in
        let offset = unsafe settings.offset(ofNode: node, in: input) ?? 0
        var place = unsafe SourcePlace(offset: offset, inText: UnsafeRawBufferPointer(input))
        place.file = name
        return place
      }
    case .variable(let variable, let value, _):
      let excerpt = String("\(variable)=\(value)".prefix(120).map { $0.isNewline ? " " : $0 })
      return SourcePlace(
        file: name, line: 1, column: 1, offset: 0, excerpt: excerpt,
        caret: min(variable.count + 1, 119))
    }
  }
}
#endif
