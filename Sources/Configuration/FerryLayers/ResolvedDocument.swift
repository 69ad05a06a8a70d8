package import FerryBase

/// A document whose tags with a handler are replaced, with the origin of each value.
///
/// The number of a layer in an origin is 0 for the document itself, and then counts the
/// ``includedFiles``.
package final class ResolvedDocument: @unchecked Sendable {
  // Sendable: nothing is written after initialisation.

  /// Reads a file and passes its document to the function; does nothing without a document.
  package typealias Reader = (IncludedFile, (TapeView) throws -> Void) throws -> Void

  private var result = LayeredTape()
  /// The included files, in the order of their inclusion.
  package private(set) var includedFiles: [IncludedFile] = []
  /// The variables that handlers used, by the value with the tag. The values of other handlers have
  /// an entry as well, which is empty.
  private(set) var references: [Place: [LayeredTree.Reference]] = [:]

  private let handlers: [String: TagHandler]
  private let depthLimit: Int
  private let reader: Reader
  /// The open documents, each with the index of the value that is being replaced.
  private var open: [(document: Source, index: Int)] = []
  private var depth = 0
  /// The number of bytes that included files may still have.
  private var budget: Int

  /// The maximum number of files that include each other.
  private static var fileDepthLimit: Int { 16 }
  /// The least number of bytes that an inclusion counts for: opening a file takes time.
  private static var fileCharge: Int { 1024 }
  /// The number of bytes that each value of an alias counts for, beside those of its text.
  private static var valueCharge: Int { 64 }

  /// A value of a document.
  struct Place: Hashable {
    let layer: Int
    let node: Int
  }

  /// The document, or an included file.
  private struct Source {
    let view: TapeView
    let layer: Int
    let name: String?
    var id: String?
  }

  /// Replaces the tags of the document `view`, whose root is the first node.
  /// - Throws: `TagFailure`.
  package init(
    _ view: TapeView, name: String?, handlers: [String: TagHandler], depthLimit: Int,
    reader: @escaping Reader
  ) throws {
    self.handlers = handlers
    self.depthLimit = depthLimit
    self.reader = reader
    budget = handlers.byteLimit
    try result.begin(view.schema, storing: [])
    try append(0, of: Source(view: view, layer: 0, name: name), isExpanding: false)
  }

  /// The resolved document. It is valid as long as this object.
  package var view: TapeView { result.view }

  package func origin(ofNode node: Int) -> LayeredTree.Origin { result.origins[node] }

  /// Copies the document to an empty tape.
  package func copy(to tape: inout Tape) throws(WireFailure) { try result.copy(to: &tape) }

  // MARK: Copying

  private func append(_ index: Int, of source: Source, isExpanding: Bool) throws {
    let view = source.view
    let value = view.unaliased(index)
    let node = view[value]
    let isExpanding = isExpanding || value != index
    let origin = origin(value, source)
    try located(value, source) {
      if isExpanding { try charge(node, source) }
      guard node.kind.hasContents else {
        return try result.append(scalar: value, of: view, origin)
      }
      try descend {
        if node.kind == .tagged, let handler = handlers[view.string(view[value + 1])] {
          return try replace(value, of: source, by: handler, isExpanding)
        }
        _ = try result.open(node.kind, origin, limit: depthLimit)
        for (place, child) in view.elements(ofList: value).enumerated() {
          if node.kind != .map || place % 2 == 0 { result.count() }
          try append(child, of: source, isExpanding: isExpanding)
        }
        result.close()
      }
    }
  }

  private func replace(
    _ index: Int, of source: Source, by handler: TagHandler, _ isExpanding: Bool
  ) throws {
    let origin = origin(index, source)
    switch handler {
    case .value(let body):
      references[Place(layer: source.layer, node: index), default: []] += []
      try result.append(
        body(value(index + 2, of: source, isExpanding)), origin, limit: depthLimit)
    case .variable(let variable):
      let (text, kind) = try self.variable(index, source, variable)
      try result.append(kind, copying: text, origin)
    case .file(_, let load):
      var isEmpty = true
      try include(index, source, load) {
        isEmpty = false
        try append(0, of: $0, isExpanding: false)
      }
      if isEmpty { try result.append(Node(.null), nil, origin) }
    }
  }

  /// Returns the value at `index` for a handler of a value around it.
  private func value(_ index: Int, of source: Source, _ isExpanding: Bool) throws -> AnyValue {
    let view = source.view
    let value = view.unaliased(index)
    let node = view[value]
    let isExpanding = isExpanding || value != index
    return try located(value, source) {
      if isExpanding { try charge(node, source) }
      switch node.kind {
      case .list:
        return try descend {
          .array(
            try view.elements(ofList: value).map { try self.value($0, of: source, isExpanding) })
        }
      case .map:
        return try descend {
          var members = AnyValue.Object()
          for key in view.keys(ofMap: value) {
            members.append(
              view.string(view[key]), try self.value(key + 1, of: source, isExpanding))
          }
          return .object(members)
        }
      case .tagged: return try descend { try taggedValue(value, of: source, isExpanding) }
      default: return try AnyValue(view, at: value)
      }
    }
  }

  private func taggedValue(
    _ index: Int, of source: Source, _ isExpanding: Bool
  ) throws -> AnyValue {
    let tag = source.view.string(source.view[index + 1])
    switch handlers[tag] {
    case nil: return .tagged(tag, try value(index + 2, of: source, isExpanding))
    case .value(let body): return try body(value(index + 2, of: source, isExpanding))
    case .variable(let variable):
      let (text, kind) = try self.variable(index, source, variable)
      var tape = Tape()
      tape.schema = source.view.schema
      try tape.append(kind, copying: text)
      return try AnyValue(TapeView(tape), at: 0)
    case .file(_, let load):
      var result = AnyValue.null
      try include(index, source, load) { result = try value(0, of: $0, false) }
      return result
    }
  }

  // MARK: Variables and files

  /// Returns the text of the variable that the value at `index` names, and the kind of the node. A
  /// blank separates the name from a default.
  private func variable(
    _ index: Int, _ source: Source, _ variable: (String) -> String?
  ) throws -> (text: String, kind: NodeKind) {
    let text = try text(index, source, "the name of a variable")
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard let name = parts.first.map(String.init), !name.contains("=") else {
      throw Problem(.invalidValue, detail: "`\(text)` is not the name of a variable")
    }
    let value = variable(name)
    references[Place(layer: source.layer, node: index), default: []] +=
      value.map { [.variable(name: name, value: $0)] } ?? []
    guard let result = value ?? (parts.count > 1 ? String(parts[1]) : nil) else {
      throw Problem(
        .valueNotFound, detail: "the variable `\(name)` is not set",
        hint: "write `\(name) value` for a default")
    }
    // Plain text without letters would be null.
    return (result, result.isEmpty ? .arenaText : source.view[source.view.resolved(index)].kind)
  }

  private func text(_ index: Int, _ source: Source, _ expected: String) throws -> String {
    let node = source.view[source.view.resolved(index)]
    guard node.kind.isText, node.length > 0 else {
      throw Problem(.typeMismatch, detail: "expected \(expected)")
    }
    return source.view.string(node)
  }

  /// Passes the file that the value at `index` names to `body`.
  private func include(
    _ index: Int, _ source: Source, _ load: (String, String?, Int) throws -> IncludedFile,
    _ body: (Source) throws -> Void
  ) throws {
    let path = try text(index, source, "the path of a file")
    guard open.count < Self.fileDepthLimit else {
      throw Problem(
        .depthLimit, detail: "more than \(Self.fileDepthLimit) files include each other")
    }
    let file = try load(path, source.name, budget)
    try charge(max(file.bytes.count, Self.fileCharge))
    if source.id == file.id || open.contains(where: { $0.document.id == file.id }) {
      throw Problem(.invalidValue, detail: "the file `\(file.name)` includes itself")
    }
    includedFiles.append(file)
    let layer = includedFiles.count
    open.append((source, index))
    defer { open.removeLast() }
    try reader(file) { view in
      try body(Source(view: view, layer: layer, name: file.name, id: file.id))
    }
  }

  // MARK: Limits and failures

  /// Charges a value of an alias. The aliases of the document itself have the limit of their reader.
  private func charge(_ node: Node, _ source: Source) throws {
    guard source.layer > 0 else { return }
    try charge(Self.valueCharge + (node.kind.hasContents ? 0 : node.length))
  }

  private func charge(_ bytes: Int) throws {
    budget -= bytes
    guard budget >= 0 else {
      throw Problem(.sizeLimit, detail: "the included files exceed the limit of bytes")
    }
  }

  private func descend<Result>(_ body: () throws -> Result) throws -> Result {
    guard depth < depthLimit else { throw WireFailure(.depthLimit, offset: -1) }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  /// Calls `body`. Its errors are about the value at `index`.
  private func located<Result>(
    _ index: Int, _ source: Source, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let failure as TagFailure {
      throw failure
    } catch {
      let values = open + [(source, index)]
      throw TagFailure(
        cause: error,
        values: values.reversed().map { (file(ofLayer: $0.document.layer), $0.index) },
        path: values.reduce(.root) {
          $0.appending(WirePath.path(to: $1.index, in: $1.document.view))
        })
    }
  }

  /// Returns an included file, or `nil` for the document itself.
  package func file(ofLayer layer: Int) -> IncludedFile? {
    layer == 0 ? nil : includedFiles[layer - 1]
  }

  private func origin(_ index: Int, _ source: Source) -> LayeredTree.Origin {
    LayeredTree.origin(index, in: source.view, layer: source.layer)
  }
}
