@_exported public import Ferry
package import FerryBase
import FerryCoding
import FerryEssentials
package import FerryLayers
import FerryStreams

/// A configuration in layers, for example files and then environment variables. Later layers
/// override earlier ones, key by key.
///
/// ```swift
/// var configuration = LayeredConfiguration()
/// try configuration.add(ServerConfiguration())              // defaults
/// try configuration.add(contentsOf: "site.yaml", isOptional: true)
/// try configuration.addEnvironment(prefix: "APP_")          // APP_SERVER__PORT=8081
/// let server = try configuration.decode(ServerConfiguration.self)
///
/// configuration.origin(of: "server.port")                   // environment variable APP_SERVER__PORT
/// configuration.origin(of: "server.host")                   // site.yaml:2:9
/// ```
///
/// Objects are merged; arrays and scalars are replaced. The tag `!replace` before a value in YAML
/// replaces an object as a whole, and ``merge(_:by:)`` sets a rule for a path. An error names the
/// file and line of the layer with the invalid value.
public struct LayeredConfiguration: Sendable {
  /// The way in which a later layer changes an earlier value.
  public enum MergeRule: Sendable, Equatable {
    /// The later value replaces the earlier one as a whole.
    case replacing
    /// The elements of the later array follow those of the earlier one.
    case appending
    /// Objects in both arrays are merged if they have the same value for this key. Other elements
    /// are appended.
    case key(String)
  }

  var layers: [Layer] = []
  /// The sources of the layers and the rules, in the order of adding, for a new version of the files.
  var sources: [Source] = []
  /// The files and folders that were read, or may appear.
  private(set) var files: [String] = []
  package var tree = LayeredTree()
  /// The types of the models whose defaults were added.
  var models: [any Any.Type] = []
  let decoder: any LayerDecoder
  /// Whether the program decodes a model. Without one, as in the command, text stays text, the syntax
  /// of each value counts at once, and only the program names what is sensitive.
  package var hasModel = true
  /// The paths of sensitive values that the program has named.
  var sensitivePaths = SensitivePaths()
  /// The paths of rules and of sensitive values, as the program wrote them.
  private(set) var namedPaths: [WirePath] = []
  /// The paths of the model's ``Secret`` members, once they have been decoded.
  private(set) var secrets = SecretPaths()

  /// Whether references in text are replaced; false by default.
  ///
  /// `${NAME}` is the value of one of the ``variables``. `${NAME:-default}` has a default, for an
  /// empty variable as well, and `${NAME-default}` only for a missing one. `${NAME:?message}` and
  /// `${NAME?message}` are errors with a message in these cases. `${.path.to.value}` is another value
  /// of the merged configuration. `$$` is a dollar sign. Plain text of YAML gets its type after the
  /// replacement; text in quotes stays text.
  public var interpolates = false

  /// The variables for references; the environment by default.
  public var variables = ProcessInfo.processInfo.environment

  /// The meaning of a variable or an option that names no key of the model; an error by default. Only
  /// variables with the prefix of ``addEnvironment(_:prefix:)`` count. Some platforms set variables
  /// themselves, for example Kubernetes for each service.
  public var unknownVariables = UnknownKeyStrategy.error

  /// The meaning of a key in a document that the model does not have; an error by default. At the top,
  /// keys that start with `x-` and keys of values with an anchor are allowed.
  public var unknownKeys = UnknownKeyStrategy.error

  #if FERRY_YAML
  /// Creates a configuration without layers. Its layers are documents in YAML or JSON. The options of
  /// `decoder`, such as limits, strictness and strategies, apply to the layers and to the model.
  public init(decoder: YAML.Decoder = YAML.Decoder()) {
    self.decoder = decoder
  }

  /// Creates a configuration without layers. Its layers are documents in JSON, or in JSON5 if
  /// `decoder` allows it.
  ///
  /// The options of `decoder` apply to the layers and to the model. Equal keys in one object of a
  /// layer are an error unless `duplicateKeys` of the decoder is `.last`.
  public init(decoder: JSON.Decoder) {
    self.decoder = decoder
  }
  #else
  /// Creates a configuration without layers. Its layers are documents in JSON, or in JSON5 if
  /// `decoder` allows it.
  ///
  /// The options of `decoder` apply to the layers and to the model. Equal keys in one object of a
  /// layer are an error unless `duplicateKeys` of the decoder is `.last`.
  public init(decoder: JSON.Decoder = JSON.Decoder()) {
    self.decoder = decoder
  }
  #endif

