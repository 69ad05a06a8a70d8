internal import FerryBase

extension JSONWriter {
  @inline(__always)
  func writeScalar(_ node: Node, at index: Int, to output: inout ByteWriter) throws(WireFailure) {
    switch node.kind {
    case .text, .arenaText: writeText(node, to: &output)
    case .integer:
      output.append(upTo: 20) { IntegerPrinting.write(node.integer, to: $0) }
    case .integerText, .decimalText, .numberText:
      output.append(view.stored(node))
    case .double:
      try write(Double(bitPattern: view.word(after: index)), at: index, to: &output)
    case .null: output.append("null")
    case .true: output.append("true")
    case .false: output.append("false")
    default: try writeRareScalar(node, at: index, to: &output)
    }
  }

  @inline(never)
  private func writeRareScalar(
    _ node: Node, at index: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    switch node.kind {
    case .int64:
      let value = Int64(bitPattern: view.word(after: index))
      output.append(upTo: 20) { IntegerPrinting.write(value, to: $0) }
    case .uint64:
      output.append(upTo: 20) {
        IntegerPrinting.write(view.word(after: index), to: $0)
      }
    case .float:
      let value = node.float
      if value.isFinite {
        output.append(upTo: 32) { FloatPrinting.write(value, to: $0) }
      } else {
        try write(Double(value), at: index, to: &output)
      }
    case .date:
      if let text = view.timeText(ofDate: index) {
        output.append(text: text)
      } else {
        try write(view.number(ofDate: index), at: index, to: &output)
      }
    case .uuid:
      output.append(ASCII.quote)
      output.append(upTo: UUIDText.length) {
        UUIDText.write(view.stored(node), to: $0)
        return UUIDText.length
      }
      output.append(ASCII.quote)
    case .plainText: try writePlainText(node, at: index, to: &output)
    case .packed: try writePacked(index, to: &output)
    case .bytes, .arenaBytes:
      output.append(ASCII.quote)
      Base64.encode(view.stored(node), escapingSlashes: options.escapesSlashes, to: &output)
      output.append(ASCII.quote)
    case .source: output.append(view.stored(node))
    default: throw WireFailure(.notRepresentable, node: index)
    }
  }

  @inline(__always)
  private func write(
    _ value: Double, at index: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    if value.isFinite {
      output.append(upTo: 32) { FloatPrinting.write(value, to: $0) }
      return
    }
    switch options.nonFinite {
    case .fail: throw WireFailure(.notRepresentable, node: index)
    case .null: output.append("null")
    case .string:
      output.append(value.isNaN ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"")
    }
  }

  private func writePlainText(
    _ node: Node, at index: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    switch view.plain(node) {
    case .null: output.append("null")
    case .bool(let value): output.append(value ? "true" : "false")
    case .jsonNumber: output.append(view.stored(node))
    case .number:
      for byte in view.jsonNumber(node) { output.append(byte) }
    case .notFinite(let value): try write(value, at: index, to: &output)
    case .text: writeText(node, to: &output)
    }
  }

  private func writePacked(_ index: Int, to output: inout ByteWriter) throws(WireFailure) {
    let (elements, type) = view.packed(index)
    let isPretty = options.indentation != .none
    output.append(ASCII.openBracket)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      if offset > 0 { output.append(ASCII.comma) }
      if isPretty { writeLineBreak(to: &output, depth: open.count + 1) }
      switch type {
      case .int64:
        let value = elements.load(Int64.self, at: offset)
        output.append(upTo: 20) { IntegerPrinting.write(value, to: $0) }
      case .double:
        try write(
          elements.load(Double.self, at: offset), at: index, to: &output)
      }
    }
    if isPretty { endLine(ofContents: !elements.isEmpty, to: &output, depth: open.count) }
    output.append(ASCII.closeBracket)
  }
}

extension JSONWriter {
  /// Writes a text node as a JSON string (RFC 8259, section 7).
  @inline(__always)
  func writeText(_ node: Node, to output: inout ByteWriter) {
    // The slash if slashes are escaped; otherwise a byte that always needs an escape.
    let escapedSlash = options.escapesSlashes ? ASCII.slash : ASCII.quote
    output.appendJSON(view.stored(node), escapedSlash: escapedSlash)
  }
}
