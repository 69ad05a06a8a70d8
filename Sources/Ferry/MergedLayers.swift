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

/// What layers have been merged into so far. Never changed: a further layer makes another one.
final class MergedLayers: @unchecked Sendable {
  // Sendable: nothing is written after initialisation.

  private let tape: LayeredTape

  init() {
    tape = LayeredTape()
  }

  private init(_ tape: consuming LayeredTape) {
    self.tape = tape
  }

  /// How many layers there are.
  var count: Int { tape.layerCount }

  // MARK: Adding

  /// The same with the document that `bytes` are; this one if there is none.
  func adding(_ bytes: [UInt8], _ decoder: YAML.Decoder, name: String) throws -> MergedLayers {
    guard let document = try YAMLDocument(bytes, decoder, file: name) else { return self }
    return MergedLayers(try tape.adding(document.view))
  }

  /// The same with `text` as the value at `path`.
  func overriding(
    _ path: WirePath, with text: String, _ decoder: YAML.Decoder, name: String
  ) throws -> MergedLayers {
    let target = try tape.target(of: path)
    guard text.hasPrefix("[") || text.hasPrefix("{") else {
      return MergedLayers(try tape.setting(target, toPlain: text))
    }
    guard let document = try YAMLDocument(Array(text.utf8), decoder, file: name) else {
      return self
    }
    return MergedLayers(try tape.setting(target, to: document.view))
  }

  // MARK: Looking

  func copy(to other: inout Tape) throws(Failure) {
    if tape.layerCount == 0 { return try other.append(Node(.null)) }
    try tape.copy(to: &other)
  }

  func origin(ofNode node: Int) -> LayeredTape.Origin { tape.origins[node] }

  func node(at path: WirePath) -> Int? { path.resolve(in: tape.view) }

  /// The path that a variable's name leads to; nil if it is none of this configuration's.
  func path(forVariable name: String, prefix: String) -> WirePath? {
    tape.path(forVariable: name, prefix: prefix)
  }

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