  /// Creates a configuration without layers, with the options of another one.
  init(optionsOf other: LayeredConfiguration) {
    decoder = other.decoder
    secrets = other.secrets
    interpolates = other.interpolates
    variables = other.variables
    unknownVariables = other.unknownVariables
    unknownKeys = other.unknownKeys
  }

  // MARK: Rules

  /// Sets the rule for merging the values at `path` in the layers that are added afterwards. It
  /// replaces an earlier rule for this path. A rule for a key or an index has precedence over one
  /// for a wildcard.
  public mutating func merge(_ path: WirePath, by rule: MergeRule) {
    sources.append(.rule(rule, at: path))
    namedPaths.append(path)
    switch rule {
    case .replacing: tree.rules.set(.replace, at: path)
    case .appending: tree.rules.set(.append, at: path)
    case .key(let key):
      tree.rules.set(.key(key), at: path)
      namedPaths.append(WirePath(steps: path.steps + [.wildcard, .key(key)]))
    }
  }

  /// Marks the values at `path` and below it as sensitive: no explanation, error or hint shows them.
  ///
  /// Call this before you add layers, because an error of syntax would show its line.
  public mutating func sensitive(_ path: WirePath) {
    sources.append(.sensitive(path))
    namedPaths.append(path)
    sensitivePaths.insert(path)
  }

  // MARK: Adding documents

  /// Adds the document in a file. If `isOptional` is true, the file may be missing. A file whose name
  /// ends with `.json5` is JSON5.
  ///
  /// With a `profile`, the file of the profile follows: after `base.yaml`, `base.production.yaml`
  /// for the profile "production". If `isSecret` is true, all values are sensitive.
  /// - Throws: `DecodingError` if the document is invalid, `Problem` if the file cannot be
  ///   read.
  public mutating func add(
    contentsOf file: some FileLocation, profile: String? = nil, isOptional: Bool = false,
    isSecret: Bool = false
  ) throws {
    let path = try file.path
    sources.append(
      .file(path, profile: profile, isOptional: isOptional, isSecret: isSecret))
    for path in [path] + (profile.map { [Self.path(path, profile: $0)] } ?? []) {
      files.append(path)
      if isOptional, !FileManager.default.fileExists(atPath: path) { continue }
      let bytes = try Reload.contents(of: path)
      let decoder = path.lowercased().hasSuffix(".json5") ? self.decoder.json5 : self.decoder
      try add(bytes, decoder, name: path, isSecret: isSecret)
    }
  }

  /// Returns the name of the file of a profile.
  private static func path(_ path: String, profile: String) -> String {
    let folder = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[folder...].dropFirst().lastIndex(of: ".") ?? path.endIndex
    return path[..<dot] + "." + profile + path[dot...]
  }

  /// Adds a document with the name `name` in errors and origins. If `isSecret` is true, all values
  /// are sensitive.
  /// - Throws: `DecodingError` if the document is invalid.
  public mutating func add(
    _ text: some StringProtocol, name: String, isSecret: Bool = false
  ) throws {
    sources.append(.document(String(text), name: name, isSecret: isSecret))
    try add(Array(text.utf8), decoder, name: name, isSecret: isSecret)
  }

  /// Notes that a file or a folder is a part of the configuration.
  mutating func note(file: String) { files.append(file) }

  private mutating func add(
    _ bytes: [UInt8], _ decoder: any LayerDecoder, name: String, isSecret: Bool
  ) throws {
    let offsets = decoder.valueOffsets
    // A text without a document does not become a layer.
    let included: [IncludedFile]?
    do {
      included = try tree.add(bytes, decoder, name: name)
    } catch {
      throw syntaxError(error, isSecret: isSecret || hasSensitivePaths)
    }
    guard let included else { return }
    layers.append(
      Layer(name, .document(PlacedText(bytes, offsets)), isSecret: isSecret, hasLines: true))
    append(included, offsets, isSecret: isSecret)
  }

