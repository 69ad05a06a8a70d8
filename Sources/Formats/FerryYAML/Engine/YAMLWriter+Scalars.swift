internal import FerryBase

extension YAMLWriter {
  /// The capacity in bytes for the text of one number.
  private static var numberCapacity: Int { 64 }

  @inline(__always)
  mutating func writeKey(_ index: Int, of view: TapeView) throws(WireFailure) {
    let node = view[index]
    switch node.kind {
    case .text, .arenaText:
      let text = view.stored(node)
      try emitter.scalar(text, style: YAMLTextStyle.ofKey(text))
    default:
      try writeScalar(at: index, of: view)
    }
  }

  @inline(__always)
  mutating func writeScalar(at index: Int, of view: TapeView) throws(WireFailure) {
    let node = view[index]
    switch node.kind {
    case .text, .arenaText:
      let text = view.stored(node)
      try emitter.scalar(text, style: YAMLTextStyle.of(text))
    case .plainText:
      // An empty scalar gets quotes in some positions, which turn it into text.
      if node.length == 0 { return try write("null") }
      if view.schema.contains(.yaml11), try writeLegacy(index, of: view) { return }
      if isFlowing { return try writeFlowing(view.stored(node)) }
      try emitter.scalar(view.stored(node), style: .plain)
    case .integerText, .decimalText, .decimal, .numberText:
      try writeNumber(view.stored(node))
    default:
      try writeOther(index, of: view)
    }
  }

  /// Writes a plain scalar of YAML 1.1 whose spelling has another value in YAML 1.2. The text that is
  /// written has the same value in both.
  /// - Returns: false, with nothing written, if the spelling has the same value.
  @inline(never)
  private mutating func writeLegacy(_ index: Int, of view: TapeView) throws(WireFailure) -> Bool {
    let text = view.stored(view[index])
    let (old, new) = (view.plain(view[index]), PlainScalar.resolve(text))
    switch old {
    case .number:
      let number = view.jsonNumber(view[index])
      if case .number = new, PlainScalar.jsonNumber(of: text, []) == number { return false }
      try number.withByteView { number throws(WireFailure) in try writeNumber(number) }
    case _ where old == new: return false
    case .null: try write("null")
    case .bool(let value): try write(value ? "true" : "false")
    case .notFinite(let value): try write(value)
    case .text: try emitter.scalar(text, style: YAMLTextStyle.of(text))
    case .jsonNumber: return false
    }
    return true
  }

  /// Writes a plain scalar in brackets or braces, where libyaml quotes scalars with a colon.
  @inline(never)
  private mutating func writeFlowing(_ text: ByteView) throws(WireFailure) {
    let needsTag =
      !frames.isEmpty && text.contains(DateText.colon)
      && DateText.seconds(text, .yaml) != nil
    try needsTag ? emitter.timestamp(text) : emitter.scalar(text, style: .plain)
  }

  @inline(never)
  private mutating func writeOther(_ index: Int, of view: TapeView) throws(WireFailure) {
    let node = view[index]
    switch node.kind {
    case .null: try write("null")
    case .true: try write("true")
    case .false: try write("false")
    case .integer: try write(node.integer)
    case .int64: try write(Int64(bitPattern: view.word(after: index)))
    case .uint64:
      let value = view.word(after: index)
      scratch.clear()
      scratch.append(upTo: Self.numberCapacity) {
        IntegerPrinting.write(value, to: $0)
      }
      try emitter.scalar(scratch.bytes, style: .plain)
    case .double: try write(Double(bitPattern: view.word(after: index)))
    case .date:
      guard let text = view.timeText(ofDate: index) else {
        return try write(view.number(ofDate: index))
      }
      scratch.clear()
      scratch.append(text: text)
      try emitter.scalar(scratch.bytes, style: .plain)
    case .uuid:
      scratch.clear()
      scratch.append(upTo: UUIDText.length) {
        UUIDText.write(view.stored(node), to: $0)
        return UUIDText.length
      }
      try emitter.scalar(scratch.bytes, style: YAMLTextStyle.of(scratch.bytes))
    case .float:
      if node.float.isFinite {
        try writeFinite { FloatPrinting.write(node.float, to: $0) }
      } else {
        try write(Double(node.float))
      }
    case .bytes, .arenaBytes:
      scratch.clear()
      Base64.encode(view.stored(node), to: &scratch)
      try emitter.binary(scratch.bytes)
      scratch.clear(retaining: 1 << 16)
    default:
      // Other kinds occur only while a model is being encoded.
      throw WireFailure(.notRepresentable, node: index)
    }
  }

