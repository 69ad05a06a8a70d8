internal import FerryBase

extension DecodingCall {
  /// The problem of an error, in the terms of documents instead of Swift types. Its path begins at the
  /// node of the error.
  struct Report {
    var problem: Problem
    /// The first missing key on the path, if it is not the key of the error.
    var missingKey: WirePath.Step?
    /// Whether the problem has all the information of the error. It does not if a type's own code
    /// wrote the text.
    var isWhole = true
  }

  /// Returns the report of `error`, which is about the node at `index`. `unplaced` is the problem of
  /// the error.
  func report(of error: DecodingError, _ unplaced: Problem?, at index: Int) -> Report {
    let kind = unplaced?.kind ?? .invalidValue
    let expectation = unplaced?.expectation
    func wrong(_ expected: String, found: String, hint: String?) -> Report {
      Report(
        problem: Problem(
          kind, .node(index), detail: "expected \(expected), found \(found)", hint: hint))
    }
    switch error {
    case .keyNotFound(let key, let context):
      if case .keys(let names, let arePaths) = expectation {
        return missingReport(kind, names.map { steps($0, arePaths) }, in: index)
      }
      guard unplaced != nil || context.underlyingError == nil else { break }
      return missingReport(kind, [[.key(key.stringValue)]], in: index)
    case .valueNotFound(let type, _) where view.isNull(at: index):
      return wrong(
        expected(type, unplaced), found: "null",
        hint: type == String.self ? "write \"\" for empty text" : nil)
    case .typeMismatch(let type, _) where unplaced != nil:
      return wrong(
        expected(type, unplaced), found: found(index, expectation),
        hint: hint(for: unplaced, type, at: index))
    case .dataCorrupted where kind == .unknownKey:
      if let report = unknownKeyReport(index) { return report }
    case .dataCorrupted:
      guard expectation != nil else { break }
      return wrong(
        expected(nil, unplaced), found: found(index, expectation),
        hint: hint(for: unplaced, at: index))
    default: break
    }
    return Report(
      problem: Problem(kind, .node(index), detail: wording(error)), isWhole: unplaced != nil)
  }

  /// Returns the text that a type's own code wrote, with the type that the error names.
  private func wording(_ error: DecodingError) -> String {
    switch error {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      "expected \(Self.name(type)): " + Self.phrase(context)
    default: Self.phrase(error.context)
    }
  }

  // MARK: Missing keys

  private func steps(_ name: String, _ isPath: Bool) -> [WirePath.Step] {
    isPath ? (try? WirePath(parsing: name))?.steps ?? [.key(name)] : [.key(name)]
  }

  /// Returns the report of missing values: `paths` lead from the object at `header` to them. The
  /// report points to the deepest object that all of the paths lead through.
  private func missingReport(
    _ kind: FailureKind, _ paths: [[WirePath.Step]], in header: Int
  ) -> Report {
    let deepest = paths.map { steps in
      WirePath(steps: steps).end(in: view, from: header) ?? PathEnd(depth: 0, node: header)
    }
    guard let first = deepest.first, let path = paths.first else {
      return Report(problem: Problem(kind, .node(header), detail: ""))
    }
    let isShared = deepest.allSatisfy { $0.node == first.node }
    let (node, depth) = isShared ? (first.node, first.depth) : (header, 0)
    let names = paths.map { "`\(WirePath(steps: Array($0.dropFirst(depth))))`" }
    var shown = names.prefix(20).joined(separator: ", ")
    if names.count > 20 { shown += " and \(names.count - 20) more" }
    var hints: [String] = []
    for (path, deepest) in zip(paths, deepest).prefix(20) {
      guard case .key(let name) = path[deepest.depth],
        let close = Spelling.nearest(to: name, among: keyNames(of: deepest.node))
      else { continue }
      let isConverted = view.keys(ofMap: deepest.node).contains { view.keyName(at: $0) == name }
      let hint =
        isConverted
        ? "the key strategy of the decoder reads `\(name)` as `\(close)`: name the key `\(close)`"
        : "the object has `\(close)`; did you mean `\(name)`?"
      if !hints.contains(hint) { hints.append(hint) }
    }
    var problem = Problem(
      kind, .node(node), detail: shown, path: WirePath(steps: Array(path.prefix(depth))),
      hint: hints.isEmpty ? nil : hints.joined(separator: "\nhint: "))
    problem.isPlural = names.count > 1
    return Report(problem: problem, missingKey: path.count > 1 ? path[depth] : nil)
  }

