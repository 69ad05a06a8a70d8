import FerryBytes
import FerryTape

extension JSONWriter {
  /// Writes a text node as a JSON string (RFC 8259, section 7).
  @inline(__always)
  func writeText(_ node: Node, to output: inout ByteWriter) {
    if node.kind == .escapedText {
      view.withText(node) { writeText($0, to: &output) }
    } else {
      writeText(view.stored(node), to: &output)
    }
  }

  @inline(__always)
  private func writeText(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) {
    output.reserve(text.count &+ 2)
    output.appendUnchecked(ASCII.quote)
    if let base = text.baseAddress {
      let length = copyPlainText(base, count: text.count, to: output.cursor)
      output.cursor += length
      if length < text.count { writeEscaped(text, from: length, to: &output) }
    }
    output.append(ASCII.quote)
  }

  /// Goes on from the byte at `start`, which needs an escape.
  @inline(never)
  private func writeEscaped(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, to output: inout ByteWriter
  ) {
    guard let base = text.baseAddress else { return }
    var index = start
    while index < text.count {
      output.reserve(text.count &- index &+ 6)
      output.appendUnchecked(escaped: base[index])
      index &+= 1
      let length = copyPlainText(base + index, count: text.count &- index, to: output.cursor)
      output.cursor += length
      index &+= length
    }
  }

  /// Copies bytes up to the first that needs an escape and returns how many those are. `target`
  /// has room for all of them.
  ///
  /// Copies and looks at once, in steps of 16, 8 or 4 bytes. The last step is moved back to end
  /// where the text ends, so no step reads or writes beyond it.
  @inline(__always)
  private func copyPlainText(
    _ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let source = UnsafeRawPointer(source)
    let target = UnsafeMutableRawPointer(target)
    if count >= 16 {
      var offset = 0
      while offset < count {
        let start = min(offset, count &- 16)
        let bytes = source.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
        target.storeBytes(of: bytes, toByteOffset: start, as: SIMD16<UInt8>.self)
        let stop = ByteScan.firstStringStop(bytes, or: escapedSlash)
        if stop < 16 { return start &+ stop }
        offset = start &+ 16
      }
      return count
    }
    if count >= 8 {
      let last = count &- 8
      let head = source.loadUnaligned(as: UInt64.self)
      let tail = source.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      target.storeBytes(of: head, as: UInt64.self)
      target.storeBytes(of: tail, toByteOffset: last, as: UInt64.self)
      let headStops = stops(head.littleEndian)
      if headStops != 0 { return headStops.trailingZeroBitCount >> 3 }
      let tailStops = stops(tail.littleEndian)
      return tailStops == 0 ? count : last &+ tailStops.trailingZeroBitCount >> 3
    }
    for index in 0..<count {
      let byte = source.load(fromByteOffset: index, as: UInt8.self)
      if byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash || byte == escapedSlash {
        return index
      }
      target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    return count
  }

  /// The slash if it is to be escaped, else a byte that is escaped anyway.
  @inline(__always)
  private var escapedSlash: UInt8 { options.escapesSlashes ? ASCII.slash : ASCII.quote }

  @inline(__always)
  private func stops(_ word: UInt64) -> UInt64 {
    let slashes = word ^ (UInt64(escapedSlash) &* 0x0101_0101_0101_0101)
    return ByteScan.stringStops(word) | ByteScan.zeroBytes(slashes)
  }
}

extension ByteWriter {
  /// Writes the escape for `byte` into room for six bytes that was reserved.
  fileprivate mutating func appendUnchecked(escaped byte: UInt8) {
    appendUnchecked(ASCII.backslash)
    switch byte {
    case 0x08: appendUnchecked(UInt8(ascii: "b"))
    case 0x09: appendUnchecked(UInt8(ascii: "t"))
    case 0x0A: appendUnchecked(UInt8(ascii: "n"))
    case 0x0C: appendUnchecked(UInt8(ascii: "f"))
    case 0x0D: appendUnchecked(UInt8(ascii: "r"))
    case ..<0x20:
      appendUnchecked(UInt8(ascii: "u"))
      appendUnchecked(ASCII.zero)
      appendUnchecked(ASCII.zero)
      appendUnchecked(byte >> 4 + ASCII.zero)
      appendUnchecked(byte & 15 + (byte & 15 < 10 ? ASCII.zero : UInt8(ascii: "a") - 10))
    default: appendUnchecked(byte)
    }
  }
}
