import FerryConfiguration
import FerryLayers
import FerrySystem

/// The layers that a command line names, merged into one document. The origin of each value is
/// known.
struct LoadedLayers {
  /// All files that were read.
  private(set) var files: [ReadFile] = []
  /// The formats of the documents.
  private(set) var formats: [Format] = []
  private let configuration: LayeredConfiguration
  private let merged: MergedLayers
  private let shown: ShownTree

  /// Reads all layers: files, files of variables, folders of secrets, variables, and values.
  init(_ options: Options) throws(CommandError) {
    guard options.operands.filter({ $0 == "-" }).count <= 1 else {
      throw .usage("only one of the files can be standard input")
    }
    let changes = try options.values(of: .set).map { text throws(CommandError) in
      let assignment = Assignment(text)
      let path = try WirePath(commandLine: assignment.path)
      guard let value = assignment.value, !path.isRoot, !path.hasWildcard else {
        throw CommandError.usage("--set takes a path without wildcards, '=' and a value")
      }
      return (path, value)
    }
    var layers = LayeredConfiguration(options)
    let rules = try layers.addRules(options)
    for name in try Self.withProfiles(options) {
      do throws(CommandError) {
        let file = try InputFile(name, as: options.from)
        files += file.readFiles
        formats.append(file.format)
        let target = options.namedFormat ?? formats[0]
        try layers.add(try DocumentStream(layer: file.wholeInput(), file.format, for: target))
      } catch {
        // An error of syntax may show any line of its file.
        guard !layers.hasSensitivePaths else { throw error.redacted }
        guard options.has(.interpolate), case .invalid(let problem) = error,
          let hint = ReferenceText.hint(at: problem.place)
        else { throw error }
        throw .invalid(problem.with(hint: hint))
      }
    }
    let prefix = options.value(of: .environment)
    for name in options.values(of: .environmentFile) {
      let input = try Input(path: FileName(name))
      files.append(ReadFile(name: FileName(name), form: .variables))
      let file = VariablesFile(Array(input.bytes), name: input.name)
      try Self.adding(isRedacted: layers.hasSensitivePaths) {
        try layers.add(file, prefix: prefix ?? "")
      }
    }
    if !options.has(.secretFolder) {
      try options.refuse([.secretSubfolders], "it needs --secrets")
    }
    for folder in options.values(of: .secretFolder) {
      let secrets = try Self.secrets(in: folder, isDeep: options.has(.secretSubfolders))
      files += secrets.map {
        ReadFile(name: FileName(folder + "/" + $0.path), form: .variables)
      }
      try Self.adding { try layers.add(secretFiles: secrets, in: folder) }
    }
    if let prefix {
      let variables = try Self.variables(prefix)
      try Self.adding {
        try layers.add(variables, prefix: prefix, prefix.isEmpty ? .nested : .all)
      }
    }
    for (path, value) in changes {
      let layer = Layer("--set", .value(SourcePlace(file: "--set")))
      try Self.adding { try layers.override(path, LayerValue(assigned: value), layer) }
    }
    do {
      let tree = try layers.resolvedTree()
      (merged, shown) = (try MergedLayers(tree), ShownTree(layers, tree))
    } catch let failure as WireFailure {
      throw .system("the merged document is too large: \(failure.kind)")
    } catch {
      guard let problem = (error as? DecodingError)?.problem else { throw .system("\(error)") }
      throw .invalid(layers.hasSensitivePaths ? problem.withoutLines : problem)
    }
    configuration = layers
    try checkPaths(rules, options)
    for (name, nested) in layers.misnamedVariables(in: merged) {
      Messages(colour: options.colour)
        .report("\(name) sets a new key; did you mean `\(nested)`?")
    }
  }

  /// Calls `body`, which adds values. Their text may be a secret as a whole, so that errors show no
  /// line, and no text at all if they are redacted.
  private static func adding(
    isRedacted: Bool = false, _ body: () throws -> Void
  ) throws(CommandError) {
    do {
      try body()
    } catch {
      guard let problem = (error as? DecodingError)?.problem else { throw .system("\(error)") }
      throw .invalid(isRedacted ? problem.unquoted : problem.withoutLines)
    }
  }

  /// Checks that the paths of options have a value. A misspelled path is an error, because a rule
  /// would be ignored, or a secret shown.
  private func checkPaths(
    _ rules: [LayeredConfiguration.NamedRule], _ options: Options
  ) throws(CommandError) {
    for (option, path, key) in rules where try hasValue(at: path, of: option, options) {
      guard let key else { continue }
      let keys = WirePath(steps: path.steps + [.wildcard, .key(key)])
      _ = try hasValue(at: keys, of: option, options)
    }
  }

  /// Reports a path without a value.
  private func hasValue(
    at path: WirePath, of option: Option, _ options: Options
  ) throws(CommandError) -> Bool {
    guard let (key, nearest) = merged.missingKey(of: path) else { return true }
    let message = "no object has the key `\(key)`"
    guard let nearest = nearest ?? (option.name == Option.secret.name ? namesake(of: path) : nil)
    else {
      Messages(colour: options.colour).report("--\(option.name): \(message), at \(path)")
      return false
    }
    throw .invalid(
      Problem(in: "--" + option.name, message, path: path, hint: "did you mean `\(nearest)`?"))
  }

