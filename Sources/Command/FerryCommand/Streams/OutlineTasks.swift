import Ferry
import FerryJSONEngine

/// A task that writes the pieces of a JSON document as JSON.
final class OutlineJSONTask: OutlineTask {
  private let options: JSONWritingOptions
  private let isCompact: Bool
  /// The open containers, and whether they are empty so far.
  private var levels: [(isMap: Bool, isEmpty: Bool)] = []

  init(_ layout: Layout) {
    options = layout.json
    isCompact = layout.indentation == .none
  }

  func begin(in levels: [OutlineLevel]) {
    self.levels = levels.areEmpty.map { ($0.isMap, $1) }
  }

  func open(isMap: Bool, to output: inout ByteWriter) {
    beginValue(in: &output)
    output.append(isMap ? "{" : "[")
    levels.append((isMap, true))
  }

  func close(to output: inout ByteWriter) {
    guard let level = levels.popLast() else { return }
    if !level.isEmpty { options.breakLine(level: levels.count, in: &output) }
    output.append(level.isMap ? "}" : "]")
  }

  func key(_ root: Int, of view: TapeView, to output: inout ByteWriter) throws(WireFailure) {
    beginItem(in: &output)
    try JSONWireWriter.write(view, root: root, options: options, to: &output)
    output.append(isCompact ? ":" : ": ")
  }

  func value(
    _ root: Int, of view: TapeView, text: ByteView, to output: inout ByteWriter
  ) throws(WireFailure) {
    beginValue(in: &output)
    if isCompact, view.isCompactJSON(root, length: text.count) {
      output.append(text)
    } else {
      try JSONWireWriter.write(
        view, root: root, options: options, level: levels.count, to: &output)
    }
  }

  private func beginValue(in output: inout ByteWriter) {
    // In an object, the item begins with the key.
    if levels.last?.isMap == false { beginItem(in: &output) }
  }

  private func beginItem(in output: inout ByteWriter) {
    guard let level = levels.last else { return }
    if !level.isEmpty { output.append(",") }
    options.breakLine(level: levels.count, in: &output)
    levels[levels.count - 1].isEmpty = false
  }
}

/// A task that writes the scalars and empty containers of a JSON document, each with its path.
final class OutlineFlatTask: OutlineTask {
  private let options: JSONWritingOptions
  private var levels: [(step: WirePath.Step, isEmpty: Bool)] = []

  init(_ layout: Layout) {
    options = layout.json
  }

  func begin(in levels: [OutlineLevel]) {
    self.levels = levels.areEmpty.map { ($0.step, $1) }
  }

  func open(isMap: Bool, to output: inout ByteWriter) {
    if !levels.isEmpty { levels[levels.count - 1].isEmpty = false }
    levels.append((isMap ? .key("") : .index(0), true))
  }

  func close(to output: inout ByteWriter) {
    guard let level = levels.popLast() else { return }
    if level.isEmpty {
      FlatWalk.append(path, to: &output)
      if case .index = level.step { output.append("[]\n") } else { output.append("{}\n") }
    }
    endValue()
  }

  func key(_ root: Int, of view: TapeView, to output: inout ByteWriter) {
    levels[levels.count - 1].step = .key(view.text(at: root) ?? "")
  }

  func value(
    _ root: Int, of view: TapeView, text: ByteView, to output: inout ByteWriter
  ) throws(WireFailure) {
    var walk = FlatWalk(view, options, path)
    try walk.write(root, to: &output)
    endValue()
  }

  private var path: [UInt8] {
    var path: [UInt8] = []
    for level in levels { level.step.append(toLine: &path) }
    return path
  }

  private func endValue() {
    guard let level = levels.last else { return }
    if case .index(let index) = level.step { levels[levels.count - 1].step = .index(index + 1) }
    levels[levels.count - 1].isEmpty = false
  }
}

/// A task that does nothing, because reading has already validated the document.
final class OutlineCheckTask: OutlineTask {}

#if FERRY_YAML

/// A task that writes the pieces of a JSON document as YAML, in order, on one thread.
final class OutlineYAMLTask: OutlineTask {
  private var writer: YAMLWriter
  /// For each open container, whether it is an object, and its keys so far.
  private var levels: [(isMap: Bool, keys: Set<[UInt8]>)] = []

  init(_ layout: Layout) {
    writer = YAMLWriter(options: layout.yaml(several: false))
  }

  func open(isMap: Bool, to output: inout ByteWriter) throws(WireFailure) {
    if levels.isEmpty { try writer.startDocument(to: &output) }
    try writer.open(isMap: isMap, to: &output)
    levels.append((isMap, []))
  }

  func close(to output: inout ByteWriter) throws(WireFailure) {
    guard let isMap = levels.popLast()?.isMap else { return }
    try writer.close(isMap: isMap, to: &output)
    if levels.isEmpty { try writer.endDocument(to: &output) }
  }

  func key(_ root: Int, of view: TapeView, to output: inout ByteWriter) throws(WireFailure) {
    let key = Array(view.stored(view[root]))
    guard levels[levels.count - 1].keys.insert(key).inserted else {
      throw WireFailure(.duplicateKey, node: root)
    }
    try writer.write(key: root, of: view, to: &output)
  }

  func value(
    _ root: Int, of view: TapeView, text: ByteView, to output: inout ByteWriter
  ) throws(WireFailure) {
    if let key = view.firstDuplicateKey(from: root) { throw WireFailure(.duplicateKey, node: key) }
    // The whole document may be one piece, with a lot of white space around it.
    guard !levels.isEmpty else { return try writer.write(document: view, root: root, to: &output) }
    try writer.write(value: root, of: view, to: &output)
  }
}
#endif