  mutating func writeElements(of index: Int, in view: TapeView) throws(WireFailure) {
    let (elements, type) = view.packed(index)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      let word = elements.load(UInt64.self, at: offset)
      switch type {
      case .int64: try write(Int64(bitPattern: word))
      case .double: try write(Double(bitPattern: word))
      }
    }
  }

  // MARK: Words and numbers

  private mutating func write(_ word: StaticString) throws(WireFailure) {
    let text = ByteView(word)
    try emitter.scalar(text, style: .plain)
  }

  private mutating func write(_ value: Int64) throws(WireFailure) {
    scratch.clear()
    scratch.append(upTo: Self.numberCapacity) { IntegerPrinting.write(value, to: $0) }
    try emitter.scalar(scratch.bytes, style: .plain)
  }

  private mutating func write(_ value: Double) throws(WireFailure) {
    if value.isFinite {
      try writeFinite { FloatPrinting.write(value, to: $0) }
    } else {
      try write(value.isNaN ? ".nan" : value < 0 ? "-.inf" : ".inf")
    }
  }

  /// Writes the shortest digits of a number.
  private mutating func writeFinite(
    _ print: (MutableByteView) -> Int
  ) throws(WireFailure) {
    scratch.clear()
    scratch.append(upTo: Self.numberCapacity, print)
    try writeScratch()
  }

  /// Writes a number in JSON's grammar.
  private mutating func writeNumber(_ text: ByteView) throws(WireFailure) {
    // Both versions of YAML read an integer in the same way, except minus zero.
    guard text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) || text.isMinusZero else {
      return try emitter.scalar(text, style: .plain)
    }
    scratch.clear()
    scratch.append(text)
    try writeScratch()
    scratch.clear(retaining: 1 << 16)
  }

  /// Writes the number in ``scratch``, in a form that YAML 1.1 accepts as a float as well. An exponent
  /// has a sign there and follows a fraction (`1.0e+16`, not `1e16`), and only a float is minus zero.
  private mutating func writeScratch() throws(WireFailure) {
    if scratch.bytes.isMinusZero { scratch.append(".0") }
    if let exponent = scratch.bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      let sign = scratch.bytes[exponent + 1]
      if sign != UInt8(ascii: "-"), sign != UInt8(ascii: "+") {
        scratch.insertGap(at: exponent + 1, length: 1)
        scratch[exponent + 1] = UInt8(ascii: "+")
      }
      // PyYAML writes two digits as well.
      if scratch.count == exponent + 3 {
        scratch.insertGap(at: exponent + 2, length: 1)
        scratch[exponent + 2] = UInt8(ascii: "0")
      }
      if !scratch.bytes[..<exponent].contains(UInt8(ascii: ".")) {
        scratch.insertGap(at: exponent, length: 2)
        scratch[exponent] = UInt8(ascii: ".")
        scratch[exponent + 1] = UInt8(ascii: "0")
      }
    }
    try emitter.scalar(scratch.bytes, style: .plain)
  }
}

extension ByteView {
  /// Whether the text is `-0`.
  fileprivate var isMinusZero: Bool {
    count == 2 && self[0] == UInt8(ascii: "-") && self[1] == UInt8(ascii: "0")
  }
}
