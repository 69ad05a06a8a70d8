import FerryBytes
package import FerryPath
package import FerryTape

/// The replacement of references in text: interpolation.
extension LayeredTree {
  /// The source of text that replaced a reference.
  package enum Reference: Hashable, Sendable {
    /// A variable with its value.
    case variable(name: String, value: String)
    /// Another value of the document.
    case value(path: String, Origin)
  }

  /// The error for a reference.
  package struct ReferenceProblem: Error {
    package let kind: FailureKind
    package let detail: String
    package let hint: String?
    /// The origin of the text with the reference.
    package let origin: Origin
    /// The origins of other values, each with a description.
    package var notes: [(text: String, origin: Origin)] = []
  }

  /// Returns the sources of a value's text, and of the text of those sources. The list is empty
  /// without references.
  package func references(of origin: Origin) -> [Reference] { references[origin.item] ?? [] }

  /// Replaces the references in the text of the layers `documents`. Plain text gets its meaning after
  /// that; text in quotes stays text.
  package mutating func resolveReferences(
    in documents: Set<Int>, _ variable: (String) -> String?
  ) throws(ReferenceProblem) {
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
    private var isDone: Set<Int> = []
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
    ) throws(ReferenceProblem) {
      let item = tree.items[index]
      switch item.node.kind {
      case .list:
        for child in item.children { try visit(child, variable) }
      case .map:
        for place in stride(from: 1, to: item.children.count, by: 2)
        where item.children[place] >= 0 {
          try visit(item.children[place], variable)
        }
      case .plainText, .arenaText: try resolve(index, variable)
      default: break
      }
    }

    private mutating func resolve(
      _ index: Int, _ variable: (String) -> String?
    ) throws(ReferenceProblem) {
      guard documents.contains(tree.items[index].origin.layer),
        [.plainText, .arenaText].contains(tree.items[index].node.kind),
        isDone.insert(index).inserted, let bytes = tree.text(of: index)
      else { return }
      let text: ReferenceText?
      do throws(ReferenceText.Malformed) {
        text = try ReferenceText(bytes)
      } catch {
        throw problem(index, .invalidValue, error.detail, hint: "write `$$` for a dollar sign")
      }
      guard let text else { return }
      var output: [UInt8] = []
      var sources: [Reference] = []
      try append(text.parts, at: index, variable, &output, &sources)
      budget -= output.count
      guard budget >= 0, tree.fits(output) else {
        throw problem(index, .sizeLimit, "references expand beyond the limit", hint: nil)
      }
      let kind: NodeKind = output.isEmpty ? .arenaText : tree.items[index].node.kind
      tree.items[index].node = tree.store(output, as: kind)
      var known: Set<Reference> = []
      sources.removeAll { !known.insert($0).inserted }
      if !sources.isEmpty { tree.references[index] = sources }
    }

    private mutating func append(
      _ parts: [ReferenceText.Part], at index: Int, _ variable: (String) -> String?,
      _ output: inout [UInt8], _ sources: inout [Reference]
    ) throws(ReferenceProblem) {
      for part in parts {
        switch part {
        case .text(let bytes): output += bytes
        case .reference(let name, let fallback):
          let (value, source) = try self.value(of: name, at: index, fallback != nil, variable)
          if let fallback, value.isEmpty {
            try append(fallback, at: index, variable, &output, &sources)
          } else {
            output += value
            guard let source else { continue }
            sources.append(source)
            if case .value(_, let origin) = source { sources += tree.references(of: origin) }
          }
        }
      }
    }

    /// Returns the text for a reference. With a default, a missing value is empty.
    private mutating func value(
      of name: String, at index: Int, _ hasDefault: Bool, _ variable: (String) -> String?
    ) throws(ReferenceProblem) -> (text: [UInt8], source: Reference?) {
      guard name.hasPrefix(".") else {
        if let value = variable(name) {
          return (Array(value.utf8), .variable(name: name, value: value))
        }
        if hasDefault { return ([], nil) }
        throw problem(
          index, .valueNotFound, "the variable `\(name)` is not set",
          hint: "write `${\(name):-value}` for a default, or `$$` for a dollar sign")
      }
      guard let path = try? WirePath(parsing: String(name.dropFirst())), !path.hasWildcard else {
        throw problem(index, .invalidValue, "`\(name)` is not a path", hint: nil)
      }
      guard let target = tree.item(at: path) else {
        if hasDefault { return ([], nil) }
        throw problem(
          index, .valueNotFound, "the configuration has no value at `\(path)`",
          hint: "write `${\(name):-value}` for a default")
      }
      let cycle = pending + [index]
      if let start = cycle.firstIndex(of: target) {
        var failure = problem(
          target, .invalidValue, "the references of this value lead back to it", hint: nil)
        failure.notes = cycle[(start + 1)...].map {
          ("another value of the cycle", tree.items[$0].origin)
        }
        throw failure
      }
      guard pending.count < Self.depthLimit else {
        throw problem(index, .depthLimit, "references lead over too many values", hint: nil)
      }
      pending.append(index)
      try resolve(target, variable)
      pending.removeLast()
      let origin = tree.items[target].origin
      if tree.isNull(target) {
        if hasDefault { return ([], nil) }
        var failure = problem(
          index, .valueNotFound, "the value at `\(path)` is null",
          hint: "write `${\(name):-value}` for a default")
        failure.notes = [("the value", origin)]
        throw failure
      }
      guard let text = tree.text(of: target) else {
        var failure = problem(
          index, .typeMismatch, "the value at `\(path)` is not text or a number", hint: nil)
        failure.notes = [("the value", origin)]
        throw failure
      }
      return (text, .value(path: path.description, origin))
    }

    private func problem(
      _ index: Int, _ kind: FailureKind, _ detail: String, hint: String?
    ) -> ReferenceProblem {
      ReferenceProblem(
        kind: kind, detail: detail, hint: hint, origin: tree.items[index].origin)
    }
  }

  /// Returns the path of a value of the tree.
  package func path(of origin: Origin) -> WirePath {
    func search(_ index: Int, _ path: WirePath) -> WirePath? {
      if index == origin.item { return path }
      let item = items[index]
      for (place, child) in item.children.enumerated() where child >= 0 {
        if item.node.kind == .list {
          if let found = search(child, path.appending(.index(place))) { return found }
        } else if place % 2 == 1, let name = text(of: item.children[place - 1]) {
          let key = WirePath.Step.key(String(decoding: name, as: UTF8.self))
          if let found = search(child, path.appending(key)) { return found }
        }
      }
      return nil
    }
    return root.flatMap { search($0, .root) } ?? .root
  }

  /// Returns whether the value at `path` is true or false.
  package func isTruthValue(at path: WirePath) -> Bool {
    guard let index = item(at: path) else { return false }
    let node = items[index].node
    guard node.kind == .plainText, let text = text(of: index) else {
      return node.kind == .true || node.kind == .false
    }
    if case .bool = text.withByteView({ PlainScalar.resolve($0, schema) }) { return true }
    return false
  }

  /// Returns whether the value is null. Empty text is not, but an empty plain scalar is.
  private func isNull(_ index: Int) -> Bool {
    let node = items[index].node
    guard node.kind == .plainText, let text = text(of: index) else { return node.kind == .null }
    return text.withByteView { PlainScalar.resolve($0, schema) } == .null
  }
}
