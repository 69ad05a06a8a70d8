internal import FerryBytes
internal import FerryTape

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
    case .double: output.appendDouble(Double(bitPattern: view.word(after: index)), format)
    case .float: output.appendFloat(node.float, format)
    case .null: output.appendNull(format)
    case .false, .true: output.appendBool(node.kind == .true, format)
    case .integerText, .decimalText, .decimal, .numberText:
      let isExact = node.kind == .numberText
      guard NumberItem.append(view.stored(node), format, exactly: isExact, to: &output) else {
        throw failure(index)
      }
    case .plainText: try writePlainText(at: index, to: &output)
    case .bytes, .arenaBytes:
      if options.usesRawText {
        writeText(view.stored(node), to: &output)
      } else {
        output.appendBytes(view.stored(node), format)
      }
    case .date:
      let seconds = Double(bitPattern: view.word(after: index))
      guard !options.usesRawText, output.appendDate(seconds, format) else { throw failure(index) }
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
    output.appendLength(text.count, nil, 0xDA)
    output.append(text)
  }

  /// Writes a plain YAML scalar as the value that it resolves to.
  private func writePlainText(at index: Int, to output: inout ByteWriter) throws(WireFailure) {
    let node = view[index]
    let text = view.stored(node)
    let isWritten: Bool
    switch view.plain(node) {
    case .null:
      output.appendNull(options.format)
      isWritten = true
    case .bool(let value):
      output.appendBool(value, options.format)
      isWritten = true
    case .jsonNumber: isWritten = NumberItem.append(text, options.format, to: &output)
    case .number:
      isWritten = view.jsonNumber(node).withByteView {
        NumberItem.append($0, options.format, to: &output)
      }
    case .notFinite(let value):
      output.appendDouble(value, options.format)
      isWritten = true
    case .text:
      writeText(text, to: &output)
      isWritten = true
    }
    if !isWritten { throw failure(index) }
  }

  private func writePacked(at index: Int, to output: inout ByteWriter) {
    let (elements, type) = view.packed(index)
    output.appendListHead(elements.count / 8, options.format)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      switch type {
      case .int64: output.appendInteger(elements.load(Int64.self, at: offset), options.format)
      case .double: output.appendDouble(elements.load(Double.self, at: offset), options.format)
      }
    }
  }

  /// Writes an extension. In CBOR, its bytes are an item with a tag, or a simple value.
  private func appendExtension(_ bytes: ByteView, to output: inout ByteWriter) -> Bool {
    guard let first = bytes.first else { return false }
    guard options.format == .messagePack else {
      let lexer = ItemLexer(bytes, .of(.cbor))
      var scan = ItemScan(at: 0, depthLimit: options.depthLimit)
      do throws(WireFailure) {
        guard first >= 0xC0, try scan.finishes(in: lexer), scan.place == bytes.count else {
          return false
        }
      } catch {
        return false
      }
      output.append(bytes)
      return true
    }
    let count = bytes.count - 1
    switch count {
    case 1, 2, 4, 8, 16: output.append(0xD4 + UInt8(count.trailingZeroBitCount))
    case ...0xFF: output.append(0xC7, bigEndian: UInt64(count), width: 1)
    default: output.appendLength(count, nil, 0xC8)
    }
    output.append(bytes)
    return true
  }
}

/// Numbers that exist as text.
enum NumberItem {
  /// Appends the number of a JSON number. A decimal of at most 17 digits becomes the nearest double,
  /// unless CBOR is to hold it `exactly`. All other numbers are written without loss.
  /// - Returns: `false` if the format cannot hold the number.
  static func append(
    _ text: ByteView, _ format: ItemFormat, exactly: Bool = true, to output: inout ByteWriter
  ) -> Bool {
    let isCBOR = format == .cbor
    let isInteger = !text.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    if isInteger, text.first != UInt8(ascii: "-") || DecimalParsing.hasNonZeroDigit(text) {
      if let value = DecimalParsing.integer(text, as: Int64.self) {
        output.appendInteger(value, format)
      } else if let value = DecimalParsing.integer(text, as: UInt64.self) {
        output.appendInteger(value, format)
      } else if isCBOR {
        appendBignum(text, to: &output)
      } else {
        return false
      }
      return true
    }
    let double =
      isCBOR && exactly ? DecimalParsing.exactDouble(text) : DecimalParsing.shortDouble(text)
    if let value = double ?? DecimalParsing.shortestDouble(text) {
      output.appendDouble(value, format)
      return true
    }
    return isCBOR && appendDecimal(text, to: &output)
  }

  /// Appends an integer of any size: its bytes, with a tag if 64 bits do not hold it.
  private static func appendBignum(_ text: ByteView, to output: inout ByteWriter) {
    let isNegative = text.first == UInt8(ascii: "-")
    var limbs: [UInt32] = []
    for position in (isNegative ? 1 : 0)..<text.count {
      var carry = UInt64(text[position] - UInt8(ascii: "0"))
      for index in limbs.indices {
        carry += UInt64(limbs[index]) * 10
        limbs[index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      if carry > 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
    }
    if isNegative, !limbs.isEmpty {
      // The bytes are those of -1-n.
      var index = 0
      while limbs[index] == 0 {
        limbs[index] = .max
        index += 1
      }
      limbs[index] -= 1
    }
    var bytes: [UInt8] = []
    for limb in limbs.reversed() {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: limb >> shift)) }
    }
    bytes = Array(bytes.drop { $0 == 0 })
    if bytes.count <= 8 {
      let number = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return output.appendHead(isNegative ? 0x20 : 0x00, number)
    }
    output.append(isNegative ? 0xC3 : 0xC2)
    bytes.withByteView { output.appendBytes($0, .cbor) }
  }

  /// Appends a number as an exponent of ten and a significand, with their tag.
  private static func appendDecimal(_ text: ByteView, to output: inout ByteWriter) -> Bool {
    let end = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.count
    var exponent = 0
    if end < text.count {
      let digits = text[(end + 1)...].drop { $0 == UInt8(ascii: "+") }
      guard let value = Int(String(decoding: digits, as: UTF8.self)), value.magnitude < 1 << 30
      else { return false }
      exponent = value
    }
    var digits: [UInt8] = []
    for position in 0..<end {
      if text[position] == UInt8(ascii: ".") {
        exponent -= end - position - 1
      } else {
        digits.append(text[position])
      }
    }
    output.append(0xC4)
    output.appendListHead(2, .cbor)
    output.appendInteger(Int64(exponent), .cbor)
    digits.withByteView { appendBignum($0, to: &output) }
    return true
  }
}