  /// Returns the report of an unknown key; `nil` if the node is not a key. That happens if the
  /// error comes from another document.
  private func unknownKeyReport(_ key: Int) -> Report? {
    let view = state.view
    guard let name = view.keyName(at: key) else { return nil }
    var problem = Problem(.unknownKey, .node(key), detail: "`\(name)`")
    guard
      let header = state.askedKeys.headers.first(where: {
        $0 < key && key < view[$0].payload && unknownKeys(of: $0).first == key
      })
    else { return Report(problem: problem) }
    let present = Set(keyNames(of: header))
    let asked = state.askedKeys.names(of: header)
    let close =
      Spelling.nearest(to: name, among: asked.filter { !present.contains($0) })
      ?? Spelling.nearest(to: name, among: asked)
    if let close {
      problem.advice = "did you mean `\(close)`?"
    } else if !asked.isEmpty {
      let names = asked.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
      problem.advice = "known keys: " + names + (asked.count > 8 ? " and others" : "")
    }
    problem.related = unknownKeys(of: header).dropFirst().prefix(4).map {
      (.node($0), "another unknown key")
    }
    return Report(problem: problem)
  }

  /// Returns the names of the object at `index`, as the options convert them.
  private func keyNames(of index: Int) -> [String] {
    let view = state.view
    guard view[index].kind == .map else { return [] }
    return view.keys(ofMap: index).map { convertedName($0, in: index) }
  }

  // MARK: Words

  private static func name(_ type: any Any.Type) -> String {
    if type == [String: Any].self { return "an object" }
    if type is any DateType.Type { return "a date" }
    return type == [Any].self ? "an array" : "\(type)"
  }

  /// Returns a description of the expected value: `type`, if nothing more is known.
  private func expected(_ type: (any Any.Type)?, _ problem: Problem?) -> String {
    let type = problem?.type ?? type
    switch problem?.expectation {
    case .form(let form, _): return form
    case .number: return type.map(Self.number) ?? "a number"
    case .rawValue:
      return type.flatMap { Self.choice(EnumCases.rawValues(of: $0)) ?? Self.name($0) }
        ?? "another value"
    case .oneOf(let names): return Self.choice(names) ?? "another value"
    case .dataKey: return type.map { "a key that is an \(Self.name($0))" } ?? "another key"
    case .keys, nil: return type.map(Self.name) ?? "another value"
    }
  }

  private static func choice(_ names: [String]) -> String? {
    guard let first = names.first else { return nil }
    let list = names.prefix(20).map { "`\($0)`" }.joined(separator: ", ")
    return names.count == 1
      ? "`\(first)`" : "one of " + list + (names.count > 20 ? " and \(names.count - 20) more" : "")
  }

  /// Returns the name of a number type with its range.
  private static func number(_ type: any Any.Type) -> String {
    func range<T: FixedWidthInteger>(_ type: T.Type) -> String { "\(T.min) to \(T.max)" }
    func limit<T: BinaryFloatingPoint>(_ type: T.Type) -> String {
      "at most \(T.greatestFiniteMagnitude)"
    }
    if let integer = type as? any FixedWidthInteger.Type { return "\(type) (\(range(integer)))" }
    if let float = type as? any BinaryFloatingPoint.Type { return "\(type) (\(limit(float)))" }
    return "\(type)"
  }

  private static func phrase(_ context: DecodingError.Context) -> String {
    var text = context.debugDescription
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private func found(_ index: Int, _ expectation: Problem.Expectation?) -> String {
    if case .dataKey(let key) = expectation { return "`\(key)`" }
    if case .oneOf = expectation, view[index].kind == .map, let key = keyNames(of: index).first {
      return "an object with the key `\(key)`"
    }
    return found(index)
  }

  private func found(_ index: Int) -> String {
    let view = state.view
    let node = view[view.resolved(index)]
    switch node.kind {
    case .text, .arenaText: return "text " + Self.quoted(view.string(node))
    case .list, .packed: return "an array"
    case .map: return "an object"
    case .bytes, .arenaBytes: return "bytes"
    case .uuid: return "a UUID"
    case .extension, .arenaExtension:
      return "an extension" + (view.stored(node).first.map { " of type \($0)" } ?? "")
    default: break
    }
    if let number = numberText(at: index) { return "number " + Self.clipped(number) }
    if let value = view.bool(at: index) { return "\(value)" }
    if node.kind == .plainText, !view.isNull(at: index) {
      return "text `" + Self.clipped(view.string(node)) + "`"
    }
    return "null"
  }

  private static func quoted(_ text: String) -> String { "\"" + clipped(text) + "\"" }

  /// Returns `text` on one line, with at most forty characters.
  private static func clipped(_ text: String) -> String {
    if text.utf8.count <= 40, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    let line = String(text.prefix(40).map { $0.isNewline ? " " : $0 })
    return line.count < text.count ? line + "…" : line
  }
}