  /// Returns the path of a value elsewhere that has the last key of `path`.
  private func namesake(of path: WirePath) -> String? {
    guard case .key(let key) = path.steps.last else { return nil }
    return merged.path(ofKey: key)?.description
  }

  // MARK: The merged document

  var view: TapeView { merged.view }

  /// Whether the merged document has no value.
  var isEmpty: Bool { view.count == 0 }

  /// The values that no text for people may show.
  var sensitiveNodes: Set<Int> { merged.sensitiveNodes(shown) }

  /// Returns the origin of a node: `file:line:column`, or a name, with the origins of references.
  func origin(ofNode node: Int) -> String {
    let origin = merged.origin(ofNode: node)
    return shown.origin(origin, merged.path(toNode: node), hasExcerpt: false).description
  }

  /// Returns the problem of `failure`, which names a node, at the origin of that node.
  func problem(of failure: WireFailure, to target: Format) -> Problem {
    let node = max(0, min(failure.node, view.count - 1))
    let path = merged.path(toNode: node)
    var problem = Problem(
      failure.kind, place: shown.place(merged.origin(ofNode: node), path), path: path)
    problem.name(target.name, failure, in: view)
    return configuration.hasSensitivePaths ? problem.unquoted : problem
  }

  // MARK: Sources

  /// Returns the variables of the environment that may set a value.
  private static func variables(
    _ prefix: String
  ) throws(CommandError) -> [(name: String, value: LayeredConfiguration.Variable)] {
    var variables: [(name: String, value: LayeredConfiguration.Variable)] = []
    for (name, value) in EnvironmentVariables.all where name.description.hasPrefix(prefix) {
      let variable = name.description
      let label = Layer.name(ofVariable: variable)
      guard let text = value.text else {
        if prefix.isEmpty, !variable.contains("__") { continue }
        throw .usage("\(label) is not UTF-8")
      }
      let layer = Layer(label, .value(SourcePlace(file: label)), variable: variable)
      variables.append((variable, .init(value: LayerValue(text: text), layer: layer)))
    }
    return variables
  }

  /// Returns the lines of a file of variables.
  static func lines(
    ofVariables input: Input
  ) throws(CommandError) -> [VariablesFile.Line] {
    do throws(Problem) {
      return try VariablesFile(Array(input.bytes), name: input.name).lines()
    } catch {
      throw .invalid(error)
    }
  }

  /// Returns the files of a folder of secrets, with those of its subfolders if `isDeep` is true.
  private static func secrets(
    in folder: String, isDeep: Bool
  ) throws(CommandError) -> [(path: String, bytes: [UInt8])] {
    let files = LayeredConfiguration.secretFiles(in: folder, isDeep: isDeep) {
      Watch.note(FileName($0))
    }
    guard let files else { throw .system("\(folder): cannot open the folder") }
    return try files.map { file throws(CommandError) in
      let input = try Input(path: FileName(folder + "/" + file), isText: false)
      return (file, withExtendedLifetime(input) { Array(input.bytes) })
    }
  }

  /// Returns the files, each followed by the existing file of its profile.
  private static func withProfiles(_ options: Options) throws(CommandError) -> [FileName] {
    guard let profile = options.value(of: .profile) else { return options.operands }
    var files: [FileName] = []
    for file in options.operands {
      files.append(file)
      guard file != "-" else { continue }
      let name = file.bytes.dropLast()
      let start = name.lastIndex(of: CChar(UInt8(ascii: "/"))).map { $0 + 1 } ?? 0
      // A dot at the start hides a file; it does not begin an extension.
      let dot = name[start...].dropFirst().lastIndex(of: CChar(UInt8(ascii: "."))) ?? name.endIndex
      let other = FileName(name[..<dot]) + FileName("." + profile) + FileName(name[dot...])
      // The file may appear during a watch.
      Watch.note(other)
      // A link without a target is a file that cannot be opened, not a missing file.
      if unsafe faccessat(AT_FDCWD, other.bytes, F_OK, AT_SYMLINK_NOFOLLOW) == 0 {
        files.append(other)
      }
    }
    guard files.count > options.operands.count else {
      throw .system("no file has the profile '\(profile)'".visible)
    }
    return files
  }
}

extension LayeredConfiguration {
  /// Creates a configuration with the rules of the command line, without layers.
  fileprivate init(_ options: Options) {
    #if FERRY_YAML
    self.init(decoder: YAML.Decoder { $0.changeSettings { $0.rules = Format.yamlRules } })
    #else
    self.init()
    #endif
    hasModel = false
    interpolates = options.has(.interpolate)
  }

  /// Adds the document of a file. A file without a value adds nothing.
  fileprivate mutating func add(_ stream: DocumentStream) throws(CommandError) {
    guard stream.series.whole?.bytes.allSatisfy(\.isBlank) == false,
      let document = try stream.next()
    else { return }
    do throws(WireFailure) {
      try add(
        document.view, from: document.root, name: stream.series.name, text: stream.placedText)
    } catch {
      guard error.kind == .typeMismatch else { throw .invalid(stream.problem(of: error)) }
      let expected =
        switch tree.rootKind {
        case .list: "an array"
        case .map: "an object"
        default: "a scalar"
        }
      throw .invalid(stream.mismatch(at: error.node, expected))
    }
  }
}
