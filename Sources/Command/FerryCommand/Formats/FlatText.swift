import Ferry
import FerryJSONEngine

extension WirePath.Step {
  /// Appends the step to the path of a line. A key is quoted if the line would be misread. This is
  /// the case for a key that contains the sign or has a blank at an end. It is also the case if the
  /// line would start with `#` or a byte order mark.
  func append(toLine path: inout [UInt8]) {
    var text: String
    if case .key(let key) = self, Self.isMisread(key, isFirst: path.isEmpty) {
      text = Self.quoted(key)
    } else {
      text = WirePath(steps: [self]).description
    }
    if !path.isEmpty, text.utf8.first != UInt8(ascii: "[") { path.append(UInt8(ascii: ".")) }
    path += text.utf8
  }

  private static func isMisread(_ key: String, isFirst: Bool) -> Bool {
    let blank = UInt8(ascii: " ")
    let bytes = key.utf8
    if bytes.first == blank || bytes.last == blank { return true }
    if isFirst, bytes.first == UInt8(ascii: "#") || bytes.starts(with: "\u{FEFF}".utf8) {
      return true
    }
    var before = blank
    var isSign = false
    for byte in bytes {
      if isSign, byte == blank { return true }
      isSign = byte == UInt8(ascii: "=") && before == blank
      before = byte
    }
    return isSign
  }
}

/// A walk that writes the scalars and empty containers of a value, each with its path.
struct FlatWalk {
  private let view: TapeView
  private let options: JSONWritingOptions
  /// Returns the text to print after the value of a node.
  private let remark: ((Int) -> String)?
  /// The values that are not shown.
  var hidden: Set<Int> = []
  /// The way to write tags, which are not part of JSON.
  enum Tags {
    case refused, skipped, shown
  }
  var tags = Tags.refused
  /// The path to the current value.
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
    let tag = tags == .skipped ? nil : view.tag(at: index)
    if tag != nil, tags == .refused { throw WireFailure(.notRepresentable, node: index) }
    let index = view.resolved(index)
    let node = view[index]
    let isContainer = node.kind == .map || node.kind == .list
    guard isContainer, view.elementCount(index) > 0 else {
      if node.kind == .packed, view.elementCount(index) > 0 {
        return try writePacked(index, to: &output)
      }
      return try writeLine(index, tag, to: &output)
    }
    if tag != nil {
      beginLine(tag, to: &output)
      endLine(index, to: &output)
    }
    var position = index + 1
    var ordinal = 0
    let length = path.count
    // Readers limit the nesting depth, so this recursion is bounded.
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

  /// Appends the path and the sign of a line.
  static func append(_ path: [UInt8], to output: inout ByteWriter) {
    for byte in path { output.append(byte) }
    output.append(path.isEmpty ? "= " : " = ")
  }

  /// Writes a line with a tag and the value at `index`.
  private func writeLine(
    _ index: Int, _ tag: String?, to output: inout ByteWriter
  ) throws(WireFailure) {
    let start = output.count
    beginLine(tag, to: &output)
    if tag != nil { output.append(" ") }
    do throws(WireFailure) {
      let value = output.count
      if hidden.contains(index) {
        output.append("<redacted>")
      } else {
        try JSONWireWriter.write(view, root: index, options: options, to: &output)
      }
      Self.escapeInvisible(in: &output, from: value)
    } catch {
      // A failure must not leave a partial line.
      output.truncate(to: start)
      throw error
    }
    endLine(index, to: &output)
  }

  private func beginLine(_ tag: String?, to output: inout ByteWriter) {
    Self.append(path, to: &output)
    if let tag { output.append(text: tag.visible) }
  }

  private func endLine(_ index: Int, to output: inout ByteWriter) {
    if let remark { output.append(text: "  " + remark(index).visible) }
    output.append("\n")
  }

  /// Escapes the characters that a terminal would interpret. JSON has an escape for each of them.
  private static func escapeInvisible(in output: inout ByteWriter, from start: Int) {
    guard output.bytes[start...].contains(where: { $0 >= 0x7F }) else { return }
    let text = String(decoding: output.bytes[start...], as: UTF8.self).visible
    output.truncate(to: start)
    output.append(text: text)
  }

  private func writePacked(_ index: Int, to output: inout ByteWriter) throws(WireFailure) {
    var text = ByteWriter()
    try JSONWireWriter.write(view, root: index, options: options, to: &text)
    // Numbers contain no commas, so every comma separates two elements.
    let numbers = text.bytes.dropFirst().dropLast().split(separator: UInt8(ascii: ","))
    for ordinal in numbers.indices {
      for byte in path { output.append(byte) }
      output.append(text: "[\(ordinal)] = ")
      output.append(ByteView(rebasing: numbers[ordinal]))
      output.append("\n")
    }
  }
}
