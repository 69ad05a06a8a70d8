import FerryBytes
import FerryJSON
import FerryStreams
import FerryTape

/// Writes the pieces of a JSON document as JSON.
final class OutlineJSONTask: OutlineTask {
  private let options: JSONWritingOptions
  private let isCompact: Bool

  init(_ layout: Layout) {
    options = layout.json
    isCompact = layout.indentation == .none
  }

  func open(isMap: Bool, in levels: [OutlineLevel], to output: inout ByteWriter) {
    beginValue(in: levels, &output)
    output.append(isMap ? "{" : "[")
  }

  func close(_ level: OutlineLevel, in levels: [OutlineLevel], to output: inout ByteWriter) {
    if !level.isEmpty { options.breakLine(level: levels.count, in: &output) }
    output.append(level.isMap ? "}" : "]")
  }

  func key(
    _ root: Int, of view: TapeView, in levels: [OutlineLevel], to output: inout ByteWriter
  ) throws(Failure) {
    beginItem(in: levels, &output)
    try JSONWriter.write(view, root: root, options: options, to: &output)
    output.append(isCompact ? ":" : ": ")
  }

  func value(
    _ root: Int, of view: TapeView, text: UnsafeBufferPointer<UInt8>, in levels: [OutlineLevel],
    to output: inout ByteWriter
  ) throws(Failure) {
    beginValue(in: levels, &output)
    if isCompact, view.isCompactJSON(root, length: text.count) {
      unsafe output.append(text)
    } else {
      try JSONWriter.write(
        view, root: root, options: options, level: levels.count, to: &output)
    }
  }

  private func beginValue(in levels: [OutlineLevel], _ output: inout ByteWriter) {
    // A map's value follows its key.
    if levels.last?.isMap == false { beginItem(in: levels, &output) }
  }

  private func beginItem(in levels: [OutlineLevel], _ output: inout ByteWriter) {
    guard let level = levels.last else { return }
    if !level.isEmpty { output.append(",") }
    options.breakLine(level: levels.count, in: &output)
  }
}

/// Writes the leaves of a JSON document, each with its path.
final class OutlineFlatTask: OutlineTask {
  private let options: JSONWritingOptions

  init(_ layout: Layout) {
    options = layout.json
  }

  func close(_ level: OutlineLevel, in levels: [OutlineLevel], to output: inout ByteWriter) {
    guard level.isEmpty else { return }
    FlatWalk.append(Self.path(to: levels), to: &output)
    output.append(level.isMap ? "{}\n" : "[]\n")
  }

  func value(
    _ root: Int, of view: TapeView, text: UnsafeBufferPointer<UInt8>, in levels: [OutlineLevel],
    to output: inout ByteWriter
  ) throws(Failure) {
    var walk = FlatWalk(view, options, Self.path(to: levels))
    try walk.write(root, to: &output)
  }

  /// The path to the value that comes next in `levels`.
  private static func path(to levels: [OutlineLevel]) -> [UInt8] {
    var path: [UInt8] = []
    for level in levels { level.step.append(toLine: &path) }
    return path
  }
}

/// Does nothing: what was read is well-formed.
final class OutlineCheckTask: OutlineTask {}
