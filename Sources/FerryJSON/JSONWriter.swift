import FerryBytes
import FerryTape

/// Writes the values of a tape as JSON text (RFC 8259).
package struct JSONWriter: ~Copyable {
  let view: TapeView
  let options: JSONWritingOptions
  /// Levels that the value is indented by, where it stands inside of others.
  let level: Int
  /// The containers that are open, outermost first: where each ends, and whether it is a map.
  private(set) var open: [(end: Int, isMap: Bool)] = []
  private let keys: WrittenKeys

  /// Appends the value at `root` to `output`, laid out as one that stands `level` levels deep.
  /// - Throws: `notRepresentable` for NaN and infinities, `depthLimit`; with the node's index.
  package static func write(
    _ view: TapeView, root: Int = 0, options: JSONWritingOptions = .init(),
    level: Int = 0, to output: inout ByteWriter
  ) throws(WireFailure) {
    if options.sortedKeys {
      var sorted = Tape()
      let copy = try view.copySorted(root, to: &sorted, depthLimit: options.depthLimit)
      var writer = JSONWriter(view: copy, options: options, level: level)
      try writer.write(0, to: &output)
    } else {
      var writer = JSONWriter(view: view, options: options, level: level)
      try writer.write(root, to: &output)
    }
  }

  private init(view: TapeView, options: JSONWritingOptions, level: Int) {
    self.view = view
    self.options = options
    self.level = level
    keys = WrittenKeys(wordCount: view.count)
  }

  private mutating func write(_ root: Int, to output: inout ByteWriter) throws(WireFailure) {
    let isPretty = options.indentation != .none
    let outer = open.count
    var position = root
    var end = view.next(root)
    var isMap = false
    var isFirst = true

    while true {
      // Close what ends here.
      while position >= end {
        guard open.count > outer else { return }
        if isPretty { endLine(ofContents: !isFirst, to: &output, depth: open.count - 1) }
        output.append(isMap ? ASCII.closeBrace : ASCII.closeBracket)
        isFirst = false
        open.removeLast()
        end = open.last?.end ?? view.next(root)
        isMap = open.last?.isMap ?? false
        if open.count == outer { return }
      }

      if open.count > outer {
        if !isFirst { output.append(ASCII.comma) }
        if isPretty { writeLineBreak(to: &output, depth: open.count) }
      }
      isFirst = false
      if isMap {
        let key = view[position]
        if !keys.append(key, to: &output) {
          let start = output.count
          writeText(key, to: &output)
          if isPretty {
            output.append(options.followsFoundation ? " : " : ": ")
          } else {
            output.append(ASCII.colon)
          }
          keys.keep(key, from: start, in: output)
        }
        position &+= 1
      }

      let node = view[position]
      switch node.kind {
      case .list, .map:
        if open.count >= options.depthLimit { throw WireFailure(.depthLimit, node: position) }
        isMap = node.kind == .map
        end = node.payload
        output.append(isMap ? ASCII.openBrace : ASCII.openBracket)
        if open.isEmpty { open.reserveCapacity(8) }
        open.append((end, isMap))
        isFirst = true
        position &+= 1
      case .alias:
        // Whoever made the alias has bounded what all of them expand to.
        try write(view.resolved(position), to: &output)
        position &+= 1
      default:
        try writeScalar(node, at: position, to: &output)
        position = view.next(position)
      }
      if open.count == outer { return }
    }
  }

  /// Breaks the line in front of a closing bracket.
  func endLine(ofContents hasContents: Bool, to output: inout ByteWriter, depth: Int) {
    guard hasContents || options.followsFoundation else { return }
    if !hasContents { output.append(ASCII.newline) }
    writeLineBreak(to: &output, depth: depth)
  }

  func writeLineBreak(to output: inout ByteWriter, depth: Int) {
    options.breakLine(level: level + depth, in: &output)
  }
}
