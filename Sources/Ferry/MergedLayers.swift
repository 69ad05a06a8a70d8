#if YAML
import FerryBytes
import FerryCoding
import FerryLayers
import FerryPath
import FerryYAML

/// A document on a tape of its own.
private final class YAMLDocument {
  private var tape: Tape

  var view: TapeView { unsafe TapeView(tape, input: UnsafePointer(tape.arena)) }

  /// Reads the one document of `bytes`; nil if there is none.
  /// - Throws: `DecodingError`.
  init?(_ bytes: [UInt8], _ decoder: YAML.Decoder, file: String) throws {
    tape = Tape()
    guard try decoder.readDocument(bytes, file: file, into: &tape) else { return nil }
  }
}

extension LayeredTree {
  /// Adds the document that `bytes` are.
  /// - Returns: whether there is one.
  mutating func add(_ bytes: [UInt8], _ decoder: YAML.Decoder, name: String) throws -> Bool {
    guard let document = try YAMLDocument(bytes, decoder, file: name) else { return false }
    try add(document.view)
    return true
  }

  /// Puts `text` at `path`.
  mutating func set(
    _ path: WirePath, to text: String, _ decoder: YAML.Decoder, name: String
  ) throws {
    let target = try target(of: path)
    if text.hasPrefix("[") || text.hasPrefix("{"),
      let document = try YAMLDocument(Array(text.utf8), decoder, file: name)
    {
      try set(target, to: document.view)
    } else {
      try set(target, toPlain: text)
    }
  }
}

/// What layers have been merged into.
final class MergedLayers: @unchecked Sendable {
  // Sendable: nothing is written after initialisation.

  private let tape: LayeredTape

  init(_ layers: LayeredTree) throws(Failure) {
    tape = try layers.merged()
  }

  // MARK: Looking

  func copy(to other: inout Tape) throws(Failure) {
    if tape.view.count == 0 { return try other.append(Node(.null)) }
    try tape.copy(to: &other)
  }

  func origin(ofNode node: Int) -> LayeredTree.Origin { tape.origins[node] }

  /// Every value that is no list or map, and empty lists and maps.
  var leaves: [(path: WirePath, node: Int, text: String)] {
    let view = tape.view
    return tape.leaves.map { ($0.path, $0.node, Self.text(view, $0.node)) }
  }

  /// A scalar as YAML.
  private static func text(_ view: TapeView, _ index: Int) -> String {
    var output = ByteWriter()
    var writer = YAMLWriter(options: YAMLWriter.Options(flowStyle: true))
    do throws(Failure) {
      try writer.write(document: view, root: index, to: &output)
      try writer.finish(to: &output)
    } catch {
      return "?"
    }
    var text = unsafe String(decoding: output.bytes, as: UTF8.self)
    for end in ["\n", "...\n", "\n"] where text.hasSuffix(end) { text.removeLast(end.count) }
    return text
  }
}
#endif
