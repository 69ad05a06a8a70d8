import FerryBytes
import FerryJSON
import FerryPath
import FerryTape

/// Writes the leaves of a value, each with its path.
struct FlatWalk {
  private let view: TapeView
  private let options: JSONWritingOptions
  /// What to print behind the value of a node.
  private let remark: ((Int) -> String)?
  /// The path to where the walk is.
  private var path: [UInt8]

  init(
    _ view: TapeView, _ options: JSONWritingOptions, _ prefix: [UInt8] = [],
    remark: ((Int) -> String)? = nil
  ) {
    self.view = view
    self.options = options
    self.remark = remark
    path = prefix
  }

  mutating func write(_ index: Int, to output: inout ByteWriter) throws(WireFailure) {
    let index = view.resolved(index)
    let node = view[index]
    let isContainer = node.kind == .map || node.kind == .list
    guard isContainer, view.elementCount(index) > 0 else {
      if node.kind == .packed, view.elementCount(index) > 0 {
        return try writePacked(index, to: &output)
      }
      return try writeLine(index, to: &output)
    }
    var position = index + 1
    var ordinal = 0
    let length = path.count
    // Readers do not nest deeper than they say, so this recursion does not either.
    while position < node.payload {
      if node.kind == .map {
        WirePath.Step.key(view.string(view[view.resolved(position)])).append(toLine: &path)
        position = view.next(position)
      } else {
        path += Array("[\(ordinal)]".utf8)
        ordinal += 1
      }
      try write(position, to: &output)
      path.removeSubrange(length...)
      position = view.next(position)
    }
  }

  /// Appends the start of a line.
  static func append(_ path: [UInt8], to output: inout ByteWriter) {
    for byte in path { output.append(byte) }
    output.append(path.isEmpty ? "= " : " = ")
  }

  private func writeLine(_ index: Int, to output: inout ByteWriter) throws(WireFailure) {
    let start = output.count
    Self.append(path, to: &output)
    do throws(WireFailure) {
      let value = output.count
      try JSONWriter.write(view, root: index, options: options, to: &output)
      Self.escapeInvisible(in: &output, from: value)
    } catch {
      // No line is written in part.
      output.truncate(to: start)
      throw error
    }
    if let remark { output.append(text: "  " + remark(index).visible) }
    output.append("\n")
  }

  /// Lines are for terminals: what those would obey becomes an escape, which JSON has for all of it.
  private static func escapeInvisible(in output: inout ByteWriter, from start: Int) {
    guard unsafe output.bytes[start...].contains(where: { $0 >= 0x7F }) else { return }
    let text = unsafe String(decoding: output.bytes[start...], as: UTF8.self).visible
    output.truncate(to: start)
    output.append(text: text)
  }

  private func writePacked(_ index: Int, to output: inout ByteWriter) throws(WireFailure) {
    var text = ByteWriter()
    try JSONWriter.write(view, root: index, options: options, to: &text)
    // Numbers have no commas: every one separates two of them.
    let numbers = unsafe text.bytes.dropFirst().dropLast().split(separator: UInt8(ascii: ","))
    for ordinal in unsafe numbers.indices {
      for byte in path { output.append(byte) }
      output.append(text: "[\(ordinal)] = ")
      unsafe output.append(UnsafeBufferPointer(rebasing: numbers[ordinal]))
      output.append("\n")
    }
  }
}
