package import FerryBase

/// The replacement of references in text: interpolation.
extension LayeredTree {
  /// The source of text that replaced a reference.
  package enum Reference: Hashable, Sendable {
    /// A variable with its value.
    case variable(name: String, value: String)
    /// Another value of the document.
    case value(path: String, Origin)
  }

  /// Returns the sources of a value's text, each followed by the sources of its own text. The list is
  /// empty without references.
  package func references(of origin: Origin) -> [Reference] {
    var result: [Reference] = []
    var known: Set<Reference> = []
    func add(_ item: Int) {
      for reference in references[item] ?? [] where known.insert(reference).inserted {
        result.append(reference)
        if case .value(_, let origin) = reference { add(origin.item) }
      }
    }
    add(origin.item)
    return result
  }

  /// Replaces the references in the text of the layers `documents`. Plain text gets its meaning after
  /// that; text in quotes stays text.
  /// - Throws: A problem whose nodes are values of this tree. If it quotes nothing but the name of a
  ///   variable, from text that is only a reference to it, it is redacted.
  package mutating func resolveReferences(
    in documents: Set<Int>, _ variable: (String) -> String?
  ) throws(Problem) {
    var resolver = Resolver(tree: self, documents: documents)
    if let root { try resolver.visit(root, variable) }
    self = resolver.tree
  }

  /// A replacement of all references of a tree.
  private struct Resolver {
    var tree: LayeredTree
    let documents: Set<Int>
    /// The values that are being resolved, from the outermost one on.
    private var pending: [Int] = []
    /// The number of references from each resolved value to the end of its longest chain. A limit
    /// that depends on the order of the document would be a surprise.
    private var depths: [Int: Int] = [:]
    /// The number of bytes that references may still add.
    private var budget = 1 << 24

    /// The maximum number of references from value to value.
    private static let depthLimit = 128

    init(tree: LayeredTree, documents: Set<Int>) {
      self.tree = tree
      self.documents = documents
    }

    mutating func visit(
      _ index: Int, _ variable: (String) -> String?
    ) throws(Problem) {
      let item = tree.items[index]
      switch item.node.kind {
      case .list:
        for child in item.children { try visit(child, variable) }
      case .map:
        for place in stride(from: 1, to: item.children.count, by: 2) {
          try visit(item.children[place], variable)
        }
      case .plainText, .arenaText: try resolve(index, variable)
      default: break
      }
    }

    private mutating func resolve(
      _ index: Int, _ variable: (String) -> String?
    ) throws(Problem) {
      guard documents.contains(tree.items[index].origin.layer),
        [.plainText, .arenaText].contains(tree.items[index].node.kind),
        tree.references[index] == nil, depths[index] == nil, let bytes = tree.text(of: index)
      else { return }
      depths[index] = 0
      let text: ReferenceText?
      do throws(Problem) {
        text = try ReferenceText(bytes)
      } catch {
        throw error.located { _ in .node(index) }
      }
      guard let text else { return }
      var output: [UInt8] = []
      var sources: [Reference] = []
      do throws(Problem) {
        try append(text.parts, at: index, variable, &output, &sources)
      } catch {
        var problem = error
        problem.isRedacted =
          error.isRedacted
          || error.node == index && text.onlyName?.hasPrefix(".") == false
            && error.kind == .valueNotFound
        throw problem
      }
      budget -= output.count
      guard budget >= 0, tree.fits(output) else {
        throw Problem(
          .sizeLimit, .node(index), detail: "references expand beyond the limit")
      }
      var kind: NodeKind = output.isEmpty ? .arenaText : tree.items[index].node.kind
      if text.onlyName != nil, sources.count == 1, case .value(_, let origin) = sources[0],
        tree.items[origin.item].node.kind == .arenaText
      {
        // Text in quotes stays text where a reference is the whole value.
        kind = .arenaText
      }
      tree.items[index].node = tree.store(output, as: kind)
      if !sources.isEmpty { tree.references[index] = sources }
    }

