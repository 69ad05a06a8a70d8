internal import FerryBase
public import FerryEssentials
package import FerryLayers
import FerryStreams
import FerrySystem

extension LayeredConfiguration {
  /// Adds the environment variables that change this configuration. `__` separates the keys of a
  /// path: `SERVER__PORT=8081` sets `server.port`.
  ///
  /// With a `prefix`, the method uses all variables that start with it, and removes it from their
  /// names. Without a prefix, it uses the variables that contain `__` and whose first part matches
  /// an existing key. A part matches a key if they are equal apart from letter case, `_` and `-`:
  /// `LOG_LEVEL` matches `logLevel`. A part without a match is a new key in lowercase, until the
  /// model asks for a matching key. In an array, a number is the index of an element, or of a new
  /// element at the end. 0 begins an array where there is no value yet.
  ///
  /// A value is a plain scalar, or an array or object if it starts with `[` or `{`. If the model
  /// takes text there, the value is text as it stands. After the tag `!replace`, it replaces an object
  /// as a whole. An empty value is empty text. The variable of a member overrides that of its object.
  ///
  /// An array or object that is not valid YAML is an error of ``decode(_:)``, unless the model takes
  /// text.
  /// - Throws: `DecodingError` if an array has no such element, or if two variables set the same
  ///   value.
  public mutating func addEnvironment(
    _ variables: [String: String] = ProcessInfo.processInfo.environment, prefix: String = ""
  ) throws {
    sources.append(.environment(variables, prefix: prefix))
    let variables = variables.map { name, value in
      (
        name: name,
        value: Variable(
          value: LayerValue(text: value),
          layer: Layer(environment: name, value: value))
      )
    }
    try add(variables, prefix: prefix, prefix.isEmpty ? .nested : .all)
  }

  /// Adds the variables of a file with lines `NAME=value`. Their names have the meaning of
  /// environment variables. If `isOptional` is true, the file may be missing. If `isSecret` is true,
  /// all values are sensitive.
  ///
  /// `export` before a name, blank lines and comments after `#` are ignored. Text in single quotes is
  /// taken as it is. Text in double quotes may have several lines and the escapes `\n`, `\r`, `\t`,
  /// `\"`, `\\` and `\$`. If a name occurs twice, the last line counts.
  /// - Throws: `DecodingError` for a line without `=` or without a closing quote, `Problem` if
  ///   the file cannot be read, and the errors of ``addEnvironment(_:prefix:)``.
  public mutating func addEnvironment(
    contentsOf file: some FileLocation, prefix: String = "", isOptional: Bool = false,
    isSecret: Bool = false
  ) throws {
    let path = try file.path
    sources.append(
      .variables(path, prefix: prefix, isOptional: isOptional, isSecret: isSecret))
    note(file: path)
    if isOptional, !FileManager.default.fileExists(atPath: path) { return }
    try add(
      VariablesFile(try Reload.contents(of: path), name: path), prefix: prefix, isSecret: isSecret)
  }

  /// Adds the variables of a file.
  package mutating func add(
    _ file: VariablesFile, prefix: String, isSecret: Bool = false
  ) throws {
    let lines: [VariablesFile.Line]
    do throws(Problem) {
      lines = try file.lines()
    } catch {
      throw syntaxError(
        DecodingError.unreadable(error), isSecret: isSecret || hasSensitivePaths)
    }
    var variables: [String: Variable] = [:]
    for line in lines {
      variables[line.name] = Variable(
        value: LayerValue(
          text: line.value, hasStructure: !line.isQuoted,
          isText: line.isQuoted && LayeredTree.isNull(line.value)),
        layer: Layer(file.name, .value(line.place), isSecret: isSecret, hasLines: true))
    }
    try add(
      variables.map { (name: $0.key, value: $0.value) }, prefix: prefix,
      prefix.isEmpty ? .nested : .all)
  }

