internal import FerryBase
import FerryCoding
import Ferry
internal import FerryLayers

/// A source of settings, such as a key-value store or a service.
///
/// ```swift
/// struct Store: ConfigurationSource {
///   let client: Client
///
///   func load() async throws -> ConfigurationLayer {
///     ConfigurationLayer(try await client.settings(), name: "store")
///   }
/// }
///
/// try await configuration.add(Store(client: client))
/// ```
public protocol ConfigurationSource: Sendable {
  /// Loads the settings.
  func load() async throws -> ConfigurationLayer
}

/// The settings of a ``ConfigurationSource``.
public struct ConfigurationLayer: Sendable {
  fileprivate let source: LayeredConfiguration.Source
  fileprivate let name: String

  /// Creates a layer with a document. Errors and origins call it `name`. If `isSecret` is true, all
  /// values are sensitive.
  public init(_ document: String, name: String, isSecret: Bool = false) {
    (source, self.name) = (.document(document, name: name, isSecret: isSecret), name)
  }

  /// Creates a layer with values, which have the syntax of an environment variable's value. Errors
  /// and origins call it `name`. If `isSecret` is true, all values are sensitive.
  public init(_ values: [WirePath: String], name: String, isSecret: Bool = false) {
    (source, self.name) = (.values(values, name: name, isSecret: isSecret), name)
  }
}

extension ConfigurationLayer: CustomStringConvertible, CustomReflectable {
  /// The name of the layer. The values may be sensitive.
  public var description: String { "ConfigurationLayer(\(name))" }

  /// A mirror without children, because the values may be sensitive.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension LayeredConfiguration {
  /// Adds the settings of a source.
  /// - Throws: The errors of the source, of ``add(_:name:isSecret:)`` and of ``set(_:to:name:)``.
  public mutating func add(_ source: some ConfigurationSource) async throws {
    try add(await source.load())
  }

  /// Adds settings.
  /// - Throws: The errors of ``add(_:name:isSecret:)`` and of ``set(_:to:name:)``.
  public mutating func add(_ layer: ConfigurationLayer) throws { try add(layer.source) }

  /// Adds the members of a value, for example the defaults of the model. Errors and origins call it
  /// `name`, or else "default values" with the name of the type.
  ///
  /// The value is encoded with the strategies of the decoder. ``Secret`` members become sensitive
  /// paths, those that are nil as well.
  /// - Throws: `EncodingError`, also if the decoder has a custom strategy for keys, or for dates or
  ///   data that the value has.
  public mutating func add<T: Encodable>(_ value: T, name: String? = nil) throws {
    let name = name ?? "default values of \(T.self)"
    secrets.insert(membersOf: T.self)
    let bytes = try decoder.encode(
      value, userInfo: [.exposesSecrets: true, SecretPaths.key: secrets])
    try add(.defaults(bytes, of: T.self, name: name))
  }

  /// Adds the encoded defaults of a model.
  fileprivate mutating func add(
    defaults bytes: [UInt8], of type: any Any.Type, name: String
  ) throws {
    sources.append(.defaults(bytes, of: type, name: name))
    guard try tree.add(bytes, decoder, name: name) != nil else { return }
    let place = SourcePlace(file: name, line: 1, column: 1, offset: 0, excerpt: "", caret: 0)
    layers.append(Layer(name, .value(place)))
    models.append(type)
    tree.note(members: try memberNames(of: type, defaults: bytes))
  }

  /// Returns the names of a model's members, also of those that are nil in its defaults.
  private func memberNames(of type: any Any.Type, defaults bytes: [UInt8]) throws -> [String] {
    guard let type = type as? any Decodable.Type else { return [] }
    var defaults = LayeredConfiguration(optionsOf: self)
    _ = try defaults.tree.add(bytes, decoder, name: "")
    defaults.layers = layers.suffix(1)
    let call = ModelCall(defaults, defaults.tree, try MergedLayers(defaults.tree))
    // A model may be unable to decode its own encoding.
    _ = try? call.decode(type)
    return call.memberNames
  }
}