  /// Adds the document at `root` of a tape. A document without a value changes nothing.
  /// - Throws: The failure of a document that cannot be merged; see ``LayeredTree/add(_:from:)``.
  package mutating func add(
    _ view: TapeView, from root: Int, name: String, text: PlacedText?
  ) throws(WireFailure) {
    guard try tree.add(view, from: root) else { return }
    layers.append(Layer(name, .document(text), hasLines: text != nil))
  }

  /// Appends the layers of included files.
  private mutating func append(
    _ included: [IncludedFile], _ offsets: @escaping PlacedText.ValueOffsets, isSecret: Bool
  ) {
    for file in included {
      files.append(file.name)
      layers.append(
        Layer(
          file.name, .document(PlacedText(file.bytes, offsets)), isSecret: isSecret, hasLines: true)
      )
    }
  }

  /// Returns the error of a document before the model is known. Any value may turn out to be a
  /// ``Secret``, so the error shows no line.
  func syntaxError(_ error: any Error, isSecret: Bool) -> any Error {
    guard let error = error as? DecodingError, let problem = error.problem else { return error }
    // Every part of the report may quote the text.
    if isSecret {
      return DecodingError.unreadable(
        Problem(problem.kind, place: problem.place?.withoutExcerpt))
    }
    let hint = interpolates ? ReferenceText.hint(at: problem.place) : nil
    guard hasModel else { return DecodingError.unreadable(problem.with(hint: hint)) }
    // A mismatch of the root quotes a scalar.
    let isMismatch = problem.kind == .typeMismatch
    let quotes = isMismatch && problem.detail?.contains { "`\"".contains($0) } == true
    let shown = quotes ? problem.redacted : problem.withoutText
    return DecodingError.unreadable(shown.with(hint: hint))
  }

  // MARK: Adding values

  /// Sets the value at a path, for example from a command line. Errors and origins call it `name`.
  /// `value` has the syntax of an environment variable's value.
  ///
  /// Missing objects and arrays on the path are created, also in place of scalars. An index
  /// addresses an existing element, or a new one at the end.
  /// - Throws: `DecodingError` if the path cannot be set. A path cannot be set if it contains an
  ///   index below 0 or beyond the end, an index in an object, a key in an array, or a wildcard.
  public mutating func set(_ path: WirePath, to value: String, name: String) throws {
    sources.append(.value(path, value, name: name))
    let layer = Layer(variable: name, value: value, name: name)
    try override(path, LayerValue(text: value), layer)
  }

  package mutating func override(
    _ path: WirePath, _ value: LayerValue, _ layer: Layer, isVariable: Bool = false
  ) throws {
    // Other layers may have the same secret.
    if layer.isSecret { sensitivePaths.insert(path) }
    var (value, layer) = (value, layer)
    let included: [IncludedFile]?
    do {
      if !hasModel, value.isContainer, !LayeredTree.isMarkedDocument(value.text),
        tree.isText(at: try tree.target(of: path))
      {
        value = value.asText
      }
      included = try tree.set(
        path, to: value, decoder, name: layer.name, isVariable: isVariable)
      if included != nil {
        layer = layer.structured(PlacedText(Array(value.text.utf8), decoder.valueOffsets))
      }
    } catch var error as Problem {
      if !hasModel, let detail = error.detail {
        (error.subject, error.detail) = (.words(detail), nil)
      }
      throw Self.error(error, layer)
    } catch let failure as WireFailure {
      throw Self.error(Problem(failure), layer)
    } catch let error as DecodingError {
      let error = syntaxError(
        error.moved(to: [], .root) { $0.file == layer.name ? layer.place(inValue: $0) : $0 },
        isSecret: layer.isSecret || concernsSensitive(path))
      if !hasModel, var problem = (error as? DecodingError)?.problem {
        problem.path = path
        throw DecodingError.unreadable(problem)
      }
      // The model may take text, unless an earlier layer has an array or an object.
      guard !path.isRoot, !tree.isContainer(at: path),
        let error = error as? DecodingError, error.problem?.category != .limit
      else { throw error }
      included = try tree.set(
        path, to: value.asText, decoder, name: layer.name, isVariable: isVariable)
      layer.syntaxError = error
    }
    layers.append(layer)
    append(included ?? [], decoder.valueOffsets, isSecret: layer.isSecret)
  }
}
