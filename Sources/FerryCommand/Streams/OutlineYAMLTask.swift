#if YAML
import FerryBytes
import FerryStreams
import FerryTape
import FerryYAML

/// Writes the pieces of a JSON document as one of YAML, which is done in order, by one thread.
final class OutlineYAMLTask: OutlineTask {
  private var writer: YAMLWriter
  /// The keys so far of each of the containers that are open.
  private var keys: [Set<[UInt8]>] = []

  init(_ layout: Layout) {
    writer = YAMLWriter(options: layout.yaml(several: false))
  }

  func open(
    isMap: Bool, in levels: [OutlineLevel], to output: inout ByteWriter
  ) throws(Failure) {
    if levels.isEmpty { try writer.startDocument(to: &output) }
    try writer.open(isMap: isMap, to: &output)
    keys.append([])
  }

  func close(
    _ level: OutlineLevel, in levels: [OutlineLevel], to output: inout ByteWriter
  ) throws(Failure) {
    keys.removeLast()
    try writer.close(isMap: level.isMap, to: &output)
    if levels.isEmpty { try writer.endDocument(to: &output) }
  }

  func key(
    _ root: Int, of view: TapeView, in levels: [OutlineLevel], to output: inout ByteWriter
  ) throws(Failure) {
    let key = unsafe view.withText(view[root]) { unsafe Array($0) }
    guard keys[keys.count - 1].insert(key).inserted else {
      throw Failure(.duplicateKey, node: root)
    }
    try writer.write(key: root, of: view, to: &output)
  }

  func value(
    _ root: Int, of view: TapeView, text: UnsafeBufferPointer<UInt8>, in levels: [OutlineLevel],
    to output: inout ByteWriter
  ) throws(Failure) {
    if let key = view.firstDuplicateKey(from: root) { throw Failure(.duplicateKey, node: key) }
    // All there is may be one piece, with a lot of white space around it.
    guard !levels.isEmpty else { return try writer.write(document: view, root: root, to: &output) }
    try writer.write(value: root, of: view, to: &output)
  }
}
#endif
