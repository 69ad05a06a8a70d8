import Ferry
import FerryBytes
import FerryJSON
import FerryLayers

#if FERRY_YAML
import FerryYAML
#endif

/// The result of merging layers.
final class MergedLayers: @unchecked Sendable {
  // Sendable: nothing is written after initialisation.

  private let tape: LayeredTape

  init(_ layers: LayeredTree) throws(WireFailure) {
    tape = try layers.merged()
  }

  // MARK: Contents

  func copy(to other: inout Tape) throws(WireFailure) {
    if tape.view.count == 0 { return try other.append(Node(.null)) }
    try tape.copy(to: &other)
  }

  func origin(ofNode node: Int) -> LayeredTree.Origin { tape.origins[node] }

  /// All scalars, and empty arrays and objects.
  var leaves: [(path: WirePath, node: Int, text: String)] {
    let view = tape.view
    return tape.leaves.map { ($0.path, $0.node, Self.text(view, $0.node)) }
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
      try JSONWriter.write(view, root: index, to: &output)
      #endif
    } catch {
      return "?"
    }
    var text = String(decoding: output.bytes, as: UTF8.self)
    for end in ["\n", "...\n", "\n"] where text.hasSuffix(end) { text.removeLast(end.count) }
    return text
  }
}
