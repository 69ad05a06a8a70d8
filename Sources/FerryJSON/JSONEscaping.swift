public import FerryBytes

// Strings of JSON text (RFC 8259, section 7).
extension ByteWriter {
  /// Appends `text` in quotes, with the escapes that the RFC requires. `escapedSlash` gets a
  /// backslash as well: pass the slash, or a byte that always needs an escape to keep slashes
  /// plain.
  @inlinable @inline(__always)
  package mutating func appendJSON(
    _ text: ByteView, escapedSlash: UInt8
  ) {
    reserve(text.count &+ 2)
    appendUnchecked(UInt8(ascii: "\""))
    let length = unsafe JSONEscaping.copyPlain(
      text.start, count: text.count, to: cursor, escapedSlash: escapedSlash)
    unsafe cursor += length
    if length < text.count { appendEscaped(text, from: length, escapedSlash: escapedSlash) }
    append(UInt8(ascii: "\""))
  }

  /// Continues at the byte at `start`, which needs an escape.
  @usableFromInline @inline(never)
  mutating func appendEscaped(
    _ text: ByteView, from start: Int, escapedSlash: UInt8
  ) {
    let base = unsafe text.start
    var index = start
    while index < text.count {
      reserve(text.count &- index &+ 6)
      unsafe appendEscapeUnchecked(base[index])
      index &+= 1
      let length = unsafe JSONEscaping.copyPlain(
        base + index, count: text.count &- index, to: cursor, escapedSlash: escapedSlash)
      unsafe cursor += length
      index &+= length
    }
  }

  /// Writes the escape for `byte`, up to six bytes, to reserved memory.
  private mutating func appendEscapeUnchecked(_ byte: UInt8) {
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

@usableFromInline
package enum JSONEscaping {
  /// Copies bytes up to the first byte that needs an escape and returns their number. `target`
  /// holds `count` bytes.
  ///
  /// Copies and checks in steps of 16, 8 or 4 bytes. The last step moves back so that it ends with
  /// the text: no step reads or writes beyond the end.
  @inlinable @inline(__always)
  package static func copyPlain(
    _ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>,
    escapedSlash: UInt8
  ) -> Int {
    if count >= 16 { return unsafe copyLongPlain(source, count, target, escapedSlash) }
    let source = unsafe UnsafeRawPointer(source)
    let target = UnsafeMutableRawPointer(target)
    if count >= 8 {
      let last = count &- 8
      let head = unsafe source.loadUnaligned(as: UInt64.self)
      let tail = unsafe source.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      unsafe target.storeBytes(of: head, as: UInt64.self)
      unsafe target.storeBytes(of: tail, toByteOffset: last, as: UInt64.self)
      let headStops = stops(head.littleEndian, escapedSlash)
      if headStops != 0 { return headStops.trailingZeroBitCount >> 3 }
      let tailStops = stops(tail.littleEndian, escapedSlash)
      return tailStops == 0 ? count : last &+ tailStops.trailingZeroBitCount >> 3
    }
    if count >= 4 {
      let last = count &- 4
      let head = unsafe source.loadUnaligned(as: UInt32.self)
      let tail = unsafe source.loadUnaligned(fromByteOffset: last, as: UInt32.self)
      unsafe target.storeBytes(of: head, as: UInt32.self)
      unsafe target.storeBytes(of: tail, toByteOffset: last, as: UInt32.self)
      // Both words are checked at once. The first word reports the bytes that both contain.
      let word = UInt64(head.littleEndian) | UInt64(tail.littleEndian) &<< 32
      let found = stops(word, escapedSlash)
      if found == 0 { return count }
      let index = found.trailingZeroBitCount >> 3
      return index < 4 ? index : index &- 4 &+ last
    }
    for index in 0..<count {
      let byte = unsafe source.load(fromByteOffset: index, as: UInt8.self)
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == escapedSlash { return index }
      unsafe target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    return count
  }

  @usableFromInline @inline(never)
  static func copyLongPlain(
    _ source: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutablePointer<UInt8>,
    _ escapedSlash: UInt8
  ) -> Int {
    let source = unsafe UnsafeRawPointer(source)
    let target = UnsafeMutableRawPointer(target)
    var offset = 0
    while offset < count {
      let start = min(offset, count &- 16)
      let bytes = unsafe source.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(of: bytes, toByteOffset: start, as: SIMD16<UInt8>.self)
      let stop = ByteScan.firstStringStop(bytes, or: escapedSlash)
      if stop < 16 { return start &+ stop }
      offset = start &+ 16
    }
    return count
  }

  @inlinable @inline(__always)
  static func stops(_ word: UInt64, _ escapedSlash: UInt8) -> UInt64 {
    let slashes = word ^ (UInt64(escapedSlash) &* 0x0101_0101_0101_0101)
    return ByteScan.stringStops(word) | ByteScan.zeroBytes(slashes)
  }
}
