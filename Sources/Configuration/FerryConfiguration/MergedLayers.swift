import Ferry
package import FerryBase
import FerryJSONEngine
package import FerryLayers

#if FERRY_YAML
import FerryYAML
#endif

/// The result of merging layers.
package final class MergedLayers: @unchecked Sendable {
  // Sendable: nothing is written after initialisation.

  private let tape: LayeredTape

  package init(_ layers: LayeredTree) throws(WireFailure) {
    tape = try layers.merged()
  }

  // MARK: Contents

  /// The merged document; empty without layers.
  package var view: TapeView { tape.view }

  func copy(to other: inout Tape) throws(WireFailure) {
    if tape.view.count == 0 { return try other.append(Node(.null)) }
    try tape.copy(to: &other)
  }

  package func origin(ofNode node: Int) -> LayeredTree.Origin { tape.origins[node] }

  /// The number of words on the tape.
  var count: Int { tape.view.count }

  /// The keys with the values of variables, see ``LayeredTape``.
  var lateKeys: [Int: [String: [Int]]] { tape.lateKeys }

  package func path(toNode node: Int) -> WirePath { WirePath.path(to: node, in: tape.view) }

  /// Returns the first key of `path` that neither the layers nor the model have; see ``LayeredTape``.
  package func missingKey(
    of path: WirePath, _ names: (_ header: Int) -> [String] = { _ in [] }
  ) -> (key: String, nearest: String?)? {
    tape.missingKey(of: path, names)
  }

  /// Returns the path of the first value, at any depth, whose key has the letters of `name`.
  package func path(ofKey name: String) -> WirePath? {
    let letters = LayeredTree.letters(name)
    var found: Int?
    eachMember { key, _ in
      if found == nil, LayeredTree.letters(self.name(ofKey: key)) == letters { found = key + 1 }
      return found == nil
    }
    return found.map(path(toNode:))
  }

  func name(ofKey key: Int) -> String { tape.view.string(tape.view[key]) }

  /// The values of an object by the letters of their keys.
  typealias Members = [String: Int]

  /// Returns the name of a key with `__` between the keys of a path that the object has: `log__format`
  /// for `log_format`. `members` returns those of the object at a node, and `names` further ones.
  func nestedName(
    ofKey key: Int, in header: Int, _ members: (_ header: Int) -> Members,
    _ names: (_ header: Int) -> [String] = { _ in [] }
  ) -> String? {
    let name = name(ofKey: key)
    for mark in name.indices where name[mark] == "_" {
      let rest = name[name.index(after: mark)...]
      let letters = LayeredTree.letters(String(rest))
      guard let object = members(header)[LayeredTree.letters(String(name[..<mark]))],
        tape.view[object].kind == .map
      else { continue }
      if members(object)[letters] != nil
        || names(object).contains(where: { LayeredTree.letters($0) == letters })
      {
        return name[..<mark] + "__" + rest
      }
    }
    return nil
  }

  func members(of header: Int) -> Members {
    Members(
      tape.view.keys(ofMap: header).map { (LayeredTree.letters(name(ofKey: $0)), $0 + 1) },
      uniquingKeysWith: { first, _ in first })
  }

  func isScalar(_ node: Int) -> Bool { ![.map, .list].contains(tape.view[node].kind) }

  /// Calls `body` with each key and its object, except for the keys below a key for which `body`
  /// returns false.
  func eachMember(_ body: (_ key: Int, _ header: Int) -> Bool) {
    let view = tape.view
    func visit(_ node: Int) {
      if view[node].kind == .list {
        view.elements(ofList: node).forEach(visit)
      } else if view[node].kind == .map {
        for key in view.keys(ofMap: node) where body(key, node) { visit(key + 1) }
      }
    }
    if view.count > 0 { visit(0) }
  }

  /// Returns the first scalar from `node` on, or inside of it, that a variable has set.
  func firstVariable(from node: Int, _ tree: LayeredTree) -> Int? {
    (node..<tape.view.next(node)).first {
      tree.isFromVariable(tape.origins[$0])
    }
  }

  /// All scalars, and empty arrays and objects.
  var leaves: [(path: WirePath, node: Int, text: String)] {
    let view = tape.view
    return tape.leaves.map { ($0.path, $0.node, Self.text(view, $0.node)) }
  }

  /// The nodes of the scalars and empty containers that no text for people may show.
  package func sensitiveNodes(_ shown: ShownTree) -> Set<Int> {
    Set(tape.leaves.filter { shown.isSensitive(tape.origins[$0.node], $0.path) }.map(\.node))
  }

  /// Returns a scalar as text in the format of the layers.
  private static func text(_ view: TapeView, _ index: Int) -> String {
    var output = ByteWriter()
    do throws(WireFailure) {
      #if FERRY_YAML
      var writer = YAMLWriter(options: YAMLWriter.Options(flowStyle: true))
      try writer.write(document: view, root: index, to: &output)
      try writer.finish(to: &output)
      #else
      try JSONWireWriter.write(view, root: index, to: &output)
      #endif
    } catch {
      return "?"
    }
    var text = String(decoding: output.bytes, as: UTF8.self)
    for end in ["\n", "...\n", "\n"] where text.hasSuffix(end) { text.removeLast(end.count) }
    return text
  }
}