    private mutating func append(
      _ parts: [ReferenceText.Part], at index: Int, _ variable: (String) -> String?,
      _ output: inout [UInt8], _ sources: inout [Reference]
    ) throws(Problem) {
      for part in parts {
        switch part {
        case .text(let bytes): output += bytes
        case .reference(let name, let fallback):
          let (value, source) = try self.value(of: name, at: index, fallback != nil, variable)
          if let fallback, value == nil || fallback.coversEmpty && value?.isEmpty == true {
            let start = output.count
            try append(fallback.parts, at: index, variable, &output, &sources)
            if fallback.isMessage {
              let message = String(decoding: output[start...], as: UTF8.self)
              throw Problem(
                .valueNotFound, .node(index),
                detail: "`\(name)` is required" + (message.isEmpty ? "" : ": \(message)"))
            }
          } else {
            output += value ?? []
            if let source, !sources.contains(source) { sources.append(source) }
          }
        }
      }
    }

    /// Returns the text for a reference. With a fallback, a missing value is `nil`.
    private mutating func value(
      of name: String, at index: Int, _ hasFallback: Bool, _ variable: (String) -> String?
    ) throws(Problem) -> (text: [UInt8]?, source: Reference?) {
      guard name.hasPrefix(".") else {
        if let value = variable(name) {
          return (Array(value.utf8), .variable(name: name, value: value))
        }
        if hasFallback { return (nil, nil) }
        throw Problem(
          .valueNotFound, .node(index), detail: "the variable `\(name)` is not set",
          hint: "write `${\(name):-value}` for a default, or `$$` for a dollar sign")
      }
      guard let path = try? WirePath(parsing: String(name.dropFirst())), !path.hasWildcard else {
        throw Problem(.invalidValue, .node(index), detail: "`\(name)` is not a path")
      }
      guard let target = tree.item(at: path) else {
        if hasFallback { return (nil, nil) }
        let indexes = WirePath(
          steps: path.steps.map { step in
            guard case .key(let key) = step, let number = Int(key) else { return step }
            return .index(number)
          })
        throw Problem(
          .valueNotFound, .node(index), detail: "the configuration has no value at `\(path)`",
          hint: tree.item(at: indexes) == nil
            ? "write `${\(name):-value}` for a default" : "an index has brackets: `${.\(indexes)}`")
      }
      let cycle = pending + [index]
      if let start = cycle.firstIndex(of: target) {
        throw problem(
          target, .invalidValue, "the references of this value lead back to it",
          cycle[(start + 1)...].map { (.node($0), "another value of the cycle") })
      }
      let tooDeep = "references lead over more than \(Self.depthLimit) values"
      guard pending.count < Self.depthLimit else {
        throw Problem(.depthLimit, .node(index), detail: tooDeep)
      }
      pending.append(index)
      try resolve(target, variable)
      pending.removeLast()
      let depth = max(depths[index] ?? 0, (depths[target] ?? 0) + 1)
      guard depth <= Self.depthLimit else {
        throw Problem(.depthLimit, .node(index), detail: tooDeep)
      }
      depths[index] = depth
      let origin = tree.items[target].origin
      if tree.isNull(target) {
        if hasFallback { return (nil, nil) }
        throw problem(
          index, .valueNotFound, "the value at `\(path)` is null", [(.node(target), "the value")]
        ).with(hint: "write `${\(name):-value}` for a default")
      }
      guard let text = tree.writtenText(of: target) else {
        throw problem(
          index, .typeMismatch, "the value at `\(path)` is not text or a number",
          [(.node(target), "the value")])
      }
      return (text, .value(path: path.description, origin))
    }

    private func problem(
      _ index: Int, _ kind: FailureKind, _ detail: String,
      _ related: [(location: Problem.Location, text: String)]
    ) -> Problem {
      var problem = Problem(kind, .node(index), detail: detail)
      problem.related = related
      return problem
    }
  }

  /// Returns whether the value at `path` is true or false.
  package func isTruthValue(at path: WirePath) -> Bool {
    guard let index = item(at: path) else { return false }
    let node = items[index].node
    guard node.kind == .plainText, let text = text(of: index) else {
      return node.kind == .true || node.kind == .false
    }
    return isTruthValue(String(decoding: text, as: UTF8.self))
  }

  /// Returns whether a plain scalar is true or false.
  package func isTruthValue(_ text: String) -> Bool {
    if case .bool = Array(text.utf8).withByteView({ PlainScalar.resolve($0, schema) }) {
      return true
    }
    return false
  }

  /// Returns whether the value is null. Empty text is not, but an empty plain scalar is.
  private func isNull(_ index: Int) -> Bool {
    let node = items[index].node
    guard node.kind == .plainText, let text = text(of: index) else { return node.kind == .null }
    return text.withByteView { PlainScalar.resolve($0, schema) } == .null
  }
}
