internal import FerryBase

extension ItemWriter {
  /// Writes the scalar or the packed array at `index`.
  func writeScalar(at index: Int, to output: inout ByteWriter) throws(WireFailure) {
    let node = view[index]
    let format = options.format
    switch node.kind {
    case .text, .arenaText: writeText(view.stored(node), to: &output)
    case .escapedText: view.withText(node) { writeText($0, to: &output) }
    case .integer: output.appendInteger(node.integer, format)
    case .int64: output.appendInteger(Int64(bitPattern: view.word(after: index)), format)
    case .uint64: output.appendInteger(view.word(after: index), format)
    case .double:
      let value = Double(bitPattern: view.word(after: index))
      if node.length == Node.single {
        output.appendFloat(Float(value), format)
      } else {
        output.appendDouble(value, format)
      }
    case .float: output.appendFloat(node.float, format)
    case .null: output.appendNull(format)
    case .false, .true: output.appendBool(node.kind == .true, format)
    case .integerText, .decimalText, .decimal, .numberText:
      let isExact = node.kind == .numberText
      guard NumberItem.append(view.stored(node), format, exactly: isExact, to: &output) else {
        throw WireFailure(.numberTooLong, node: index)
      }
    case .plainText: try writePlainText(at: index, to: &output)
    case .bytes, .arenaBytes:
      if options.usesRawText {
        writeText(view.stored(node), to: &output)
      } else {
        output.appendBytes(view.stored(node), format)
      }
    case .date:
      guard !options.usesRawText, output.appendDate(at: index, of: view, format) else {
        throw failure(index)
      }
    case .uuid: output.appendUUID(view.stored(node), format)
    case .packed: writePacked(at: index, to: &output)
    case .extension, .arenaExtension:
      guard options.writesExtensions, !options.usesRawText,
        appendExtension(view.stored(node), to: &output)
      else { throw failure(index) }
    default: throw failure(index)
    }
  }

  private func failure(_ index: Int) -> WireFailure { WireFailure(.notRepresentable, node: index) }

  private func writeText(_ text: ByteView, to output: inout ByteWriter) {
    guard options.usesRawText, text.count > 31 else {
      return output.appendText(text, options.format)
    }
    output.appendLength(text.count, 0xD9, least: 1)
    output.append(text)
  }

  /// Writes a plain YAML scalar as the value that it resolves to.
  private func writePlainText(at index: Int, to output: inout ByteWriter) throws(WireFailure) {
    let node = view[index]
    let text = view.stored(node)
    var isWritten = true
    switch view.plain(node) {
    case .null: output.appendNull(options.format)
    case .bool(let value): output.appendBool(value, options.format)
    case .jsonNumber: isWritten = NumberItem.append(text, options.format, to: &output)
    case .number:
      isWritten = view.jsonNumber(node).withByteView {
        NumberItem.append($0, options.format, to: &output)
      }
    case .notFinite(let value): output.appendDouble(value, options.format)
    case .text: writeText(text, to: &output)
    }
    if !isWritten { throw WireFailure(.numberTooLong, node: index) }
  }

  private func writePacked(at index: Int, to output: inout ByteWriter) {
    let (elements, type) = view.packed(index)
    output.appendHead(isMap: false, elements.count / 8, options.format)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      switch type {
      case .int64: output.appendInteger(elements.load(Int64.self, at: offset), options.format)
      case .double: output.appendDouble(elements.load(Double.self, at: offset), options.format)
      }
    }
  }

  /// Writes the tag at `index`.
  func appendTag(at index: Int, to output: inout ByteWriter) throws(WireFailure) {
    guard options.format == .cbor, let tag = CBORTag.number(ofTag: view.string(view[index + 1])),
      !CBORTag.isInterpreted(tag)
        || view[index + 2].kind.isText
          && view.withText(view[index + 2], { CBORTag.isDate($0, of: tag) })
    else { throw failure(index) }
    output.appendHead(0xC0, tag)
  }

  /// Writes the value with a tag at `index`, if it is a simple value of CBOR.
  func writeSimpleValue(at index: Int, to output: inout ByteWriter) -> Bool {
    guard options.format == .cbor, view.hasSimpleValueTag(at: index),
      let number = view.simpleValue(at: index) ?? view.integer(at: index + 2, as: UInt8.self)
    else { return false }
    return output.appendSimpleValue(number)
  }

  /// Writes an extension. In CBOR, it is a simple value.
  private func appendExtension(_ bytes: ByteView, to output: inout ByteWriter) -> Bool {
    guard !bytes.isEmpty else { return false }
    guard options.format == .messagePack else {
      let head = try? ItemLexer(bytes, .of(.cbor)).head(at: 0)
      guard head?.kind == ItemKind.simple, head?.end == bytes.count else { return false }
      output.append(bytes)
      return true
    }
    let count = bytes.count - 1
    if [1, 2, 4, 8, 16].contains(count) {
      output.append(0xD4 + UInt8(count.trailingZeroBitCount))
    } else {
      output.appendLength(count, 0xC7)
    }
    output.append(bytes)
    return true
  }
}
