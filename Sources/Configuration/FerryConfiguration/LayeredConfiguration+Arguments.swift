import FerryCoding
internal import FerryLayers
internal import FerryBase

extension LayeredConfiguration {
  /// Adds the options of a command line that set values, and returns the other arguments in order.
  ///
  /// | option | meaning |
  /// |---|---|
  /// | `--server.port 8081`, `--server.port=8081` | sets the value |
  /// | `--dry-run`, `--no-dry-run`, `--dry-run false` | true or false, if the value is a truth value |
  /// | `--set server.port=8081`, `--set 'name="8081"'` | sets any path; text in quotes stays text |
  ///
  /// The first key of an option must match an existing key or a member of the defaults, also one that
  /// is nil, so add defaults first. Any other option belongs to the program. Keys match as those of
  /// environment variables do. `--` ends the options. If an option occurs twice, the last one counts.
  /// - Throws: `DecodingError` for an option without a value, and the errors of
  ///   ``set(_:to:name:)``.
  public mutating func addArguments(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) throws -> [String] {
    sources.append(.arguments(arguments))
    var rest: [String] = []
    var index = 0
    tree.beginGroup()
    defer { tree.endGroup() }
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if argument == "--" { return rest + arguments[(index - 1)...] }
      guard argument.hasPrefix("--") else {
        rest.append(argument)
        continue
      }
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
      let option = Option(name: name, value: value)
      if name == "set" {
        try addAssignment(try option.required(or: &index, arguments))
      } else if let path = try path(ofOption: name) {
        // `--dry-run false` has a value, `--dry-run file` has none.
        let isFlag =
          value == nil && isTruthValue(at: path)
          && !(index < arguments.count && tree.isTruthValue(arguments[index]))
        let value = isFlag ? "true" : try option.required(or: &index, arguments)
        try add(option, value, at: path)
      } else if value == nil, name.hasPrefix("no-"),
        let path = try path(ofOption: String(name.dropFirst(3))), isTruthValue(at: path)
      {
        try add(option, "false", at: path)
      } else {
        rest.append(argument)
      }
    }
    return rest
  }

  /// Returns whether the value at `path` is true or false, or a model has a nil truth value there.
  private func isTruthValue(at path: WirePath) -> Bool {
    if tree.origin(of: path) != nil { return tree.isTruthValue(at: path) }
    return models.contains { type in
      StoredFields.memberType(of: type, at: path) {
        LayeredTree.letters($0) == LayeredTree.letters($1)
      } == Bool.self
    }
  }

  /// Returns the path of an option, or `nil` for an option of the program.
  private mutating func path(ofOption name: String) throws -> WirePath? {
    guard let path = try? WirePath(parsing: name), !path.hasWildcard, !path.isRoot else {
      return nil
    }
    let parts = path.steps.map { step in
      switch step {
      case .key(let key): key
      case .index(let number), .keyOrIndex(let number): String(number)
      case .wildcard: "*"
      }
    }
    var claims = LayeredTree.VariableClaims()
    do throws(Problem) {
      return try tree.path(
        forVariable: parts.joined(separator: "__"), prefix: "", .known, keepsCase: true, &claims)
    } catch {
      throw Self.error(error, Option(name: name, value: nil).layer(""))
    }
  }

  private mutating func add(_ option: Option, _ value: String, at path: WirePath) throws {
    try override(path, LayerValue(text: value), option.layer(value), isVariable: true)
  }

  private mutating func addAssignment(_ assignment: String) throws {
    let option = Option(name: "set", value: nil)
    // A key in brackets may contain the sign.
    var end: String.Index?
    var path: WirePath?
    for index in assignment.indices where assignment[index] == "=" {
      path = try? WirePath(parsing: String(assignment[..<index]).trimmed)
      end = index
      if path != nil { break }
    }
    guard let path, let end, !path.isRoot, !path.hasWildcard else {
      throw option.error(.invalidValue, "expected `path=value` without wildcards")
    }
    let value = String(assignment[assignment.index(after: end)...])
    try override(
      path, LayerValue(assigned: value),
      Layer(variable: "\(path)", value: value, name: "option --set"))
  }
}

/// An option of a command line.
private struct Option {
  let name: String
  let value: String?

  /// Returns the value of the option, or else the next argument.
  func required(or index: inout Int, _ arguments: [String]) throws -> String {
    if let value { return value }
    guard index < arguments.count, !arguments[index].hasPrefix("--") else {
      throw error(.valueNotFound, "expected a value after the option")
    }
    index += 1
    return arguments[index - 1]
  }

  func layer(_ value: String) -> Layer {
    Layer(variable: "--" + name, value: value, name: "option --" + name)
  }

  func error(_ kind: FailureKind, _ detail: String) -> DecodingError {
    let place = layer("").place(ofNode: 0).withoutExcerpt
    return .unreadable(Problem(kind, place: place, detail: detail))
  }
}
