public import FerryBase

extension ItemWireWriter {
  @inlinable @inline(__always)
  package mutating func writeNull() throws(WireFailure) {
    output.append(format == .cbor ? 0xF6 : 0xC0)
  }

  @inlinable @inline(__always)
  package mutating func writeBool(_ value: Bool) throws(WireFailure) {
    let first: UInt8 = format == .cbor ? 0xF4 : 0xC2
    output.append(value ? first &+ 1 : first)
  }

  /// Writes an integer in the fewest bytes. Throws for one beyond 64 bits, which needs the tape.
  @inlinable
  package mutating func writeInteger<T: FixedWidthInteger & Sendable>(
    _ value: T
  ) throws(WireFailure) {
    if T.bitWidth < 64 || T.bitWidth == 64 && T.isSigned {
      write(Int64(truncatingIfNeeded: value))
    } else if let signed = Int64(exactly: value) {
      write(signed)
    } else {
      guard let word = UInt64(exactly: value) else { throw WireFailure(.sizeLimit, offset: -1) }
      write(word)
    }
  }

  /// Writes a double: in CBOR in the fewest bytes that hold it, in MessagePack in 8 bytes.
  @usableFromInline @inline(never)
  package mutating func writeDouble(_ value: Double) throws(WireFailure) {
    guard format == .cbor else {
      return output.append(0xCB, bigEndian: value.bitPattern, width: 8)
    }
    let float = Float(value)
    if value.isNaN {
      output.append(0xF9, bigEndian: UInt64(HalfFloat.nan), width: 2)
    } else if Double(float) != value {
      output.append(0xFB, bigEndian: value.bitPattern, width: 8)
    } else if let half = HalfFloat.exactBits(value) {
      output.append(0xF9, bigEndian: UInt64(half), width: 2)
    } else {
      output.append(0xFA, bigEndian: UInt64(float.bitPattern), width: 4)
    }
  }

  /// Writes a float: in CBOR in the fewest bytes that hold it, in MessagePack in 4 bytes.
  @usableFromInline @inline(never)
  package mutating func writeFloat(_ value: Float) throws(WireFailure) {
    if format == .cbor { return try writeDouble(Double(value)) }
    output.append(0xCA, bigEndian: UInt64(value.bitPattern), width: 4)
  }

  @inlinable
  package mutating func writeString(_ value: String) throws(WireFailure) {
    // `withContiguousBytes` keeps the type of an error, which costs time here.
    let isWritten = unsafe value.utf8.withContiguousStorageIfAvailable {
      unsafe writeText(ByteView($0))
    }
    if isWritten != true { try writeCopy(of: value) }
  }

  @usableFromInline @inline(never)
  mutating func writeCopy(of text: String) throws(WireFailure) {
    try checkLength(text.utf8.count)
    _ = Array(text.utf8).withByteView { writeText($0) }
  }

  /// Writes a text. Returns `false` if it is longer than the format allows.
  @usableFromInline @inline(never)
  mutating func writeText(_ text: ByteView) -> Bool {
    guard text.count <= UInt32.max || format == .cbor else { return false }
    write(text)
    return true
  }

  /// Throws for a text, bytes or a container that is longer than the format allows.
  @usableFromInline
  func checkLength(_ count: Int) throws(WireFailure) {
    if count > UInt32.max, format == .messagePack { throw WireFailure(.sizeLimit, offset: -1) }
  }

  @usableFromInline
  package mutating func writeRawBytes(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireFailure) {
    try checkLength(bytes.count)
    unsafe write(bytes: ByteView(bytes))
  }

  /// Writes bytes that the format can hold.
  mutating func write(bytes: ByteView) {
    if format == .cbor {
      appendHead(0x40, UInt64(bytes.count))
    } else {
      appendLength(bytes.count, 0xC4)
    }
    output.append(bytes)
  }

  /// Writes the first byte and the contents of an extension. In CBOR, it is a simple value.
  mutating func write(extension bytes: ByteView) throws(WireFailure) {
    let count = bytes.count - 1
    let head = format == .cbor ? try? ItemLexer(bytes, .of(.cbor)).head(at: 0) : nil
    guard options.writesExtensions, !options.usesRawText, count >= 0,
      format == .messagePack || head?.kind == ItemKind.simple && head?.end == bytes.count
    else { throw WireFailure(.notRepresentable, offset: -1) }
    if format == .messagePack {
      if [1, 2, 4, 8, 16].contains(count) {
        output.append(0xD4 + UInt8(count.trailingZeroBitCount))
      } else {
        appendLength(count, 0xC7)
      }
    }
    output.append(bytes)
  }

  @usableFromInline
  package mutating func writeUUID(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    unsafe write(uuid: ByteView(bytes))
  }

  /// Writes a UUID: in CBOR its bytes with their tag, in MessagePack text.
  mutating func write(uuid bytes: ByteView) {
    if format == .cbor {
      appendHead(0xC0, CBORTag.uuid)
      write(bytes: bytes)
    } else {
      var text = UUIDText.string(bytes)
      text.withByteView { write($0) }
    }
  }

  @usableFromInline
  package mutating func writeDate(_ seconds: Double) throws(WireFailure) {
    try writeDate(seconds, since: Node.epochDistance)
  }

  @usableFromInline
  package mutating func beginTag(_ tag: String) throws(WireFailure) {
    // The tape knows whether a value has the form that an interpreted tag or that of a simple value
    // requires.
    guard format == .cbor, let number = CBORTag.number(ofTag: tag),
      !CBORTag.isInterpreted(number)
    else { throw WireFailure(.notRepresentable, offset: -1) }
    try enter()
    appendHead(0xC0, number)
  }

  @usableFromInline
  package mutating func endTag() { depth -= 1 }

  @usableFromInline
  package mutating func writeDateText(_ text: String) throws(WireFailure) {
    try enter()
    appendHead(0xC0, CBORTag.dateText)
    try writeString(text)
    depth -= 1
  }

  @usableFromInline
  package mutating func writeNumber(_ value: AnyValue.Number) throws(WireFailure) {
    if value.form != nil {
      var tape = Tape()
      try tape.append(value)
      return try write(TapeView(tape))
    }
    guard value.isFinite else { return try writeDouble(value.double) }
    var text = value.text
    try text.withByteView { text throws(WireFailure) in try writeNumber(text) }
  }

  /// Writes a value that has no direct coding, through its own tape.
  @usableFromInline
  package mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure) {
    try way.lend { loan throws(WireFailure) in try write(loan.view) }
  }
}
