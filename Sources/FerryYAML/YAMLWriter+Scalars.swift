import FerryBytes
import FerryTape

extension YAMLWriter {
  /// Bytes of memory for the text of one number.
  private static var numberCapacity: Int { 64 }

  @inline(__always)
  mutating func writeKey(_ index: Int, of view: TapeView) throws(WireFailure) {
    let node = view[index]
    switch node.kind {
    case .text, .arenaText:
      let text = unsafe view.stored(node)
      try unsafe emitter.scalar(text, style: YAMLTextStyle.ofKey(text))
    case .escapedText:
      try unsafe view.withText(node) { text throws(WireFailure) in
        try unsafe emitter.scalar(text, style: YAMLTextStyle.ofKey(text))
      }
    default:
      try writeScalar(at: index, of: view)
    }
  }

  @inline(__always)
  mutating func writeScalar(at index: Int, of view: TapeView) throws(WireFailure) {
    let node = view[index]
    switch node.kind {
    case .text, .arenaText:
      let text = unsafe view.stored(node)
      try unsafe emitter.scalar(text, style: YAMLTextStyle.of(text))
    case .plainText:
      // What is empty would be quoted in some places, and then be text.
      if node.length == 0 { return try write("null") }
      if options.flowStyle { return try unsafe writeFlowing(view.stored(node)) }
      try unsafe emitter.scalar(view.stored(node), style: .plain)
    case .integerText, .decimalText, .decimal, .numberText:
      try unsafe emitter.scalar(view.stored(node), style: .plain)
    default:
      try writeOther(index, of: view)
    }
  }

  /// Writes a plain scalar in brackets or braces, where libyaml puts quotes around what has a colon.
  @inline(never)
  private mutating func writeFlowing(_ text: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    let needsTag =
      unsafe !frames.isEmpty && text.contains(DateText.colon)
      && DateText.seconds(text, .yaml) != nil
    try unsafe needsTag ? emitter.timestamp(text) : emitter.scalar(text, style: .plain)
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
      unsafe scratch.append(upTo: Self.numberCapacity) {
        unsafe IntegerPrinting.write(value, to: $0)
      }
      try unsafe emitter.scalar(scratch.bytes, style: .plain)
    case .double, .date: try write(Double(bitPattern: view.word(after: index)))
    case .uuid:
      scratch.clear()
      unsafe scratch.append(upTo: UUIDText.length) {
        unsafe UUIDText.write(view.stored(node), to: $0)
        return UUIDText.length
      }
      try unsafe emitter.scalar(scratch.bytes, style: YAMLTextStyle.of(scratch.bytes))
    case .float:
      if node.float.isFinite {
        try unsafe writeFinite { unsafe FloatPrinting.write(node.float, to: $0) }
      } else {
        try write(Double(node.float))
      }
    case .bytes, .arenaBytes:
      scratch.clear()
      unsafe Base64.encode(view.stored(node), to: &scratch)
      try unsafe emitter.binary(scratch.bytes)
      scratch.clear(retaining: 1 << 16)
    case .escapedText:
      try unsafe view.withText(node) { text throws(WireFailure) in
        try unsafe emitter.scalar(text, style: YAMLTextStyle.of(text))
      }
    default:
      // What only a model that is still being encoded has.
      throw WireFailure(.notRepresentable, node: index)
    }
  }

  mutating func writeElements(of index: Int, in view: TapeView) throws(WireFailure) {
    let (elements, type) = unsafe view.packed(index)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      let word = unsafe elements.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      switch type {
      case .int64: try write(Int64(bitPattern: word))
      case .double: try write(Double(bitPattern: word))
      }
    }
  }

  // MARK: Words and numbers

  private mutating func write(_ word: StaticString) throws(WireFailure) {
    let text = unsafe UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    try unsafe emitter.scalar(text, style: .plain)
  }

  private mutating func write(_ value: Int64) throws(WireFailure) {
    scratch.clear()
    unsafe scratch.append(upTo: Self.numberCapacity) { unsafe IntegerPrinting.write(value, to: $0) }
    try unsafe emitter.scalar(scratch.bytes, style: .plain)
  }

  private mutating func write(_ value: Double) throws(WireFailure) {
    if value.isFinite {
      try unsafe writeFinite { unsafe FloatPrinting.write(value, to: $0) }
    } else {
      try write(value.isNaN ? ".nan" : value < 0 ? "-.inf" : ".inf")
    }
  }

  /// Writes the shortest digits of a number, in the form that YAML 1.1 takes for a float as well:
  /// an exponent has a sign there and follows a fraction (`1.0e+16`, not `1e16`).
  private mutating func writeFinite(
    _ print: (UnsafeMutablePointer<UInt8>) -> Int
  ) throws(WireFailure) {
    scratch.clear()
    unsafe scratch.append(upTo: Self.numberCapacity, print)
    if let exponent = unsafe scratch.bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      let sign = unsafe scratch.bytes[exponent + 1]
      if sign != UInt8(ascii: "-"), sign != UInt8(ascii: "+") {
        scratch.insertGap(at: exponent + 1, length: 1)
        unsafe scratch.pointer(at: exponent + 1).pointee = UInt8(ascii: "+")
      }
      if unsafe !scratch.bytes[..<exponent].contains(UInt8(ascii: ".")) {
        scratch.insertGap(at: exponent, length: 2)
        unsafe scratch.pointer(at: exponent).pointee = UInt8(ascii: ".")
        unsafe scratch.pointer(at: exponent + 1).pointee = UInt8(ascii: "0")
      }
    }
    try unsafe emitter.scalar(scratch.bytes, style: .plain)
  }
}