  /// Adds a folder of secret files, as Docker and Kubernetes mount them. The name of a file is a
  /// path: `__` or `.` separates its keys. Parts match keys as those of environment variables do.
  ///
  /// The content of a file is text, without a line feed at its end. Files whose names start with a
  /// dot are ignored. All values are sensitive. If `isOptional` is true, the folder may be missing.
  ///
  /// Subfolders are ignored, because Kubernetes mounts the token of a service account into one. If
  /// `includesSubfolders` is true, their files are added as well, and the name of a folder is a part
  /// of their paths.
  /// - Throws: `Problem` if a file cannot be read, and the errors of
  ///   ``addEnvironment(_:prefix:)``.
  public mutating func addSecrets(
    in folder: String, isOptional: Bool = false, includesSubfolders: Bool = false
  ) throws {
    sources.append(
      .secrets(folder, isOptional: isOptional, includesSubfolders: includesSubfolders))
    note(file: folder)
    if isOptional, !FileManager.default.fileExists(atPath: folder) { return }
    let files = Self.secretFiles(in: folder, isDeep: includesSubfolders) { note(file: $0) }
    guard let files else {
      throw Problem(system: folder, "open the folder", code: errno)
    }
    try add(
      secretFiles: files.map { ($0, try Reload.contents(of: folder + "/" + $0)) }, in: folder)
  }

  /// Adds secret files, whose paths are relative to `folder`.
  package mutating func add(
    secretFiles files: [(path: String, bytes: [UInt8])], in folder: String
  ) throws {
    var variables: [(name: String, value: Variable)] = []
    for (file, contents) in files {
      let path = folder + "/" + file
      var bytes = contents
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      let name = "secret file " + path
      guard let text = String(validating: bytes, as: UTF8.self) else {
        let place = SourcePlace(
          file: name, line: 1, column: 1, offset: 0, excerpt: "", caret: 0)
        throw DecodingError.unreadable(Problem(.invalidUTF8, place: place))
      }
      let parts = file.split { $0 == "/" || $0 == "." }
      variables.append(
        (
          name: parts.joined(separator: "__"),
          value: Variable(
            value: LayerValue(
              text: text, hasStructure: false, isText: !hasModel || LayeredTree.isNull(text)),
            layer: Layer(variable: path, value: "", name: name, isSecret: true), label: name)
        ))
    }
    try add(variables, prefix: "", .all, keepsCase: true)
  }

  /// Returns the paths of the files in `folder`, sorted, with those of its subfolders if `isDeep` is
  /// true; `nil` if it cannot be read. `willRead` gets the path of each folder and file.
  package static func secretFiles(
    in folder: String, isDeep: Bool, willRead: (String) -> Void
  ) -> [String]? {
    willRead(folder)
    guard let names = names(inFolder: folder) else { return nil }
    return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
      let path = folder + "/" + name
      if isDeep, let members = secretFiles(in: path, isDeep: true, willRead: willRead) {
        return members.map { name + "/" + $0 }
      }
      // Opening a pipe would wait for its writer.
      if status(of: FileName(path))?.isRegularFile == false { return [] }
      if !isDeep { willRead(path) }
      return [name]
    }
  }

  /// A variable of any source.
  package struct Variable {
    let value: LayerValue
    let layer: Layer
    /// The name in errors, if it is not that of the variable.
    let label: String?

    package init(value: LayerValue, layer: Layer, label: String? = nil) {
      (self.value, self.layer, self.label) = (value, layer, label)
    }
  }

  /// Adds variables, whose names ``LayeredTree`` maps to paths.
  package mutating func add(
    _ variables: [(name: String, value: Variable)], prefix: String,
    _ reach: LayeredTree.VariableReach, keepsCase: Bool = false
  ) throws {
    var claims = LayeredTree.VariableClaims()
    tree.beginGroup()
    defer { tree.endGroup() }
    let layers = Dictionary(
      variables.map { ($0.value.label ?? $0.name, $0.value.layer) },
      uniquingKeysWith: { first, _ in first })
    for (name, variable) in LayeredTree.sorted(variables: variables) {
      let path: WirePath?
      do throws(Problem) {
        path = try tree.path(
          forVariable: name, prefix: prefix, reach, isScalar: !variable.value.isContainer,
          keepsCase: keepsCase, label: variable.label, &claims)
      } catch {
        if error.kind == .unknownKey, unknownVariables == .ignore { continue }
        let other = claims.label(at: error.path).flatMap { layers[$0] }
        throw Self.error(error, variable.layer, other: error.kind == .duplicateKey ? other : nil)
      }
      guard let path else { continue }
      try override(path, variable.value, variable.layer, isVariable: true)
    }
  }

  /// Returns the error for a variable or an option without a single meaning.
  static func error(_ problem: Problem, _ layer: Layer, other: Layer? = nil) -> DecodingError {
    // The model is not known yet, and any value may be a secret.
    func place(_ layer: Layer) -> SourcePlace { layer.place(ofNode: 0).withoutExcerpt }
    return .unreadable(
      problem.located { _ in .place(place(layer)) }
        .with(other.map { [(text: "the other one", place: place($0))] } ?? []))
  }
}
