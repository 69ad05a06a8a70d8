import FerryBase

extension BinaryWireWriter {
  /// Writes a scalar of a rare kind. The main loop leaves these kinds out to stay small.
  @inline(never)
  mutating func appendRareScalar(
    _ view: TapeView, _ index: Int, writesExtensions: Bool
  ) throws(WireFailure) {
    let node = view[index]
    switch node.kind {
    case .int64: output.appendInteger(Int64(bitPattern: view.word(after: index)))
    case .uint64: output.appendInteger(view.word(after: index))
    case .float: appendNumber(Double(node.float))
    case .numberText: appendAnyNumberText(view.stored(node))
    case .plainText: appendPlainText(view, index)
    case .bytes, .arenaBytes: output.append(BinaryTag.bytes, view.stored(node))
    case .date where node.length > 0: appendTime(view, index)
    case .date: output.append(date: view.secondsSince2001(ofDate: index))
    case .uuid:
      output.append(BinaryTag.uuid)
      output.append(view.stored(node))
    case .extension, .arenaExtension:
      // In this format, the lowest types are those of values with nodes of their own.
      guard let type = view.stored(node).first, type > BinaryTag.time, writesExtensions
      else { throw WireFailure(.notRepresentable, node: index) }
      output.append(BinaryTag.extension, view.stored(node))
    default: throw WireFailure(.notRepresentable, node: index)
    }
  }

  /// Writes a date with the number of another format. No double of seconds since 2001 holds all of
  /// them.
  private mutating func appendTime(_ view: TapeView, _ index: Int) {
    let nanoseconds = view.time(ofDate: index).map { UInt32($0.nanoseconds) }
    output.append(BinaryTag.extension)
    output.appendLength(nanoseconds == nil ? 9 : 13)
    output.append(BinaryTag.time)
    output.append(littleEndian: view.word(after: index))
    if let nanoseconds { output.append(littleEndian: nanoseconds) }
  }

  /// Writes null, or a null inside non-nil optionals.
  @inline(__always)
  mutating func appendNull(_ node: Node) {
    if node.length == 0 { return output.append(BinaryTag.null) }
    output.append(BinaryTag.nestedNull)
    output.append(UInt8(truncatingIfNeeded: node.length))
  }

  /// Writes an unresolved YAML scalar as the value that it resolves to.
  private mutating func appendPlainText(_ view: TapeView, _ index: Int) {
    let text = view.stored(view[index])
    switch view.plain(view[index]) {
    case .null: output.append(BinaryTag.null)
    case .bool(let value): output.append(value ? BinaryTag.true : BinaryTag.false)
    case .jsonNumber: appendAnyNumberText(text)
    case .number:
      view.jsonNumber(view[index]).withByteView { appendAnyNumberText($0) }
    case .notFinite(let value): appendNumber(value)
    case .text: writeText(text)
    }
  }
}

extension BinaryWireWriter {
  // MARK: Numbers as text

  /// Writes a number without a fraction or an exponent.
  @inline(__always)
  mutating func appendIntegerText(_ text: ByteView) {
    if let value = DecimalParsing.integer(text, as: Int64.self),
      value != 0 || text.count == 1
    {
      output.appendInteger(value)
    } else {
      appendRareIntegerText(text)
    }
  }

  @inline(never)
  private mutating func appendRareIntegerText(_ text: ByteView) {
    if let value = DecimalParsing.integer(text, as: UInt64.self), value != 0 {
      output.appendInteger(value)
    } else if !DecimalParsing.hasNonZeroDigit(text) {
      // `-0` is not an integer.
      appendNumber(-0.0)
    } else {
      appendWideInteger(text)
    }
  }

  /// Writes a number with a fraction or an exponent: as a double, if the double is exact enough.
  @inline(__always)
  mutating func appendDecimalText(_ text: ByteView) {
    if depth != plainDepth, let (significand, places) = NumberText.shortDecimal(text) {
      output.appendDecimal(significand, places)
    } else if let value = DecimalParsing.shortDouble(text) {
      appendNumber(value)
    } else {
      appendExactDecimal(text)
    }
  }

  /// Writes a number of any kind exactly.
  mutating func appendAnyNumberText(_ text: ByteView) {
    if NumberText.isInteger(text) {
      appendIntegerText(text)
    } else if let value = DecimalParsing.exactDouble(text) {
      appendNumber(value)
    } else {
      appendExactDecimal(text)
    }
  }

  /// Writes an integer beyond 64 bits.
  @inline(never)
  private mutating func appendWideInteger(_ text: ByteView) {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text[...]
    guard let bytes = WideInteger.bytes(digits: digits, isNegative: isNegative) else {
      return appendNumberText(text)
    }
    bytes.withByteView { output.append(BinaryTag.wideInteger, $0) }
  }

  /// Writes a number with a fraction or an exponent as a wide decimal, or as number text.
  @inline(never)
  private mutating func appendExactDecimal(_ text: ByteView) {
    guard let decimal = WideDecimal(text) else { return appendNumberText(text) }
    output.append(BinaryTag.wideDecimal)
    let exponent = VarInt.zigzag(Int64(decimal.exponent))
    output.appendLength(VarInt.width(exponent) + decimal.significand.count)
    output.appendLength(Int(exponent))
    for byte in decimal.significand { output.append(byte) }
  }

  /// Writes a number as an extension that contains its text.
  @inline(never)
  private mutating func appendNumberText(_ text: ByteView) {
    output.append(BinaryTag.extension)
    output.appendLength(text.count + 1)
    output.append(BinaryTag.numberText)
    output.append(text)
  }
}
