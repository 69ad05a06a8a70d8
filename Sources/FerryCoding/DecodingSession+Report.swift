import FerryTape

/// What is said of an error to whoever wrote the input, in words of documents instead of types.
struct ErrorReport {
  var detail: String
  var hint: String?
  /// Nodes that have to do with it, and what they are.
  var notes: [(node: Int, text: String)] = []
}

extension DecodingCall {
  /// What there is to say about `error`, which is about the node at `index`.
  func report(of error: DecodingError, _ kind: FailureKind, at index: Int) -> ErrorReport {
    switch error {
    case .typeMismatch(let type, _):
      return ErrorReport(
        detail: "expected \(Self.name(type)), found \(found(index))",
        hint: hint(for: type, at: index)
      )
    case .valueNotFound(let type, let context):
      guard unsafe state.pointee.view.isNull(at: index) else {
        return ErrorReport(detail: "expected \(Self.name(type)), but " + Self.phrase(context))
      }
      return ErrorReport(
        detail: "expected \(Self.name(type)), found null",
        hint: type == String.self ? "write \"\" for empty text" : nil)
    case .keyNotFound(let key, _):
      let name = key.stringValue
      let close = Spelling.nearest(to: name, among: keyNames(of: index))
      return ErrorReport(
        detail: "`\(name)`", hint: close.map { "there is `\($0)`; did you mean `\(name)`?" })
    case .dataCorrupted(let context):
      if kind == .unknownKey, let report = unknownKeyReport(index) { return report }
      return ErrorReport(
        detail: Self.phrase(context), hint: kind == .numberDoesNotFit ? numberHint(index) : nil)
    @unknown default: return ErrorReport(detail: Self.phrase(error.context))
    }
  }

  /// What there is to say about a key; `nil` if the node is none, as in an error that was taken from
  /// another document.
  private func unknownKeyReport(_ key: Int) -> ErrorReport? {
    let view = unsafe state.pointee.view
    guard let name = view.keyName(at: key) else { return nil }
    var report = ErrorReport(detail: "`\(name)`")
    guard
      let header = unsafe state.pointee.askedKeys.headers.first(where: {
        $0 < key && key < view[$0].payload && unknownKeys(of: $0).first == key
      })
    else { return report }
    let present = Set(keyNames(of: header))
    let asked = unsafe state.pointee.askedKeys.names(of: header)
    let close =
      Spelling.nearest(to: name, among: asked.filter { !present.contains($0) })
      ?? Spelling.nearest(to: name, among: asked)
    if let close {
      report.hint = "did you mean `\(close)`?"
    } else if !asked.isEmpty {
      let names = asked.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
      report.hint = "known here: " + names + (asked.count > 8 ? " and others" : "")
    }
    report.notes = unknownKeys(of: header).dropFirst().prefix(4).map { ($0, "unknown as well") }
    return report
  }

  /// The names of the map at `index`, as keys know them.
  private func keyNames(of index: Int) -> [String] {
    let view = unsafe state.pointee.view
    guard view[index].kind == .map else { return [] }
    var names: [String] = []
    var key = index + 1
    while key < view[index].payload {
      names.append(convertedName(key, in: index))
      key = view.next(key + 1)
    }
    return names
  }

  // MARK: Words

  private static func name(_ type: any Any.Type) -> String {
    if type == [String: Any].self { return "a map" }
    if type is any DateType.Type { return "a date" }
    return type == [Any].self ? "a list" : "\(type)"
  }

  private static func phrase(_ context: DecodingError.Context) -> String {
    var text = context.debugDescription
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private func found(_ index: Int) -> String {
    let view = unsafe state.pointee.view
    let node = view[view.resolved(index)]
    switch node.kind {
    case .text, .arenaText, .escapedText: return "text " + Self.quoted(view.string(node))
    case .list, .packed: return "a list"
    case .map: return "a map"
    case .bytes, .arenaBytes: return "bytes"
    case .uuid: return "a UUID"
    case .extension, .arenaExtension: return "an extension"
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

  /// At most forty characters on one line.
  private static func clipped(_ text: String) -> String {
    if text.utf8.count <= 40, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    let line = String(text.prefix(40).map { $0.isNewline ? " " : $0 })
    return line.count < text.count ? line + "…" : line
  }
}
