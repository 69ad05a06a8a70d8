import FerryBytes
import FerryTape

extension BodyWriter {
  /// Writes a scalar of a kind that the loop over a document leaves out, so that it stays small.
  @inline(never)
  mutating func appendRareScalar(
    _ view: TapeView, _ index: Int, slot: Int
  ) throws(WireFailure) {
    let node = view[index]
    switch node.kind {
    case .int64: appendInteger(Int64(bitPattern: view.word(after: index)), slot: slot)
    case .uint64: appendInteger(view.word(after: index), slot: slot)
    case .float: body.appendDouble(Double(node.float))
    case .numberText: unsafe appendAnyNumberText(view.stored(node), slot: slot)
    case .plainText: appendPlainText(view, index, slot: slot)
    case .escapedText: unsafe appendEscapedText(view.stored(node), slot: slot)
    case .bytes, .arenaBytes: unsafe body.append(BinaryTag.bytes, view.stored(node))
    case .date: body.append(date: Double(bitPattern: view.word(after: index)))
    case .uuid:
      body.append(BinaryTag.uuid)
      unsafe body.append(view.stored(node))
    case .extension, .arenaExtension: unsafe body.append(BinaryTag.extension, view.stored(node))
    default: throw WireFailure(.notRepresentable, node: index)
    }
  }

  /// Writes nothing, or the nothing inside optionals that are there.
  @inline(__always)
  mutating func appendNull(_ node: Node) {
    if node.length == 0 { return body.append(BinaryTag.null) }
    body.append(BinaryTag.nestedNull)
    body.append(UInt8(truncatingIfNeeded: node.length))
  }

  /// Writes an unresolved YAML scalar as what it means.
  private mutating func appendPlainText(_ view: TapeView, _ index: Int, slot: Int) {
    let text = unsafe view.stored(view[index])
    switch view.plain(view[index]) {
    case .null: body.append(BinaryTag.null)
    case .bool(let value): body.append(value ? BinaryTag.true : BinaryTag.false)
    case .jsonNumber: unsafe appendAnyNumberText(text, slot: slot)
    case .number:
      unsafe view.jsonNumber(view[index]).withUnsafeBufferPointer { number in
        unsafe appendAnyNumberText(number, slot: slot)
      }
    case .notFinite(let value): body.appendDouble(value)
    case .text: unsafe appendText(text, slot: slot)
    }
  }
}
