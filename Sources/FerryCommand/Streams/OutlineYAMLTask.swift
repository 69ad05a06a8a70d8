#if YAML
import FerryBytes
import FerryStreams
import FerryTape
import FerryYAML

/// Writes the pieces of a JSON document as one of YAML, which is done in order, by one thread.
final class OutlineYAMLTask: OutlineTask {
  private var writer: YAMLWriter
  /// Whether each of the containers that are open is a map, and the keys it has so far.
  private var levels: [(isMap: Bool, keys: Set<[UInt8]>)] = []

  init(_ layout: Layout) {
    writer = YAMLWriter(options: layout.yaml(several: false))
  }

  // The emitter knows where in the document it is.
  func begin(in levels: [OutlineLevel]) {}

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
    let key = unsafe view.withText(view[root]) { unsafe Array($0) }
    guard levels[levels.count - 1].keys.insert(key).inserted else {
      throw WireFailure(.duplicateKey, node: root)
    }
    try writer.write(key: root, of: view, to: &output)
  }

  func value(
    _ root: Int, of view: TapeView, text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter
  ) throws(WireFailure) {
    if let key = view.firstDuplicateKey(from: root) { throw WireFailure(.duplicateKey, node: key) }
    // All there is may be one piece, with a lot of white space around it.
    guard !levels.isEmpty else { return try writer.write(document: view, root: root, to: &output) }
    try writer.write(value: root, of: view, to: &output)
  }
}
#endif