extension LayeredConfiguration {
  /// A source of layers, or a rule for the layers after it. A reload adds all of them again.
  enum Source: Sendable {
    case rule(MergeRule, at: WirePath)
    case sensitive(WirePath)
    case file(String, profile: String?, isOptional: Bool, isSecret: Bool)
    case document(String, name: String, isSecret: Bool)
    case defaults([UInt8], of: any Any.Type, name: String)
    case value(WirePath, String, name: String)
    case values([WirePath: String], name: String, isSecret: Bool)
    case environment([String: String], prefix: String)
    case variables(String, prefix: String, isOptional: Bool, isSecret: Bool)
    case secrets(String, isOptional: Bool, includesSubfolders: Bool)
    case arguments([String])
  }

  mutating func add(_ source: Source) throws {
    switch source {
    case .rule(let rule, let path): merge(path, by: rule)
    case .sensitive(let path): sensitive(path)
    case .file(let path, let profile, let isOptional, let isSecret):
      try add(contentsOf: path, profile: profile, isOptional: isOptional, isSecret: isSecret)
    case .document(let text, let name, let isSecret):
      try add(text, name: name, isSecret: isSecret)
    case .defaults(let bytes, let type, let name): try add(defaults: bytes, of: type, name: name)
    case .value(let path, let value, let name): try set(path, to: value, name: name)
    case .values(let values, let name, let isSecret):
      try set(values, name: name, isSecret: isSecret)
    case .environment(let variables, let prefix): try addEnvironment(variables, prefix: prefix)
    case .variables(let path, let prefix, let isOptional, let isSecret):
      try addEnvironment(
        contentsOf: path, prefix: prefix, isOptional: isOptional, isSecret: isSecret)
    case .secrets(let folder, let isOptional, let includesSubfolders):
      try addSecrets(
        in: folder, isOptional: isOptional, includesSubfolders: includesSubfolders)
    case .arguments(let arguments): _ = try addArguments(arguments)
    }
  }

  /// Sets values, which form one layer.
  private mutating func set(
    _ values: [WirePath: String], name: String, isSecret: Bool
  ) throws {
    sources.append(.values(values, name: name, isSecret: isSecret))
    tree.beginGroup()
    defer { tree.endGroup() }
    // The elements of an array come in order, so that each can be appended at the end.
    for (path, value) in values.sorted(by: { $0.key.precedes($1.key) }) {
      try override(
        path, LayerValue(text: value),
        Layer(variable: path.description, value: value, name: name, isSecret: isSecret))
    }
  }
}

extension WirePath {
  /// Returns whether this path comes before `other`. Indexes are compared as numbers.
  fileprivate func precedes(_ other: WirePath) -> Bool {
    func parts(_ path: WirePath) -> [(Int, String)] {
      path.steps.map { step in
        switch step {
        case .key(let key): (.max, key)
        case .index(let number), .keyOrIndex(let number): (number, "")
        case .wildcard: (.max, "*")
        }
      }
    }
    return parts(self).lexicographicallyPrecedes(parts(other), by: <)
  }
}

extension FormatEncoder {
  /// Takes over the strategies of a decoder.
  mutating func follow(_ decoder: some FormatDecoder) throws {
    @Sendable func unknown(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
      .invalidValue(
        value,
        EncodingError.Context(
          codingPath: path, debugDescription: "The decoder's custom strategy cannot encode."))
    }
    switch decoder.keyDecodingStrategy {
    case .useDefaultKeys: break
    case .convertFromSnakeCase: keyEncodingStrategy = .convertToSnakeCase
    case .style(let style): keyEncodingStrategy = .style(style)
    case .custom: throw unknown(decoder, [])
    }
    switch decoder.dateDecodingStrategy {
    case .deferredToDate: dateEncodingStrategy = .deferredToDate
    case .secondsSince1970: dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970: dateEncodingStrategy = .millisecondsSince1970
    case .iso8601: dateEncodingStrategy = .iso8601
    case .rfc3339: dateEncodingStrategy = .rfc3339(fractionDigits: 3)
    case .yamlTimestamp: dateEncodingStrategy = .yamlTimestamp
    case .custom: dateEncodingStrategy = .custom { throw unknown($0, $1.codingPath) }
    }
    switch decoder.dataDecodingStrategy {
    case .deferredToData: dataEncodingStrategy = .deferredToData
    case .base64: dataEncodingStrategy = .base64
    case .custom: dataEncodingStrategy = .custom { throw unknown($0, $1.codingPath) }
    }
  }
}
