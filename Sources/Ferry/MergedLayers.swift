#if YAML
import FerryBytes
import FerryCoding
import FerryLayers
import FerryPath
import FerryYAML

/// A document on a tape of its own.
private final class YAMLDocument {
  private var tape: Tape

  var view: TapeView { TapeView(tape, input: UnsafePointer(tape.arena)) }

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

  /// The same with `text` as the value at `steps`.
  func overriding(
    _ steps: [String], with text: String, _ decoder: YAML.Decoder, name: String
  ) throws -> MergedLayers {
    if text.hasPrefix("[") || text.hasPrefix("{") {
      let keys = try steps.map { "{\(try JSON.string($0)): " }.joined()
      let nested = keys + text + String(repeating: "}", count: steps.count)
      guard let document = try YAMLDocument(Array(nested.utf8), decoder, file: name) else {
        return self
      }
      return MergedLayers(try tape.adding(document.view, addressesElements: true))
    }
    var layer = Tape()
    var open = OpenContainer()
    for step in steps {
      try open.open(.map, on: &layer, limit: .max)
      open.count = 1
      try layer.append(step)
    }
    if text.isEmpty {
      try layer.append("")
    } else {
      try layer.append(.plainText, copying: Array(text.utf8))
    }
    for _ in steps { open.close(on: &layer) }
    let view = TapeView(layer, input: UnsafePointer(layer.arena))
    return MergedLayers(try tape.adding(view, addressesElements: true))
  }

  // MARK: Looking

  func copy(to other: inout Tape) throws(Failure) {
    if tape.layerCount == 0 { return try other.append(Node(.null)) }
    try tape.copy(to: &other)
  }

  func origin(ofNode node: Int) -> LayeredTape.Origin { tape.origins[node] }

  func node(at path: WirePath) -> Int? { path.resolve(in: tape.view) }

  /// The keys for the parts of a variable's name; nil if the first has to exist and does not.
  func steps(for parts: [String], mustExist: Bool) -> [String]? {
    let view = tape.view
    var steps: [String] = []
    var index: Int? = view.count > 0 ? 0 : nil
    for (number, part) in parts.enumerated() {
      let match = index.flatMap { key(like: part, in: $0, view) }
      if match == nil, number == 0, mustExist { return nil }
      steps.append(match?.name ?? part.lowercased())
      index = match?.value
    }
    return steps
  }

  private func key(
    like part: String, in index: Int, _ view: TapeView
  ) -> (name: String, value: Int?)? {
    if view[index].kind == .list, let number = Int(part) {
      return (part, view.element(number, ofList: index))
    }
    guard view[index].kind == .map else { return nil }
    let wanted = Self.letters(part)
    var best: (name: String, value: Int?)?
    var key = index + 1
    while key < view[index].payload {
      let name = view.string(view[key])
      let value = view.next(key)
      if name == part { return (name, value) }
      if best == nil, Self.letters(name) == wanted { best = (name, value) }
      key = view.next(value)
    }
    return best
  }

  private static func letters(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// Every value that is no list or map, and empty lists and maps.
  var leaves: [(path: WirePath, node: Int, text: String)] {
    var leaves: [(path: WirePath, node: Int, text: String)] = []
    let view = tape.view
    func visit(_ index: Int, _ path: WirePath) {
      let node = view[index]
      let isMap = node.kind == .map
      guard isMap || node.kind == .list, node.payload > index + 1 else {
        leaves.append((path, index, Self.text(view, index)))
        return
      }
      var child = index + 1
      var number = 0
      while child < node.payload {
        if isMap {
          let value = view.next(child)
          visit(value, path.appending(.key(view.string(view[child]))))
          child = view.next(value)
        } else {
          visit(child, path.appending(.index(number)))
          child = view.next(child)
        }
        number += 1
      }
    }
    if view.count > 0 { visit(0, .root) }
    return leaves
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
    var text = String(decoding: output.bytes, as: UTF8.self)
    for end in ["\n", "...\n", "\n"] where text.hasSuffix(end) { text.removeLast(end.count) }
    return text
  }
}
#endif
